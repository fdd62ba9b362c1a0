import fs from 'node:fs';
import {
	type ConfiguredProvider,
	type FileProblem,
	findProvider,
	parseModelsFile,
} from '../ai/index.ts';

/** The providers of models.json, as the file stands now, and those that were described for this run. */
export type ConfiguredProviders = {
	get(id: string): ConfiguredProvider | undefined;
	ids(): readonly string[];
	/** What was wrong with the file when it was read last. */
	problems(): readonly FileProblem[];
	/** Throws what is wrong with it. */
	describe(id: string, description: unknown): void;
};

const isBuiltIn = (id: string): boolean => findProvider(id) !== undefined;

function read(file: string) {
	if (!fs.existsSync(file)) return {providers: [], problems: []};
	return parseModelsFile(fs.readFileSync(file, 'utf8'), file, isBuiltIn);
}

/** Tells one state of a file from another. */
function stampOf(file: string): string {
	const stat = fs.statSync(file, {throwIfNoEntry: false});
	return stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino}` : '';
}

export function createConfiguredProviders(file: string): ConfiguredProviders {
	const described = new Map<string, ConfiguredProvider>();
	let stamp: string | undefined;
	let known = new Map<string, ConfiguredProvider>();
	let problems: readonly FileProblem[] = [];

	/** A person edits the file while the program runs. */
	function current(): ReadonlyMap<string, ConfiguredProvider> {
		const now = stampOf(file);
		if (now !== stamp) {
			const found = read(file);
			stamp = now;
			known = new Map(found.providers.map(provider => [provider.id, provider]));
			({problems} = found);
		}

		return known;
	}

	return {
		get: id => described.get(id) ?? current().get(id),
		ids: () => [...new Set([...described.keys(), ...current().keys()])],
		problems() {
			current();
			return problems;
		},
		describe(id, description) {
			const name = `The provider ${id}`;
			const text = JSON.stringify({providers: {[id]: description}});
			const found = parseModelsFile(text, name, isBuiltIn);
			const [problem] = found.problems;
			if (problem) throw new Error(`${name}: ${problem.message}`);
			for (const provider of found.providers) described.set(id, provider);
		},
	};
}
