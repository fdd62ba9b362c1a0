import {existsSync} from 'node:fs';
import {acquireLease, type Holder, type Lease, type LeaseOptions} from './lease.ts';
import {SessionError} from './session-error.ts';
import type {SessionTree} from './tree.ts';

/** A tree that is written by one process at a time. */
export type OwnedTree = {
	/** Refuses to append while another process writes. */
	readonly tree: SessionTree;
	/** Who else writes it; undefined: we may. Asking takes what has become free. */
	otherWriter(): Holder | undefined;
	release(): void;
};

/** A holder that is only just beginning has not said yet who it is. */
const somebody: Holder = {pid: 0, host: '', since: 0};

export const writerText = ({pid, host}: Holder): string =>
	pid === 0 ? 'Another process' : `Another process (${pid} on ${host})`;

/** Tells a person why and what to do. */
export function refusal(holder: Holder): SessionError {
	return new SessionError(
		'refused',
		`${writerText(holder)} writes this session, so it can only be read here. /clone goes on in a copy; it is free once the other one has ended.`,
	);
}

/** Until the file appears, with the first thing that is said, nobody else can know of the session. */
export function ownTree(tree: SessionTree, options: LeaseOptions = {}): OwnedTree {
	const {file} = tree;
	let lease: Lease | undefined;

	function otherWriter(): Holder | undefined {
		if (file === undefined || lease?.isHeld() || !existsSync(file)) return undefined;
		lease?.release();
		lease = undefined;
		const found = acquireLease(file, options);
		if (found.kind === 'busy') return found.holder ?? somebody;
		lease = found.lease;
		return undefined;
	}

	function claim(): void {
		const holder = otherWriter();
		if (holder) throw refusal(holder);
	}

	return {
		tree: {
			...tree,
			append(body) {
				claim();
				const entry = tree.append(body);
				claim();
				return entry;
			},
		},
		otherWriter,
		release() {
			lease?.release();
			lease = undefined;
		},
	};
}
