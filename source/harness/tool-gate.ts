import type {HarnessTool} from './tools/define-tool.ts';
import {type Decision, decide, type RuleSetName, ruleSets} from './tools/gate.ts';
import type {UserInterface} from './user-interface.ts';

/** What became of a call that was not simply let through. */
export type GateRecord = {
	readonly toolName: string;
	readonly rules: RuleSetName;
	readonly decision: Exclude<Decision, 'allow'>;
	/** The answer of a person who was asked; absent: nobody could be asked. */
	readonly answer?: 'once' | 'session' | 'no';
};

export type ToolGateParts = {
	rules(): RuleSetName;
	readonly ui: UserInterface;
	record(record: GateRecord): void;
};

const longestShown = 2000;

function shownInput(input: unknown): string {
	const values = typeof input === 'object' && input !== null ? Object.entries(input) : [];
	const text = values
		.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
		.join('\n');
	return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

const yes = 'Yes';
const no = 'No';

/** For the model; undefined: the call may run. */
function refusal({toolName, rules, decision, answer}: GateRecord): string | undefined {
	if (answer === 'once' || answer === 'session') return undefined;
	if (answer === 'no') return `The user does not want ${toolName} to run. Ask what to do instead.`;
	return decision === 'deny'
		? `The rules "${rules}" do not allow ${toolName} here.`
		: `The rules "${rules}" ask a person about ${toolName}, and nobody can be asked here.`;
}

/** Lets calls through as the rules of the settings say; a sentence refuses one. What was not plainly allowed is recorded. */
export function createToolGate({rules, ui, record}: ToolGateParts) {
	const agreed = new Set<string>();

	async function ask(tool: HarnessTool, input: unknown): Promise<GateRecord['answer']> {
		const always = `Yes, and do not ask about ${tool.name} again in this session`;
		const answer = await ui.ask({
			kind: 'select',
			title: `May ${tool.name} run?`,
			message: shownInput(input),
			options: [yes, always, no],
		});
		if (answer === always) agreed.add(tool.name);
		return answer === yes ? 'once' : answer === always ? 'session' : 'no';
	}

	return async (tool: HarnessTool, input: unknown): Promise<string | undefined> => {
		const {name: toolName, capability} = tool;
		const set = rules();
		const decision = decide(ruleSets[set], {capability, toolName, input});
		if (decision === 'allow' || (decision === 'ask' && agreed.has(toolName))) return undefined;
		const answer = decision === 'ask' && ui.canAsk ? await ask(tool, input) : undefined;
		const verdict = {toolName, rules: set, decision, ...(answer ? {answer} : {})};
		record(verdict);
		return refusal(verdict);
	};
}
