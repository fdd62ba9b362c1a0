const layers = ['lib', 'ai', 'agent', 'harness', 'modes', 'sdk', 'cli'];

const layerRules = layers.slice(0, -1).map((layer, index) => ({
	name: `${layer}-looks-left-only`,
	comment: 'A layer imports itself and the layers to its left (AGENTS.md, directions).',
	severity: 'error',
	from: {path: `^source/${layer}/`},
	to: {path: `^source/((${layers.slice(index + 1).join('|')})/|index\\.ts$|cli\\.ts$)`},
}));

const doorRules = ['ai', 'agent', 'harness'].map(layer => ({
	name: `${layer}-is-entered-by-its-index`,
	severity: 'error',
	from: {pathNot: `^source/${layer}/`},
	to: {path: `^source/${layer}/`, pathNot: `^source/${layer}/(index|compat)\\.ts$`},
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
	forbidden: [
		{name: 'no-cycles', severity: 'error', from: {}, to: {circular: true}},
		{name: 'no-unresolvable', severity: 'error', from: {}, to: {couldNotResolve: true}},
		...layerRules,
		...doorRules,
		{
			name: 'models-and-loop-touch-no-disk',
			severity: 'error',
			from: {path: '^source/(ai|agent)/'},
			to: {path: '^(node:)?(fs|fs/promises|child_process)$', dependencyTypes: ['core']},
		},
		{
			name: 'ink-lives-in-the-interactive-mode',
			severity: 'error',
			from: {path: '^source/', pathNot: '^source/modes/interactive/'},
			to: {path: '^node_modules/(ink|react)/'},
		},
		{
			name: 'modes-do-not-know-one-another',
			severity: 'error',
			from: {path: '^source/modes/([^/]+)/'},
			to: {path: '^source/modes/', pathNot: '^source/modes/($1/|[^/]+\\.ts$)'},
		},
		{
			name: 'low-parts-of-the-harness',
			severity: 'error',
			from: {path: '^source/harness/(session|resources|shell)/'},
			to: {path: '^source/harness/(tools|commands|extensions)/'},
		},
	],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: {fileName: 'tsconfig.json'},
		doNotFollow: {path: 'node_modules'},
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['import', 'types', 'node', 'default'],
		},
	},
};
