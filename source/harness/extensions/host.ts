import type {HarnessTool} from '../tools/define-tool.ts';
import type {UserInterface} from '../user-interface.ts';
import {createBus} from './bus.ts';
import {findCommand} from './commands.ts';
import {dispatch} from './dispatch.ts';
import {type EventName, eventTable, type OutcomeOf, type PayloadOf} from './events.ts';
import type {Extension, ExtensionSource} from './extension.ts';
import type {ExtensionContext} from './extension-api.ts';
import {createFaultBook, type Fault, timed} from './faults.ts';
import {commandContext, contextFor} from './host-contexts.ts';
import {flagOf, load, switchOff, unload} from './host-load.ts';
import {type Host, type HostOptions, type HostSession, isOn} from './host-state.ts';
import {createPromptSpans} from './prompt-spans.ts';
import {createProviders, type ProviderShelf} from './providers.ts';
import {outside} from './scope.ts';
import {ownedTools, toHarnessTool} from './tools.ts';

/** All extensions of a process: loads them, asks them, and bears what they do. */
export type ExtensionHost = {
	has(name: EventName): boolean;
	emit<N extends EventName>(name: N, payload: PayloadOf<N>): Promise<OutcomeOf<N>>;
	/** Loads all that are found, the ones before being let go of first. */
	load(): Promise<void>;
	unload(): void;
	list(): readonly Extension[];
	/** Those that could not be loaded, with the reason. */
	failed(): ReadonlyMap<ExtensionSource, string>;
	errorsOf(source: ExtensionSource): number;
	isOff(source: ExtensionSource): boolean;
	tools(): readonly HarnessTool[];
	command(text: string): Promise<boolean>;
	/** Runs what an extension has bound to a key; false: nobody has. */
	press(key: string): boolean;
	readonly shelf: ProviderShelf;
	/** Takes back keys that are not to be had. */
	reserve(isReserved: (key: string) => boolean): void;
	connect(session: HostSession | undefined): void;
	present(ui: UserInterface): void;
	ui(): UserInterface;
	onFault(listener: (fault: Fault) => void): void;
	contextFor(extension: Extension): ExtensionContext;
	flag(extension: Extension, name: string): boolean | string | undefined;
	setFlags(flags: ReadonlyMap<string, boolean | string>): void;
};

function boundTo(host: Host, name: EventName) {
	return host.extensions.flatMap(extension =>
		isOn(host, extension)
			? [...(extension.handlers.get(name) ?? [])].map(handler => ({
					call: (event: object) =>
						timed(extension, name, () =>
							extension.scope.run(() => handler(event, contextFor(host, extension)), name),
						),
					failed: (error: unknown) => extension.scope.report(error, name),
				}))
			: [],
	);
}

async function emit<N extends EventName>(
	host: Host,
	name: N,
	payload: PayloadOf<N>,
): Promise<OutcomeOf<N>> {
	const handlers = boundTo(host, name);
	const outcome = await outside(() => dispatch({name, row: eventTable[name], handlers, payload}));
	// The row says what comes of its kind.
	return outcome as OutcomeOf<N>;
}

async function runCommand(host: Host, text: string): Promise<boolean> {
	const found = findCommand(
		host.extensions.filter(each => isOn(host, each)),
		text,
	);
	if (!found) return false;
	const {extension, command, argument, name} = found;
	try {
		await extension.scope.run(
			async () => command.handler(argument, commandContext(host, extension)),
			`/${name}`,
		);
	} catch (error) {
		extension.scope.report(error, `/${name}`);
	}

	return true;
}

function press(host: Host, key: string): boolean {
	const owner = host.extensions.findLast(
		extension => isOn(host, extension) && extension.shortcuts.has(key),
	);
	const shortcut = owner?.shortcuts.get(key);
	if (!owner || !shortcut) return false;
	const work = async () => shortcut.handler(contextFor(host, owner));
	owner.scope.run(work, key).catch(error => owner.scope.report(error, key));
	return true;
}

function reserve(host: Host, isReserved: (key: string) => boolean): void {
	for (const {shortcuts, source} of host.extensions) {
		for (const key of [...shortcuts.keys()].filter(isReserved)) {
			shortcuts.delete(key);
			host.ui.notify(`${source.name}: ${key} is a key of bough's own; it is not taken.`, 'warning');
		}
	}
}

function tellFault(host: Host, {source, where, message, isKnown, level}: Fault): void {
	// What a view throws stands in its place already.
	if (isKnown || where === 'render') return;
	host.ui.notify(`The extension ${source.name} failed in ${where}: ${message}`, level);
}

function createHost(options: HostOptions): Host {
	const host: Host = {
		options,
		extensions: [],
		failed: new Map(),
		off: new Set(),
		faults: createFaultBook({
			tell: fault => host.onFault(fault),
			spent: source => switchOff(host, source),
		}),
		session: undefined,
		ui: options.ui,
		flags: options.flags ?? new Map(),
		onFault: fault => tellFault(host, fault),
		bus: createBus(),
		spans: createPromptSpans((name, payload) => void emit(host, name, payload)),
		contexts: new WeakMap(),
		unwatch: undefined,
		shelf: createProviders(path => {
			const owner = host.extensions.find(({source}) => source.path === path);
			return owner && contextFor(host, owner);
		}),
	};
	return host;
}

export function createExtensionHost(options: HostOptions): ExtensionHost {
	const host = createHost(options);
	return {
		has: name =>
			host.extensions.some(each => (each.handlers.get(name)?.size ?? 0) > 0 && isOn(host, each)),
		emit: (name, payload) => emit(host, name, payload),
		load: () => load(host),
		unload: () => unload(host),
		list: () => host.extensions,
		failed: () => host.failed,
		errorsOf: source => host.faults.count(source),
		isOff: source => host.off.has(source.path),
		tools: () =>
			ownedTools(host.extensions.filter(each => isOn(host, each))).map(owned =>
				toHarnessTool(
					owned,
					contextFor(host, owned.extension),
					() => host.session?.actions.allTools() ?? [],
				),
			),
		command: text => runCommand(host, text),
		press: key => press(host, key),
		shelf: host.shelf,
		reserve: isReserved => reserve(host, isReserved),
		connect: session => {
			host.session = session;
		},
		present: ui => {
			host.ui = ui;
		},
		ui: () => host.ui,
		onFault: listener => {
			host.onFault = listener;
		},
		contextFor: extension => contextFor(host, extension),
		flag: (extension, name) => flagOf(host, extension, name),
		setFlags: flags => {
			host.flags = flags;
		},
	};
}
