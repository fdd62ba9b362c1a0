import {isRecord} from '../lib/is-record.ts';
import {acceptableParts} from './history.ts';
import {withinImageLimits} from './image-limits.ts';
import type {
	AssistantContent,
	AssistantMessage,
	Message,
	ToolCall,
	UserContent,
} from './messages.ts';
import type {Model} from './model.ts';
import {list} from './protocols/wire-json.ts';
import {pairTools, type ToolPairs} from './tool-pairs.ts';

/** What a request says otherwise than the session does, and why. */
export type RequestChange = {
	readonly kind: 'repaired' | 'shortened' | 'dropped' | 'redacted';
	readonly what: string;
	readonly why: string;
	/** Place of the message. */
	readonly at?: number;
};

type Spoken = ReturnType<typeof acceptableParts>[number];
type Change = Omit<RequestChange, 'at'>;

const change = (kind: Change['kind'], what: string, why: string): Change => ({kind, what, why});

const counted = (count: number, one: string, many = `${one}s`): string =>
	count === 1 ? `1 ${one}` : `${count} ${many}`;

type Part = UserContent | AssistantContent;

const partsOf = (content: unknown): readonly Part[] =>
	typeof content === 'string'
		? [{type: 'text', text: content}]
		: list(content).filter((part): part is Part => isRecord(part) && typeof part.type === 'string');

const ofType = <Type extends Part['type']>(content: unknown, type: Type) =>
	partsOf(content).filter((part): part is Extract<Part, {type: Type}> => part.type === type);

/** JSON writes half a character as an escape, and a backslash as two. */
const torn = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

function tornChange(content: unknown): readonly Change[] {
	if (!torn.test(JSON.stringify(content) ?? '')) return [];
	return [change('repaired', 'a broken character', 'half of one is refused by most servers')];
}

function imageChange(before: unknown, after: unknown, {id}: Model): readonly Change[] {
	const lost = ofType(before, 'image').length - ofType(after, 'image').length;
	if (lost <= 0) return [];
	return [change('dropped', counted(lost, 'image'), `${id} does not see images; a note says so`)];
}

function userChanges(message: Message, made: Spoken, model: Model): readonly Change[] {
	const [first] = made;
	if (!first) return [change('dropped', 'a message of yours', 'there is nothing in it')];
	return [...imageChange(message.content, first.content, model), ...tornChange(message.content)];
}

const endings: Readonly<Record<string, string>> = {
	aborted: 'it was stopped; half an answer is refused by servers',
	error: 'it failed; half an answer is refused by servers',
	deferred: 'it has not come yet',
	pending: 'it has not come yet',
};

type Answer = {
	readonly message: AssistantMessage;
	readonly made: Spoken;
	readonly isOwn: boolean;
	readonly model: Model;
};

function thinkingChange({message, made, isOwn}: Answer): readonly Change[] {
	const after = made.flatMap(({role, content}) =>
		role === 'assistant' ? ofType(content, 'thinking') : [],
	);
	const lost = ofType(message.content, 'thinking').length - after.length;
	if (lost <= 0) return [];
	const why = isOwn
		? 'it is empty, or nothing came of it'
		: `only ${message.model} may read what it thought`;
	return [change('dropped', counted(lost, 'thought'), why)];
}

function signatureChange({message, isOwn}: Answer): readonly Change[] {
	const signed = partsOf(message.content).filter(
		part =>
			(part.type === 'text' && part.textSignature) ||
			(part.type === 'toolCall' && part.thoughtSignature),
	);
	if (isOwn || signed.length === 0) return [];
	const why = `they are valid at ${message.provider}/${message.model} only`;
	return [change('dropped', counted(signed.length, 'signature'), why)];
}

function callChanges({message, made, model}: Answer): readonly Change[] {
	const before = ofType(message.content, 'toolCall');
	const after = made.flatMap(({role, content}) =>
		role === 'assistant' ? ofType(content, 'toolCall') : [],
	);
	const lost = before.length - after.length;
	if (lost > 0) {
		const isCut = message.stopReason === 'length';
		const why = isCut
			? 'the length limit cut the answer; it is told in words'
			: 'they name no tool';
		return [change('dropped', counted(lost, 'call'), why)];
	}

	const isRenamed = (call: ToolCall, index: number) => call.id !== after[index]?.id;
	const renamed = before.filter(isRenamed).length;
	if (renamed === 0) return [];
	const why = `${model.api} takes other ids, and each only once`;
	return [
		change('repaired', `the ${renamed === 1 ? 'id' : 'ids'} of ${counted(renamed, 'call')}`, why),
	];
}

function resultChanges({message, made, model}: Answer, slots: ToolPairs, at: number) {
	if (message.stopReason === 'length') return [];
	const calls = ofType(message.content, 'toolCall');
	const results = made.filter(({role}) => role === 'toolResult');
	return calls.flatMap(({name}, index): readonly Change[] => {
		const found = slots.get(at)?.[index]?.result;
		const after = results[index];
		if (!after) return [];
		if (!found)
			return [change('repaired', `the result of ${name}`, 'there is none; a note says so')];
		const isEmpty = partsOf(found.content).every(
			part => part.type === 'text' && part.text.trim() === '',
		);
		const empty = change('repaired', `the result of ${name}`, 'it is empty; a note says so');
		return [
			...(isEmpty ? [empty] : []),
			...imageChange(found.content, after.content, model),
			...tornChange(found.content),
		];
	});
}

function answerChanges(answer: Answer, slots: ToolPairs, at: number): readonly Change[] {
	const {message, made} = answer;
	const ending = endings[message.stopReason];
	if (ending) return [change('dropped', 'an answer', ending)];
	const isGone = !made.some(({role}) => role === 'assistant');
	return [
		...thinkingChange(answer),
		...signatureChange(answer),
		...callChanges(answer),
		...resultChanges(answer, slots, at),
		...tornChange(message.content),
		...(isGone ? [change('dropped', 'an answer', 'nothing of it can be sent')] : []),
	];
}

function limitChange(parts: readonly Spoken[], {id, inputLimits}: Model): readonly RequestChange[] {
	const before = parts.flat();
	const images = (messages: Spoken) =>
		messages.reduce((sum, {content}) => sum + ofType(content, 'image').length, 0);
	const lost = images(before) - images(withinImageLimits(before, inputLimits));
	if (lost === 0) return [];
	return [change('shortened', counted(lost, 'older image'), `${id} takes no more in one request`)];
}

/** What `toAcceptable` makes otherwise of these messages, and why. */
export function explainHistory(
	messages: readonly Message[],
	model: Model,
): readonly RequestChange[] {
	const parts = acceptableParts(messages, model);
	const slots = pairTools(messages);
	const used = new Set([...slots.values()].flatMap(own => own.map(({result}) => result)));
	const changes = messages.flatMap((message, at) => {
		const made = parts[at] ?? [];
		const of = (found: readonly Change[]) => found.map(one => ({...one, at}));
		switch (message?.role) {
			case 'user':
				return of(userChanges(message, made, model));
			case 'assistant': {
				const isOwn =
					message.provider === model.provider &&
					message.api === model.api &&
					message.model === model.id;
				return of(answerChanges({message, made, isOwn, model}, slots, at));
			}

			case 'toolResult': {
				const why = 'no call asks for it';
				return used.has(message)
					? []
					: of([change('dropped', `a result of ${message.toolName}`, why)]);
			}

			default:
				return [];
		}
	});
	return [...changes, ...limitChange(parts, model)];
}
