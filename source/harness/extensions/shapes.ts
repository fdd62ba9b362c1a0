/** Shapes that extensions and host share beside events. */

/** What the system prompt is made of; handlers of `before_agent_start` change it in place. */
export type PromptFacts = {
	cwd: string;
	customPrompt?: string | undefined;
	appendSystemPrompt?: string | undefined;
	selectedTools: string[];
	toolSnippets: Record<string, string>;
	promptGuidelines: string[];
	contextFiles: {path: string; content: string}[];
	skills: {name: string; description: string; filePath: string}[];
};

/** Runs a command somewhere else. */
export type ShellOperations = {
	exec(
		command: string,
		cwd: string,
		options: {
			readonly onData: (data: Buffer) => void;
			readonly signal?: AbortSignal;
			readonly timeout?: number;
			readonly env?: Readonly<Record<string, string | undefined>>;
		},
	): Promise<{readonly exitCode: number | null}>;
};
