import type {ProtocolCall} from '../protocol.ts';

const opening = '<conversation>';

type Conversation = {readonly record: string; readonly instructions: string};

/** Asked for notes on a conversation, as when one is compacted: there are no tools, and the record comes first. */
export function conversationToNote({tools}: ProtocolCall, text: string): Conversation | undefined {
	const end = text.lastIndexOf('</conversation>');
	if (tools.length > 0 || !text.startsWith(opening) || end < 0) return undefined;
	return {record: text.slice(opening.length, end), instructions: text.slice(end)};
}

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

const factsFor = (record: string) => {
	const said = [...record.matchAll(/^\[User\]: (.*)$/gm)].map(
		([, text]) => `- ${shortened(text ?? '')}`,
	);
	const done = [...record.matchAll(/^\[Assistant tool calls\]: (.*)$/gm)].map(
		([, text]) => `- ${shortened(text ?? '')}`,
	);
	return [
		{heading: /goal|request/i, lines: said},
		{heading: /done|so far/i, lines: done.slice(-20)},
	];
};

/** What was asked and which tools ran, under the headings that are wanted. More a script cannot tell. */
export function notesOn({record, instructions}: Conversation): string {
	const facts = factsFor(record);
	const parts = [...instructions.matchAll(/^#{2,3} .+$/gm)].map(([heading]) => {
		const lines = facts.find(fact => fact.heading.test(heading))?.lines ?? [];
		const isGroup = /^## Progress$/.test(heading);
		return [heading, ...(lines.length > 0 ? lines : isGroup ? [] : ['(none)'])].join('\n');
	});
	return parts.join('\n\n');
}
