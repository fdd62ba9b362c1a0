import type {PiModules} from '../../harness/index.ts';

/** The same modules under the scope that they had before. */
function underBothNames(modules: Readonly<Record<string, unknown>>): Record<string, unknown> {
	const former = Object.entries(modules).map(([name, module]) => [
		name.replace('@earendil-works/', '@mariozechner/'),
		module,
	]);
	return {...modules, ...Object.fromEntries(former)};
}

/** The modules that extensions import, by name: bough's own, of the same shape. */
async function load(): Promise<Readonly<Record<string, unknown>>> {
	const [typebox, value, compile, {piAi}, {codingAgent}] = await Promise.all([
		import('typebox'),
		import('typebox/value'),
		import('typebox/compile'),
		import('./pi-ai.ts'),
		import('./coding-agent.ts'),
	]);
	return {
		...underBothNames({
			'@earendil-works/pi-coding-agent': codingAgent,
			'@earendil-works/pi-ai': piAi,
			'@earendil-works/pi-agent-core': {},
		}),
		bough: codingAgent,
		typebox,
		'typebox/value': value,
		'typebox/compile': compile,
		'@sinclair/typebox': typebox,
		'@sinclair/typebox/value': value,
		'@sinclair/typebox/compile': compile,
		'@sinclair/typebox/compiler': compile,
	};
}

/** Those that cost more, and that few ask for. */
async function loadRest(): Promise<Readonly<Record<string, unknown>>> {
	const [{piAiCompat}, {loadTui}] = await Promise.all([
		import('./pi-ai-compat.ts'),
		import('./tui-parts.ts'),
	]);
	const names = ['compat', 'models', 'oauth', 'providers/all'];
	const catalog = names.map(name => [`@earendil-works/pi-ai/${name}`, piAiCompat]);
	return underBothNames({
		...Object.fromEntries(catalog),
		'@earendil-works/pi-tui': loadTui(),
	});
}

export const piModules: PiModules = {load, loadRest};
