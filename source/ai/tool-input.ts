import type {TSchema} from 'typebox';
import {Check, Errors} from 'typebox/schema';
import {isRecord} from '../lib/is-record.ts';
import {coerce} from './coerce.ts';
import {type Json, list, record} from './protocols/wire-json.ts';

export type CheckedInput =
	| {readonly ok: true; readonly value: Readonly<Record<string, unknown>>}
	| {readonly ok: false; readonly problems: readonly string[]};

/** More would bury what matters. */
const mostProblems = 12;

/** Follows `#/…` inside the whole schema, as far as it leads. */
function resolver(root: Json): (schema: unknown) => unknown {
	return schema => {
		let at = schema;
		for (let depth = 0; isRecord(at) && typeof at.$ref === 'string' && depth < 16; depth += 1) {
			if (!at.$ref.startsWith('#')) return at;
			const steps = at.$ref.split('/').slice(1);
			at = steps.reduce<unknown>(
				(inner, step) => record(inner)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
				root,
			);
		}

		return at;
	};
}

type Problem = {
	readonly keyword: string;
	readonly instancePath: string;
	readonly message: string;
	readonly params: unknown;
};

const pathOf = ({instancePath}: Problem, ...more: readonly string[]): string =>
	[
		...instancePath
			.split('/')
			.slice(1)
			.map(step => step.replaceAll('~1', '/').replaceAll('~0', '~')),
		...more,
	].join('.') || '(root)';

/** Some checks name their object; the model needs the property. */
function linesOf(problem: Problem): readonly string[] {
	const params = record(problem.params);
	const names = (value: unknown) => list(value).map(name => pathOf(problem, String(name)));
	switch (problem.keyword) {
		case 'required':
			return names(params.requiredProperties).map(path => `${path}: is required`);
		case 'additionalProperties':
			return names(params.additionalProperties).map(path => `${path}: is not a known property`);
		case 'boolean':
		case 'anyOf':
		case 'oneOf':
			// Said better by what goes with it.
			return [];
		case 'enum':
			return [`${pathOf(problem)}: must be one of ${JSON.stringify(params.allowedValues)}`];
		case 'const':
			return [`${pathOf(problem)}: must be ${JSON.stringify(params.allowedValue)}`];
		default:
			return [`${pathOf(problem)}: ${problem.message}`];
	}
}

function problemsOf(schema: TSchema, value: unknown): readonly string[] {
	const [isValid, errors] = Errors(schema, value);
	if (isValid) return isRecord(value) ? [] : ['(root): must be object'];
	const lines = [...new Set(errors.flatMap(linesOf))];
	return lines.length > 0 ? lines.slice(0, mostProblems) : ['(root): does not fit the schema'];
}

/**
 * Mends what is plainly meant ("3" for 3, one item for a list, null for nothing), then holds the rest against
 * the schema, which may be TypeBox or plain JSON Schema. The input itself is not changed.
 */
export function checkToolInput(schema: TSchema, input: unknown): CheckedInput {
	try {
		if (isRecord(input) && Check(schema, input)) return {ok: true, value: input};
		const root: Json = {...schema};
		const {$defs, definitions} = root;
		const fits = (part: unknown, value: unknown): boolean =>
			typeof part === 'boolean' ? part : Check({$defs, definitions, ...record(part)}, value);
		const value = coerce(schema, input, {fits, resolve: resolver(root)});
		const problems = problemsOf(schema, value);
		if (problems.length > 0) return {ok: false, problems};
		return {ok: true, value: record(value)};
	} catch (error) {
		// A schema that nobody can read (foreign tools have such) is for the tool to judge, not for us.
		if (isRecord(input)) return {ok: true, value: input};
		return {ok: false, problems: [`(root): must be object (${String(error)})`]};
	}
}
