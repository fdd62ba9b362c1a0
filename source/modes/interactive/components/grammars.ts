/** A language that can be coloured. Its rules are loaded when it is first met, after those it builds on. */
export type Grammar = {
	readonly name: string;
	/** Other names that people write after a fence, and endings of file names. */
	readonly aliases: readonly string[];
	readonly needs: readonly string[];
	load(): Promise<unknown>;
};

const grammar = (
	names: string,
	load: () => Promise<unknown>,
	needs: readonly string[] = [],
): Grammar => {
	const [name = '', ...aliases] = names.split(' ');
	return {name, aliases, needs, load};
};

/** By the name that Prism has for it. */
export const grammars: readonly Grammar[] = [
	grammar('bash sh shell zsh console fish', () => import('prismjs/components/prism-bash.js')),
	grammar('c h', () => import('prismjs/components/prism-c.js'), ['clike']),
	grammar('clike', () => import('prismjs/components/prism-clike.js')),
	grammar('cpp c++ cc cxx hpp hh', () => import('prismjs/components/prism-cpp.js'), ['c']),
	grammar('csharp cs c#', () => import('prismjs/components/prism-csharp.js'), ['clike']),
	grammar('css', () => import('prismjs/components/prism-css.js')),
	grammar('dart', () => import('prismjs/components/prism-dart.js'), ['clike']),
	grammar('diff patch', () => import('prismjs/components/prism-diff.js')),
	grammar('docker dockerfile', () => import('prismjs/components/prism-docker.js')),
	grammar('elixir ex exs', () => import('prismjs/components/prism-elixir.js')),
	grammar('go golang', () => import('prismjs/components/prism-go.js'), ['clike']),
	grammar('graphql gql', () => import('prismjs/components/prism-graphql.js')),
	grammar('haskell hs', () => import('prismjs/components/prism-haskell.js')),
	grammar('ini cfg conf properties', () => import('prismjs/components/prism-ini.js')),
	grammar('java', () => import('prismjs/components/prism-java.js'), ['clike']),
	grammar('javascript js mjs cjs node', () => import('prismjs/components/prism-javascript.js'), [
		'clike',
	]),
	grammar('json jsonc json5 jsonl', () => import('prismjs/components/prism-json.js')),
	grammar('jsx', () => import('prismjs/components/prism-jsx.js'), ['markup', 'javascript']),
	grammar('kotlin kt kts', () => import('prismjs/components/prism-kotlin.js'), ['clike']),
	grammar('lua', () => import('prismjs/components/prism-lua.js')),
	grammar('makefile make mk', () => import('prismjs/components/prism-makefile.js')),
	grammar('markdown md', () => import('prismjs/components/prism-markdown.js'), ['markup']),
	grammar('markup html htm xml svg vue', () => import('prismjs/components/prism-markup.js')),
	grammar('nix', () => import('prismjs/components/prism-nix.js')),
	grammar('perl pl', () => import('prismjs/components/prism-perl.js')),
	grammar('powershell ps1 pwsh', () => import('prismjs/components/prism-powershell.js')),
	grammar('protobuf proto', () => import('prismjs/components/prism-protobuf.js'), ['clike']),
	grammar('python py py3 python3', () => import('prismjs/components/prism-python.js')),
	grammar('r', () => import('prismjs/components/prism-r.js')),
	grammar('ruby rb', () => import('prismjs/components/prism-ruby.js'), ['clike']),
	grammar('rust rs', () => import('prismjs/components/prism-rust.js')),
	grammar('scala sc', () => import('prismjs/components/prism-scala.js'), ['java']),
	grammar('scss sass less', () => import('prismjs/components/prism-scss.js'), ['css']),
	grammar('sql', () => import('prismjs/components/prism-sql.js')),
	grammar('swift', () => import('prismjs/components/prism-swift.js')),
	grammar('toml', () => import('prismjs/components/prism-toml.js')),
	grammar('tsx', () => import('prismjs/components/prism-tsx.js'), ['jsx', 'typescript']),
	grammar('typescript ts mts cts', () => import('prismjs/components/prism-typescript.js'), [
		'javascript',
	]),
	grammar('yaml yml', () => import('prismjs/components/prism-yaml.js')),
	grammar('zig', () => import('prismjs/components/prism-zig.js')),
];

const byName = new Map(
	grammars.flatMap(each => [each.name, ...each.aliases].map(name => [name, each] as const)),
);

export const grammarOf = (language: string): Grammar | undefined =>
	byName.get(language.toLowerCase());
