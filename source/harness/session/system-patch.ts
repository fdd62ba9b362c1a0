import type {SystemMessage, SystemState, Tool} from '../../ai/index.ts';

export type WantedSystem = {
	readonly content: string;
	readonly sections: Readonly<Record<string, string>>;
	readonly tools: readonly Tool[];
};

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Only what changed; undefined when nothing did. A changed tool is removed and added. */
export function systemPatch(
	before: SystemState,
	wanted: WantedSystem,
	timestamp: number,
): SystemMessage | undefined {
	const had = new Map(before.sections);
	const hadTools = new Map(before.tools.map(tool => [tool.name, tool]));
	const wants = new Map(Object.entries(wanted.sections));
	const sections = Object.fromEntries([
		...[...wants].filter(([name, text]) => had.get(name) !== text),
		...[...had.keys()].filter(name => !wants.has(name)).map(name => [name, null] as const),
	]);
	const toolsAdded = wanted.tools.filter(tool => !equal(hadTools.get(tool.name), tool));
	const kept = new Set(
		wanted.tools.filter(tool => equal(hadTools.get(tool.name), tool)).map(({name}) => name),
	);
	const toolsRemoved = before.tools.filter(({name}) => !kept.has(name)).map(({name}) => ({name}));
	const first = before.content === '' && before.sections.length === 0 && before.tools.length === 0;
	const content = first ? wanted.content : '';
	const changed = Object.keys(sections).length + toolsAdded.length + toolsRemoved.length > 0;
	if (!changed && content === '') return undefined;
	return {
		role: 'system',
		content,
		...(Object.keys(sections).length > 0 ? {sections} : {}),
		...(toolsRemoved.length > 0 ? {toolsRemoved} : {}),
		...(toolsAdded.length > 0 ? {toolsAdded} : {}),
		timestamp,
	};
}
