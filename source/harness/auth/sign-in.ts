import {findProvider} from '../../ai/index.ts';
import type {CredentialSource, Credentials} from '../credentials.ts';
import type {Environment} from '../key-value.ts';
import type {ModelRegistry} from '../model-registry.ts';
import type {SignInFlow, SignInPort} from './sign-in-flow.ts';

/** A provider, and how one gets at its models. */
export type SignInTarget = {
	readonly provider: string;
	readonly name: string;
	/** Without a key. */
	readonly flow: SignInFlow | undefined;
	readonly takesKey: boolean;
	/** What there is already. */
	readonly source: CredentialSource | undefined;
};

export type SignInWay = 'key' | 'flow';

type Models = {readonly registry: ModelRegistry; readonly credentials: Credentials};

export function signInTarget(provider: string, {registry, credentials}: Models): SignInTarget {
	const known = findProvider(provider);
	const flow = credentials.flows.get(provider);
	return {
		provider,
		name: known?.name ?? provider,
		flow,
		takesKey: known ? known.env.length > 0 : flow === undefined,
		source: credentials.sourceOf(registry.questionFor(provider)),
	};
}

/** By name. The demo and servers on this machine need no key. */
export const signInTargets = (models: Models): readonly SignInTarget[] =>
	models.registry
		.providers()
		.filter(id => id !== 'demo' && (findProvider(id) || models.registry.isConfigured(id)))
		.map(id => signInTarget(id, models))
		.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

/** Such as "key from $OPENAI_API_KEY"; undefined: nothing is there. */
export function sourceText(source: CredentialSource | undefined): string | undefined {
	if (!source) return undefined;
	if (source.kind === 'sign-in') return 'signed in';
	return source.kind === 'ambient' ? source.from : `key from ${source.from}`;
}

/** Variables without which the provider cannot be reached, as far as nothing says them yet. */
async function askForVariables(
	provider: string,
	{credentials}: Models,
	port: SignInPort,
): Promise<Environment> {
	const before = credentials.environmentFor(provider);
	const answers: Record<string, string> = {};
	for (const name of findProvider(provider)?.needs ?? []) {
		if (!before[name]) answers[name] = (await port.ask({title: name})).trim();
	}

	return answers;
}

/** Signs in, and keeps what it brought in auth.json. Rejects with a sentence, or because the person gave up. */
export async function signIn(
	{provider, name, flow}: SignInTarget,
	way: SignInWay,
	{port, ...models}: Models & {readonly port: SignInPort},
): Promise<void> {
	const {credentials} = models;
	if (way === 'flow' && flow) {
		await credentials.store(provider, await flow.signIn(port));
		return;
	}

	const env = await askForVariables(provider, models, port);
	const key = await port.ask({title: `Key of ${name}`, isSecret: true});
	await credentials.store(provider, {type: 'api_key', key}, env);
}
