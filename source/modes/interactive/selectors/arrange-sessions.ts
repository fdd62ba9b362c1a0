import type {SessionInfo} from '../../../harness/index.ts';
import type {SelectorRow} from '../store/state.ts';

export const sessionOrders = ['recent', 'threads', 'name', 'cost'] as const;

export type SessionView = {
	readonly order: (typeof sessionOrders)[number];
	readonly isNamedOnly: boolean;
	readonly showsFolders: boolean;
	/** The file of the open session. */
	readonly current: string | undefined;
	readonly now: number;
};

type Placed = {readonly session: SessionInfo; readonly depth: number};

const minute = 60_000;

/** How long ago, roughly. */
export function ago(ms: number): string {
	const minutes = Math.floor(ms / minute);
	if (minutes < 60) return `${minutes} min ago`;
	const hours = Math.floor(minutes / 60);
	return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

/** Sessions under the one they were forked from, as they come; what was forked from nothing that is here comes first. */
function threaded(sessions: readonly SessionInfo[]): readonly Placed[] {
	const here = new Set(sessions.map(({path}) => path));
	const byParent = Map.groupBy(sessions, ({parentSession, path}) =>
		parentSession !== undefined && parentSession !== path && here.has(parentSession)
			? parentSession
			: '',
	);
	const placed: Placed[] = [];
	const place = (parent: string, depth: number): void => {
		const children = byParent.get(parent) ?? [];
		byParent.delete(parent);
		for (const session of children) {
			placed.push({session, depth});
			place(session.path, depth + 1);
		}
	};
	place('', 0);
	// Files that name each other in a circle belong somewhere too.
	for (const rest of [...byParent.values()].flat()) placed.push({session: rest, depth: 0});
	return placed;
}

function inOrder(sessions: readonly SessionInfo[], order: SessionView['order']): readonly Placed[] {
	switch (order) {
		case 'recent':
			return sessions.map(session => ({session, depth: 0}));
		case 'threads':
			return threaded(sessions);
		case 'name':
			return sessions
				.toSorted((a, b) => a.title.localeCompare(b.title))
				.map(session => ({session, depth: 0}));
		case 'cost':
			return sessions.toSorted((a, b) => b.cost - a.cost).map(session => ({session, depth: 0}));
	}
}

function toRow({session, depth}: Placed, view: SessionView): SelectorRow {
	const {path, title, modified, messageCount, cost, problem, cwd, id, text, lastMessage} = session;
	const facts = [
		path === view.current ? 'this one' : ago(Math.max(0, view.now - modified)),
		`${messageCount} messages`,
		cost > 0 ? `$${cost.toFixed(2)}` : '',
		problem ?? '',
		view.showsFolders ? cwd : '',
	];
	return {
		value: path,
		label: `${depth > 0 ? `${'  '.repeat(depth - 1)}└ ` : ''}${title}`,
		hint: facts.filter(fact => fact !== '').join(' · '),
		search: `${id} ${text} ${cwd}`,
		...(lastMessage === '' ? {} : {about: lastMessage}),
		...(path === view.current ? {isCurrent: true} : {}),
	};
}

/** The rows of the list, and a look at where each session stands. */
export const toSessionRows = (
	sessions: readonly SessionInfo[],
	view: SessionView,
): readonly SelectorRow[] =>
	inOrder(
		view.isNamedOnly ? sessions.filter(({name}) => name !== undefined) : sessions,
		view.order,
	).map(placed => toRow(placed, view));
