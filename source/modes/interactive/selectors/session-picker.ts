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
import type {ActionId} from '../keys/bindings.ts';
import type {OverlayControl, Picked} from '../overlays.ts';
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
	readonly query: string;
	readonly selected: number;
};

const first: Look = {
	order: 'recent',
	isNamedOnly: false,
	showsFolders: false,
	isAll: false,
	query: '',
	selected: 0,
};

const actions: readonly ActionId[] = [
	'tui.input.tab',
	'app.session.toggleSort',
	'app.session.toggleNamedFilter',
	'app.session.togglePath',
	'app.session.rename',
	'app.session.delete',
];

const keyHints =
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

function show(parts: PickerParts, look: Look, found: readonly SessionInfo[]): Promise<Picked> {
	const {sessionFile: current} = parts.harness.session.getState();
	const rows = toSessionRows(found, {
		...look,
		showsFolders: look.showsFolders || look.isAll,
		current,
		now: parts.now(),
	});
	const scope = look.isAll ? 'all folders' : 'this folder';
	const named = look.isNamedOnly ? ', named ones' : '';
	return parts.overlays.pick({
		title: `Sessions of ${scope}${named}, ${orderNames[look.order]}`,
		rows,
		actions,
		keyHints,
		query: look.query,
		selected: Math.min(look.selected, Math.max(0, rows.length - 1)),
	});
}

async function rename({overlays, harness}: PickerParts, {path, name}: SessionInfo) {
	const title = await overlays.ask({
		kind: 'input',
		title: 'Name of the session',
		...(name === undefined ? {} : {placeholder: name}),
	});
	if (title === undefined) return;
	if (path === harness.session.getState().sessionFile) harness.session.setName(title);
	else renameSession(path, title);
}

async function remove({overlays, harness, notice}: PickerParts, {path, title}: SessionInfo) {
	const {sessionFile} = harness.session.getState();
	if (path === sessionFile) return notice('The session that is open cannot be deleted.', 'warning');
	const answer = await overlays.ask({
		kind: 'confirm',
		title: 'Delete this session',
		message: title,
	});
	if (answer !== 'yes') return;
	const where = await removeSession(path);
	notice(where === 'trash' ? `${title} is in the trash.` : `${title} was deleted.`, 'info');
}

const changes: Readonly<Partial<Record<ActionId, (look: Look) => Look>>> = {
	'tui.input.tab': look => ({...look, isAll: !look.isAll, selected: 0}),
	'app.session.toggleSort': look => ({
		...look,
		order: nextOf(sessionOrders, order => order === look.order) ?? 'recent',
		selected: 0,
	}),
	'app.session.toggleNamedFilter': look => ({
		...look,
		isNamedOnly: !look.isNamedOnly,
		selected: 0,
	}),
	'app.session.togglePath': look => ({...look, showsFolders: !look.showsFolders}),
};

const deeds: Readonly<
	Partial<Record<ActionId, (parts: PickerParts, one: SessionInfo) => Promise<void>>>
> = {'app.session.rename': rename, 'app.session.delete': remove};

async function act(parts: PickerParts, action: ActionId, one: SessionInfo | undefined) {
	try {
		if (one) await deeds[action]?.(parts, one);
	} catch (error) {
		parts.notice(error instanceof Error ? error.message : String(error), 'error');
	}
}

/** Chooses among the sessions, names and deletes them. undefined: none was chosen. */
export async function pickSession(parts: PickerParts): Promise<string | undefined> {
	let look = first;
	for (;;) {
		const found = await load(parts, look);
		const {value, action, query, selected} = await show(parts, look, found);
		if (action === undefined) return value;
		look = {...look, query, selected};
		look = changes[action]?.(look) ?? look;
		await act(
			parts,
			action,
			found.find(({path}) => path === value),
		);
	}
}
