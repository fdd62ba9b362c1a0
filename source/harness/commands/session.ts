import {sessionReport} from '../session-costs.ts';
import type {Command} from './define-command.ts';

export const sessionCommand: Command = {
	name: 'session',
	summary: 'Show where this session is kept and what it and each branch cost',
	run: (_argument, {session, ui}) => ui.notify(sessionReport(session)),
};
