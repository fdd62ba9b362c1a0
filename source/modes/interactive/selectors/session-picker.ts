import {
	type Harness,
	listAllSessions,
	listSessions,
	type NoticeLevel,
	removeSession,
	renameSession,
	type SessionInfo,
	sessionsRoot,
} from '../../../harness/index.ts';
import {nextOf} from '../../../lib/next-of.ts';
import type {OverlayControl} from '../overlays.ts';
import type {SelectorRow} from '../store/state.ts';
import {type SessionView, sessionOrders, toSessionRows} from './arrange-sessions.ts';

export type PickerParts = {
	readonly overlays: OverlayControl;
	readonly harness: Harness;
	/** Folder of the sessions of this working directory. */
	readonly sessions: string;
	notice(text: string, level: NoticeLevel): void;
	readonly now: () => number;
};

type Look = Pick<SessionView, 'order' | 'isNamedOnly' | 'showsFolders'> & {
	readonly isAll: boolean;
};

const hint =
	'enter open · tab folders · ctrl+s order · ctrl+n named · ctrl+p paths · ctrl+r rename · ctrl+d delete';

const orderNames = {
	recent: 'newest first',
	threads: 'forks below their origin',
	name: 'by name',
	cost: 'dearest first',
} as const;

function load({harness, sessions}: PickerParts, {isAll}: Look): Promise<readonly SessionInfo[]> {
	const {cwd} = harness.session.getState();
	const root = sessionsRoot(sessions, cwd);
	return isAll && root !== undefined ? listAllSessions(root) : listSessions(sessions, cwd);
}

function toList({harness, now}: PickerParts, look: Look, found: readonly SessionInfo[]) {
	const {sessionFile: current} = harness.session.getState();
	const showsFolders = look.showsFolders || look.isAll;
	const rows = toSessionRows(found, {...look, showsFolders, current, now: now()});
	const scope = look.isAll ? 'all folders' : 'this folder';
	const named = look.isNamedOnly ? ', named ones' : '';
	return {title: `Sessions of ${scope}${named}, ${orderNames[look.order]}`, rows};
}

async function rename({overlays, harness}: PickerParts, {path, name}: SessionInfo) {
	const placeholder = name === undefined ? {} : {placeholder: name};
	const title = await overlays.ask({kind: 'input', title: 'Name of the session', ...placeholder});
	if (title === undefined) return;
	if (path === harness.session.getState().sessionFile) harness.session.setName(title);
	else renameSession(path, title);
}

async function remove({overlays, harness, notice}: PickerParts, {path, title}: SessionInfo) {
	const {sessionFile} = harness.session.getState();
	if (path === sessionFile) return notice('The session that is open cannot be deleted.', 'warning');
	const question = {kind: 'confirm', title: 'Delete this session', message: title} as const;
	if ((await overlays.ask(question)) !== 'yes') return;
	const where = await removeSession(path);
	notice(where === 'trash' ? `${title} is in the trash.` : `${title} was deleted.`, 'info');
}

/** Chooses among the sessions, names and deletes them. undefined: none was chosen. */
export async function pickSession(parts: PickerParts): Promise<string | undefined> {
	let look: Look = {order: 'recent', isNamedOnly: false, showsFolders: false, isAll: false};
	let found = await load(parts, look);
	const attempt = (work: () => Promise<void>) =>
		void work().catch(error =>
			parts.notice(error instanceof Error ? error.message : String(error), 'error'),
		);
	const reload = async () => {
		found = await load(parts, look);
		parts.overlays.update(toList(parts, look, found));
	};
	const turn = (change: Partial<Look>) => {
		look = {...look, ...change};
		attempt(reload);
	};
	const act =
		(deed: (parts: PickerParts, one: SessionInfo) => Promise<void>) =>
		(row: SelectorRow | undefined) =>
			attempt(async () => {
				const one = found.find(({path}) => path === row?.value);
				if (one) await deed(parts, one);
				await reload();
			});
	return parts.overlays.choose(
		{...toList(parts, look, found), hint},
		{
			keys: {
				'tui.input.tab': () => turn({isAll: !look.isAll}),
				'app.session.toggleSort': () =>
					turn({order: nextOf(sessionOrders, each => each === look.order) ?? 'recent'}),
				'app.session.toggleNamedFilter': () => turn({isNamedOnly: !look.isNamedOnly}),
				'app.session.togglePath': () => turn({showsFolders: !look.showsFolders}),
				'app.session.rename': act(rename),
				'app.session.delete': act(remove),
			},
		},
	);
}
