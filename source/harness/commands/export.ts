import {exportHtml, exportJsonl} from '../export/export-session.ts';
import type {Command} from './define-command.ts';

export const exportCommand: Command = {
	name: 'export',
	summary: 'Write this session as a page, or its path as a session (.jsonl)',
	argumentHint: '[file]',
	run(argument, {session, ui}) {
		const given = argument === '' ? undefined : argument;
		const write = given?.endsWith('.jsonl') ? exportJsonl : exportHtml;
		ui.notify(`Written to ${write(session.tree(), session.getState().cwd, given)}`);
	},
};
