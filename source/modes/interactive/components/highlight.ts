import type Prism from 'prismjs';
import type {Paint} from '../theme/paint.ts';
import type {ThemeToken} from '../theme/tokens.ts';

type Grammar = {
	readonly name: string;
	load(): Promise<unknown>;
	readonly needs?: readonly string[];
};

/** Languages by the names people write after a fence. Each is loaded when it is first met. */
const grammars: readonly (Grammar & {readonly aliases: readonly string[]})[] = [
	{name: 'clike', aliases: [], load: () => import('prismjs/components/prism-clike.js')},
	{
		name: 'javascript',
		aliases: ['js', 'mjs', 'cjs', 'jsx'],
		needs: ['clike'],
		load: () => import('prismjs/components/prism-javascript.js'),
	},
	{
		name: 'typescript',
		aliases: ['ts', 'tsx', 'mts'],
		needs: ['clike', 'javascript'],
		load: () => import('prismjs/components/prism-typescript.js'),
	},
	{
		name: 'json',
		aliases: ['jsonc', 'json5'],
		load: () => import('prismjs/components/prism-json.js'),
	},
	{
		name: 'bash',
		aliases: ['sh', 'shell', 'zsh', 'console'],
		load: () => import('prismjs/components/prism-bash.js'),
	},
	{name: 'python', aliases: ['py'], load: () => import('prismjs/components/prism-python.js')},
	{
		name: 'go',
		aliases: ['golang'],
		needs: ['clike'],
		load: () => import('prismjs/components/prism-go.js'),
	},
	{name: 'rust', aliases: ['rs'], load: () => import('prismjs/components/prism-rust.js')},
	{
		name: 'c',
		aliases: ['h'],
		needs: ['clike'],
		load: () => import('prismjs/components/prism-c.js'),
	},
	{
		name: 'cpp',
		aliases: ['c++', 'cc', 'hpp'],
		needs: ['clike', 'c'],
		load: () => import('prismjs/components/prism-cpp.js'),
	},
	{
		name: 'java',
		aliases: [],
		needs: ['clike'],
		load: () => import('prismjs/components/prism-java.js'),
	},
	{
		name: 'ruby',
		aliases: ['rb'],
		needs: ['clike'],
		load: () => import('prismjs/components/prism-ruby.js'),
	},
	{name: 'css', aliases: [], load: () => import('prismjs/components/prism-css.js')},
	{
		name: 'markup',
		aliases: ['html', 'xml', 'svg'],
		load: () => import('prismjs/components/prism-markup.js'),
	},
	{name: 'yaml', aliases: ['yml'], load: () => import('prismjs/components/prism-yaml.js')},
	{name: 'toml', aliases: [], load: () => import('prismjs/components/prism-toml.js')},
	{name: 'sql', aliases: [], load: () => import('prismjs/components/prism-sql.js')},
	{name: 'diff', aliases: ['patch'], load: () => import('prismjs/components/prism-diff.js')},
];

const roles: Readonly<Record<string, ThemeToken>> = {
	comment: 'syntaxComment',
	prolog: 'syntaxComment',
	keyword: 'syntaxKeyword',
	boolean: 'syntaxNumber',
	number: 'syntaxNumber',
	constant: 'syntaxNumber',
	string: 'syntaxString',
	'template-string': 'syntaxString',
	'attr-value': 'syntaxString',
	regex: 'syntaxString',
	char: 'syntaxString',
	function: 'syntaxFunction',
	'function-variable': 'syntaxFunction',
	'class-name': 'syntaxType',
	builtin: 'syntaxType',
	tag: 'syntaxKeyword',
	property: 'syntaxVariable',
	variable: 'syntaxVariable',
	'attr-name': 'syntaxType',
	operator: 'syntaxOperator',
	punctuation: 'syntaxPunctuation',
	inserted: 'toolDiffAdded',
	deleted: 'toolDiffRemoved',
};

export type Highlighter = {
	/** Lines with colours; plain lines while the language is still being loaded. */
	highlight(code: string, language: string, paint: Paint): readonly string[];
};

const find = (language: string) => {
	const name = language.toLowerCase();
	return grammars.find(grammar => grammar.name === name || grammar.aliases.includes(name));
};

function paintTokens(
	tokens: readonly (string | Prism.Token)[],
	paint: Paint,
	role: ThemeToken,
): string {
	return tokens
		.map(token => {
			if (typeof token === 'string') {
				// A style never spans a line end, so that every row stands for itself.
				return token
					.split('\n')
					.map(line => paint.fg(role, line))
					.join('\n');
			}

			const inner = roles[token.type] ?? roles[[token.alias ?? []].flat()[0] ?? ''] ?? role;
			const content = Array.isArray(token.content) ? token.content : [token.content];
			return paintTokens(content, paint, inner);
		})
		.join('');
}

/** `onLoaded` is told when a language came in, so that what is shown in it can be drawn again. */
export function createHighlighter(onLoaded: (language: string) => void): Highlighter {
	let prism: typeof Prism | undefined;
	const loading = new Set<string>();

	async function load(name: string): Promise<void> {
		if (!prism) {
			Object.assign(globalThis, {Prism: {manual: true, disableWorkerMessageHandler: true}});
			prism = (await import('prismjs/components/prism-core.js')).default as typeof Prism;
			Object.assign(globalThis, {Prism: prism});
		}

		const grammar = find(name);
		for (const need of grammar?.needs ?? []) await find(need)?.load();
		await grammar?.load();
	}

	return {
		highlight(code, language, paint) {
			const plain = () => code.split('\n').map(line => paint.fg('mdCodeBlock', line));
			const grammar = find(language);
			if (!grammar) return plain();
			const rules = prism?.languages[grammar.name];
			if (prism && rules)
				return paintTokens(prism.tokenize(code, rules), paint, 'mdCodeBlock').split('\n');
			if (!loading.has(grammar.name)) {
				loading.add(grammar.name);
				load(grammar.name).then(
					() => onLoaded(grammar.name),
					() => undefined,
				);
			}

			return plain();
		},
	};
}
