import {parse} from 'yaml';

export type Document = {readonly fields: Readonly<Record<string, unknown>>; readonly body: string};

/** Fields between two `---` lines at the top, and the rest. A head that is no YAML counts as none. */
export function parseDocument(text: string): Document {
	const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
	const found = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(plain);
	if (!found) return {fields: {}, body: plain};
	try {
		const value: unknown = parse(found[1] ?? '', {maxAliasCount: 10});
		const fields =
			typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
		return {fields: Object.fromEntries(Object.entries(fields)), body: plain.slice(found[0].length)};
	} catch {
		// The text is still useful without its head.
		return {fields: {}, body: plain.slice(found[0].length)};
	}
}
