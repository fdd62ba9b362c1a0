/** A process that adds messages to the session named on its command line and names each that was kept. */
import {writeSync} from 'node:fs';
import {openSession} from '../../source/harness/session/open.ts';

const [, , file = ''] = process.argv;
const tree = openSession(file);
for (let count = 0; ; count += 1) {
	const content = [{type: 'text', text: `message ${count} ${'x'.repeat(count % 5000)}`}] as const;
	const entry = tree.append({type: 'message', message: {role: 'user', content, timestamp: count}});
	writeSync(1, `${entry.id}\n`);
}
