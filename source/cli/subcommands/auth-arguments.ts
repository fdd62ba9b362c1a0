import {parseArgs} from 'node:util';
import type {Models} from '../../harness/index.ts';
import {reasonOf} from '../../lib/errors.ts';
import type {Surroundings} from '../set-up.ts';
import {UsageError} from '../usage-error.ts';

const options = {
	'api-key': {type: 'boolean'},
	'no-browser': {type: 'boolean'},
	json: {type: 'boolean'},
	credentials: {type: 'boolean'},
	'no-refresh': {type: 'boolean'},
	'min-expiry': {type: 'string'},
} as const;

export type AuthOption = keyof typeof options;

export type AuthArguments = {
	readonly provider: string | undefined;
	readonly switches: ReadonlySet<string>;
	readonly minExpiry: string | undefined;
};

export type AuthContext = AuthArguments & {
	readonly models: Models;
	readonly surroundings: Surroundings;
};

/** Words behind `bough auth ACTION`. */
export function parseAuth(
	argv: readonly string[],
	action: string,
	allowed: readonly AuthOption[],
): AuthArguments {
	try {
		const {values, positionals} = parseArgs({
			args: [...argv],
			allowPositionals: true,
			options: Object.fromEntries(allowed.map(name => [name, options[name]])),
		});
		// A key does not belong on a command line, where everybody can read it: it is not repeated.
		if (positionals.length > 1)
			throw new UsageError(`\`bough auth ${action}\` takes one provider and no other words.`);
		const {'min-expiry': minExpiry} = values;
		return {
			provider: positionals[0],
			switches: new Set(Object.keys(values)),
			minExpiry: typeof minExpiry === 'string' ? minExpiry : undefined,
		};
	} catch (error) {
		if (error instanceof UsageError) throw error;
		throw new UsageError(`bough auth ${action}: ${reasonOf(error)}`, {cause: error});
	}
}
