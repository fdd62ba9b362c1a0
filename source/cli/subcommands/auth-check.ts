import {signInTargets, sourceText} from '../../harness/index.ts';
import {reasonOf} from '../../lib/errors.ts';
import {exitCodes} from '../exit-codes.ts';
import {complain} from '../process-ends.ts';
import type {AuthContext} from './auth-arguments.ts';

export type AuthState = {
	readonly provider: string;
	readonly state: 'ready' | 'missing' | 'invalid';
	readonly kind?: string;
	readonly from?: string;
	/** Of a sign-in, as ISO text. */
	readonly expires?: string;
	/** Why it does not work. */
	readonly reason?: string;
};

const missing = exitCodes.modelError;
const invalid = exitCodes.usage;

const codes: Readonly<Record<AuthState['state'], number>> = {
	ready: exitCodes.ok,
	missing,
	invalid,
};

/** Whether access can be had; renews and runs commands unless told not to. */
async function stateOf(provider: string, {models, switches}: AuthContext): Promise<AuthState> {
	const {credentials, registry} = models;
	const question = registry.questionFor(provider);
	const source = credentials.sourceOf(question);
	if (!source) return {provider, state: 'missing'};
	const {kind, from, expires} = source;
	const head = {
		provider,
		kind,
		from,
		...(expires === undefined ? {} : {expires: new Date(expires).toISOString()}),
	};
	if (switches.has('no-refresh')) {
		const isOver = expires !== undefined && expires <= Date.now();
		return isOver
			? {...head, state: 'missing', reason: 'The sign-in has to be renewed.'}
			: {...head, state: 'ready'};
	}

	try {
		const access = await credentials.accessFor(question);
		return {...head, state: access ? 'ready' : 'missing'};
	} catch (error) {
		return {...head, state: 'invalid', reason: reasonOf(error)};
	}
}

function lineOf({provider, state, reason, kind = '', from = '', expires}: AuthState): string {
	if (state === 'missing' && from === '') return `${provider}: nothing is there`;
	const source = {kind, from, ...(expires === undefined ? {} : {expires})};
	const what = kind === 'sign-in' ? `signed in until ${source.expires}` : `${kind} from ${from}`;
	return `${provider}: ${state}, ${what}${reason === undefined ? '' : `. ${reason}`}`;
}

/** The provider that was named, the one that would answer, or all that have something. */
function toCheck({provider, switches, models, surroundings}: AuthContext): readonly string[] {
	if (provider !== undefined) return [provider];
	const targets = signInTargets(models).filter(({source}) => sourceText(source) !== undefined);
	const ids = targets.map(target => target.provider);
	if (switches.has('credentials')) return ids;
	const first = surroundings.settings.get().defaultProvider || models.registry.available()[0];
	return first === undefined ? [] : [first];
}

/** Exit code 0: ready, 1: nothing is there, 2: there is something that does not work. */
export async function checkAccess(context: AuthContext): Promise<number> {
	const providers = toCheck(context);
	const states: AuthState[] = [];
	for (const provider of providers) states.push(await stateOf(provider, context));
	const write = (text: string) => process.stdout.write(`${text}\n`);
	const isJson = context.switches.has('json');
	if (isJson) {
		const isList = context.switches.has('credentials');
		write(JSON.stringify(isList ? states : (states[0] ?? {state: 'missing'})));
	} else for (const state of states) write(lineOf(state));
	if (states.length === 0 && !isJson)
		complain('there is no key and no sign-in; `bough auth login` makes one');
	return states.length === 0 ? missing : Math.max(...states.map(({state}) => codes[state]));
}
