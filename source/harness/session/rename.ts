import {leaseHolder} from './lease.ts';
import {toSessionName} from './notes.ts';
import {openSession} from './open.ts';
import {writerText} from './owned-tree.ts';
import {SessionError} from './session-error.ts';

/** Names a session that is not open here; an empty name takes the name away. */
export function renameSession(file: string, name: string): void {
	const holder = leaseHolder(file);
	if (holder) throw new SessionError('refused', `${writerText(holder)} writes ${file}.`);
	const tree = openSession(file);
	try {
		const title = toSessionName(name);
		const leafId = tree.leafId();
		tree.append({type: 'session_info', ...(title === undefined ? {} : {name: title})});
		tree.moveTo(leafId);
	} finally {
		tree.close();
	}
}
