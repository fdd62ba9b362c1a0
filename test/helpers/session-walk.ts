import {appendFileSync, existsSync, rmSync} from 'node:fs';
import path from 'node:path';
import type {AgentMessage} from '../../source/agent/index.ts';
import type {SessionEntry} from '../../source/harness/session/entries.ts';
import {openSession} from '../../source/harness/session/open.ts';
import type {SessionStore} from '../../source/harness/session-store.ts';
import {calls, type FakeReply, fakeModel, says} from './fake-model.ts';
import {tempFolder} from './temp-folder.ts';
import {type TestSession, testSession} from './test-session.ts';

/** The plainest account of a session: what was said, after what. */
type Said = {
	readonly kind: 'user' | 'assistant' | 'result' | 'notes' | 'compaction' | 'edit';
	readonly text: string;
	readonly parent: Said | undefined;
	/** Of a compaction the first that it kept, of an edit what it changes. */
	readonly about?: Said;
};

/** Repeatable chance. */
export function createChance(seed: number): (below: number) => number {
	let state = seed;
	return below => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
}

function pathTo(leaf: Said | undefined): readonly Said[] {
	const path: Said[] = [];
	for (let at = leaf; at; at = at.parent) path.unshift(at);
	return path;
}

/** What a model is to see there. */
function seenAt(leaf: Said | undefined): readonly string[] {
	const path = pathTo(leaf);
	const at = path.findLastIndex(({kind}) => kind === 'compaction');
	const compaction = path[at];
	const about = compaction?.about;
	const first = about ? path.indexOf(about) : 0;
	const kept = compaction
		? [compaction, ...path.slice(first, at), ...path.slice(at + 1)]
		: [...path];
	const edits = new Map(
		kept.filter(({kind}) => kind === 'edit').map(({about, text}) => [about, text]),
	);
	return kept.flatMap((said, index) => {
		if (said.kind === 'edit' || (said.kind === 'compaction' && index > 0)) return [];
		const edit = edits.get(said);
		return edit === undefined ? [said.text] : edit === '' ? [] : [edit];
	});
}

const notesIn = (text: string): string =>
	/<summary>\n## Goal\n(\S+)/.exec(text)?.[1] ?? /^## Goal\n(\S+)/.exec(text)?.[1] ?? text;

/** One word for each message that is not of the system. */
export function wordsOf(messages: readonly AgentMessage[]): readonly string[] {
	return messages.flatMap(message => {
		if (message.role === 'system') return [];
		if ('summary' in message) return [notesIn(message.summary)];
		if (message.role === 'bashExecution') return [message.command];
		const {content} = message;
		const parts = typeof content === 'string' ? [{type: 'text' as const, text: content}] : content;
		const texts = parts.flatMap(part =>
			part.type === 'text' ? [part.text] : part.type === 'toolCall' ? [callWord(part)] : [],
		);
		const text = notesIn(texts.join(' ').trim());
		return [text.split(/\s+/)[0] ?? ''];
	});
}

const callWord = ({arguments: {path: file}}: {readonly arguments: Record<string, unknown>}) =>
	`call-${String(file).replace('.txt', '')}`;

export type Walk = {
	/** Takes one step and says what it was. */
	step(): Promise<string>;
	session(): SessionStore;
	/** What a model would be shown, and what it is to be shown. */
	shown(): {readonly is: readonly string[]; readonly shouldBe: readonly string[]};
	/** Of the last step, if a model was asked: what it was sent, and what it should have been. */
	asked(): {readonly is: readonly string[]; readonly shouldBe: readonly string[]} | undefined;
	end(): Promise<void>;
};

type Going = {
	readonly cwd: string;
	readonly sessions: string;
	readonly chance: (below: number) => number;
	talk: TestSession;
	model: ReturnType<typeof fakeModel>;
	leaf: Said | undefined;
	said: Said[];
	count: number;
	asked: {readonly is: readonly string[]; readonly shouldBe: readonly string[]} | undefined;
	next: readonly FakeReply[];
};

