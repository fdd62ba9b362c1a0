import {
	checkedKey,
	type Environment,
	fillIn,
	isCommand,
	type KeySource,
	literalKey,
	runKeyCommand,
} from '../key-value.ts';
import type {AuthFile} from './auth-file.ts';

export type KeyQuestion = {
	/** Of the provider. */
	readonly id: string;
	/** What models.json says, as it stands there. */
	readonly configured?: string;
	/** Variables that may hold the key; the first that is set counts. */
	readonly env: readonly string[];
	/** Variables that may hold a token that is sent as a Bearer; they win over those of keys. */
	readonly bearer?: readonly string[];
	/** Sets of variables with which the provider's own SDK finds an identity. */
	readonly ambient?: readonly (readonly string[])[];
};

export type Key = {
	readonly kind: 'key' | 'bearer';
	readonly text: string;
};

/** Where a key may stand. */
export type KeyPlace = KeySource & {
	readonly kind: Key['kind'];
	readonly value: string;
	/** auth.json: once for the process; models.json: anew for each request. */
	readonly isCached: boolean;
};

export type Keys = {
	/** The first place that may have one; runs nothing. */
	place(question: KeyQuestion): KeyPlace | undefined;
	/** Rejects with a sentence when a key is named and cannot be had. */
	find(question: KeyQuestion): Promise<Key | undefined>;
	/** Commands are run anew. */
	forget(): void;
};

type Parts = {
	readonly file: AuthFile;
	/** Keys of the command line, by provider. */
	readonly given: ReadonlyMap<string, string>;
	environmentFor(provider: string): Environment;
};

function inEnvironment(question: KeyQuestion, variables: Environment): readonly KeyPlace[] {
	const {id: provider, env, bearer = []} = question;
	const named = (names: readonly string[], kind: Key['kind']) => {
		const name = names.find(each => variables[each]);
		return name === undefined
			? []
			: [{provider, kind, value: `\${${name}}`, from: `$${name}`, isCached: false}];
	};
	return [...named(bearer, 'bearer'), ...named(env, 'key')];
}

/** The command line, auth.json, models.json, the environment: in this order. */
function placesOf(question: KeyQuestion, parts: Parts): readonly KeyPlace[] {
	const {id: provider, configured} = question;
	const place = (value: string | undefined, from: string, isCached: boolean) =>
		value === undefined ? [] : [{provider, kind: 'key' as const, value, from, isCached}];
	const own = parts.given.get(provider);
	if (own !== undefined) return place(literalKey(own), '--api-key', false);
	const entry = parts.file.entry(provider);
	return [
		...place(entry?.type === 'api_key' ? entry.key : undefined, 'auth.json', true),
		...place(configured, 'models.json', false),
		...inEnvironment(question, parts.environmentFor(provider)),
	];
}

export function createKeys(parts: Parts): Keys {
	const {environmentFor} = parts;
	const commands = new Map<string, Promise<string>>();

	function output(place: KeyPlace): Promise<string> {
		const {provider, value, isCached} = place;
		const name = `${provider} ${value}`;
		const running =
			(isCached ? commands.get(name) : undefined) ??
			runKeyCommand(value, environmentFor(provider), place);
		if (isCached) commands.set(name, running);
		return running;
	}

	async function keyAt(place: KeyPlace): Promise<string | undefined> {
		const {value, provider} = place;
		const text = isCommand(value) ? await output(place) : fillIn(value, environmentFor(provider));
		return text === undefined ? undefined : checkedKey(text, place);
	}

	return {
		place: question =>
			placesOf(question, parts).find(
				({value, provider}) => isCommand(value) || fillIn(value, environmentFor(provider)),
			),
		async find(question) {
			for (const place of placesOf(question, parts)) {
				const text = await keyAt(place);
				if (text !== undefined) return {kind: place.kind, text};
			}

			return undefined;
		},
		forget: () => commands.clear(),
	};
}
