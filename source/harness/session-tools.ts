import type {HarnessOptions} from './harness-options.ts';
import type {SessionStore} from './session-store.ts';
import {createFileMemory} from './tools/file-memory.ts';
import {createFileQueue} from './tools/file-queue.ts';
import type {UserInterface} from './user-interface.ts';

/** Variables by which a command can tell where it runs. */
function commandEnvironment(
	session: () => SessionStore | undefined,
): Readonly<Record<string, string>> {
	const state = session()?.getState();
	const {sessionFile, model} = state ?? {};
	return {
		BOUGH: '1',
		AI_AGENT: 'bough',
		...(state
			? {
					BOUGH_SESSION_ID: state.sessionId,
					PI_SESSION_ID: state.sessionId,
					PI_REASONING_LEVEL: state.level,
				}
			: {}),
		...(sessionFile ? {BOUGH_SESSION_FILE: sessionFile, PI_SESSION_FILE: sessionFile} : {}),
		...(model ? {PI_PROVIDER: model.provider, PI_MODEL: model.id} : {}),
	};
}

const leavingQuestion =
	({ask}: UserInterface) =>
	async ({given, target}: {readonly given: string; readonly target: string}): Promise<boolean> => {
		const question = {
			kind: 'confirm',
			title: 'Write outside of the project?',
			message: `${given} is a link that leads to ${target}.`,
		} as const;
		return (await ask(question)) === 'yes';
	};

/** What the built-in tools of a session work with. */
export function createToolEnvironment(
	options: HarnessOptions,
	session: () => SessionStore | undefined,
) {
	return {
		cwd: options.cwd,
		userHome: options.userHome,
		files: createFileMemory(),
		queue: createFileQueue(),
		shell: () => {
			const {shellPath, shellCommandPrefix, shellTimeoutSeconds} = options.settings.get();
			return {
				timeoutSeconds: shellTimeoutSeconds,
				...(shellPath === '' ? {} : {path: shellPath}),
				...(shellCommandPrefix === '' ? {} : {commandPrefix: shellCommandPrefix}),
			};
		},
		env: () => commandEnvironment(session),
		seesImages: () => session()?.getState().model?.input.includes('image') ?? true,
		...(options.ui.canAsk ? {askBeforeLeaving: leavingQuestion(options.ui)} : {}),
	};
}
