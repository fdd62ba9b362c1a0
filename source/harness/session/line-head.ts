import {isUtf8} from 'node:buffer';
import type {EntryHead} from './entries.ts';

const headPattern =
	/^\{"type":"message","id":"([\w.-]+)","parentId":(?:null|"([\w.-]+)"),"timestamp":"([\w.:+-]+)","message":\{"role":"(\w+)"/;
/** What stands last in a message; cut off anywhere else, a record does not end like this. */
const tailPattern =
	/"(?:timestamp|durationMs|(?:responseId|responseModel|rawStopReason|stopReason|thinkingLevel|errorMessage)":"[^"\\]{0,80}")"?(?::\d+)?\}\}$/;
const headLength = 320;
const tailLength = 160;
const parentKey = Buffer.from('"parentId":');
const usageKey = Buffer.from('"usage":{');

/**
 * What a line says about its entry, found without parsing the line, which is what makes large files open
 * fast. undefined unless the line is one whole message of the usual layout, as far as can be told: valid
 * UTF-8, the right beginning and end, nothing glued into it. Damage inside a text shows up
 * when the entry is read.
 */
export function sureHead(line: Buffer): EntryHead | undefined {
	const match = headPattern.exec(line.toString('latin1', 0, Math.min(headLength, line.length)));
	if (match === null) return undefined;
	const [start, id, parentId, timestamp, role] = match;
	if (id === undefined || timestamp === undefined || role === undefined) return undefined;
	const isWhole =
		tailPattern.test(line.toString('latin1', Math.max(0, line.length - tailLength), line.length)) &&
		line.indexOf(parentKey, start.length) === -1 &&
		isUtf8(line);
	if (!isWhole) return undefined;
	const head: EntryHead = {
		type: 'message',
		id,
		parentId: parentId ?? null,
		timestamp: flat(timestamp),
		kind: intern(role),
	};
	const isPaid = role === 'assistant' || (role === 'toolResult' && line.includes(usageKey));
	return isPaid ? {...head, isPaid} : head;
}

/** Names of the entry and its parent, as far as a damaged line still shows them. */
export function damagedHead(line: Buffer): Pick<EntryHead, 'id' | 'parentId'> | undefined {
	const [, id, parentId] =
		/^\{"type":"[a-z_]+","id":"([\w.-]+)","parentId":(?:null|"([\w.-]+)")/.exec(
			line.toString('latin1', 0, Math.min(headLength, line.length)),
		) ?? [];
	return id === undefined ? undefined : {id, parentId: parentId ?? null};
}

/** A match keeps the whole text alive that it was found in; a copy does not. */
const flat = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

const roles = ['system', 'user', 'assistant', 'toolResult', 'bashExecution', 'custom'];
const intern = (role: string): string => roles.find(known => known === role) ?? flat(role);
