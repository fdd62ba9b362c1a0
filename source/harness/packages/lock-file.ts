import path from 'node:path';
import {isRecord} from '../../lib/is-record.ts';
import {changeConfigFile, readConfigFile} from '../config-file.ts';

/** What exactly was installed. */
export type Locked = {
	/** A version of npm, or a commit. */
	readonly version: string;
	/** What the registry says the archive is; a commit says it by itself. */
	readonly integrity?: string;
	/** Of all files as they were installed. */
	readonly content: string;
};

const lockFile = (owner: string): string => path.join(owner, 'packages.lock.json');

function toLocked(value: unknown): Locked | undefined {
	if (!isRecord(value)) return undefined;
	const {version, integrity, content} = value;
	if (typeof version !== 'string' || typeof content !== 'string') return undefined;
	return {version, content, ...(typeof integrity === 'string' ? {integrity} : {})};
}

export function readLocked(owner: string, identity: string): Locked | undefined {
	const {packages} = readConfigFile(lockFile(owner)).value;
	return isRecord(packages) ? toLocked(packages[identity]) : undefined;
}

/** undefined forgets it. */
export const writeLocked = (
	owner: string,
	identity: string,
	locked: Locked | undefined,
): Promise<void> =>
	changeConfigFile(lockFile(owner), [{path: ['packages', identity], value: locked}]);
