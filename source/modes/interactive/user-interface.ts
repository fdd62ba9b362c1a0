import {
	type Harness,
	type NoticeLevel,
	nameOf,
	type SelectorId,
	type UserInterface,
} from '../../harness/index.ts';
import type {OverlayControl} from './overlays.ts';
import {pickSession} from './selectors/session-picker.ts';

export type InterfaceParts = {
	readonly overlays: OverlayControl;
	notice(text: string, level: NoticeLevel): void;
	harness(): Harness | undefined;
	helpText(): string;
	keysText(): string;
	chooseModel(pattern: string): Promise<void>;
	setEditorText(text: string): void;
};

async function openModels({harness, overlays, chooseModel, notice}: InterfaceParts): Promise<void> {
	const open = harness();
	if (!open) return;
	// Servers of this machine come and go.
	await open.findServers();
	const current = open.session.getState().model;
	const rows = (await open.selection.available()).map(model => ({
		value: nameOf(model),
		label: nameOf(model),
		hint: current && nameOf(current) === nameOf(model) ? `${model.name} · this one` : model.name,
	}));
	rows.push({value: 'demo/script', label: 'demo/script', hint: 'Demo (scripted, no AI)'});
	const chosen = await overlays.choose({title: 'Model', rows});
	if (chosen === undefined) return;
	await chooseModel(chosen).catch(error => notice(String(error), 'error'));
}

/** The models one goes through with the keys; none of them marked means all. */
async function openScope({harness, overlays, notice}: InterfaceParts): Promise<void> {
	const selection = harness()?.selection;
	if (!selection) return;
	const before = new Map(selection.scope().map(each => [nameOf(each.model), each]));
	const all = new Map((await selection.available()).map(model => [nameOf(model), {model}]));
	const order = [...before.keys(), ...[...all.keys()].filter(name => !before.has(name))];
	const scoped = new Map([...all, ...before]);
	const rows = order.flatMap(name => {
		const model = scoped.get(name)?.model;
		return model ? [{value: name, label: name, hint: model.name}] : [];
	});
	const {marked, isSaved} = await overlays.mark({
		title: 'Models to go through',
		rows,
		marked: [...before.keys()],
	});
	const models = marked.flatMap(name => scoped.get(name) ?? []);
	await selection.setScope(models, isSaved);
	if (isSaved) notice('The models to go through are saved in settings.json.', 'info');
}

async function openSessions({harness, overlays, notice}: InterfaceParts): Promise<void> {
	const open = harness();
	if (!open?.sessions) return notice('There are no sessions: this one is in memory only.', 'info');
	const {sessions} = open;
	const chosen = await pickSession({overlays, harness: open, sessions, notice, now: Date.now});
	const {sessionFile} = open.session.getState();
	if (chosen !== undefined && chosen !== sessionFile) await open.session.openSession(chosen);
}

/** The port through which everything below the screen reaches the person. */
export function createInterface(parts: InterfaceParts): UserInterface {
	const selectors: Readonly<Partial<Record<SelectorId, () => void | Promise<void>>>> = {
		help: () => parts.overlays.read('Help', parts.helpText()),
		hotkeys: () => parts.overlays.read('Keys', parts.keysText()),
		model: () => openModels(parts),
		'scoped-models': () => openScope(parts),
		session: () => openSessions(parts),
	};
	return {
		canAsk: true,
		notify: (text, level = 'info') => parts.notice(text, level),
		ask: parts.overlays.ask,
		open(selector) {
			const show = selectors[selector];
			if (show)
				Promise.resolve(show()).catch(error =>
					parts.notice(error instanceof Error ? error.message : String(error), 'error'),
				);
		},
		setEditorText: parts.setEditorText,
	};
}
