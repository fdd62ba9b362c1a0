import type {ModelEvent} from '../../events.ts';
import {emptyUsage, type ToolResultMessage} from '../../messages.ts';
import type {Protocol, ProtocolCall} from '../protocol.ts';
import {examples, type Plan, planFor, type Step} from './plans.ts';

type Script = {
	readonly text: string;
	readonly step?: Step;
	readonly id: string;
	readonly used: number;
};

const intro =
	'I am a fixed script, not an AI: I understand a few plain requests and really run the tools. Try one of:';
const connect =
	'To talk to a real model, set a key such as ANTHROPIC_API_KEY or OPENAI_API_KEY and start again, or run a model server such as Ollama on this machine. `/model` lists what can be used.';

const listOf = (lines: readonly string[]): string => lines.map(line => `- ${line}`).join('\n');

type Spoken = ProtocolCall['messages'];

const askedText = (messages: Spoken): {text: string; after: Spoken; isFirst: boolean} => {
	const at = messages.findLastIndex(({role}) => role === 'user');
	const message = messages[at];
	const content = message?.role === 'user' ? message.content : '';
	const text =
		typeof content === 'string'
			? content
			: content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n');
	return {
		text,
		after: messages.slice(at + 1),
		isFirst: !messages.slice(0, at).some(({role}) => role === 'user'),
	};
};

/** Several requests in one message: lines, or parts joined by "then". */
const sentences = (text: string): readonly string[] =>
	/with|`/.test(text)
		? [text]
		: text
				.split(/\n+|,? then /i)
				.map(part => part.trim())
				.filter(part => part !== '');

const nearest = (text: string): readonly string[] => {
	const words = new Set(text.toLowerCase().split(/\W+/));
	const score = (example: string) =>
		example
			.toLowerCase()
			.split(/\W+/)
			.filter(word => words.has(word)).length;
	return [...examples].sort((a, b) => score(b) - score(a)).slice(0, 3);
};

type Answer = Pick<Script, 'text' | 'step'>;

const saidBy = (result: ToolResultMessage): string =>
	result.content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n');

/** One plan against the results so far: done with how many of them, or what comes next. */
function advance(
	plan: Plan,
	results: readonly ToolResultMessage[],
	tools: ReadonlySet<string>,
): {readonly taken: number; readonly answer?: Answer} {
	for (let taken = 0; ; taken += 1) {
		const step = plan.steps[taken] ?? plan.next?.(results.slice(0, taken));
		if (!step) return {taken};
		if (!tools.has(step.tool)) {
			return {
				taken,
				answer: {text: `This needs the tool "${step.tool}", which is not on in this session.`},
			};
		}

		const result = results[taken];
		if (!result) return {taken, answer: {text: '', step}};
		if (result.isError && step.tool !== 'bash') {
			return {
				taken,
				answer: {text: `I stopped: ${step.tool} failed.\n\n\`\`\`\n${saidBy(result)}\n\`\`\``},
			};
		}
	}
}

function answerTo(
	plans: readonly Plan[],
	results: readonly ToolResultMessage[],
	tools: ReadonlySet<string>,
): Answer {
	const texts: string[] = [];
	let rest = results;
	for (const plan of plans) {
		const {taken, answer} = advance(plan, rest, tools);
		if (answer) return answer;
		texts.push(plan.answer(rest.slice(0, taken)));
		rest = rest.slice(taken);
	}

	return {text: texts.join('\n\n')};
}

/** The next thing the script does: all of it follows from the transcript. */
function scriptFor({messages, tools}: ProtocolCall): Script {
	const {text, after, isFirst} = askedText(messages);
	const results = after.filter(
		(message): message is ToolResultMessage => message.role === 'toolResult',
	);
	const used = JSON.stringify(messages).length;
	const id = `demo_${messages.length}`;
	const end = isFirst ? `\n\n${connect}` : '';
	if (/^(help|hello|hi|hey|what can you do)\b/i.test(text.trim()))
		return {text: `${intro}\n\n${listOf(examples)}${end}`, id, used};
	const plans = sentences(text).map(planFor);
	if (plans.length === 0 || plans.includes(undefined)) {
		return {
			text: `I did not understand that: I am a fixed script. The nearest things I can do:\n\n${listOf(nearest(text))}\n\n${connect}`,
			id,
			used,
		};
	}

	const names = new Set(tools.map(({name}) => name));
	const answer = answerTo(
		plans.filter(plan => plan !== undefined),
		results,
		names,
	);
	return {...answer, text: answer.step ? answer.text : answer.text + end, id, used};
}

const isEvent = (value: unknown): value is ModelEvent =>
	typeof value === 'object' && value !== null && 'type' in value;

function* eventsOf({text, step, id, used}: Script): Generator<ModelEvent> {
	yield {type: 'start', responseId: id};
	if (text !== '') {
		yield {type: 'text_start', contentIndex: 0};
		for (const delta of text.match(/\S*\s*/g) ?? [])
			if (delta !== '') yield {type: 'text_delta', contentIndex: 0, delta};
		yield {type: 'text_end', contentIndex: 0, content: text};
	}

	if (step) {
		const contentIndex = text === '' ? 0 : 1;
		yield {type: 'toolcall_start', contentIndex, id, toolName: step.tool};
		yield {type: 'toolcall_delta', contentIndex, delta: JSON.stringify(step.input)};
		yield {
			type: 'toolcall_end',
			contentIndex,
			toolCall: {type: 'toolCall', id, name: step.tool, arguments: step.input},
		};
	}

	const usage = {...emptyUsage, input: Math.ceil(used / 4), output: Math.ceil(text.length / 4)};
	yield {type: 'usage', usage};
	yield {type: 'done', reason: step ? 'toolUse' : 'stop'};
}

/** The demo behind the same interface as every provider; no network, no chance. */
export const demo: Protocol = {
	toPayload: scriptFor,
	async open(payload) {
		const script = payload as Script;
		return (async function* () {
			yield* eventsOf(script);
		})();
	},
	createReply: () => ({read: event => (isEvent(event) ? [event] : []), end: () => []}),
};
