import {createCommandContext, createContext, extend} from './context.ts';
import type {Extension} from './extension.ts';
import type {
	ExtensionCommandContext,
	ExtensionContext,
	ReplacedSessionContext,
} from './extension-api.ts';
import {createExtensionUi} from './extension-ui.ts';
import type {Host, HostSession} from './host-state.ts';
import {outside, StaleError} from './scope.ts';

/** The open session, for an extension that is still there. */
export function requireSession(host: Host, extension: Extension): HostSession {
	if (extension.scope.isOver())
		throw new StaleError(
			'it uses a context of a session that is gone; take a new one from session_start',
		);
	if (!host.session) throw new Error('This cannot be done while extensions are being loaded.');
	return host.session;
}

function contextParts(host: Host, extension: Extension) {
	const port = () => requireSession(host, extension).context;
	const ui = createExtensionUi({
		scope: extension.scope,
		port: () => host.ui,
		check: () => void port(),
		during: host.spans.during,
	});
	return {port, ui};
}

/** One context for all handlers of an extension. */
export function contextFor(host: Host, extension: Extension): ExtensionContext {
	const known = host.contexts.get(extension) ?? createContext(contextParts(host, extension));
	host.contexts.set(extension, known);
	return known;
}

export function commandContext(host: Host, extension: Extension): ExtensionCommandContext {
	return createCommandContext({
		...contextParts(host, extension),
		async inNewSession(work) {
			const {path} = extension.source;
			const fresh = host.extensions.find(({source}) => source.path === path);
			if (!fresh) return;
			await fresh.scope.run(async () => work(replacedContext(host, fresh)));
		},
	});
}

function replacedContext(host: Host, extension: Extension): ReplacedSessionContext {
	const actions = () => requireSession(host, extension).actions;
	return extend(commandContext(host, extension), {
		sendMessage: (...[message, options = {}]: Parameters<ReplacedSessionContext['sendMessage']>) =>
			outside(() => actions().send(message, options)),
		sendUserMessage: (
			...[content, options = {}]: Parameters<ReplacedSessionContext['sendUserMessage']>
		) => outside(() => actions().sendUser(content, options)),
	});
}
