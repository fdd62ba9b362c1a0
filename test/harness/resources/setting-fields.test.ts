import {expect, it} from 'vitest';
import {settingProblem} from '../../../source/harness/resources/check-settings.ts';
import {
	changeAt,
	parseSetting,
	settingFields,
	settingText,
	valueAt,
} from '../../../source/harness/resources/setting-fields.ts';
import {settingsSchema} from '../../../source/harness/resources/settings-schema.ts';

const field = (name: string) => {
	const found = settingFields.find(each => each.name === name);
	if (!found) throw new Error(`no field ${name}`);
	return found;
};

it('has a field with words for every setting, down to the single value', () => {
	const tops = new Set(settingFields.map(({path}) => path[0]));
	expect([...tops]).toEqual(Object.keys(settingsSchema.properties));
	expect(settingFields.filter(({description}) => description === '')).toEqual([]);
	expect(settingFields.map(({name}) => name)).toContain('retry.provider.maxRetries');
});

it('knows the values there are, and what only the person may set', () => {
	expect(field('compaction.enabled').options).toEqual([true, false]);
	expect(field('terminal.hyperlinks').options).toEqual(['auto', true, false]);
	expect(field('tuiMode').options).toEqual(['fullscreen', 'regular']);
	expect(field('httpProxy').isPersonal).toBe(true);
});

it('reads each value back from the way it is written', () => {
	for (const each of settingFields) {
		const text = settingText(each.standard);
		const change = changeAt(each.path, parseSetting(each, text));
		if (each.options === undefined && text !== '') {
			expect([each.name, valueAt(change, each.path)]).toEqual([each.name, each.standard]);
			expect(settingProblem(change, 'person')).toBeUndefined();
		}
	}
});

it('has the check say what is expected of a text that makes no sense', () => {
	const change = changeAt(['retry', 'maxRetries'], parseSetting(field('retry.maxRetries'), 'many'));
	expect(settingProblem(change, 'person')).toContain('a whole number');
	expect(parseSetting(field('skills'), 'a, b ,')).toEqual(['a', 'b']);
});
