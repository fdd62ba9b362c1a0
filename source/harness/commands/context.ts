import {requestReportText} from '../request-report-text.ts';
import type {Command} from './define-command.ts';

export const contextCommand: Command = {
	name: 'context',
	summary: 'Show what the next request will hold, and what is changed for it',
	argumentHint: '[all]',
	async run(argument, {session, ui}) {
		ui.notify(requestReportText(await session.inspectRequest(), argument === 'all'));
	},
};
