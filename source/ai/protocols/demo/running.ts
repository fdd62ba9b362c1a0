import {listStep, namesIn} from './looking.ts';
import {
	codeBlock,
	count,
	type Ending,
	lastLines,
	type Plan,
	type Request,
	type Seen,
	type Step,
	type Tools,
} from './plan.ts';
import {unquoted} from './sentences.ts';

const mostShown = 15;

export const shellStep = (command: string): Step => ({
	tool: 'bash',
	input: {command},
	mayFail: true,
});

function outcomeOf({isError, notice, text}: Seen): string {
	if (!isError) return 'ended with exit code 0';
	const code = /\bcode (\d+)/.exec(notice)?.[1] ?? /\bcode:? (\d+)\W*$/.exec(text)?.[1];
	return code === undefined ? 'failed' : `ended with exit code ${code}`;
}

function report(command: string, seen: Seen): Ending {
	const output = seen.lines.join('\n').trim();
	const outcome = `\`${command}\` ${outcomeOf(seen)}`;
	const stop = seen.isError;
	if (output === '' || output === '(no output)')
		return {text: `${outcome} and printed nothing.`, stop};
	const shown = codeBlock(lastLines(output.split('\n'), mostShown));
	return {
		text: `${outcome}. ${output.includes('\n') ? 'Its last lines' : 'It printed'}:\n\n${shown}`,
		stop,
	};
}

function* run(command: string): Plan {
	return report(command, yield shellStep(command));
}

/** Programs one can name without quotes and be understood. */
const known =
	/^(?:\.{0,2}\/[\w./-]+|npm|npx|pnpm|yarn|bun|deno|node|tsc|python3?|pip3?|pytest|ruby|bundle|rake|go|cargo|rustc|make|cmake|mvn|gradle|dotnet|php|composer|git|gh|docker|ls|cat|echo|pwd|date|uname|whoami|wc|head|tail|env|which|df|du)(?: |$)/;

export const runCommand: Request = {
	example: 'run `git log --oneline -5`',
	match(sentence) {
		const given = /^(?:run|execute)(?: the)?(?: command)? (?<command>\S[\s\S]*)$/i.exec(sentence)
			?.groups?.command;
		if (!given) return undefined;
		const command = unquoted(given);
		if (command !== given)
			return /^[`"']|^```/.test(given) && command !== '' ? run(command) : undefined;
		return known.test(given) && !/[`"']? (?:and|then|until|to see|to check) /i.test(given)
			? run(given)
			: undefined;
	},
};

/** What a project is tested with, by a file that only such projects have. */
const testCommands: readonly (readonly [file: string, command: string])[] = [
	['package.json', 'npm test'],
	['pyproject.toml', 'python3 -m pytest'],
	['pytest.ini', 'python3 -m pytest'],
	['go.mod', 'go test ./...'],
	['Cargo.toml', 'cargo test'],
	['Makefile', 'make test'],
];

function* runTests(tools: Tools): Plan {
	const names = new Set(namesIn(yield listStep('.', tools)));
	const command = testCommands.find(([file]) => names.has(file))?.[1];
	if (command === undefined) {
		const files = testCommands.map(([file]) => file).join(', ');
		return {text: `I know no way to test this folder: it has none of ${files}.`, stop: true};
	}

	return report(command, yield shellStep(command));
}

export const runProjectTests: Request = {
	example: 'run the tests',
	match: (sentence, tools) =>
		/^(?:(?:run|execute)(?: all)?(?: of)?(?: the| my| our)?(?: unit)? tests?(?: suite)?|test(?: it| this| the project)?)$/i.test(
			sentence,
		)
			? runTests(tools)
			: undefined,
};

function* status(): Plan {
	const seen = yield shellStep('git status --short --branch');
	if (seen.isError) return report('git status', seen);
	const changes = seen.lines.filter(line => line !== '' && !line.startsWith('##'));
	const branch = /^## ([^\s.]+)/.exec(seen.text)?.[1];
	const place = branch === undefined ? '' : ` on branch ${branch}`;
	if (changes.length === 0) return {text: `Nothing has changed${place}.`};
	return {
		text: `${count(changes.length, 'changed path')}${place}:\n\n${codeBlock(changes.join('\n'))}`,
	};
}

export const showStatus: Request = {
	example: 'what changed',
	match: sentence =>
		/^(?:what(?:'s| has| have i)? changed|(?:show(?: me)?(?: the)? )?git status|(?:show(?: me)? the )?status)$/i.test(
			sentence,
		)
			? status()
			: undefined,
};

function* diff(): Plan {
	const seen = yield shellStep('git --no-pager diff --no-color');
	if (seen.isError) return report('git diff', seen);
	const {lines} = seen;
	const starting = (sign: string) =>
		lines.filter(line => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length;
	const files = lines.filter(line => line.startsWith('diff --git ')).length;
	if (files === 0) return {text: 'There is no difference to what is staged or committed.'};
	const size = `${count(files, 'file')}, ${count(starting('+'), 'line')} added, ${starting('-')} removed`;
	const shown = lines.slice(0, 60).join('\n');
	return {text: `${size}:\n\n${codeBlock(lines.length > 60 ? `${shown}\n…` : shown, 'diff')}`};
}

export const showDiff: Request = {
	example: 'show the diff',
	match: sentence =>
		/^(?:(?:show|print)(?: me)?(?: the)? (?:git )?(?:diff|changes)|git diff)$/i.test(sentence)
			? diff()
			: undefined,
};
