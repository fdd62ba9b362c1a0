import {type Harness, levelsFor, nameOf, type UserInterface} from '../../harness/index.ts';

type ModelParts = {
	harness(): Harness | undefined;
	readonly ui: UserInterface;
	/** A word that goes away by itself. */
	hint(text: string): void;
};

export async function chooseModel(parts: ModelParts, pattern: string): Promise<void> {
	const harness = parts.harness();
	if (!harness) return;
	const model = await harness.selection.choose(pattern);
	parts.ui.notify(`${nameOf(model)} answers from now on.`);
}

export async function cycleModel(parts: ModelParts, by: 1 | -1): Promise<void> {
	const selection = parts.harness()?.selection;
	const next = await selection?.cycle(by);
	if (next) parts.hint(`${nameOf(next.model)} answers from now on`);
	else if (selection) parts.hint('there is no other model to go on to');
}

export function cycleThinking({harness}: ModelParts): boolean {
	const session = harness()?.session;
	if (!session) return false;
	const {model, level} = session.getState();
	const offered = levelsFor(model);
	const next = offered[(offered.indexOf(level) + 1) % offered.length];
	if (next) session.setThinkingLevel(next);
	return true;
}
