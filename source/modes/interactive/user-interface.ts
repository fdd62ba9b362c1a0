import fs from 'node:fs';
import path from 'node:path';
import {
	type Harness,
	listSessions,
	type NoticeLevel,
	packageFolder,
	type SelectorId,
	type SettingsStore,
	type Surface,
	type UserInterface,
} from '../../harness/index.ts';
import type {OverlayControl} from './overlays.ts';
import {openModels, openScope} from './selectors/model.ts';
import {openSettingsPanel} from './selectors/settings.ts';
import {chooseTheme, type ThemeParts} from './selectors/theme.ts';
import {openThinking} from './selectors/thinking.ts';

export type InterfaceParts = {
	readonly overlays: OverlayControl;
	readonly settings: SettingsStore;
	readonly themes: Omit<ThemeParts, 'overlays'>;
	/** Takes over at once what was changed in the settings. */
	applySettings(): void;
	notice(text: string, level: NoticeLevel): void;
	harness(): Harness | undefined;
	helpText(): string;
	keysText(): string;
	chooseModel(pattern: string): Promise<void>;
	setEditorText(text: string): void;
	readonly surface: Surface;
	openTree(): void;
	openFork(): Promise<void>;
};

const minute = 60_000;

/** How long ago, roughly. */
function ago(ms: number): string {
	const minutes = Math.floor((Date.now() - ms) / minute);
	if (minutes < 60) return `${minutes} min ago`;
	const hours = Math.floor(minutes / 60);
	return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

async function openSessions({harness, overlays, notice}: InterfaceParts): Promise<void> {
	const open = harness();
	if (!open?.sessions) return notice('There are no sessions: this one is in memory only.', 'info');
	const {cwd, sessionFile} = open.session.getState();
	const rows = (await listSessions(open.sessions, cwd)).map(({path, title, modified}) => ({
		value: path,
		label: title,
		hint: path === sessionFile ? 'this one' : ago(modified),
	}));
	const chosen = await overlays.choose({title: 'Sessions of this folder', rows});
	if (chosen !== undefined && chosen !== sessionFile) await open.session.openSession(chosen);
}

function changelog(): string {
	try {
		return fs.readFileSync(path.join(packageFolder(), 'CHANGELOG.md'), 'utf8');
	} catch {
		return 'CHANGELOG.md is not there.';
	}
}

/** The port through which everything below the screen reaches the person. */
export function createInterface(parts: InterfaceParts): UserInterface {
	const selectors: Readonly<Partial<Record<SelectorId, () => void | Promise<void>>>> = {
		help: () => parts.overlays.read('Help', parts.helpText()),
		hotkeys: () => parts.overlays.read('Keys', parts.keysText()),
		changelog: () => parts.overlays.read('What is new', changelog()),
		model: () => openModels(parts),
		'scoped-models': () => openScope(parts),
		thinking: () => openThinking(parts),
		settings: () =>
			openSettingsPanel({
				...parts,
				apply: parts.applySettings,
				chooseTheme: () => chooseTheme({...parts.themes, overlays: parts.overlays}),
			}),
		session: () => openSessions(parts),
		tree: parts.openTree,
		fork: parts.openFork,
	};
	return {
		canAsk: true,
		notify: (text, level = 'info') => parts.notice(text, level),
		ask: parts.overlays.ask,
		open(selector) {
			const show = selectors[selector];
			if (show) Promise.resolve(show()).catch(error => parts.notice(String(error), 'error'));
		},
		setEditorText: parts.setEditorText,
		surface: parts.surface,
	};
}
