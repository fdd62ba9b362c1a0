import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {setTimeout as sleep} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {openSession} from '../../../source/harness/session/open.ts';
import {bundleFixture} from '../../helpers/bundle.ts';
import {fileOf, newTree, user} from '../../helpers/session-builder.ts';
import {createChance} from '../../helpers/session-walk.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const writer = await bundleFixture('session-writer.ts');

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

const rounds = 10;

/** One session, whose writer is killed over and over. */
async function killOverAndOver(seed: number): Promise<number> {
	const chance = createChance(seed);
	const tree = newTree(tempFolder());
	const kept = [tree.append(user('start')).id];
	for (let round = 0; round < rounds; round += 1) {
		kept.push(...(await killedAfter(fileOf(tree), chance(25))));
		const opened = openSession(fileOf(tree));
		const entries = opened.entries();
		const ids = new Set(entries.map(({id}) => id));
		expect(kept.filter(id => !ids.has(id))).toEqual([]);
		// All of it hangs together: there is one root, and every parent is there.
		expect(entries.filter(({parentId}) => parentId === null).map(({id}) => id)).toEqual([kept[0]]);
		expect(entries.filter(({parentId}) => parentId !== null && !ids.has(parentId))).toEqual([]);
		opened.close();
	}

	return rounds;
}

test('killing a writer at 200 moments by chance loses nothing that it said was kept', async () => {
	let killed = 0;
	for (let seed = 1; seed <= 10; seed += 1) {
		const both = await Promise.all([killOverAndOver(2 * seed - 1), killOverAndOver(2 * seed)]);
		killed += both[0] + both[1];
	}

	expect(killed).toBe(200);
}, 120_000);
