import {
	type CommandEnd,
	type CommandOptions,
	localOperations,
	type Operations,
} from '../../harness/index.ts';
import {isRecord} from '../../lib/is-record.ts';
import {limitTail} from '../../lib/limit-text.ts';

type Exec = (
	command: string,
	cwd: string,
	options: {
		readonly onData: (data: Buffer) => void;
		readonly signal: AbortSignal;
		readonly timeout?: number;
		readonly env: Readonly<Record<string, string | undefined>>;
	},
) => Promise<{readonly exitCode: number | null}>;

type SpawnHook = (context: {
	readonly command: string;
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
}) => {
	readonly command: string;
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
};

const isExec = (value: unknown): value is Exec => typeof value === 'function';
const isSpawnHook = (value: unknown): value is SpawnHook => typeof value === 'function';

/** Runs a command by the means of an extension, and keeps its output as our own runner does. */
async function runBy(exec: Exec, command: string, options: CommandOptions): Promise<CommandEnd> {
	const {cwd, env, signal, timeoutMs, onUpdate, onChunk} = options;
	const startedAt = performance.now();
	const chunks: Buffer[] = [];
	const kept = () => {
		const all = Buffer.concat(chunks);
		const limited = limitTail(all.toString('utf8'));
		const truncated = limited.cutBy !== undefined;
		return {text: limited.text, truncated, bytes: all.length, fullOutputPath: undefined};
	};
	const {exitCode} = await exec(command, cwd, {
		onData(data) {
			chunks.push(Buffer.from(data));
			onChunk?.(data);
			onUpdate?.(kept());
		},
		signal,
		env: {...process.env, ...env},
		...(timeoutMs === undefined ? {} : {timeout: timeoutMs / 1000}),
	});
	return {
		...kept(),
		exitCode: exitCode ?? undefined,
		endedBy: signal.aborted ? 'abort' : 'itself',
		survivors: undefined,
		survivorOutput: undefined,
		durationMs: performance.now() - startedAt,
	};
}

const isText = (value: unknown): value is string => typeof value === 'string';

function definedOf(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(env).flatMap(([name, value]) => (isText(value) ? [[name, value]] : [])),
	);
}

type Method = (...args: readonly unknown[]) => unknown;
const isMethod = (value: unknown): value is Method => typeof value === 'function';

/** File operations of an extension in terms of ours; what it does not bring works on this machine. */
function fileOperations(given: Readonly<Record<string, unknown>>): Partial<Operations> {
	const {readFile, writeFile, access} = given;
	return {
		...(isMethod(readFile)
			? {readFile: async (file: string) => Buffer.from((await readFile(file)) as Uint8Array)}
			: {}),
		...(isMethod(writeFile)
			? {
					async replaceFile(file: string, content: Uint8Array) {
						await writeFile(file, Buffer.from(content).toString('utf8'));
					},
				}
			: {}),
		...(isMethod(access) ? {stat: file => statBy(access, file), realPath: async file => file} : {}),
		...(isMethod(readFile)
			? {
					async *readPieces(file: string) {
						yield Buffer.from((await readFile(file)) as Uint8Array);
					},
				}
			: {}),
	};
}

async function statBy(access: Method, file: string) {
	try {
		await access(file);
		return {size: 0, isFile: () => true, isDirectory: () => false};
	} catch {
		// It is not there, or not to be read; either way there is nothing to be had.
		return undefined;
	}
}

/** The `operations`, `commandPrefix` and `spawnHook` of pi's tool factories as operations of ours. */
export function toOperations(options: unknown): Operations | undefined {
	if (!isRecord(options)) return undefined;
	const {operations, commandPrefix, spawnHook} = options;
	const given = isRecord(operations) ? operations : {};
	if (Object.keys(given).length === 0 && !isText(commandPrefix) && !isSpawnHook(spawnHook))
		return undefined;
	const {exec} = given;
	const run: Operations['run'] = (command, asked) => {
		const whole = isText(commandPrefix) ? `${commandPrefix}\n${command}` : command;
		const context = {command: whole, cwd: asked.cwd, env: {...process.env, ...asked.env}};
		const hooked = isSpawnHook(spawnHook) ? spawnHook(context) : context;
		const own = {...asked, cwd: hooked.cwd, env: definedOf(hooked.env)};
		return isExec(exec)
			? runBy(exec, hooked.command, own)
			: localOperations.run(hooked.command, own);
	};
	return {...localOperations, ...fileOperations(given), run};
}
