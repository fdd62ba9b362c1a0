import {spawn} from 'node:child_process';
import {once} from 'node:events';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {openSession} from '../../../source/harness/session/open.ts';
import {fileOf, newTree, user} from '../../helpers/session-builder.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const writer = path.join(import.meta.dirname, '../../helpers/session-writer.ts');

/** Lets a process write until it is killed; the ids that it said were kept. */
async function killedAfter(file: string, delay: number): Promise<readonly string[]> {
	const child = spawn(process.execPath, [writer, file]);
	let output = '';
	child.stdout.on('data', chunk => {
		output += String(chunk);
	});
	await once(child.stdout, 'data');
	await sleep(delay);
	const closed = once(child, 'close');
	child.kill('SIGKILL');
	await closed;
	return output.split('\n').filter(line => line.length === 8);
}

test('killing a writer at any moment loses nothing that it said was kept', async () => {
	const tree = newTree(tempFolder());
	const first = tree.append(user('start'));
	const kept = [first.id];
	for (let round = 0; round < 8; round += 1) {
		kept.push(...(await killedAfter(fileOf(tree), (round * 7) % 40)));
		const opened = openSession(fileOf(tree));
		const path = opened.path().map(entry => entry.id);
		expect(path).toEqual(expect.arrayContaining(kept));
		expect(path.length).toBe(opened.size());
		opened.close();
	}

	expect(kept.length).toBeGreaterThan(8);
});
