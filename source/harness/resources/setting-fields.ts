import type {TSchema} from 'typebox';
import {isRecord} from '../../lib/is-record.ts';
import {expectation, type SettingsScope} from './check-settings.ts';
import {settingsSchema} from './settings-schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** A setting as a person changes it: one value, or a list or table as JSON. */
export type SettingField = {
	readonly path: readonly string[];
	/** `compaction.enabled`. */
	readonly name: string;
	readonly description: string;
	readonly standard: unknown;
	/** All values there are, when they are few. */
	readonly options?: readonly unknown[];
	readonly kind: 'choice' | 'number' | 'text' | 'list' | 'json';
	/** In words. */
	readonly expects: string;
	/** Counts in the person's own file only. */
	readonly isPersonal: boolean;
};

// What TypeBox made of the fields is plain JSON Schema.
const read = (schema: TSchema): Json => ({...schema});

function optionsOf({type, enum: values, anyOf}: Json): readonly unknown[] | undefined {
	if (type === 'boolean') return [true, false];
	if (Array.isArray(values)) return values;
	if (!Array.isArray(anyOf)) return undefined;
	const each = anyOf.map((one: unknown) => {
		if (!isRecord(one)) return undefined;
		return 'const' in one ? [one.const] : optionsOf(one);
	});
	return each.every(one => one !== undefined) ? each.flat() : undefined;
}

function kindOf({type, items}: Json): SettingField['kind'] {
	if (type === 'integer' || type === 'number') return 'number';
	if (type === 'string') return 'text';
	return type === 'array' && isRecord(items) && items.type === 'string' ? 'list' : 'json';
}

function toFields(
	properties: unknown,
	above: readonly string[],
	inherited: boolean,
): readonly SettingField[] {
	if (!isRecord(properties)) return [];
	return Object.entries(properties).flatMap(([key, inner]) => {
		const schema = inner as TSchema;
		const fields = read(schema);
		const path = [...above, key];
		const isPersonal = inherited || 'scope' in fields;
		if (isRecord(fields.properties)) return toFields(fields.properties, path, isPersonal);
		const options = optionsOf(fields);
		return {
			path,
			name: path.join('.'),
			description: String(fields.description ?? ''),
			standard: fields.default,
			kind: options ? ('choice' as const) : kindOf(fields),
			expects: expectation(schema),
			isPersonal,
			...(options ? {options} : {}),
		};
	});
}

/** Every setting of the schema, in its order. */
export const settingFields: readonly SettingField[] = toFields(
	settingsSchema.properties,
	[],
	false,
);

/** What stands at a path; undefined when nothing does. */
export const valueAt = (values: unknown, path: readonly string[]): unknown =>
	path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), values);

/** `{compaction: {enabled: value}}`. */
export const changeAt = (path: readonly string[], value: unknown): Json =>
	path.reduceRight<Json | unknown>((inner, key) => ({[key]: inner}), value) as Json;

/** The value that a text stands for; a text that is no JSON stays one, so that the check can say what is expected. */
export function parseSetting({kind}: SettingField, text: string): unknown {
	if (kind === 'text') return text;
	if (kind === 'list' && !text.trim().startsWith('['))
		return text
			.split(',')
			.map(part => part.trim())
			.filter(part => part !== '');
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** A value as a person reads and writes it. */
export function settingText(value: unknown): string {
	if (typeof value === 'string') return value;
	const isPlainList = Array.isArray(value) && value.every(each => typeof each === 'string');
	return isPlainList ? value.join(', ') : (JSON.stringify(value) ?? '');
}

/** Whether a scope may have it. */
export const isAllowed = ({isPersonal}: SettingField, scope: SettingsScope): boolean =>
	scope === 'person' || !isPersonal;
