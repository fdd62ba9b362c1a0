import type {AgentMessage} from '../agent/index.ts';
import {
	describeRequest,
	type Message,
	type Model,
	type RequestChange,
	type StreamOptions,
	type SystemMessage,
	systemState,
	type Tool,
} from '../ai/index.ts';
import {estimateTokens} from '../lib/text-tokens.ts';
import {convertToLlm} from './session/convert-to-llm.ts';
import {messageTokens} from './session/estimate.ts';
import type {Projection} from './session/projection.ts';
import type {SessionTree} from './session/tree.ts';

/** A part of the next request, and about how large it is. */
export type RequestPart = {
	readonly kind: 'system' | 'tool' | 'user' | 'assistant' | 'toolResult';
	/** Name of a section or tool, or how a message begins. */
	readonly title: string;
	readonly tokens: number;
	readonly entryId?: string;
};

/** A change, and the entry of the session that it concerns. */
export type InspectedChange = Omit<RequestChange, 'at'> & {readonly entryId?: string};

export type RequestReport = {
	readonly provider: string;
	readonly model: string;
	readonly api: string;
	readonly thinkingLevel: string;
	readonly contextWindow: number;
	readonly maxOutputTokens: number;
	/** About how large the prompt is; the sum of its parts. */
	readonly tokens: number;
	readonly parts: readonly RequestPart[];
	/** What the request says otherwise than the session, and why. */
	readonly changes: readonly InspectedChange[];
	/** The body, as it would be sent. */
	readonly payload: unknown;
};

type Shown = {readonly message: Message; readonly id: string};

const shownMessages = ({messages, ids}: Projection): readonly Shown[] =>
	messages.flatMap((message, index) =>
		convertToLlm([message]).map(converted => ({message: converted, id: ids[index] ?? ''})),
	);

/** The first words of a message, or what it holds. */
function titleOf({content}: {readonly content: unknown}): string {
	const parts = typeof content === 'string' ? [{type: 'text', text: content}] : content;
	const titles = (Array.isArray(parts) ? parts : []).map(part => {
		if (part.type === 'text') return String(part.text).replace(/\s+/g, ' ').trim();
		return part.type === 'toolCall' ? `calls ${part.name}` : `[${part.type}]`;
	});
	return titles
		.filter(title => title !== '')
		.join(' · ')
		.slice(0, 80);
}

const toolPart = (tool: Tool): RequestPart => ({
	kind: 'tool',
	title: tool.name,
	tokens: estimateTokens(JSON.stringify(tool)),
});

function systemParts(messages: readonly Message[]): readonly RequestPart[] {
	const {content, sections, tools} = systemState(messages);
	const part = (title: string, text: string): RequestPart => ({
		kind: 'system',
		title,
		tokens: estimateTokens(text),
	});
	return [
		...(content === '' ? [] : [part('prompt', content)]),
		...sections.map(([name, text]) => part(name, text)),
		...tools.map(toolPart),
	];
}

/** What the session keeps from the model, or shows it in another form. */
function sessionChanges(tree: SessionTree, {ids}: Projection): readonly InspectedChange[] {
	const path = tree.pathHeads();
	const last = path.findLastIndex(({type}) => type === 'compaction');
	const shown = new Set(ids);
	const gone = path
		.slice(0, Math.max(0, last))
		.filter(({id, type, kind}) => type === 'message' && kind !== 'system' && !shown.has(id));
	const summary: readonly InspectedChange[] =
		gone.length === 0
			? []
			: [
					{
						kind: 'shortened',
						what: `${gone.length} earlier message${gone.length === 1 ? '' : 's'}`,
						why: 'a summary stands for them',
					},
				];
	const edits = path.flatMap(({id, type}): readonly InspectedChange[] => {
		const entry = type === 'context_edit' ? tree.entry(id) : undefined;
		if (entry?.type !== 'context_edit') return [];
		const {targetId: entryId, replacement} = entry;
		return replacement === null
			? [{kind: 'redacted', what: 'an entry', why: 'it was taken out of the context', entryId}]
			: [{kind: 'redacted', what: 'an entry', why: 'other content was put in its place', entryId}];
	});
	return [...summary, ...edits];
}

const isPrivate = (message: AgentMessage): boolean =>
	message.role === 'bashExecution' && message.excludeFromContext === true;

const privateChanges = ({messages, ids}: Projection): readonly InspectedChange[] =>
	messages.flatMap((message, index) => {
		const entryId = ids[index];
		if (!isPrivate(message) || entryId === undefined) return [];
		const why = 'it was run with !!';
		return [{kind: 'redacted', what: 'a command of yours', why, entryId} as const];
	});

/** Pure but for the loading of the protocol: what the next request will hold, and what was changed for it. */
export async function inspectRequest({
	tree,
	projection,
	patch,
	model,
	options,
}: {
	readonly tree: SessionTree;
	readonly projection: Projection;
	/** What the request will say first of new prompts and tools. */
	readonly patch: SystemMessage | undefined;
	readonly model: Model;
	readonly options: StreamOptions;
}): Promise<RequestReport> {
	const shown = shownMessages(projection);
	const messages = [...shown.map(({message}) => message), ...(patch ? [patch] : [])];
	const {call, origins, payload, changes} = await describeRequest({model, messages}, options);
	const spoken = shown.filter(({message}) => message.role !== 'system');
	const entryOf = (at: number | undefined) => (at === undefined ? undefined : spoken[at]?.id);
	const parts = [
		...systemParts(messages),
		...call.messages.map((message, index): RequestPart => {
			const entryId = entryOf(origins[index]);
			return {
				kind: message.role,
				title: titleOf(message),
				tokens: messageTokens(message),
				...(entryId ? {entryId} : {}),
			};
		}),
	];
	const told = changes.map(({at, ...change}): InspectedChange => {
		const entryId = entryOf(at);
		return entryId ? {...change, entryId} : change;
	});
	return {
		provider: model.provider,
		model: model.id,
		api: model.api,
		thinkingLevel: call.level,
		contextWindow: model.contextWindow,
		maxOutputTokens: call.maxTokens,
		tokens: parts.reduce((sum, part) => sum + part.tokens, 0),
		parts,
		changes: [...sessionChanges(tree, projection), ...privateChanges(projection), ...told],
		payload,
	};
}
