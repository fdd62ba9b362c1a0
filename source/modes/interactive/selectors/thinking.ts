import {type Harness, levelsFor, type SettingsStore} from '../../../harness/index.ts';
import type {OverlayControl} from '../overlays.ts';

export type ThinkingParts = {
	readonly overlays: OverlayControl;
	readonly settings: SettingsStore;
	harness(): Harness | undefined;
	notice(text: string, level: 'info' | 'error'): void;
};

const descriptions: Readonly<Record<string, string>> = {
	off: 'answers at once',
	minimal: 'a moment',
	low: 'short thoughts',
	medium: 'for most work',
	high: 'for hard problems',
	xhigh: 'for very hard problems; slow',
	max: 'all it can; slowest and most expensive',
};

/** How hard the model thinks, of what it offers. */
export async function openThinking({overlays, settings, harness, notice}: ThinkingParts) {
	const session = harness()?.session;
	if (!session) return;
	const {model, level} = session.getState();
	const offered = levelsFor(model);
	if (offered.length < 2) {
		notice(`${model?.name ?? 'This model'} does not think in levels.`, 'info');
		return;
	}

	const rows = offered.map(value => ({
		value,
		label: value,
		hint: descriptions[value] ?? '',
		isCurrent: value === level,
	}));
	const title = `How hard is ${model?.name ?? 'the model'} to think?`;
	const chosen = await overlays.choose(
		{title, rows, at: level, hint: 'enter choose · ctrl+s default of new sessions · esc close'},
		{
			keys: {
				'app.thinking.save'(row) {
					const wanted = offered.find(each => each === row?.value);
					if (!wanted) return;
					settings.save({defaultThinkingLevel: wanted}).then(
						() => notice(`New sessions begin with ${wanted}.`, 'info'),
						error => notice(String(error), 'error'),
					);
				},
			},
		},
	);
	const next = offered.find(each => each === chosen);
	if (next) session.setThinkingLevel(next);
}
