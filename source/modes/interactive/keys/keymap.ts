import type {InputEvent} from '../terminal/input-event.ts';
import {type ActionId, type Binding, bindings, formerIds, type Platform} from './bindings.ts';
import {type Key, keyText, matches, parseKey} from './key.ts';

export type Keymap = {
	/** Whether the event is a key of this action. */
	matches(id: ActionId, event: InputEvent): boolean;
	/** The first of `ids` that has this key. */
	actionOf<Id extends ActionId>(event: InputEvent, ids: readonly Id[]): Id | undefined;
	/** Keys as one writes them, `ctrl+j`. */
	keysOf(id: ActionId): readonly string[];
	/** The key to show in a hint; empty when the action has none. */
	keyLabel(id: ActionId): string;
	/** Whether an action that extensions may not replace has this key. */
	isReserved(key: string): boolean;
	/** What is wrong with the overrides, a sentence each. */
	readonly problems: readonly string[];
};

export type KeymapOptions = {
	readonly platform: Platform;
	/** The content of keybindings.json: id to key or list of keys. */
	readonly overrides?: unknown;
};

type Keys = ReadonlyMap<ActionId, readonly Key[]>;

/** The keys of every action: a person's own where there are some, the usual ones otherwise. */
export function createKeymap({platform, overrides = {}}: KeymapOptions): Keymap {
	const problems: string[] = [];
	const usual: Keys = new Map(ids.map(id => [id, toKeys(usualKeys(id, platform), () => {})]));
	const keys = new Map([...usual, ...readOverrides(overrides, problem => problems.push(problem))]);
	problems.push(...findConflicts(usual, keys));
	const has = (id: ActionId, event: InputEvent) =>
		keys.get(id)?.some(key => matches(event, key)) === true;
	const keysOf = (id: ActionId) => (keys.get(id) ?? []).map(keyText);

	return {
		matches: has,
		actionOf: (event, candidates) => candidates.find(id => has(id, event)),
		keysOf,
		keyLabel: id => keysOf(id)[0] ?? '',
		isReserved(text) {
			const key = parseKey(text);
			if (key === undefined) return false;
			return ids.some(id => toBinding(id).isReserved && keysOf(id).includes(keyText(key)));
		},
		problems,
	};
}

const ids = Object.keys(bindings).filter(isActionId);

function isActionId(text: string): text is ActionId {
	return Object.hasOwn(bindings, text);
}

function toBinding(id: ActionId): Binding {
	return bindings[id];
}

function usualKeys(id: ActionId, platform: Platform): readonly string[] {
	const {keys, on} = toBinding(id);
	return on?.[platform] ?? keys;
}

function toKeys(texts: readonly unknown[], onBad: (text: unknown) => void): readonly Key[] {
	return texts.flatMap(text => {
		const key = typeof text === 'string' ? parseKey(text) : undefined;
		if (key === undefined) onBad(text);
		return key ?? [];
	});
}

function readOverrides(overrides: unknown, report: (problem: string) => void): Keys {
	const keys = new Map<ActionId, readonly Key[]>();
	if (typeof overrides !== 'object' || overrides === null || Array.isArray(overrides)) {
		report('Keybindings must be an object that maps ids to keys.');
		return keys;
	}

	for (const [name, value] of Object.entries(overrides)) {
		const id = toActionId(name);
		if (id === undefined) report(`There is no action "${name}".`);
		else {
			const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
			const own = toKeys(texts, text => report(`"${String(text)}" of "${name}" is no key.`));
			// A slip of the pen must not take Enter away; an empty list is meant.
			if (own.length > 0 || texts.length === 0) keys.set(id, own);
		}
	}

	return keys;
}

/** The action of an id, also of one as files had it before ids had several parts. */
function toActionId(name: string): ActionId | undefined {
	if (isActionId(name)) return name;
	const former = Object.hasOwn(formerIds, name) ? formerIds[name] : undefined;
	const named = ids.filter(id => id.endsWith(`.${name}`));
	return former ?? (named.length === 1 ? named[0] : undefined);
}

/** Keys that now mean two things in one place and did not before. */
function findConflicts(usual: Keys, keys: Keys): readonly string[] {
	const known = findShared(usual);
	return findShared(keys).filter(conflict => !known.includes(conflict));
}

function findShared(keys: Keys): readonly string[] {
	const owners = new Map<string, ActionId>();
	return ids.flatMap(id =>
		(keys.get(id) ?? []).flatMap(key => {
			const place = `${toPlace(id)} ${keyText(key)}`;
			const owner = owners.get(place);
			if (owner === undefined) owners.set(place, id);
			return owner === undefined ? [] : `${keyText(key)} is bound to ${owner} and to ${id}.`;
		}),
	);
}

const inSessionList = /^app\.session\.(toggle|rename|delete)/;

/** Where on the screen an action is taken: the same key may do another thing elsewhere. */
function toPlace(id: ActionId): string {
	if (id.startsWith('tui.select.')) return 'list';
	if (id.startsWith('tui.altScreen.search') && id !== 'tui.altScreen.search') return 'search';
	if (id.startsWith('app.tree.')) return 'tree';
	if (id.startsWith('app.models.')) return 'models';
	if (id === 'app.thinking.save') return 'thinking';
	return inSessionList.test(id) ? 'sessions' : 'chat';
}

/** The platform in terms of keys. */
export function toPlatform(
	platform: string,
	environment: Readonly<Record<string, string | undefined>>,
): Platform {
	if (platform === 'win32') return 'windows';
	if (platform === 'darwin') return 'mac';
	return environment.WSL_DISTRO_NAME === undefined ? 'linux' : 'wsl';
}
