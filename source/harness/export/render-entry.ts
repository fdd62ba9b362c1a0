import type {AgentMessage} from '../../agent/index.ts';
import type {
	AssistantContent,
	ImageContent,
	SystemMessage,
	ToolCall,
	UserContent,
} from '../../ai/index.ts';
import type {SessionEntry} from '../session/entries.ts';
import {type Html, html} from './html-text.ts';

export type EntryLook = {
	markdown(text: string): Html;
	/** The result of a call, shown where the call stands. */
	resultOf(callId: string): Extract<AgentMessage, {role: 'toolResult'}> | undefined;
	label(id: string): string | undefined;
};

const nothing = html``;

/** Kinds that a browser shows without running anything in them. */
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

function image({mimeType, data}: ImageContent): Html {
	const isSafe = imageTypes.has(mimeType) && /^[A-Za-z0-9+/=\s]*$/.test(data);
	return isSafe
		? html`<p><img src="data:${mimeType};base64,${data}" alt="image"></p>`
		: html`<p class="meta">[an image of type ${mimeType} is not shown]</p>`;
}

const parts = (
	content: string | readonly UserContent[],
	show: (text: string) => Html,
): readonly Html[] =>
	typeof content === 'string'
		? [show(content)]
		: content.map(part => (part.type === 'image' ? image(part) : show(part.text)));

const verbatim = (text: string): Html => (text === '' ? nothing : html`<pre>${text}</pre>`);

const argument = (value: unknown): string =>
	typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');

function call({id, name, arguments: given}: ToolCall, look: EntryLook): Html {
	const result = look.resultOf(id);
	const rows = Object.entries(given).map(
		([key, value]) => html`<p class="meta">${key}</p>${verbatim(argument(value))}`,
	);
	const [first] = Object.values(given);
	const hint = typeof first === 'string' ? (first.split('\n')[0] ?? '').slice(0, 100) : '';
	const state = result === undefined ? ' (no result)' : result.isError ? ' (failed)' : '';
	const shown = result
		? [html`<p class="meta">result</p>`, ...parts(result.content, verbatim)]
		: [];
	return html`<details class="tool ${result?.isError ? 'error' : 'done'}"><summary>${name} ${hint}${state}</summary>${rows}${shown}</details>`;
}

function answerPart(part: AssistantContent, look: EntryLook): Html {
	switch (part.type) {
		case 'text':
			return look.markdown(part.text);
		case 'thinking':
			return part.thinking.trim() === ''
				? nothing
				: html`<details class="thinking"><summary>thinking</summary>${look.markdown(part.thinking)}</details>`;
		default:
			return call(part, look);
	}
}

function note(title: string, body: readonly Html[]): Html {
	return html`<details class="note"><summary>${title}</summary>${body}</details>`;
}

/** What the model was told first, and what changed of it later. */
function system({content, sections = {}, toolsAdded = []}: SystemMessage): Html {
	const texts = [
		...(typeof content === 'string' ? [content] : content.map(({text}) => text)),
		...Object.entries(sections).map(([name, text]) => `${name}:\n${text ?? '(removed)'}`),
		...(toolsAdded.length > 0 ? [`tools: ${toolsAdded.map(({name}) => name).join(', ')}`] : []),
	];
	return note('instructions of the model', texts.map(verbatim));
}

function message(said: AgentMessage, look: EntryLook): Html {
	switch (said.role) {
		case 'user':
			return html`<article class="user">${parts(said.content, look.markdown)}</article>`;
		case 'assistant': {
			const failure = said.errorMessage ? html`<p class="meta">${said.errorMessage}</p>` : nothing;
			return html`<article class="assistant">${said.content.map(part => answerPart(part, look))}${failure}</article>`;
		}

		case 'system':
			return system(said);
		case 'bashExecution':
			return note(`$ ${said.command}`, [verbatim(said.output)]);
		default:
			return nothing;
	}
}

function body(entry: SessionEntry, look: EntryLook): Html {
	switch (entry.type) {
		case 'message':
			return message(entry.message, look);
		case 'custom_message':
			return entry.display ? note(entry.customType, parts(entry.content, look.markdown)) : nothing;
		case 'compaction':
			return note('Summary of what was said before', [look.markdown(entry.summary)]);
		case 'branch_summary':
			return note('Summary of another branch', [look.markdown(entry.summary)]);
		case 'model_change':
			return html`<p class="meta">model: ${entry.provider}/${entry.modelId}</p>`;
		default:
			return nothing;
	}
}

/** Empty for entries that a reader has no use for. */
export function renderEntry(entry: SessionEntry, look: EntryLook): Html {
	const shown = body(entry, look);
	const label = look.label(entry.id);
	return label === undefined ? shown : html`<p class="label">⚑ ${label}</p>${shown}`;
}
