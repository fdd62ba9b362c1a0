/** A tool call that a plan wants. */
export type Step = {
	readonly tool: string;
	readonly input: Readonly<Record<string, unknown>>;
	/** The plan has something to say of a failure too. */
	readonly mayFail?: boolean;
};

/** What came of a step: the text without the notice that tools put at its end. */
export type Seen = {
	readonly text: string;
	readonly lines: readonly string[];
	readonly notice: string;
	readonly isError: boolean;
	readonly hasImage: boolean;
};

/** `stop`: the sentences that follow are not begun. */
export type Ending = {readonly text: string; readonly stop?: boolean};

/**
 * The work for one request: it yields steps and gets what came of them. It is begun anew for every answer and fed
 * with the results of the transcript, so it may depend on nothing else.
 */
export type Plan = Generator<Step, Ending, Seen>;

/** The tools of this session; a plan takes what is there. */
export type Tools = ReadonlySet<string>;

/** A kind of request. `match` gives a plan only if it understands the whole sentence. */
export type Request = {
	/** One that it understands; also what is shown as help. */
	readonly example: string;
	match(sentence: string, tools: Tools): Plan | undefined;
};

export const quotedForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export const codeBlock = (text: string, language = ''): string => {
	// Longer than any fence within.
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
	const fence = '`'.repeat(longest + 1);
	return `${fence}${language}\n${text}\n${fence}`;
};

export const count = (number: number, one: string, many = `${one}s`): string =>
	`${number} ${number === 1 ? one : many}`;

/** The first lines, and how many there are besides. */
export function firstLines(lines: readonly string[], most: number): string {
	const left = lines.length - most;
	const shown = lines.slice(0, most).join('\n');
	return left > 0 ? `${shown}\n… and ${count(left, 'more line')}` : shown;
}

export const lastLines = (lines: readonly string[], most: number): string =>
	lines.length > most ? `…\n${lines.slice(-most).join('\n')}` : lines.join('\n');
