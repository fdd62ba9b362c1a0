import type {Keymap} from './keys/keymap.ts';

/** What a newcomer is told about this machine and project. */
export type Found = {
	/** Who answers; undefined: nobody but the demo. */
	readonly model: string | undefined;
	/** Providers that a key is there for. */
	readonly providers: readonly string[];
	readonly instructions: readonly string[];
	readonly skills: number;
	readonly prompts: number;
};

const count = (number: number, one: string): string =>
	number === 0 ? '' : `${number} ${one}${number === 1 ? '' : 's'}`;

function foundText({providers, instructions, skills, prompts}: Found): string {
	const parts = [
		providers.length > 0 ? `access to ${providers.join(', ')}` : '',
		...instructions,
		count(skills, 'skill'),
		count(prompts, 'slash prompt'),
	].filter(part => part !== '');
	return parts.length === 0 ? 'nothing yet' : parts.join(' · ');
}

const connecting = [
	'No model is connected yet: a scripted demo answers. To connect one',
	'  • /login signs in, or takes a key',
	'  • or set a key such as ANTHROPIC_API_KEY or OPENAI_API_KEY before the start',
	'  • or run a model server such as Ollama on this machine; /model finds it',
];

/** The first words to a newcomer. */
export function welcomeText(found: Found, keymap: Keymap): string {
	const isDemo = found.model === undefined;
	const tour = isDemo
		? ['what is this project', 'read README.md lines 1-20', 'run git log --oneline -5']
		: ['What does this project do?', 'Explain @ and the name of a file', '!git status'];
	return [
		'Welcome to bough.',
		'',
		...(isDemo ? connecting : [`${found.model} answers; /model chooses another.`]),
		'',
		`Found here: ${foundText(found)}`,
		'',
		isDemo ? 'Take a tour with the demo; say one of these' : 'Three things to try',
		...tour.map((text, index) => `  ${index + 1}. ${text}`),
		'',
		`/help shows commands and keys, /settings everything that can be changed. ${keymap.keyLabel('app.interrupt')} stops, ${keymap.keyLabel('app.clear')} twice leaves.`,
	].join('\n');
}

/** One at each start; `tips` in the settings turns them off. */
export function tipTexts(keymap: Keymap): readonly string[] {
	const key = keymap.keyLabel;
	return [
		`While an answer comes, Enter steers it and ${key('app.message.followUp')} sends when it is over.`,
		'@ and a few letters name a file; the letters need not stand together.',
		`${key('app.history.search')} searches what you said in this project before.`,
		`${key('app.editor.external')} opens the prompt in your own editor.`,
		'A line that begins with ! runs a command and shows it to the model; !! keeps it from the model.',
		`${key('app.clipboard.pasteImage')} attaches the image on the clipboard; a dropped image is attached as well.`,
		`${key('app.thinking.cycle')} changes how hard the model thinks.`,
		`${key('app.tools.expand')} unfolds what tools did.`,
		'Tab beside a pasted block opens it.',
		'/name gives a session a title; /resume finds it again.',
	].filter(text => !text.startsWith(' '));
}
