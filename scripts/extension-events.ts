// Writes the table of events in docs/extensions.md from the one in the source.
import fs from 'node:fs';
import path from 'node:path';
import {eventTable} from '../source/harness/extensions/events.ts';

const file = path.resolve(import.meta.dirname, '../docs/extensions.md');
const [begin, end] = ['<!-- events -->\n', '<!-- /events -->'];

const rows = Object.entries(eventTable).map(
	([name, {kind, when, fields}]) =>
		`| \`${name}\` | ${kind} | ${fields.map(field => `\`${field}\``).join(' ')} | ${when} |`,
);

/** The documentation with the events as they are. */
export function withEvents(text: string): string {
	const [before = '', rest = ''] = text.split(begin);
	const [, after = ''] = rest.split(end);
	const table = ['| Event | Kind | Fields | When |', '| --- | --- | --- | --- |', ...rows];
	return `${before}${begin}${table.join('\n')}\n${end}${after}`;
}

if (process.argv[1] === import.meta.filename)
	fs.writeFileSync(file, withEvents(fs.readFileSync(file, 'utf8')));