const long = 'word '.repeat(60);

/** Every request is answered by what was laid out for the step. */
function startTalk(going: Omit<Going, 'talk' | 'model'> & {talk?: TestSession}, file?: string) {
	const reply: FakeReply = request => {
		const [first, ...rest] = going.next;
		going.next = rest;
		return (first ?? says('unasked'))(request);
	};
	const model = fakeModel(...Array.from({length: 1000}, () => reply));
	const talk = testSession(model, going.cwd, {
		sessions: going.sessions,
		...(file === undefined ? {} : {tree: openSession(file)}),
	});
	return {model, talk};
}

function say(going: Going, kind: Said['kind'], text: string, about?: Said): Said {
	const said = {kind, text, parent: going.leaf, ...(about ? {about} : {})};
	going.said.push(said);
	going.leaf = said;
	return said;
}

/** The entry in which a word was said. */
function entryOf({talk}: Going, {kind, text}: Said): string {
	const found = talk.session
		.tree()
		.entries()
		.find(entry => {
			if (kind === 'notes')
				return entry.type === 'branch_summary' && entry.summary.includes(`${text}\n`);
			return entry.type === 'message' && wordsOf([entry.message])[0] === text;
		});
	if (!found) throw new Error(`${kind} ${text} is in no entry`);
	return found.id;
}

const pick = <T>({chance}: Going, list: readonly T[]): T | undefined =>
	list[chance(list.length || 1)];

const notes = (word: string): FakeReply =>
	says(`## Goal\n${word}\n\n## Progress\n\np\n\n## Next Steps\n\nn`);

async function ask(going: Going, text: string, replies: readonly FakeReply[]): Promise<void> {
	going.next = replies;
	const before = going.model.requests.length;
	const words = seenAt(going.leaf);
	await going.talk.ask(`${text} ${long}`);
	const first = going.model.requests[before] ?? [];
	going.asked = {is: wordsOf(first), shouldBe: [...words, text]};
}

async function message(going: Going): Promise<void> {
	const number = going.count;
	await ask(going, `u${number}`, [says(`a${number} ${long}`)]);
	say(going, 'user', `u${number}`);
	say(going, 'assistant', `a${number}`);
}

async function toolTurn(going: Going): Promise<void> {
	const number = going.count;
	await ask(going, `u${number}`, [
		calls('write', {path: `${number}.txt`, content: 'x'}),
		says(`a${number} ${long}`),
	]);
	say(going, 'user', `u${number}`);
	say(going, 'assistant', `call-${number}`);
	// What a tool says is its own affair; each names its file first.
	const result = going.talk.session.messages().findLast(({role}) => role === 'toolResult');
	say(going, 'result', wordsOf(result ? [result] : [])[0] ?? '');
	say(going, 'assistant', `a${number}`);
}

/** Words of results are not unique, so nobody goes there by them. */
const places = ({said}: Going): readonly Said[] =>
	said.filter(({kind}) => kind === 'user' || kind === 'assistant' || kind === 'notes');

async function jump(going: Going, summarize: boolean): Promise<void> {
	const target = pick(going, places(going));
	if (!target) return;
	const word = `n${going.count}`;
	going.next = [notes(word)];
	const {summaryEntryId} = await going.talk.session.navigate(entryOf(going, target), {summarize});
	going.leaf = target.kind === 'user' ? target.parent : target;
	if (summaryEntryId !== undefined) say(going, 'notes', word);
}

function label(going: Going): void {
	const target = pick(going, places(going));
	const text = going.chance(3) === 0 ? undefined : `l${going.count}`;
	if (target) going.talk.session.setLabel(entryOf(going, target), text);
}

function hide(going: Going): void {
	const target = pick(going, places(going));
	if (target) going.talk.session.setHidden(entryOf(going, target), going.chance(2) === 0);
}

