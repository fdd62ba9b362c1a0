import type {Message, SystemMessage, Tool} from './messages.ts';

/** What all system messages so far add up to. */
export type SystemState = {
	readonly content: string;
	readonly sections: readonly (readonly [name: string, text: string])[];
	readonly tools: readonly Tool[];
};

const textOf = (content: SystemMessage['content'] | null | undefined): string =>
	typeof content === 'string' ? content : (content ?? []).map(({text}) => text).join('\n');

/** Later system messages patch earlier ones: text is added, sections and tools are set or removed. */
export function systemState(messages: readonly {readonly role: string}[]): SystemState {
	const texts: string[] = [];
	const sections = new Map<string, string>();
	const tools = new Map<string, Tool>();
	for (const message of messages) {
		if (!isSystem(message)) continue;
		const text = textOf(message.content);
		if (text !== '') texts.push(text);
		patchSections(sections, message);
		for (const {name} of message.toolsRemoved ?? []) tools.delete(name);
		for (const tool of message.toolsAdded ?? []) tools.set(tool.name, tool);
	}

	return {content: texts.join('\n\n'), sections: [...sections], tools: [...tools.values()]};
}

function patchSections(sections: Map<string, string>, {sections: changes}: SystemMessage): void {
	for (const [name, value] of Object.entries(changes ?? {})) {
		if (value === null) sections.delete(name);
		else sections.set(name, value);
	}
}

const isSystem = (message: {readonly role: string}): message is SystemMessage =>
	message.role === 'system';

/** The prompt as one text. The section `preamble` stands bare, every other one in a tag of its name. */
export function renderSystemPrompt({content, sections}: SystemState): string {
	const parts = sections
		.filter(([, text]) => text.trim() !== '')
		.map(([name, text]) => (name === 'preamble' ? text : `<${name}>\n${text}\n</${name}>`));
	return [content, ...parts].filter(part => part.trim() !== '').join('\n\n');
}

export type Conversation = {
	readonly systemPrompt: string;
	readonly tools: readonly Tool[];
	readonly messages: readonly Exclude<Message, SystemMessage>[];
};

/** Takes the system messages out of a transcript. */
export function toConversation(transcript: readonly Message[]): Conversation {
	const state = systemState(transcript);
	return {
		systemPrompt: renderSystemPrompt(state),
		tools: state.tools,
		messages: transcript.filter(message => message.role !== 'system'),
	};
}
