import type {HarnessOptions} from './harness-options.ts';
import type {ModelRegistry} from './model-registry.ts';
import {joinExtensions} from './open-extensions.ts';
import type {createResources} from './session-resources.ts';
import type {SessionStore} from './session-store.ts';

type Joining = {
	readonly registry: ModelRegistry;
	readonly resources: Awaited<ReturnType<typeof createResources>>;
	session(): SessionStore | undefined;
};

/** Extensions, when there is a host of them, and how everything is read again. */
export function join(options: HarnessOptions, {registry, resources, session}: Joining) {
	const {extensions: host} = options;
	const open = () => {
		const opened = session();
		if (opened) return opened;
		throw new Error('The session is not open yet.');
	};
	const reload = async () => {
		await link?.hooks.end('reload');
		await resources.reload();
		await link?.hooks.begin('reload');
	};
	const link =
		host &&
		joinExtensions({
			...{options, host, registry, reload, session: open, scopedModels: []},
			resources: resources.get,
			prompt: resources.prompt,
		});
	return {link, reload};
}