function edit(going: Going): void {
	const target = pick(
		going,
		pathTo(going.leaf).filter(({kind}) => kind === 'user'),
	);
	if (!target) return;
	const text = going.chance(2) === 0 ? '' : `e${going.count}`;
	going.talk.session.editContext(entryOf(going, target), text === '' ? null : text);
	say(going, 'edit', text, target);
}

function wordOfEntry(entry: SessionEntry): readonly string[] {
	if (entry.type === 'branch_summary') return [notesIn(entry.summary)];
	return entry.type === 'message' ? wordsOf([entry.message]) : [];
}

async function compact(going: Going): Promise<void> {
	const word = `c${going.count}`;
	going.next = [notes(word), says('## Original Request\nr\n\n## Progress So Far\n\np')];
	const {session} = going.talk;
	const size = session.tree().idsOf('compaction').length;
	// A path that is too short to be shortened stays as it is.
	await session.compact().catch(() => undefined);
	if (session.tree().idsOf('compaction').length === size) return;
	const path = session.tree().path();
	const entry = path.at(-1);
	const from = path.findIndex(
		({id}) => entry?.type === 'compaction' && id === entry.firstKeptEntryId,
	);
	const [first] = path.slice(from).flatMap(wordOfEntry);
	const about = pathTo(going.leaf).find(said => said.text === first);
	if (from < 0 || !about) throw new Error('a compaction kept nothing that was said');
	say(going, 'compaction', word, about);
}

async function fork(going: Going, isClone: boolean): Promise<void> {
	const {session} = going.talk;
	const target = pick(
		going,
		pathTo(going.leaf).filter(({kind}) => kind === 'user'),
	);
	if (!target) return;
	if (isClone) await session.clone();
	else await session.fork(entryOf(going, target));
	if (!isClone) going.leaf = target.parent;
	going.said = [...pathTo(going.leaf)];
}

async function restart(going: Going, isKilled: boolean): Promise<void> {
	const file = going.talk.session.getState().sessionFile ?? '';
	if (!existsSync(file)) return;
	if (isKilled) {
		// Nothing is closed, the lease of a process that is gone is stale, and a record was only half written.
		rmSync(`${file}.lease`, {force: true});
		const torn = `{"type":"message","id":"${'0'.repeat(8)}","parentId":null,"timest`;
		appendFileSync(file, torn.slice(0, going.chance(torn.length)));
	} else await going.talk.session.dispose();
	Object.assign(going, startTalk(going, file));
}

const steps: Readonly<Record<string, (going: Going) => void | Promise<void>>> = {
	message,
	again: message,
	'tool turn': toolTurn,
	jump: going => jump(going, false),
	'jump with notes': going => jump(going, true),
	label,
	hide,
	edit,
	name: ({talk, count}) => talk.session.setName(`name ${count}`),
	compact,
	fork: going => fork(going, false),
	clone: going => fork(going, true),
	restart: going => restart(going, false),
	kill: going => restart(going, true),
};

/** A walk through a session by chance, beside the plainest account of it. */
export function createWalk(seed: number, folder: string = tempFolder()): Walk {
	const base = {
		cwd: folder,
		sessions: path.join(folder, 'sessions'),
		chance: createChance(seed),
		leaf: undefined,
		said: [],
		count: 0,
		asked: undefined,
		next: [],
	};
	const going: Going = Object.assign(base, startTalk(base));
	return {
		async step() {
			going.count += 1;
			going.asked = undefined;
			const names = Object.keys(steps);
			const name = names[going.chance(names.length)] ?? '';
			await steps[name]?.(going);
			return name;
		},
		session: () => going.talk.session,
		shown: () => ({is: wordsOf(going.talk.session.messages()), shouldBe: seenAt(going.leaf)}),
		asked: () => going.asked,
		end: () => going.talk.session.dispose(),
	};
}
