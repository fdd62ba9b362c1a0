import type {ContextPort} from './context.ts';
import type {Live} from './live-session.ts';
import {createSessionView} from './session-view.ts';

/** What the session that is open answers to contexts. */
export function createContextPort(live: Live): ContextPort {
	const {host, session: open} = live;
	const state = () => open().getState();
	return {
		get mode() {
			return live.mode;
		},
		get hasUi() {
			return host.ui().canAsk;
		},
		get cwd() {
			return state().cwd;
		},
		session: createSessionView(
			() => open().tree(),
			() => state().cwd,
		),
		models: live.models.view({
			register: (name, config) => live.providers.register(name, config, 'model registry'),
			unregister: live.providers.unregister,
			ids: live.providers.ids,
		}),
		scopedModels: live.scopedModels,
		model: () => state().model,
		level: () => state().level,
		signal: () => live.signal,
		isIdle: () => state().activity === 'idle',
		isTrusted: live.isTrusted,
		hasPending: () => {
			const {steering, followUp} = state().queue;
			return steering.length + followUp.length > 0;
		},
		abort: () => void open().abort(),
		shutdown: () => live.quit(),
		usage: () => state().context,
		compact: instructions => open().compact(instructions),
		systemPrompt: () => live.forced ?? live.promptOf(live.facts()),
		promptFacts: live.facts,
		waitForIdle: () => open().waitForIdle(),
		newSession: async options => {
			const done = await open().newSession();
			if (!done) return false;
			await options.setup?.(
				createSessionView(
					() => open().tree(),
					() => state().cwd,
				),
			);
			return true;
		},
		switchSession: file => open().openSession(file),
		fork: (id, position) => live.forkAt(id, position),
		navigate: (id, options) => live.navigate(id, options),
		reload: live.reload,
	};
}
