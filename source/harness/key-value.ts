import {exec} from 'node:child_process';
import {promisify} from 'node:util';

export type Environment = Readonly<Record<string, string | undefined>>;

const run = promisify(exec);
const timeoutMs = 30_000;

/** A key cannot be had; the message says from where it should have come, and never what it is. */
export class KeyError extends Error {
	override readonly name = 'KeyError';
}

export const isCommand = (value: string): boolean => value.startsWith('!');

/** `$NAME` and `${NAME}` from the environment; `$$` and `$!` for the characters. undefined: a variable is not set. */
export function fillIn(value: string, environment: Environment): string | undefined {
	let isMissing = false;
	const filled = value.replace(/\$(?:[$!]|\{\w+\}|[A-Za-z_]\w*)/g, reference => {
		if (reference === '$$' || reference === '$!') return reference.slice(1);
		const found = environment[reference.replace(/^\$\{?|\}$/g, '')];
		if (!found) isMissing = true;
		return found ?? '';
	});
	return isMissing ? undefined : filled;
}

/** So written, a key that somebody typed means itself. */
export const literalKey = (key: string): string => key.replaceAll('$', '$$$$').replace(/^!/, '$!');

export type KeySource = {
	/** Such as `auth.json`; stands in what a person is told. */
	readonly from: string;
	readonly provider: string;
};

/** What a `!command` prints. */
export async function runKeyCommand(
	value: string,
	environment: Environment,
	{from, provider}: KeySource,
): Promise<string> {
	try {
		const {stdout} = await run(value.slice(1), {
			encoding: 'utf8',
			env: {...environment},
			timeout: timeoutMs,
			windowsHide: true,
		});
		return stdout;
	} catch (error) {
		// Command and output may both hold a secret: neither is repeated, nor kept as a cause.
		throw new KeyError(
			`The command in ${from} that gives the key of ${provider} failed (${howItEnded(error)}).`,
		);
	}
}

function howItEnded(error: unknown): string {
	if (!(error instanceof Error)) return 'it did not start';
	if ('killed' in error && error.killed === true) return `no answer in ${timeoutMs / 1000} s`;
	return 'code' in error && typeof error.code === 'number'
		? `exit code ${error.code}`
		: 'it did not start';
}

/** Without the blanks that come with copying; refuses what no header can carry, since that error would quote it. */
export function checkedKey(key: string, {from, provider}: KeySource): string | undefined {
	const trimmed = key.trim();
	if (/[^\u0020-\u007E]/.test(trimmed)) {
		throw new KeyError(
			`The key of ${provider} in ${from} holds a line break or another character that no key has.`,
		);
	}

	return trimmed === '' ? undefined : trimmed;
}
