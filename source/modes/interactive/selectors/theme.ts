import type {OverlayControl} from '../overlays.ts';
import type {SelectorRow} from '../store/state.ts';

export type ThemeParts = {
	readonly overlays: OverlayControl;
	/** Names of all themes. */
	names(): readonly string[];
	/** The setting as it is now. */
	current(): string;
	/** Shows a theme without keeping it. */
	preview(setting: string): void;
};

const pair = 'light/dark';

function rowsOf(names: readonly string[], current: string): readonly SelectorRow[] {
	return names.map(name => ({
		value: name,
		label: name,
		isCurrent: name === current,
		...(name === 'system' ? {hint: 'from the colours of the terminal'} : {}),
	}));
}

async function pickOne(
	{overlays, preview, names}: ThemeParts,
	title: string,
	{at, more}: {readonly at: string; readonly more: readonly SelectorRow[]},
): Promise<string | undefined> {
	const rows = [...rowsOf(names(), at), ...more];
	return overlays.choose(
		{title, rows, at, hint: '↑↓ look · enter keep · esc back'},
		{
			onMove(row) {
				if (row && row.value !== pair) preview(row.value);
			},
		},
	);
}

/** Shows each theme while it is selected; undefined: all is as it was. */
export async function chooseTheme(parts: ThemeParts): Promise<string | undefined> {
	const before = parts.current();
	const more = [{value: pair, label: 'A light and a dark one…', hint: 'as the terminal is'}];
	const first = await pickOne(parts, 'Theme', {at: before, more});
	if (first !== pair) {
		parts.preview(first ?? before);
		return first;
	}

	const [lightBefore = 'light', darkBefore = 'dark'] = before.split('/');
	const light = await pickOne(parts, 'Theme for light terminals', {at: lightBefore, more: []});
	const dark =
		light && (await pickOne(parts, 'Theme for dark terminals', {at: darkBefore, more: []}));
	const setting = light && dark ? `${light}/${dark}` : undefined;
	parts.preview(setting ?? before);
	return setting;
}
