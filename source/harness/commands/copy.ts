import type {Command} from './define-command.ts';

export const copyCommand: Command = {
	name: 'copy',
	summary: 'Copy the last answer',
	async run(_argument, {session, ui, copy}) {
		const answer = session
			.messages()
			.findLast(
				message =>
					message.role === 'assistant' && message.content.some(({type}) => type === 'text'),
			);
		const parts = answer?.role === 'assistant' ? answer.content : [];
		const text = parts.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n\n');
		if (text === '') ui.notify('There is no answer to copy yet.');
		else if (await copy(text)) ui.notify('The last answer is on the clipboard.');
		else {
			throw new Error(
				'No clipboard can be reached: install wl-copy, xclip or xsel, or select with the mouse.',
			);
		}
	},
};
