import {randomBytes, randomUUID} from 'node:crypto';

/** UUID version 7: sorts by time of birth. */
export function newSessionId(now: number = Date.now()): string {
	const bytes = randomBytes(16);
	bytes.writeUIntBE(now, 0, 6);
	bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
	bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
	const hex = bytes.toString('hex');
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		hex.slice(12, 16),
		hex.slice(16, 20),
		hex.slice(20),
	].join('-');
}

export const isSessionId = (id: string): boolean =>
	/^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(id);

/** Eight hex characters, unlike any in this file. */
export function newEntryId(isTaken: (id: string) => boolean): string {
	for (let attempt = 0; attempt < 100; attempt += 1) {
		const id = randomUUID().slice(0, 8);
		if (!isTaken(id)) return id;
	}

	return randomUUID();
}
