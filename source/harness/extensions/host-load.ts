import type {Extension, ExtensionSource} from './extension.ts';
import {watchFaults} from './fault-watch.ts';
import {requireSession} from './host-contexts.ts';
import type {Host, HostOptions} from './host-state.ts';
import {loadExtension} from './load.ts';
import {watchResources} from './owned-resources.ts';

/** Lets go of all extensions; what they started ends. */
export function unload(host: Host): void {
	const gone = host.extensions;
	host.extensions = [];
	host.shelf.clear();
	for (const extension of gone) extension.scope.end();
	host.ui.surface?.clear();
	host.unwatch?.();
	host.unwatch = undefined;
}

export function switchOff(host: Host, source: ExtensionSource): void {
	host.off.add(source.path);
	const extension = host.extensions.find(each => each.source === source);
	extension?.scope.end();
	host.ui.notify(
		`The extension ${source.name} failed too often and is switched off. /reload starts it again.`,
		'warning',
	);
	host.session?.toolsChanged();
}

export function flagOf(
	host: Host,
	extension: Extension,
	name: string,
): boolean | string | undefined {
	const definition = extension.flags.get(name);
	return definition && (host.flags.get(name) ?? definition.default);
}

function apiParts(host: Host, extension: Extension) {
	const {scope, source} = extension;
	return {
		extension,
		actions: () => requireSession(host, extension).actions,
		changed(what: 'tools' | 'flags' | 'servers') {
			if (what === 'tools') host.session?.toolsChanged();
			if (what === 'servers') host.session?.serversChanged();
		},
		flag: (name: string) => flagOf(host, extension, name),
		on: (channel: string, handler: (data: unknown) => unknown) =>
			host.bus.on(scope, channel, handler),
		emit: host.bus.emit,
		shelf: host.shelf,
		cwd: () => host.options.cwd,
		warn: (text: string) => host.ui.notify(`${source.name}: ${text}`, 'warning'),
	};
}

function inlineOf({inline = []}: HostOptions) {
	return inline.map((each, index) => {
		const own = typeof each === 'function' ? {factory: each} : each;
		const name = own.name ?? `inline-${index + 1}`;
		const source: ExtensionSource = {path: `<${name}>`, name, place: 'inline'};
		return {source, factory: own.factory};
	});
}

function watch(host: Host): void {
	const undo = [watchResources(), watchFaults(() => host.extensions.map(({scope}) => scope))];
	host.unwatch = () => {
		for (const each of undo) each();
	};
}

/** Loads what is found now. One that fails is told of, and the rest goes on. */
export async function load(host: Host): Promise<void> {
	unload(host);
	host.failed.clear();
	host.off.clear();
	const {sources, problems} = host.options.find();
	for (const {path, message} of problems) host.ui.notify(`${path}: ${message}`, 'warning');
	const inline = inlineOf(host.options);
	if (sources.length + inline.length === 0) return;
	watch(host);
	const parts = {
		load: sources.length > 0 ? await host.options.importer() : undefined,
		inline: new Map(inline.map(({source, factory}) => [source.path, factory])),
		care: (source: ExtensionSource) => ({
			report: (error: unknown, where: string) => host.faults.report(source, error, where),
			blocked: (ms: number, where: string) => host.faults.blocked(source, ms, where),
		}),
		api: (extension: Extension) => apiParts(host, extension),
	};
	const loaded: Extension[] = [];
	for (const source of [...inline.map(each => each.source), ...sources]) {
		try {
			loaded.push(await loadExtension(source, parts));
		} catch (error) {
			const why = error instanceof Error ? error.message : String(error);
			host.failed.set(source, why);
			host.ui.notify(`The extension ${source.path} was not loaded: ${why}`, 'error');
		}
	}

	host.extensions = loaded;
}
