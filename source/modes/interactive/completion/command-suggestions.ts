import {commands, type Harness} from '../../../harness/index.ts';
import {fuzzyScore} from '../../../lib/fuzzy.ts';
import type {Suggestion} from './suggestion.ts';

export type CommandSource = {
	harness(): Harness | undefined;
	/** Skills are offered as commands. */
	offersSkills(): boolean;
};

type Named = {
	readonly name: string;
	readonly summary: string;
	readonly argumentHint?: string | undefined;
	readonly hasChoices?: boolean;
};

function namedOf({harness, offersSkills}: CommandSource): readonly Named[] {
	const {skills = [], templates = []} = harness()?.resources() ?? {};
	const own = commands.map(({name, summary, argumentHint, choices}) => ({
		name,
		summary,
		argumentHint,
		hasChoices: choices !== undefined,
	}));
	return [
		...own,
		...templates.map(({name, description, argumentHint}) => ({
			name,
			summary: description,
			argumentHint,
		})),
		...(offersSkills()
			? skills.map(({name, description}) => ({name: `skill:${name}`, summary: description}))
			: []),
	];
}

function scoreOf(query: string, name: string): number | undefined {
	const whole = fuzzyScore(query, name);
	const bare = name.startsWith('skill:') ? fuzzyScore(query, name.slice(6)) : undefined;
	return bare === undefined ? whole : Math.max(bare, whole ?? 0);
}

function ranked<T>(items: readonly T[], score: (item: T) => number | undefined): readonly T[] {
	return items
		.flatMap(item => {
			const own = score(item);
			return own === undefined ? [] : [{item, own}];
		})
		.sort((a, b) => b.own - a.own)
		.map(({item}) => item);
}

function toSuggestion({name, summary, argumentHint, hasChoices = false}: Named): Suggestion {
	const wants = argumentHint !== undefined && argumentHint !== '';
	return {
		text: `/${name}${wants ? ' ' : ''}`,
		label: `/${name}`,
		hint: summary,
		...(wants ? {argument: argumentHint} : {}),
		...(hasChoices ? {goesOn: true} : {}),
		// What must be told something is not sent without it.
		...(wants && !argumentHint.startsWith('[') ? {} : {isWhole: true}),
	};
}

/** Commands, slash prompts and skills whose name fits, the best first. */
export function suggestCommands(source: CommandSource, query: string): readonly Suggestion[] {
	const lower = query.toLowerCase();
	return ranked(namedOf(source), ({name}) => scoreOf(lower, name.toLowerCase())).map(toSuggestion);
}

/** What the argument of a command may be. */
export async function suggestArguments(
	{harness}: CommandSource,
	name: string,
	query: string,
): Promise<readonly Suggestion[]> {
	const open = harness();
	const command = commands.find(each => each.name === name);
	if (!open || !command?.choices) return [];
	const lower = query.toLowerCase();
	const choices = await command.choices(open);
	return ranked(choices, ({value}) => fuzzyScore(lower, value.toLowerCase())).map(
		({value, hint}) => ({
			text: value,
			label: value,
			...(hint === undefined ? {} : {hint}),
			isWhole: true,
		}),
	);
}
