import {
	type Harness,
	nameOf,
	type Question,
	type SelectorId,
	type UserInterface,
} from '../../harness/index.ts';
import {printable} from '../../lib/foreign-text.ts';
import type {Lines} from './lines.ts';

export type PlainParts = {
	readonly lines: Lines;
	harness(): Harness | undefined;
	helpText(): string;
	chooseModel(pattern: string): Promise<void>;
};

type Option = {readonly value: string; readonly label: string};

/** The number of an option, or its text. Anything else chooses nothing. */
async function choose(
	lines: Lines,
	title: string,
	options: readonly Option[],
): Promise<string | undefined> {
	lines.write(printable(title));
	for (const [index, {label}] of options.entries())
		lines.write(`${index + 1}. ${printable(label)}`);
	const answer = (await lines.read(`Number, 1 to ${options.length}; empty: none: `))?.trim() ?? '';
	return (options[Number(answer) - 1] ?? options.find(({label}) => label === answer))?.value;
}

const plain = (values: readonly string[]): readonly Option[] =>
	values.map(value => ({value, label: value}));

async function ask(lines: Lines, question: Question): Promise<string | undefined> {
	const {title} = question;
	const message = 'message' in question ? question.message : undefined;
	if (message !== undefined) lines.write(printable(message));
	switch (question.kind) {
		case 'select':
			return choose(lines, title, plain(question.options));
		case 'confirm':
			return choose(lines, title, plain(['yes', 'no']));
		case 'input':
		case 'editor': {
			const isSecret = question.kind === 'input' && question.secret === true;
			return lines.read(`${printable(title)}: `, {isSecret});
		}
	}
}

async function openModels({lines, harness, chooseModel}: PlainParts): Promise<void> {
	const models = (await harness()?.selection.available()) ?? [];
	const options = models.map(model => ({
		value: nameOf(model),
		label: `${nameOf(model)}, ${model.name}`,
	}));
	const chosen = await choose(lines, 'Model', options);
	if (chosen !== undefined) await chooseModel(chosen);
}

/** The port to a person who reads lines. */
export function createPlainInterface(parts: PlainParts): UserInterface {
	const {lines} = parts;
	const selectors: Readonly<Partial<Record<SelectorId, () => void | Promise<void>>>> = {
		model: () => openModels(parts),
		help: () => lines.write(parts.helpText()),
	};
	const notify: UserInterface['notify'] = (text, level = 'info') =>
		lines.write(`${level === 'info' ? '' : `${level}: `}${printable(text)}`);
	return {
		canAsk: true,
		notify,
		ask: question => ask(lines, question),
		open(selector) {
			const show = selectors[selector];
			if (!show) notify(`There is no "${selector}" without the full screen.`);
			else Promise.resolve(show()).catch(error => notify(String(error), 'error'));
		},
		setEditorText: text => lines.write(printable(text)),
	};
}
