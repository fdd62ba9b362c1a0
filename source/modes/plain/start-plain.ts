import type {ImageContent} from '../../ai/index.ts';
import {
	commands,
	copyToClipboard,
	type Harness,
	openPromptHistory,
	parseCommand,
	type UserInterface,
} from '../../harness/index.ts';
import {printable} from '../../lib/foreign-text.ts';
import {createLines, type Lines} from './lines.ts';
import {createPlainInterface} from './plain-interface.ts';
import {createTeller} from './teller.ts';

export type PlainOptions = {
	connect(ui: UserInterface): Promise<Harness>;
	prompts(
		harness: Harness,
	): Promise<readonly {readonly text: string; readonly images: readonly ImageContent[]}[]>;
	/** Where prompts of earlier sessions are. */
	readonly configHome: string;
	readonly cwd: string;
};

type Talk = {
	readonly harness: Harness;
	readonly ui: UserInterface;
	readonly lines: Lines;
	chooseModel(pattern: string): Promise<void>;
	quit(): void;
};

const helpText = (): string =>
	[
		...commands.map(({name, argumentHint = '', summary}) => `/${name} ${argumentHint}: ${summary}`),
		'!command runs a command. Ctrl+C stops what runs, Ctrl+D leaves.',
		'While an answer comes, what you type steers it.',
	].join('\n');

async function runBash({harness, lines}: Talk, text: string): Promise<void> {
	const excludeFromContext = text.startsWith('!!');
	const command = text.slice(excludeFromContext ? 2 : 1).trim();
	const {output, exitCode} = await harness.session.runBash(command, {excludeFromContext});
	lines.write(printable(output).trimEnd());
	lines.write(`The command ended${exitCode === undefined ? '' : ` with ${exitCode}`}.`);
}

async function take(talk: Talk, text: string): Promise<void> {
	const {harness, ui, chooseModel, quit} = talk;
	const parsed = parseCommand(text);
	if (parsed) {
		await parsed.command.run(parsed.argument, {
			session: harness.session,
			models: harness,
			environment: process.env,
			ui,
			quit,
			chooseModel,
			copy: copyToClipboard,
			reload: harness.reload,
			findServers: harness.findServers,
		});
	} else if (text.startsWith('!')) await runBash(talk, text);
	else {
		await harness.session.prompt(text, {whileRunning: 'steer'});
		await harness.session.waitForIdle();
	}
}

/** Marks by which terminals tell prompts, and what comes of them, apart. */
const marks = {
	prompt: '\u001B]133;A\u001B\\',
	sent: '\u001B]133;C\u001B\\',
	done: '\u001B]133;D\u001B\\',
};

async function converse(talk: Talk, remember: (text: string) => void): Promise<void> {
	const {lines, ui} = talk;
	const complain = (error: unknown) =>
		ui.notify(error instanceof Error ? error.message : String(error), 'error');
	lines.onLine(line => {
		const text = line.trim();
		if (text !== '') take(talk, text).catch(complain);
	});
	for (;;) {
		process.stdout.write(marks.prompt);
		const line = await lines.read('> ');
		if (line === undefined) return;
		const text = line.trim();
		if (text === '') continue;
		process.stdout.write(marks.sent);
		try {
			remember(text);
			await take(talk, text);
		} catch (error) {
			complain(error);
		}

		process.stdout.write(marks.done);
	}
}

/** A talk in lines: no screen of its own, no mouse, nothing that was written is changed. For screen readers and recorders. */
export async function startPlain(options: PlainOptions): Promise<number> {
	const history = openPromptHistory(options.configHome, options.cwd);
	const lines = createLines({
		input: process.stdin,
		output: process.stdout,
		history: history.read(),
	});
	let harness: Harness | undefined;
	const chooseModel = async (pattern: string) => {
		const model = await harness?.selection.choose(pattern);
		if (model) ui.notify(`${model.provider}/${model.id} answers from now on.`);
	};
	const ui = createPlainInterface({lines, harness: () => harness, helpText, chooseModel});
	harness = await options.connect(ui);
	const {session, choice, sessions} = harness;
	session.onEvent(createTeller(lines.write).tell);
	let isWarned = false;
	lines.onInterrupt(() => {
		session.abortBash();
		if (session.getState().activity !== 'idle') void session.abort();
		else if (isWarned) lines.close();
		else lines.write('Ctrl+C again, or Ctrl+D, leaves.');
		isWarned = session.getState().activity === 'idle';
	});
	if (choice.notice) ui.notify(choice.notice, 'warning');
	lines.write(`bough, ${session.getState().model?.name ?? 'no model'}. /help shows the commands.`);
	for (const {text, images} of await options.prompts(harness)) {
		await session.prompt(text, {images});
		await session.waitForIdle();
	}

	const remember = (text: string) => {
		if (sessions !== undefined) history.add(text);
	};
	await converse({harness, ui, lines, chooseModel, quit: lines.close}, remember);
	lines.close();
	await session.dispose();
	return 0;
}
