import {closeSync, fstatSync, openSync} from 'node:fs';
import {parseJson} from '../../lib/json-lines.ts';
import type {EntryOf, SessionEntry, SessionHeader} from './entries.ts';
import {toSessionName} from './notes.ts';
import {rawLines} from './raw-lines.ts';
import {isObject, toEntry, toHeader, usageOf} from './raw-record.ts';
import {tokensOf} from './totals.ts';

/** What a list of sessions tells of one. */
export type SessionFacts = {
	readonly id: string;
	/** Empty in very old files. */
	readonly cwd: string;
	readonly name?: string;
	readonly parentSession?: string;
	/** Unix ms. */
	readonly created: number;
	/** Unix ms of the latest thing that a user or an assistant said; 0: nothing was. */
	readonly said: number;
	readonly messageCount: number;
	/** Of the user; empty: none. */
	readonly firstMessage: string;
	/** The latest thing that was said, for a look at it. */
	readonly lastMessage: string;
	/** Of what was said, the beginning, to search in. */
	readonly text: string;
	/** Of the whole file, all branches. */
	readonly tokens: number;
	/** US dollars. */
	readonly cost: number;
	/** Only the head and the tail of a very large file were looked at: the counts are too low. */
	readonly isPartial?: boolean;
};

/** How far a file has been looked through; a file only grows, so the rest of it is all there is to do. */
export type SessionScan = {
	/** undefined: no header was found. */
	readonly facts?: SessionFacts;
	/** Something else came before any header: the file is no session. */
	readonly isOther?: boolean;
	readonly scannedTo: number;
};

/** Files larger than this are looked at from both ends only. */
const wholeFileBytes = 64 << 20;
const endBytes = 1 << 20;
const textLimit = 1500;
const shownLimit = 300;

export const nothingScanned: SessionScan = {scannedTo: 0};

/** Goes on where the last scan ended. Throws what the system says when the file cannot be read. */
export function scanSession(file: string, before: SessionScan = nothingScanned): SessionScan {
	const fd = openSync(file, 'r');
	try {
		const {size} = fstatSync(fd);
		// A shorter file is another one.
		const start = size < before.scannedTo ? nothingScanned : before;
		if (size - start.scannedTo <= wholeFileBytes) return scanFrom(fd, start);
		const head = scanFrom(fd, start, start.scannedTo + endBytes);
		if (!head.facts) return head;
		return scanFrom(fd, {facts: {...head.facts, isPartial: true}, scannedTo: size - endBytes});
	} finally {
		closeSync(fd);
	}
}

function scanFrom(fd: number, start: SessionScan, until = Number.POSITIVE_INFINITY): SessionScan {
	let scan = start;
	const {size} = fstatSync(fd);
	// Most files are small, and a folder has many of them.
	const chunk = Math.min(endBytes, Math.max(4096, size - start.scannedTo + 1));
	for (const line of rawLines(fd, {offset: start.scannedTo, number: 1}, chunk)) {
		// What has no end yet is looked at again next time.
		if (!line.isEnded || scan.isOther || scan.scannedTo >= until) break;
		const scannedTo = line.offset + line.length + 1;
		scan = line.bytes ? addLine({...scan, scannedTo}, line.bytes) : {...scan, scannedTo};
	}

	return scan;
}

const resultOfTool =
	/^\{"type":"message","id":"[^"]{1,40}","parentId":[^,]{4,42},"timestamp":"[^"]{1,40}","message":\{"role":"toolResult"/;
const usageKey = Buffer.from('"usage":{');

function addLine(scan: SessionScan, bytes: Buffer): SessionScan {
	const {facts, scannedTo} = scan;
	// Most of a session are results of tools, of which nothing but their number matters.
	const isBulk = facts && resultOfTool.test(bytes.toString('latin1', 0, 240));
	if (isBulk && !bytes.includes(usageKey)) return {facts: countMessage(facts), scannedTo};
	const value = parseJson(bytes.toString().trim());
	if (value === undefined) return scan;
	if (facts === undefined) {
		const header = toHeader(value);
		return header ? {facts: factsOf(header), scannedTo} : {isOther: true, scannedTo};
	}

	const entry = toEntry(value);
	return entry ? {facts: addEntry(facts, entry), scannedTo} : scan;
}

const countMessage = (facts: SessionFacts): SessionFacts => ({
	...facts,
	messageCount: facts.messageCount + 1,
});

const factsOf = ({id, cwd, timestamp, parentSession}: SessionHeader): SessionFacts => ({
	id,
	cwd: typeof cwd === 'string' ? cwd : '',
	...(typeof parentSession === 'string' ? {parentSession} : {}),
	created: Date.parse(timestamp) || 0,
	said: 0,
	messageCount: 0,
	firstMessage: '',
	lastMessage: '',
	text: '',
	tokens: 0,
	cost: 0,
});

function addEntry(facts: SessionFacts, entry: SessionEntry): SessionFacts {
	const paid = addCost(facts, entry);
	if (entry.type === 'session_info') {
		const {name: _old, ...rest} = paid;
		const name = toSessionName(entry.name ?? '');
		return name === undefined ? rest : {...rest, name};
	}

	return entry.type === 'message' ? addMessage(countMessage(paid), entry) : paid;
}

function addCost(facts: SessionFacts, entry: SessionEntry): SessionFacts {
	const usage = usageOf(entry);
	if (!usage) return facts;
	return {
		...facts,
		tokens: facts.tokens + tokensOf(usage),
		cost: facts.cost + (usage.cost.total || 0),
	};
}

function addMessage(facts: SessionFacts, {message, timestamp}: EntryOf<'message'>): SessionFacts {
	if (message.role !== 'user' && message.role !== 'assistant') return facts;
	const text = textOf(message.content);
	const time = Number.isFinite(message.timestamp) ? message.timestamp : Date.parse(timestamp) || 0;
	const {firstMessage, lastMessage} = facts;
	const isFirst = message.role === 'user' && firstMessage === '';
	return {
		...facts,
		said: Math.max(facts.said, time),
		firstMessage: isFirst ? text.slice(0, shownLimit) : firstMessage,
		lastMessage: text === '' ? lastMessage : text.slice(0, shownLimit),
		text:
			facts.text.length < textLimit
				? `${facts.text} ${text}`.trim().slice(0, textLimit)
				: facts.text,
	};
}

function textOf(content: unknown): string {
	if (typeof content === 'string') return onOneLine(content);
	if (!Array.isArray(content)) return '';
	const texts = content.map(part =>
		isObject(part) && typeof part.text === 'string' ? part.text : '',
	);
	return onOneLine(texts.join(' '));
}

/** A long prompt is cut first: nobody reads all of it in a list. */
const onOneLine = (text: string): string =>
	text
		.slice(0, 4 * textLimit)
		.replaceAll(/\s+/g, ' ')
		.trim();
