/**
 * Asks before tools run, by rules of its own: `permission-rules.json` in the home of bough, a list of
 * {"tool": "bash", "matches": "rm -rf*", "answer": "ask" | "allow" | "deny"}. The first rule that fits counts; a call that
 * no rule fits is allowed. Without a person to ask, what would be asked is refused.
 */
import fs from 'node:fs';
import path from 'node:path';
import {type ExtensionAPI, getAgentDir} from 'bough';

type Rule = {
	readonly tool: string;
	readonly matches: string;
	readonly answer: 'ask' | 'allow' | 'deny';
};

const usual: readonly Rule[] = [
	{tool: 'bash', matches: '*rm -rf*', answer: 'ask'},
	{tool: 'bash', matches: '*sudo *', answer: 'ask'},
	{tool: 'bash', matches: '*git push*--force*', answer: 'ask'},
	{tool: 'write', matches: '*.env', answer: 'ask'},
	{tool: 'edit', matches: '*.env', answer: 'ask'},
];

const isRule = (value: unknown): value is Rule =>
	typeof value === 'object' &&
	value !== null &&
	'tool' in value &&
	'matches' in value &&
	'answer' in value &&
	['ask', 'allow', 'deny'].includes(String(value.answer));

function readRules(file: string): readonly Rule[] {
	if (!fs.existsSync(file)) return usual;
	const value: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
	if (Array.isArray(value) && value.every(isRule)) return value;
	throw new Error(`${file} must be a list of {"tool", "matches", "answer"}`);
}

/** `*` stands for anything. */
const fits = (pattern: string, text: string): boolean =>
	new RegExp(
		`^${pattern
			.split('*')
			.map(part => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'))
			.join('[\\s\\S]*')}$`,
	).test(text);

const subjectOf = (input: Readonly<Record<string, unknown>>): string =>
	String(input.command ?? input.path ?? JSON.stringify(input));

export default function permissionRules(pi: ExtensionAPI): void {
	// Read at each call: a rule that is written down counts from then on. What cannot be read lets nothing through.
	const rules = () => readRules(path.join(getAgentDir(), 'permission-rules.json'));

	pi.on('tool_call', async ({toolName, input}, {ui, hasUI}) => {
		const subject = subjectOf(input);
		const rule = rules().find(({tool, matches}) => fits(tool, toolName) && fits(matches, subject));
		if (!rule || rule.answer === 'allow') return undefined;
		const refusal = `The rule "${rule.matches}" for ${rule.tool} does not allow it.`;
		if (rule.answer === 'deny') return {block: true, reason: refusal};
		if (!hasUI) return {block: true, reason: `${refusal} There is nobody to ask.`};
		const isAllowed = await ui.confirm(`Run ${toolName}?`, subject.slice(0, 500));
		return isAllowed ? undefined : {block: true, reason: 'The person did not allow it.'};
	});
}
