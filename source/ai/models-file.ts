import {isRecord} from '../lib/is-record.ts';
import {nearestWord} from '../lib/nearest.ts';
import {findProvider} from './catalog.ts';
import {type FileProblem, readConfigText} from './config-text.ts';
import {type Fields, modelFields, providerFields} from './models-file-fields.ts';
import {type Json, list, record, text} from './protocols/wire-json.ts';

/** A provider as a person has it in models.json. Entries that made no sense are not in here. */
export type ConfiguredProvider = {
	readonly id: string;
	readonly name: string;
	readonly baseUrl: string | undefined;
	readonly api: string | undefined;
	/** As it stands in the file: literal, `$NAME` or `!command`. */
	readonly apiKey: string | undefined;
	readonly headers: Readonly<Record<string, string>>;
	readonly authHeader: boolean;
	readonly compat: Json;
	readonly models: readonly Json[];
	readonly modelOverrides: Readonly<Record<string, Json>>;
};

export type ModelsFile = {
	readonly providers: readonly ConfiguredProvider[];
	readonly problems: readonly FileProblem[];
};

type Location = readonly (string | number)[];

/** Notes what is wrong, and where. */
type Reading = {
	complain(location: Location, message: string): void;
};

const nameOf = (location: Location): string =>
	location
		.slice(1)
		.map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`))
		.join('')
		.replace(/^\./, '');

function faultOf(name: string, value: unknown, fields: Fields): string | undefined {
	const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
	if (field) return field.fits(value) ? undefined : `must be ${field.wants}`;
	const near = nearestWord(name, Object.keys(fields));
	return near ? `is not known: did you mean "${near}"?` : 'is not known';
}

/** Keeps the fields that hold what they may; a wrong one is named and left out. */
const keeper =
	(fields: Fields) =>
	(value: Json, location: Location, reading: Reading): Json => {
		const kept = Object.entries(value).filter(([name, inner]) => {
			const fault = faultOf(name, inner, fields);
			const at = [...location, name];
			if (fault !== undefined) reading.complain(at, `${nameOf(at)} ${fault}`);
			return fault === undefined;
		});
		return Object.fromEntries(kept);
	};

const keepProvider = keeper(providerFields);
const keepModel = keeper(modelFields);

function readModels(models: unknown, location: Location, reading: Reading): readonly Json[] {
	return list(models).flatMap((model, index) => {
		const at = [...location, 'models', index];
		const {id, ...rest} = record(model);
		if (typeof id !== 'string' || id === '') {
			reading.complain(at, `${nameOf(at)} needs an "id"`);
			return [];
		}

		return [{id, ...keepModel(rest, at, reading)}];
	});
}

function readOverrides(
	overrides: unknown,
	location: Location,
	reading: Reading,
): Readonly<Record<string, Json>> {
	const entries = Object.entries(record(overrides)).flatMap(([id, patch]) => {
		const at = [...location, 'modelOverrides', id];
		if (isRecord(patch)) return [[id, keepModel(patch, at, reading)] as const];
		reading.complain(at, `${nameOf(at)} must be an object`);
		return [];
	});
	return Object.fromEntries(entries);
}

const texts = (value: unknown): Readonly<Record<string, string>> =>
	Object.fromEntries(Object.entries(record(value)).map(([name, inner]) => [name, text(inner)]));

function readProvider(id: string, value: Json, reading: Reading): ConfiguredProvider {
	const location = ['providers', id];
	const kept = keepProvider(value, location, reading);
	const given = (name: string) => (typeof kept[name] === 'string' ? text(kept[name]) : undefined);
	return {
		id,
		name: given('name') ?? findProvider(id)?.name ?? id,
		baseUrl: given('baseUrl') || undefined,
		api: given('api'),
		apiKey: given('apiKey'),
		headers: texts(kept.headers),
		authHeader: kept.authHeader === true,
		compat: record(kept.compat),
		models: readModels(kept.models, location, reading),
		modelOverrides: readOverrides(kept.modelOverrides, location, reading),
	};
}

/** What a provider lacks that the catalog does not know either. */
function lackOf({id, baseUrl, api, models}: ConfiguredProvider): string | undefined {
	const lacks = (name: string) => models.some(model => text(model[name]) === '');
	if (models.length === 0) return `provider "${id}" has no models: add "models": [{"id": "…"}]`;
	if (!baseUrl && lacks('baseUrl')) return `provider "${id}" needs a "baseUrl"`;
	if (!api && lacks('api'))
		return `provider "${id}" needs an "api", for example "openai-completions"`;
	return undefined;
}

/** Providers and models of a person's own. One bad entry loses nothing but itself. */
export function parseModelsFile(
	source: string,
	path: string,
	isBuiltIn = (id: string) => findProvider(id) !== undefined,
): ModelsFile {
	const file = readConfigText(source, path);
	const problems: FileProblem[] = [...file.problems];
	const reading: Reading = {
		complain: (location, message) => {
			problems.push({path, line: file.lineOf(location), message});
		},
	};
	const {providers: entries, $schema: _schema, ...others} = file.value;
	for (const name of Object.keys(others)) {
		reading.complain([name], `${name} is not known: only "providers" is read`);
	}

	if (entries !== undefined && !isRecord(entries)) {
		reading.complain(['providers'], 'providers must be an object of providers by their ids');
	}

	const providers = Object.entries(record(entries)).flatMap(([id, value]) => {
		const location = ['providers', id];
		if (!isRecord(value)) {
			reading.complain(location, `provider "${id}" must be an object`);
			return [];
		}

		const provider = readProvider(id, value, reading);
		const lack = isBuiltIn(id) ? undefined : lackOf(provider);
		if (lack === undefined) return [provider];
		reading.complain(location, lack);
		return [];
	});
	return {providers, problems};
}
