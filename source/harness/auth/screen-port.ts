import type {UserInterface} from '../user-interface.ts';
import {SignInCancelled, type SignInPage, type SignInPort} from './sign-in-flow.ts';

export type ScreenPortParts = {
	readonly ui: Pick<UserInterface, 'ask' | 'notify'>;
	/** true: the browser shows it. */
	openPage(url: string): boolean;
	copy(text: string): Promise<boolean>;
};

export type ScreenPort = SignInPort & {
	/** Takes away what is still asked. */
	close(): void;
};

function pageText({url, code, note}: SignInPage, isOpen: boolean): string {
	return [
		...(note === undefined ? [] : [note]),
		isOpen
			? 'The browser opens this page; its address is also on the clipboard:'
			: 'Open this page; its address is also on the clipboard:',
		url,
		...(code === undefined ? [] : ['', `and enter the code  ${code}`]),
	].join('\n');
}

/** Signing in by questions of the screen. Whoever closes one of them gives up. */
export function createScreenPort({ui, openPage, copy}: ScreenPortParts): ScreenPort {
	const leaving = new AbortController();
	const done = new AbortController();
	let message = '';

	function giveUp(): SignInCancelled {
		const reason = new SignInCancelled();
		leaving.abort(reason);
		return reason;
	}

	/** A flow that only waits can be left, too. */
	async function waitBeside(): Promise<void> {
		const question = {
			kind: 'select',
			title: 'Waiting for the browser',
			options: ['Cancel'],
		} as const;
		await ui.ask({...question, message}, {signal: done.signal});
		if (!done.signal.aborted) giveUp();
	}

	return {
		signal: leaving.signal,
		show(page) {
			message = pageText(page, openPage(page.url));
			// Whether or not there is a clipboard, the address is on the screen.
			copy(page.url).catch(() => false);
			if (page.code !== undefined) void waitBeside();
		},
		async ask({title, placeholder, isSecret}, signal) {
			const answer = await ui.ask(
				{
					kind: 'input',
					title,
					...(message === '' ? {} : {message}),
					...(placeholder === undefined ? {} : {placeholder}),
					...(isSecret ? {secret: true} : {}),
				},
				{signal: AbortSignal.any([done.signal, ...(signal ? [signal] : [])])},
			);
			if (answer === undefined) throw signal?.aborted ? new SignInCancelled() : giveUp();
			return answer;
		},
		async choose(title, options) {
			const chosen = await ui.ask({kind: 'select', title, options}, {signal: done.signal});
			if (chosen === undefined) throw giveUp();
			return chosen;
		},
		tell: text => ui.notify(text),
		close: () => done.abort(),
	};
}
