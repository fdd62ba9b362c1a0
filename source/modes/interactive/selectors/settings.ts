import {
	changeAt,
	isAllowed,
	parseSetting,
	type SettingField,
	type SettingsScope,
	type SettingsStore,
	settingFields,
	settingProblem,
	settingText,
	valueAt,
} from '../../../harness/index.ts';
import type {OverlayControl} from '../overlays.ts';
import type {SelectorRow} from '../store/state.ts';

export type SettingsParts = {
	readonly settings: SettingsStore;
	readonly overlays: OverlayControl;
	notice(text: string, level: 'info' | 'error'): void;
	/** Takes over at once what was changed. */
	apply(): void;
	/** Chooses a theme with a preview; undefined: none. */
	chooseTheme(): Promise<string | undefined>;
};

const scopeNames: Readonly<Record<SettingsScope, string>> = {
	person: 'your settings',
	project: 'this project',
};

/** Where the value that counts comes from. */
function sourceOf(settings: SettingsStore, {path}: SettingField): string {
	if (valueAt(settings.given('project'), path) !== undefined) return ' (project)';
	return valueAt(settings.given('person'), path) === undefined ? '' : ' (yours)';
}

const shown = (value: unknown): string => (value === '' ? '—' : settingText(value));

function rowsOf(settings: SettingsStore, scope: SettingsScope): readonly SelectorRow[] {
	return settingFields
		.filter(field => isAllowed(field, scope))
		.map(field => {
			const value = valueAt(settings.get(), field.path) ?? field.standard;
			return {
				value: field.name,
				label: field.name,
				hint: `${shown(value)}${sourceOf(settings, field)}`,
				about: `${field.description}. Default: ${shown(field.standard)}`,
			};
		});
}

async function askValue(
	field: SettingField,
	current: unknown,
	{overlays, chooseTheme}: SettingsParts,
): Promise<unknown> {
	if (field.name === 'theme') return chooseTheme();
	const {options, name, description, expects} = field;
	if (options) {
		const rows = options.map(value => ({
			value: String(value),
			label: String(value),
			isCurrent: value === current,
		}));
		const chosen = await overlays.choose({
			title: name,
			message: description,
			rows,
			at: String(current),
		});
		return options.find(value => String(value) === chosen);
	}

	const message = `${description}: ${expects}${field.kind === 'list' ? ', with commas between' : ''}. Now: ${shown(current)}`;
	const text = await overlays.ask({kind: 'input', title: name, message});
	return text === undefined ? undefined : parseSetting(field, text);
}

/** Two values are switched, of several the person chooses. */
async function nextValue(field: SettingField, parts: SettingsParts): Promise<unknown> {
	const current = valueAt(parts.settings.get(), field.path) ?? field.standard;
	const {options} = field;
	if (options?.length === 2) return options.find(value => value !== current);
	return askValue(field, current, parts);
}

/** Every setting, each with what it does; what is changed is kept at once. */
export async function openSettingsPanel(parts: SettingsParts): Promise<void> {
	const {settings, overlays, notice} = parts;
	let scope: SettingsScope = 'person';
	const content = () => ({
		title: `Settings: ${scopeNames[scope]}`,
		hint: 'enter change · del default · tab scope · esc close',
		rows: rowsOf(settings, scope),
	});
	const fieldOf = (row: SelectorRow | undefined) =>
		settingFields.find(({name}) => name === row?.value);
	const save = async (field: SettingField, value: unknown) => {
		const change = changeAt(field.path, value);
		const problem = settingProblem(change, scope);
		if (problem !== undefined) throw new Error(problem);
		await settings.save(change, scope);
		parts.apply();
		overlays.update(content());
	};
	const failed = (error: unknown) =>
		notice(error instanceof Error ? error.message : String(error), 'error');
	await overlays.choose(content(), {
		onConfirm(row) {
			const field = fieldOf(row);
			if (!field) return;
			nextValue(field, parts)
				.then(value => (value === undefined ? undefined : save(field, value)))
				.catch(failed);
		},
		keys: {
			'tui.editor.deleteCharForward'(row) {
				const field = fieldOf(row);
				if (field) save(field, undefined).catch(failed);
			},
			'tui.input.tab'() {
				scope = scope === 'person' ? 'project' : 'person';
				overlays.update(content());
			},
		},
	});
}
