import {randomBytes, randomUUID} from 'node:crypto';
import {SessionError} from './session-error.ts';

/** Eight hex digits that this session does not use yet. */
export function newEntryId(isTaken: (id: string) => boolean): string {
	for (let attempt = 0; attempt < 100; attempt += 1) {
		const id = randomBytes(4).toString('hex');
		if (!isTaken(id)) return id;
	}

	return randomUUID();
}

/** A UUID of version 7: sorts by time. */
export function newSessionId(now: number = Date.now()): string {
	const bytes = randomBytes(16);
	bytes.writeUIntBE(now, 0, 6);
	bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
	bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
	const hex = bytes.toString('hex');
	return [0, 8, 12, 16, 20].map((start, at, all) => hex.slice(start, all[at + 1])).join('-');
}

/** Returns the id; throws when a file could not be named after it. */
export function checkSessionId(id: string): string {
	if (/^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(id)) return id;
	throw new SessionError(
		'bad_id',
		`"${id}" cannot be a session id: use letters, digits, dots, dashes and underscores, with a letter or digit at both ends.`,
	);
}
