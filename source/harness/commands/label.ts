import type {Command} from './define-command.ts';

const said = new Set(['message', 'custom_message', 'compaction', 'branch_summary']);

export const labelCommand: Command = {
	name: 'label',
	summary: 'Mark where we are in the tree; without a text the mark goes away',
	argumentHint: '[text]',
	run(text, {session, ui}) {
		const last = session
			.tree()
			.pathHeads()
			.findLast(({type}) => said.has(type));
		if (!last) throw new Error('Nothing was said yet that could be marked.');
		session.setLabel(last.id, text);
		ui.notify(text === '' ? 'The mark is gone.' : `Marked "${text}"; /tree shows it.`);
	},
};
