import {
	openModels,
	type SignInTarget,
	signIn,
	signInTarget,
	signInTargets,
	silentInterface,
	sourceText,
} from '../../harness/index.ts';
import {nearestWord} from '../../lib/nearest.ts';
import {exitCodes} from '../exit-codes.ts';
import {complain} from '../process-ends.ts';
import {createTerminalPort} from '../terminal-port.ts';
import {UsageError} from '../usage-error.ts';
import {type AuthContext, type AuthOption, parseAuth} from './auth-arguments.ts';
import {checkAccess} from './auth-check.ts';
import type {RunSubcommand} from './define-subcommand.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** The provider that was named; throws for one that nobody knows. */
function namedTarget({provider, models}: AuthContext): SignInTarget {
	if (provider === undefined)
		throw new UsageError(
			'Which provider? `bough auth check --credentials` lists those with a key.',
		);
	const known = models.registry.providers();
	if (known.includes(provider) || models.credentials.flows.get(provider))
		return signInTarget(provider, models);
	const near = nearestWord(provider, known);
	throw new UsageError(`There is no such provider.${near ? ` Did you mean ${near}?` : ''}`);
}

async function login(context: AuthContext): Promise<number> {
	const {models, switches, surroundings, provider} = context;
	const {environment} = surroundings;
	const port = createTerminalPort({noBrowser: switches.has('no-browser'), environment});
	const targets = signInTargets(models);
	const names = targets.map(({provider: id, name, source}) =>
		[`${name} (${id})`, sourceText(source) ?? []].flat().join(', '),
	);
	const target =
		provider === undefined
			? targets[names.indexOf(await port.choose('Sign in to which provider?', names))]
			: namedTarget(context);
	if (!target) return exitCodes.usage;
	if (switches.has('api-key') && !target.takesKey)
		throw new UsageError(`${target.name} takes no key: leave --api-key out.`);
	const way = target.flow && !switches.has('api-key') ? 'flow' : 'key';
	await signIn(target, way, {...models, port});
	complain(`signed in to ${target.name}`);
	return exitCodes.ok;
}

/** Nothing to forget is what was wanted, too. */
async function logout(context: AuthContext): Promise<number> {
	const {credentials} = context.models;
	const {provider, name} = namedTarget(context);
	const wasThere = await credentials.remove(provider);
	say(
		`auth.json ${wasThere ? 'has nothing for' : 'had nothing for'} ${name}${wasThere ? ' any more' : ''}.`,
	);
	const left = sourceText(signInTarget(provider, context.models).source);
	if (left !== undefined) complain(`there is still a ${left}`);
	return exitCodes.ok;
}

const units: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000, h: 3_600_000};

function toMs(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
	const factor = units[unit];
	if (factor === undefined)
		throw new UsageError('--min-expiry needs a number with its unit: ms, s, m or h, such as 10m.');
	return Number(number) * factor;
}

/** The token in a header, without what stands before it. */
const bearerOf = (headers: Readonly<Record<string, string | null>> = {}): string | undefined =>
	headers.authorization?.replace(/^Bearer /, '');

async function printKey(context: AuthContext, kind: 'key' | 'token'): Promise<number> {
	const {models, minExpiry} = context;
	const {provider, name} = namedTarget(context);
	const {credentials, registry} = models;
	const question = registry.questionFor(provider);
	const source = credentials.sourceOf(question);
	if (kind === 'token' && source && source.kind !== 'sign-in' && source.kind !== 'bearer')
		throw new Error(`${name} has a key and no sign-in; \`bough auth print-api-key\` prints it.`);
	const access = await credentials.accessFor(question, toMs(minExpiry));
	const secret = access?.apiKey ?? bearerOf(access?.headers);
	if (secret === undefined)
		throw new Error(`There is nothing for ${name}. \`bough auth login ${provider}\` signs in.`);
	say(secret);
	return exitCodes.ok;
}

type Action = {
	readonly options: readonly AuthOption[];
	run(context: AuthContext): Promise<number>;
};

const actions: Readonly<Record<string, Action>> = {
	login: {options: ['api-key', 'no-browser'], run: login},
	logout: {options: [], run: logout},
	check: {options: ['json', 'credentials', 'no-refresh'], run: checkAccess},
	'print-api-key': {options: [], run: context => printKey(context, 'key')},
	'print-bearer-token': {options: ['min-expiry'], run: context => printKey(context, 'token')},
};

/** `bough auth …`: keys and sign-ins from the command line. */
export const auth: RunSubcommand = async (argv, surroundings) => {
	const [word = '', ...rest] = argv;
	const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
	if (!action)
		throw new UsageError(`\`bough auth\` needs one of ${Object.keys(actions).join(', ')}.`);
	const args = parseAuth(rest, word, action.options);
	const ui = {...silentInterface, notify: complain};
	const models = openModels({...surroundings, ui});
	return action.run({...args, models, surroundings});
};
