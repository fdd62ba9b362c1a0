import type {AgentMessage} from '../../agent/index.ts';
import {createTotals} from '../session/totals.ts';
import type {SessionTree} from '../session/tree.ts';
import {type Html, html} from './html-text.ts';
import {createMarkdown} from './markdown-html.ts';
import {pageStyle} from './page-style.ts';
import {type EntryLook, renderEntry} from './render-entry.ts';

type ToolResultMessage = Extract<AgentMessage, {role: 'toolResult'}>;

/** The page runs nothing and fetches nothing, whatever was said in the session. */
const policy =
	"default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

function resultsOf(tree: SessionTree): ReadonlyMap<string, ToolResultMessage> {
	const results = new Map<string, ToolResultMessage>();
	for (const entry of tree.entries()) {
		if (entry.type !== 'message' || entry.message.role !== 'toolResult') continue;
		results.set(entry.message.toolCallId, entry.message);
	}

	return results;
}

/** A branch that was left, down to its end; where it parts again the older side comes first. */
function branch(tree: SessionTree, id: string, look: EntryLook): readonly Html[] {
	const pieces: Html[] = [];
	for (let at: string | undefined = id; at !== undefined; ) {
		const entry = tree.entry(at);
		if (entry) pieces.push(renderEntry(entry, look));
		const [next, ...others]: readonly string[] = tree.childrenOf(at);
		for (const other of others) pieces.push(...aside(tree, other, look));
		at = next;
	}

	return pieces;
}

function aside(tree: SessionTree, id: string, look: EntryLook): readonly Html[] {
	const pieces = branch(tree, id, look).filter(piece => piece.html !== '');
	return pieces.length === 0
		? []
		: [html`<details class="branch"><summary>another branch</summary>${pieces}</details>`];
}

function conversation(tree: SessionTree, look: EntryLook): readonly Html[] {
	const path = tree.pathHeads().map(({id}) => id);
	const onPath = new Set(path);
	return [null, ...path].flatMap(id => {
		const entry = id === null ? undefined : tree.entry(id);
		const left = tree.childrenOf(id).filter(child => !onPath.has(child));
		return [
			...(entry ? [renderEntry(entry, look)] : []),
			...left.flatMap(child => aside(tree, child, look)),
		];
	});
}

function numbers(tree: SessionTree): string {
	const {input, output, cacheRead, cacheWrite, cost} = createTotals(tree).totals().file;
	const prompt = input + cacheRead + cacheWrite;
	return `${tree.idsOf('message').length} messages · ${prompt} tokens in, ${output} out · $${cost.total.toFixed(2)}`;
}

/** One page with the path to the leaf and, folded, every other branch. It needs no network and no script. */
export function toHtml(tree: SessionTree): string {
	const results = resultsOf(tree);
	const look: EntryLook = {
		markdown: createMarkdown(),
		resultOf: id => results.get(id),
		label: tree.label,
	};
	const {id, timestamp, cwd = ''} = tree.header;
	const title = tree.name() ?? `Session ${id}`;
	const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${{html: pageStyle}}</style>
</head>
<body>
<header><h1>${title}</h1><p>${timestamp.slice(0, 16).replace('T', ' ')} · ${cwd} · ${numbers(tree)}</p></header>
<main>
${conversation(tree, look)}
</main>
</body>
</html>
`;
	return page.html;
}
