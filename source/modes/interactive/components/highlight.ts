import type Prism from 'prismjs';
import type {Paint} from '../theme/paint.ts';
import type {ThemeToken} from '../theme/tokens.ts';
import {type Grammar, grammarOf} from './grammars.ts';

const roles: Readonly<Record<string, ThemeToken>> = {
	comment: 'syntaxComment',
	prolog: 'syntaxComment',
	doctype: 'syntaxComment',
	cdata: 'syntaxComment',
	keyword: 'syntaxKeyword',
	atrule: 'syntaxKeyword',
	important: 'syntaxKeyword',
	tag: 'syntaxKeyword',
	selector: 'syntaxKeyword',
	title: 'syntaxKeyword',
	boolean: 'syntaxNumber',
	number: 'syntaxNumber',
	constant: 'syntaxNumber',
	symbol: 'syntaxNumber',
	string: 'syntaxString',
	'template-string': 'syntaxString',
	'triple-quoted-string': 'syntaxString',
	'attr-value': 'syntaxString',
	regex: 'syntaxString',
	char: 'syntaxString',
	url: 'syntaxString',
	function: 'syntaxFunction',
	'function-variable': 'syntaxFunction',
	'class-name': 'syntaxType',
	namespace: 'syntaxType',
	builtin: 'syntaxType',
	annotation: 'syntaxType',
	decorator: 'syntaxType',
	'attr-name': 'syntaxType',
	property: 'syntaxVariable',
	variable: 'syntaxVariable',
	parameter: 'syntaxVariable',
	key: 'syntaxVariable',
	operator: 'syntaxOperator',
	entity: 'syntaxOperator',
	punctuation: 'syntaxPunctuation',
	inserted: 'toolDiffAdded',
	deleted: 'toolDiffRemoved',
};

type Look = {readonly paint: Paint; readonly onMiss?: (language: string) => void};

export type Highlighter = {
	/** One line of colours for each line of the code; plain while the language is still being loaded. */
	highlight(code: string, language: string, look: Look): readonly string[];
};

/** The rules are regular expressions: beyond this they may take longer than anyone waits. */
const mostCode = 200_000;
const longestLine = 4000;

const isReasonable = (code: string): boolean =>
	code.length <= mostCode && !code.split('\n').some(line => line.length > longestLine);

function roleOf({type, alias}: Prism.Token, around: ThemeToken): ThemeToken {
	if (Object.hasOwn(roles, type)) return roles[type] ?? around;
	const other = [alias ?? []].flat().find(name => Object.hasOwn(roles, name));
	return other === undefined ? around : (roles[other] ?? around);
}

function paintTokens(
	tokens: readonly (string | Prism.Token)[],
	role: ThemeToken,
	paint: Paint,
): string {
	let text = '';
	for (const token of tokens) {
		if (typeof token === 'string') text += paintLines(token, role, paint);
		else text += paintTokens([token.content].flat(), roleOf(token, role), paint);
	}

	return text;
}

/** A colour never spans a line end, so that every row stands for itself. */
function paintLines(text: string, role: ThemeToken, paint: Paint): string {
	if (!text.includes('\n')) return paint.fg(role, text);
	return text
		.split('\n')
		.map(line => paint.fg(role, line))
		.join('\n');
}

/** The core puts itself into a global, and so do the rules of a language that are loaded later. */
async function loadCore(): Promise<typeof Prism> {
	const own = {manual: true, disableWorkerMessageHandler: true};
	Object.assign(globalThis, {Prism: own});
	const core = (await import('prismjs/components/prism-core.js')).default as typeof Prism;
	Object.assign(globalThis, {Prism: core});
	return core;
}

async function loadRules({needs, load}: Grammar): Promise<void> {
	for (const need of needs) {
		const other = grammarOf(need);
		if (other) await loadRules(other);
	}

	await load();
}

/** `onLoaded` is told when a language came in, so that what is shown in it can be drawn again. */
export function createHighlighter(onLoaded: (language: string) => void): Highlighter {
	let core: Promise<typeof Prism> | undefined;
	let prism: typeof Prism | undefined;
	const asked = new Set<string>();

	async function start(wanted: Grammar): Promise<void> {
		if (asked.has(wanted.name)) return;
		asked.add(wanted.name);
		core ??= loadCore();
		prism = await core;
		await loadRules(wanted);
		onLoaded(wanted.name);
	}

	return {
		highlight(code, language, {paint, onMiss}) {
			const wanted = grammarOf(language);
			const rules = wanted && prism?.languages[wanted.name];
			if (prism && rules && isReasonable(code)) {
				return paintTokens(prism.tokenize(code, rules), 'mdCodeBlock', paint).split('\n');
			}

			if (wanted && !rules) {
				onMiss?.(wanted.name);
				// Without its rules a language stays plain; nothing else is lost.
				start(wanted).catch(() => undefined);
			}

			return code.split('\n').map(line => paint.fg('mdCodeBlock', line));
		},
	};
}
