import {isRecord} from '../../../lib/is-record.ts';
import {findStep, listStep, namesIn, readStep} from './looking.ts';
import {count, type Plan, type Request, type Seen, type Tools} from './plan.ts';

type Facts = readonly string[];

const line = (label: string, value: string | undefined): Facts =>
	value === undefined || value === '' ? [] : [`- ${label}: ${value}`];

const words = (value: unknown): string | undefined =>
	typeof value === 'string' ? value : undefined;

const keys = (value: unknown): string | undefined =>
	isRecord(value)
		? Object.keys(value)
				.map(key => `\`${key}\``)
				.join(', ')
		: undefined;

function packageFacts(text: string): Facts {
	let manifest: unknown;
	try {
		manifest = JSON.parse(text);
	} catch {
		// A manifest that is cut or broken tells nothing; that it is there was said already.
		return [];
	}

	if (!isRecord(manifest)) return [];
	const {name, description, version, scripts, main, bin, dependencies} = manifest;
	const libraries = isRecord(dependencies) ? Object.keys(dependencies).length : 0;
	return [
		...line('Name', [words(name), words(version)].filter(Boolean).join(' ')),
		...line('Description', words(description)),
		...line('Scripts', keys(scripts)),
		...line('Entry point', words(main)),
		...line('Programs', words(bin) ?? keys(bin)),
		...line('Dependencies', libraries > 0 ? String(libraries) : undefined),
	];
}

const field = (text: string, name: string): string | undefined =>
	new RegExp(`^${name}\\s*=\\s*["'](.+?)["']`, 'm').exec(text)?.[1];

const tomlFacts = (text: string): Facts => [
	...line('Name', [field(text, 'name'), field(text, 'version')].filter(Boolean).join(' ')),
	...line('Description', field(text, 'description')),
];

/** Files that say what a project is, the first one found is taken. */
const manifests: readonly (readonly [file: string, facts: (text: string) => Facts])[] = [
	['package.json', packageFacts],
	['Cargo.toml', tomlFacts],
	['pyproject.toml', tomlFacts],
	['go.mod', text => line('Module', /^module (\S+)/m.exec(text)?.[1])],
];

/** Its title and its first words. */
function readmeFacts({lines}: Seen): Facts {
	const title = lines.find(each => /^#\s/.test(each))?.replace(/^#\s+/, '');
	const first = lines.find(each => /^[\w*_`"'(]/.test(each) && each !== title);
	return [...line('README', [title, first].filter(Boolean).join(' — '))];
}

const languages: Readonly<Record<string, string>> = {
	c: 'C',
	cpp: 'C++',
	cs: 'C#',
	css: 'CSS',
	go: 'Go',
	html: 'HTML',
	java: 'Java',
	js: 'JavaScript',
	jsx: 'JavaScript',
	kt: 'Kotlin',
	md: 'Markdown',
	mjs: 'JavaScript',
	php: 'PHP',
	py: 'Python',
	rb: 'Ruby',
	rs: 'Rust',
	sh: 'Shell',
	swift: 'Swift',
	ts: 'TypeScript',
	tsx: 'TypeScript',
};

function languageFacts(names: readonly string[]): Facts {
	const found = names.flatMap(name => languages[/\.(\w+)$/.exec(name)?.[1] ?? ''] ?? []);
	const counted = [...Map.groupBy(found, name => name)]
		.map(([name, {length}]) => ({name, length}))
		.sort((a, b) => b.length - a.length);
	return line(
		'Files by language',
		counted
			.slice(0, 5)
			.map(({name, length}) => `${name} ${length}`)
			.join(', '),
	);
}

const entryPoint =
	/^(?:src\/|source\/|cmd\/[\w-]+\/)?(?:main|index|cli|app|lib|mod|__main__)\.\w+$/;

function* summarise(tools: Tools): Plan {
	const names = namesIn(yield listStep('.', tools));
	const facts: string[] = [];
	const readme = names.find(name => /^readme(?:\.\w+)?$/i.test(name));
	if (readme) facts.push(...readmeFacts(yield readStep(readme, {limit: 40})));
	const [manifest, factsOf] = manifests.find(([file]) => names.includes(file)) ?? [];
	if (manifest && factsOf) {
		facts.push(`- Manifest: ${manifest}`, ...factsOf((yield readStep(manifest)).text));
	}

	const files = namesIn(yield findStep('*', '.', tools)).filter(name => !name.endsWith('/'));
	facts.push(
		...languageFacts(files),
		...line(
			'Looks like an entry point',
			files
				.filter(name => entryPoint.test(name))
				.slice(0, 5)
				.join(', '),
		),
	);
	const size = `${count(names.length, 'entry', 'entries')} at the top, ${count(files.length, 'file')} in all`;
	return {
		text: [`What I can see of this project, without understanding it (${size}):\n`, ...facts].join(
			'\n',
		),
	};
}

export const summariseProject: Request = {
	example: 'what is this project',
	match: (sentence, tools) =>
		/^(?:what(?:'s| is) (?:this|the) (?:project|repo|repository|code ?base|folder)(?: about)?|(?:summari[sz]e|describe|explain)(?: me)? (?:this|the) (?:project|repo|repository|code ?base))$/i.test(
			sentence,
		)
			? summarise(tools)
			: undefined,
};
