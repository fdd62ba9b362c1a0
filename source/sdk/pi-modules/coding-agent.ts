import path from 'node:path';
import {
	convertToLlm,
	copyToClipboard,
	createFileQueue,
	imageTypeOf,
	localOperations,
	packageFolder,
	parseHead,
	serialise,
} from '../../harness/index.ts';
import * as sdk from '../index.ts';
import {toComponentThemes} from './component-themes.ts';
import {toOperations} from './tool-operations.ts';
import * as truncation from './truncation.ts';
import {type Components, createComponents, loadTui} from './tui-parts.ts';

const version = typeof BOUGH_VERSION === 'string' ? BOUGH_VERSION : '0.0.0';

type Factory = (cwd: string, options?: object) => unknown;

/** A tool factory that takes pi's options: where the tool works, and what is put before its commands. */
const withOperations =
	(create: (cwd: string, options?: sdk.ToolOptions) => object): Factory =>
	(cwd, options = {}) => {
		const operations = toOperations(options);
		return create(cwd, operations ? {operations} : {});
	};

const factories = {
	createReadTool: withOperations(sdk.createReadTool),
	createBashTool: withOperations(sdk.createBashTool),
	createEditTool: withOperations(sdk.createEditTool),
	createWriteTool: withOperations(sdk.createWriteTool),
	createGrepTool: withOperations(sdk.createGrepTool),
	createFindTool: withOperations(sdk.createFindTool),
	createLsTool: withOperations(sdk.createLsTool),
};

/** The same tools under the names that pi gives their definitions. */
const definitions = Object.fromEntries(
	Object.entries(factories).map(([name, create]) => [`${name}Definition`, create]),
);

const changes = createFileQueue();

const isNamed = (name: string) => (event: {readonly toolName?: string}) => event.toolName === name;

const tellers = {
	isToolCallEventType: (name: string, event: {readonly toolName?: string}) =>
		event.toolName === name,
	isBashToolResult: isNamed('bash'),
	isPowerShellToolResult: isNamed('powershell'),
	isReadToolResult: isNamed('read'),
	isEditToolResult: isNamed('edit'),
	isWriteToolResult: isNamed('write'),
	isGrepToolResult: isNamed('grep'),
	isFindToolResult: isNamed('find'),
	isLsToolResult: isNamed('ls'),
};

const places = {
	CONFIG_DIR_NAME: '.bough',
	VERSION: version,
	getPackageDir: packageFolder,
	getDocsPath: () => path.join(packageFolder(), 'docs'),
	getExamplesPath: () => path.join(packageFolder(), 'examples'),
	getReadmePath: () => path.join(packageFolder(), 'README.md'),
};

const keys = {
	keyText: (id: string) => id,
	keyHint: (id: string, description: string) => `${id} ${description}`,
	rawKeyHint: (key: string, description: string) => `${key} ${description}`,
};

let components: Components | undefined;

/** Made over pi-tui, which is loaded at the first use and not before. */
function component<N extends keyof Components>(name: N): Components[N] {
	components ??= createComponents(loadTui());
	return components[name];
}

/** Runs a command on this machine: what extensions wrap. */
const createLocalBashOperations = () => ({
	async exec(
		command: string,
		cwd: string,
		options: {
			readonly onData: (data: Buffer) => void;
			readonly signal?: AbortSignal;
			readonly timeout?: number;
			readonly env?: Readonly<Record<string, string>>;
		},
	) {
		const {onData, signal = new AbortController().signal, timeout, env = {}} = options;
		const end = await localOperations.run(command, {
			cwd,
			env,
			signal,
			shell: {timeoutSeconds: 0},
			timeoutMs: timeout === undefined ? undefined : timeout * 1000,
			onChunk: chunk => onData(Buffer.from(chunk)),
		});
		return {exitCode: end.exitCode ?? null};
	},
});

/** `@earendil-works/pi-coding-agent`: what its extensions import of it. */
export const codingAgent: Readonly<Record<string, unknown>> = {
	...sdk,
	...factories,
	...definitions,
	...truncation,
	...tellers,
	...places,
	...keys,
	...toComponentThemes(),
	createLocalBashOperations,
	withFileMutationQueue: <T>(file: string, work: () => Promise<T>) =>
		changes(async () => path.resolve(file), work),
	convertToLlm,
	serializeConversation: serialise,
	parseFrontmatter(text: string) {
		const {fields, body} = parseHead(text);
		return {frontmatter: fields, body};
	},
	stripFrontmatter: (text: string) => parseHead(text).body,
	copyToClipboard,
	detectSupportedImageMimeType: imageTypeOf,
	getLanguageFromPath: (file: string) => path.extname(file).slice(1) || undefined,
	highlightCode: (code: string) => code.split('\n'),
	get DynamicBorder() {
		return component('DynamicBorder');
	},
	get CustomEditor() {
		return component('CustomEditor');
	},
	get BorderedLoader() {
		return component('BorderedLoader');
	},
};
