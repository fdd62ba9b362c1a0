import type {Harness, NoticeLevel, SelectorId, UserInterface} from '../../harness/index.ts';
import type {OverlayControl} from './overlays.ts';

export type InterfaceParts = {
	readonly overlays: OverlayControl;
	notice(text: string, level: NoticeLevel): void;
	harness(): Harness | undefined;
	helpText(): string;
	chooseModel(pattern: string): Promise<void>;
	setEditorText(text: string): void;
};

async function openModels({harness, overlays, chooseModel, notice}: InterfaceParts): Promise<void> {
	const registry = harness()?.registry;
	if (!registry) return;
	const lists = await Promise.all(registry.available().map(id => registry.modelsOf(id)));
	const rows = lists.flat().map(model => ({
		value: `${model.provider}/${model.id}`,
		label: `${model.provider}/${model.id}`,
		hint: model.name,
	}));
	rows.push({value: 'demo/script', label: 'demo/script', hint: 'Demo (scripted, no AI)'});
	const chosen = await overlays.choose({title: 'Model', rows});
	if (chosen === undefined) return;
	await chooseModel(chosen).catch(error => notice(String(error), 'error'));
}

/** The port through which everything below the screen reaches the person. */
export function createInterface(parts: InterfaceParts): UserInterface {
	const selectors: Readonly<Partial<Record<SelectorId, () => void | Promise<void>>>> = {
		help: () => parts.overlays.read('Help', parts.helpText()),
		model: () => openModels(parts),
	};
	return {
		canAsk: true,
		notify: (text, level = 'info') => parts.notice(text, level),
		ask: question => parts.overlays.ask(question),
		open(selector) {
			const show = selectors[selector];
			if (show) Promise.resolve(show()).catch(error => parts.notice(String(error), 'error'));
		},
		setEditorText: parts.setEditorText,
	};
}
