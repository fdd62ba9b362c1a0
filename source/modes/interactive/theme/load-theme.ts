import dark from '../../../../themes/dark.json' with {type: 'json'};
import highContrast from '../../../../themes/high-contrast.json' with {type: 'json'};
import light from '../../../../themes/light.json' with {type: 'json'};
import {parseTheme, type Theme} from './theme.ts';

const shipped: Readonly<Record<string, unknown>> = {dark, light, 'high-contrast': highContrast};

/** A shipped theme by name; an unknown name is the dark one. */
export const loadTheme = (name: string): Theme =>
	parseTheme(shipped[name] ?? dark, `themes/${name}.json`);
