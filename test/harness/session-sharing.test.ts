import {spawn} from 'node:child_process';
import {once} from 'node:events';
import fs, {existsSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {createSession, openSession} from '../../source/harness/session/open.ts';
import {calls, type FakeReply, fakeModel, says} from '../helpers/fake-model.ts';
import {assistant, fileOf, linesOf, user} from '../helpers/session-builder.ts';
import {tempFolder} from '../helpers/temp-folder.ts';
import {type TestSession, testSession} from '../helpers/test-session.ts';

/** A session on disk that another process holds. */
async function held<T>(
	work: (file: string, end: () => void, cwd: string) => Promise<T>,
): Promise<T> {
	const cwd = tempFolder();
	const tree = createSession({cwd, sessions: path.join(cwd, 'sessions')});
	tree.append(user('first'));
	tree.append(assistant('one'));
	const file = fileOf(tree);
	const script = path.join(import.meta.dirname, '../helpers/lease-holder.ts');
	const child = spawn(process.execPath, [script, file], {stdio: ['ignore', 'pipe', 'inherit']});
	try {
		await once(child.stdout, 'data');
		return await work(file, () => child.kill('SIGKILL'), cwd);
	} finally {
		child.kill('SIGKILL');
	}
}

const texts = ({session}: TestSession) =>
	session
		.messages()
		.flatMap(message => (message.role === 'user' ? [JSON.stringify(message.content)] : []));

describe('a session that another process writes', () => {
	it('is read along and refuses what would write, and goes on here when the other one is killed', async () => {
		await held(async (file, end) => {
			const model = fakeModel(says('two'));
			const talk = testSession(model, tempFolder(), {tree: openSession(file)});
			const {session, notices} = talk;
			try {
				expect(session.getState().otherWriter?.pid).toBeGreaterThan(0);
				await expect(session.prompt('mine')).rejects.toThrow('/clone goes on in a copy');
				expect(() => session.setName('mine')).toThrow('can only be read here');
				openSession(file).append(user('from the other one'));
				await expect.poll(() => texts(talk).at(-1), {timeout: 5000}).toContain('other one');
				end();
				await expect.poll(() => session.getState().otherWriter, {timeout: 5000}).toBeUndefined();
				expect(notices.at(-1)).toContain('goes on here');
				await talk.ask('mine');
				expect(texts(talk).length).toBe(3);
			} finally {
				await session.dispose();
			}

			expect(existsSync(`${file}.lease`)).toBe(false);
		});
	});

	it('can be gone on with in a copy', async () => {
		await held(async (file, _end, cwd) => {
			const answer = 'Go on in a copy';
			const sessions = path.join(cwd, 'sessions');
			const talk = testSession(fakeModel(says('two')), cwd, {answer, sessions});
			await talk.session.openSession(file);
			await talk.ask('mine');
			expect(texts(talk)).toHaveLength(2);
			expect(talk.session.tree().header.parentSession).toBe(file);
			expect(linesOf(file)).toHaveLength(3);
			await talk.session.dispose();
		});
	});

	it('is read along when the person wants that', async () => {
		await held(async (file, _end, cwd) => {
			const answer = 'Read along, and go on here when the other one has ended';
			const talk = testSession(fakeModel(), cwd, {answer});
			await talk.session.openSession(file);
			expect(talk.session.getState().otherWriter).toBeDefined();
			expect(texts(talk)).toHaveLength(1);
			await talk.session.dispose();
		});
	});
});

describe('a session of its own', () => {
	it('holds its lease from the first message to the end', async () => {
		const cwd = tempFolder();
		const talk = testSession(fakeModel(says('one')), cwd, {sessions: path.join(cwd, 's')});
		const lease = `${talk.session.getState().sessionFile}.lease`;
		expect(existsSync(lease)).toBe(false);
		await talk.ask('first');
		expect(existsSync(lease)).toBe(true);
		await talk.session.newSession();
		expect(existsSync(lease)).toBe(false);
	});
});

describe('a disk that is full', () => {
	/** Takes so many records, and half of the next one. */
	function talkOn(records: number, ...replies: readonly FakeReply[]) {
		let left = records;
		const cwd = tempFolder();
		const tree = createSession({
			cwd,
			sessions: path.join(cwd, 's'),
			write: (fd, bytes) => {
				left -= 1;
				if (left >= 0) return fs.writeSync(fd, bytes);
				fs.writeSync(fd, bytes.subarray(0, bytes.length / 2));
				throw Object.assign(new Error('ENOSPC: no space left'), {code: 'ENOSPC'});
			},
		});
		return {
			...testSession(fakeModel(...replies), cwd, {tree}),
			room: (more: number) => {
				left = more;
			},
		};
	}

	const whole = (talk: TestSession) => {
		const {session} = talk;
		const file = session.getState().sessionFile ?? '';
		const lines = existsSync(file) ? linesOf(file).slice(1) : [];
		expect(lines).toEqual(session.tree().entries());
	};

	it.each([0, 1, 2, 3])(
		'after %d records ends the run, tells it, keeps what was acknowledged, and goes on when there is room',
		async records => {
			const talk = talkOn(
				records,
				calls(['bash', {command: 'echo hi'}]),
				says('one'),
				says('two'),
				says('three'),
				says('four'),
			);
			const {session, notices, edited} = talk;
			await session.prompt('first');
			await expect(session.waitForIdle()).rejects.toThrow('the disk is full');
			expect(notices.at(-1)).toContain('the disk is full');
			expect(session.getState().activity).toBe('idle');
			const isThere = session.messages().some(({role}) => role === 'user');
			expect(isThere ? [] : ['first']).toEqual(edited);
			if (isThere) whole(talk);
			talk.room(1000);
			await talk.ask('again');
			whole(talk);
			await session.dispose();
		},
	);

	it('moves nothing when a jump cannot be written down', async () => {
		const talk = talkOn(1000, says('one'));
		await talk.ask('first');
		const {session} = talk;
		const leaf = session.tree().leafId();
		const [first = ''] = session.tree().idsOf('message');
		talk.room(0);
		await expect(session.navigate(first)).rejects.toThrow('the disk is full');
		expect(session.tree().leafId()).toBe(leaf);
		whole(talk);
	});
});
