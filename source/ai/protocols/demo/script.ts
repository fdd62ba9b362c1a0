import type {ToolResultMessage, UserContent} from '../../messages.ts';
import type {ProtocolCall} from '../protocol.ts';
import {conversationToNote, notesOn} from './notes.ts';
import {codeBlock, lastLines, type Plan, type Seen, type Step, type Tools} from './plan.ts';
import {nearest, requests} from './requests.ts';
import {toSentences} from './sentences.ts';

/** What the script does next, or, when all is done, what it says. */
export type Line = {readonly text: string; readonly step?: Step};

const connect =
	'To connect a real model: set a key such as ANTHROPIC_API_KEY, or start a model server such as Ollama on this machine, and choose with /model.';

const listOf = (items: readonly string[]): string => items.map(item => `- ${item}`).join('\n');

const help = `I am a fixed script, not an AI. I understand a few plain requests, one after another with "then", and really run the tools for them:\n\n${listOf(requests.map(({example}) => example))}`;

const isGreeting = (text: string): boolean =>
	/^(?:help|hello|hi|hey|hello there|hi there|good (?:morning|afternoon|evening)|what (?:can|do) you do|what can i (?:ask|do|say)|who are you|what are you|how does this work)[\s.!?]*$/i.test(
		text.trim(),
	);

const textOf = (content: string | readonly UserContent[]): string =>
	typeof content === 'string'
		? content
		: content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n');

/** Tools put notices on what they left out into brackets at the end. */
function toSeen({content, isError}: ToolResultMessage): Seen {
	const whole = textOf(content);
	const [notes = ''] = /(?:(?:^|\n\n)\[[^\n]*\])+$/.exec(whole) ?? [];
	const text = whole.slice(0, whole.length - notes.length);
	const lines = text.split('\n');
	if (lines.at(-1) === '') lines.pop();
	const notice = notes.trim().replace(/^\[|\]$/g, '');
	return {text, lines, notice, isError, hasImage: content.some(({type}) => type === 'image')};
}

type Situation = {
	readonly text: string;
	readonly results: readonly ToolResultMessage[];
	/** Nothing was answered before. */
	readonly isFirst: boolean;
};

/** All that is known is in the transcript: the last request and what came of the steps after it. */
function situationIn(messages: ProtocolCall['messages']): Situation {
	const at = messages.findLastIndex(({role}) => role === 'user');
	const asked = messages[at];
	return {
		text: asked?.role === 'user' ? textOf(asked.content) : '',
		results: messages.slice(at + 1).filter(message => message.role === 'toolResult'),
		isFirst: !messages.slice(0, Math.max(at, 0)).some(({role}) => role === 'assistant'),
	};
}

const failure = ({tool}: Step, {text, lines, notice}: Seen): string => {
	const words = text.trim() === '' ? notice : lastLines(lines, 15);
	return `${tool} failed.\n\n${codeBlock(words)}`;
};

type Progress = {readonly results: readonly ToolResultMessage[]; readonly tools: Tools};

function* inOrder(
	plans: readonly Plan[],
	say: (text: string) => void,
): Generator<Step, void, Seen> {
	for (const plan of plans) {
		const {text, stop} = yield* plan;
		say(text);
		if (stop) return;
	}
}

/** Plays the plans over the results so far, up to the first step that has none. What there is to say comes at the end. */
function play(plans: readonly Plan[], {results, tools}: Progress): Line {
	const said: string[] = [];
	const rest = results.map(toSeen);
	const whole = inOrder(plans, text => said.push(text));
	const stopped = (why: string): Line => ({text: [...said, `I stopped: ${why}`].join('\n\n')});
	for (let turn = whole.next(); !turn.done; ) {
		const step = turn.value;
		const seen = rest.shift();
		if (!seen && tools.has(step.tool)) return {text: '', step};
		if (!seen)
			return stopped(`this needs the tool \`${step.tool}\`, which is off in this session.`);
		if (seen.isError && !step.mayFail) return stopped(failure(step, seen));
		turn = whole.next(seen);
	}

	return {text: said.join('\n\n')};
}

function plansFor(text: string, tools: Tools): readonly Plan[] | undefined {
	const plans = toSentences(text).map(sentence => {
		for (const request of requests) {
			const plan = request.match(sentence, tools);
			if (plan) return plan;
		}

		return undefined;
	});
	const understood = plans.filter(plan => plan !== undefined);
	// What was understood in part is not begun.
	return understood.length > 0 && understood.length === plans.length ? understood : undefined;
}

export function nextLine(call: ProtocolCall): Line {
	const {text, results, isFirst} = situationIn(call.messages);
	const conversation = conversationToNote(call, text);
	if (conversation) return {text: notesOn(conversation)};
	if (isGreeting(text)) return {text: isFirst ? `${help}\n\n${connect}` : help};
	const tools: Tools = new Set(call.tools.map(({name}) => name));
	const plans = plansFor(text, tools);
	if (!plans) {
		const known = listOf(nearest(text, 3));
		return {
			text: `I did not understand that: I am a fixed script, not an AI. The nearest things I can do:\n\n${known}\n\n${connect}`,
		};
	}

	const line = play(plans, {results, tools});
	return line.step || !isFirst ? line : {text: `${line.text}\n\n${connect}`};
}
