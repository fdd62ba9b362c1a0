import {randomBytes} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {type Static, type TSchema, Type} from 'typebox';
import {Value} from 'typebox/value';
import {type FileProblem, parseConfig, thinkingLevels} from '../../ai/index.ts';

const level = () => Type.Union(thinkingLevels.map(name => Type.Literal(name)));
const mode = () => Type.Union([Type.Literal('one-at-a-time'), Type.Literal('all')]);
const trust = () =>
	Type.Union([Type.Literal('ask'), Type.Literal('always'), Type.Literal('never')]);

const field = <T extends TSchema>(schema: T, description: string, fallback: unknown): T =>
	Object.assign(schema, {description, default: fallback});

/** Every setting with its default and what it does: the menu, the checks and the documentation read this. */
export const settingsSchema = Type.Object({
	defaultProvider: field(
		Type.String(),
		'Provider of new sessions; empty: the first that has a key',
		'',
	),
	defaultModel: field(Type.String(), 'Model of new sessions', ''),
	defaultThinkingLevel: field(level(), 'How hard the model thinks', 'medium'),
	enabledModels: field(Type.Array(Type.String()), 'Models to cycle through', []),
	hideThinkingBlock: field(Type.Boolean(), 'Hide the thinking of the model', false),
	steeringMode: field(
		mode(),
		'Deliver queued steering messages one at a time or all at once',
		'one-at-a-time',
	),
	followUpMode: field(
		mode(),
		'Deliver queued follow-ups one at a time or all at once',
		'one-at-a-time',
	),
	defaultProjectTrust: field(trust(), 'What a project may load when nothing was decided', 'ask'),
	defaultTools: field(Type.Array(Type.String()), 'Tools that are on', [
		'read',
		'bash',
		'edit',
		'write',
	]),
	sessionDir: field(Type.String(), 'Folder of sessions; empty: sessions/ in the home', ''),
	theme: field(Type.String(), 'Theme by name', 'dark'),
	quietStartup: field(Type.Boolean(), 'Start without the welcome lines', false),
	httpIdleTimeoutMs: field(
		Type.Number({minimum: 0}),
		'Silence in ms that ends a request; 0: none',
		300_000,
	),
	shellPath: field(Type.String(), 'Shell for commands; empty: bash', ''),
	shellCommandPrefix: field(Type.String(), 'Runs before each command', ''),
	shellTimeoutSeconds: field(
		Type.Number({minimum: 0}),
		'Seconds a command may take; 0: no limit',
		600,
	),
	localServers: field(Type.Boolean(), 'Look for model servers on this machine', true),
	compaction: Type.Object({
		enabled: field(Type.Boolean(), 'Compact when the context is full', true),
		reserveTokens: field(Type.Integer({minimum: 0}), 'Tokens kept free for the answer', 16_384),
		keepRecentTokens: field(
			Type.Integer({minimum: 0}),
			'Recent tokens that stay as they are',
			20_000,
		),
	}),
	retry: Type.Object({
		enabled: field(Type.Boolean(), 'Try again after failures that may pass', true),
		maxRetries: field(Type.Integer({minimum: 0}), 'Attempts', 3),
		baseDelayMs: field(Type.Number({minimum: 0}), 'First wait in ms; doubles each time', 2000),
		maxAgentDelayMs: field(Type.Number({minimum: 0}), 'Longest wait in ms', 60_000),
	}),
});

export type Settings = Static<typeof settingsSchema>;

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const defaultsOf = (): Settings => {
	const made: unknown = Value.Default(settingsSchema, {compaction: {}, retry: {}});
	return made as Settings;
};

/** Objects are merged, everything else is replaced. */
export function mergeSettings(under: Json, over: Json): Json {
	const merged: Record<string, unknown> = {...under};
	for (const [key, value] of Object.entries(over)) {
		const below = merged[key];
		merged[key] = isRecord(below) && isRecord(value) ? mergeSettings(below, value) : value;
	}

	return merged;
}

/** The schema of `path` ("retry.maxRetries"), undefined for settings that are not ours. */
function schemaAt(keys: readonly string[]): TSchema | undefined {
	let at: TSchema | undefined = settingsSchema;
	for (const key of keys) {
		const properties: unknown = at && 'properties' in at ? at.properties : undefined;
		at = isRecord(properties) ? (properties[key] as TSchema | undefined) : undefined;
	}

	return at;
}

/** What fits stays; what does not is reported and left out, so that its default counts. */
function checked(
	value: Json,
	file: string,
	keys: readonly string[] = [],
): {value: Json; problems: FileProblem[]} {
	const kept: Record<string, unknown> = {};
	const problems: FileProblem[] = [];
	for (const [key, inner] of Object.entries(value)) {
		const schema = schemaAt([...keys, key]);
		const name = [...keys, key].join('.');
		if (schema && 'properties' in schema && isRecord(inner)) {
			const below = checked(inner, file, [...keys, key]);
			kept[key] = below.value;
			problems.push(...below.problems);
		} else if (schema === undefined || Value.Check(schema, inner)) kept[key] = inner;
		else {
			const shown = JSON.stringify(inner)?.slice(0, 60);
			const fallback = 'default' in schema ? JSON.stringify(schema.default) : 'its default';
			problems.push({
				path: file,
				line: undefined,
				message: `"${name}" cannot be ${shown}; ${fallback} is used`,
			});
		}
	}

	return {value: kept, problems};
}

function readLayer(file: string): {value: Json; problems: readonly FileProblem[]} {
	let source: string;
	try {
		source = fs.readFileSync(file, 'utf8');
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : undefined;
		if (code === 'ENOENT') return {value: {}, problems: []};
		return {
			value: {},
			problems: [{path: file, line: undefined, message: `cannot be read: ${String(error)}`}],
		};
	}

	const {value, problems} = parseConfig(source, file);
	return problems.length > 0 ? {value: {}, problems} : checked(value, file);
}

export type LoadedSettings = {
	readonly settings: Settings;
	readonly problems: readonly FileProblem[];
};

/** The person's settings, and over them the project's where it is trusted. */
export function loadSettings(files: readonly string[]): LoadedSettings {
	let merged: Json = defaultsOf();
	const problems: FileProblem[] = [];
	for (const file of files) {
		const layer = readLayer(file);
		problems.push(...layer.problems);
		merged = mergeSettings(merged, layer.value);
	}

	return {settings: merged as Settings, problems};
}

/** Changes some settings of a file and keeps everything else in it. Refuses to touch a file it cannot read. */
export function saveSettings(file: string, change: Json): void {
	const source = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '{}';
	const {value, problems} = parseConfig(source, file);
	const [problem] = problems;
	if (problem)
		throw new Error(`${file}, line ${problem.line}: ${problem.message}. Nothing was saved.`);
	const next = `${file}.${randomBytes(4).toString('hex')}.tmp`;
	fs.mkdirSync(path.dirname(file), {recursive: true, mode: 0o700});
	fs.writeFileSync(next, `${JSON.stringify(mergeSettings(value, change), undefined, 2)}\n`, {
		mode: 0o600,
	});
	fs.renameSync(next, file);
}
