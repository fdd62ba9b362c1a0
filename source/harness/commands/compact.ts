import type {Command} from './define-command.ts';

export const compactCommand: Command = {
	name: 'compact',
	summary: 'Replace the older part of the conversation by notes',
	argumentHint: '[what matters]',
	async run(focus, {session}) {
		await session.compact(focus === '' ? undefined : focus);
	},
};
