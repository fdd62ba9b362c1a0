import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {exportHtml, exportJsonl} from '../../../source/harness/export/export-session.ts';
import {toHtml} from '../../../source/harness/export/to-html.ts';
import {createSession, openSession} from '../../../source/harness/session/open.ts';
import {assistant, call, user} from '../../helpers/session-builder.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const session = () => createSession({cwd: '/w', sessions: undefined});

/** Names of the elements and attributes of a page, as a browser would see them. */
function markup(page: string) {
	const tags = page.match(/<[a-z][^>]*>/gi) ?? [];
	return {
		elements: new Set(tags.map(tag => /^<([a-z0-9]+)/i.exec(tag)?.[1]?.toLowerCase())),
		attributes: new Set(
			tags.flatMap(tag => [...tag.matchAll(/\s([a-z-]+)="/gi)].map(([, name]) => name)),
		),
	};
}

const hostile = [
	'</title><svg onload=alert(1)>',
	'"></script><script>alert(2)</script>',
	"' autofocus onfocus='alert(3)",
	'<img src=x onerror=alert(4)>',
	'[x](javascript:alert(5)) [y](JaVa&#x53;cript:alert(6)) [z](data:text/html,<b>) <javascript:alert(7)>',
	'![i](https://example.com/pixel.png)',
	'`<b>` \u0000\u001B[31m \uD800',
	'```html"onclick="alert(8)\n<script>alert(9)</script>\n```',
];

describe('a page of a session', () => {
	it.each(hostile)('shows %j and does nothing with it', text => {
		const tree = session();
		tree.append({type: 'session_info', name: text});
		const said = tree.append(user(text));
		tree.append({type: 'label', targetId: said.id, label: text});
		tree.append(assistant(text, {calls: [call(text, text, {[text]: text})]}));
		tree.append({type: 'custom_message', customType: text, content: text, display: true});
		const {elements, attributes} = markup(toHtml(tree));
		for (const name of ['script', 'svg', 'img', 'iframe', 'b', 'object', 'form']) {
			expect([...elements]).not.toContain(name);
		}

		expect([...attributes].filter(name => name?.startsWith('on') || name === 'autofocus')).toEqual(
			[],
		);
		expect(toHtml(tree)).not.toMatch(/href="(?!https:|http:|mailto:)/);
	});

	it('may load nothing and run nothing', () => {
		expect(toHtml(session())).toContain(
			`<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; img-src data:`,
		);
	});

	it('shows images of the kinds that are only pictures', () => {
		const tree = session();
		const image = (mimeType: string, data = 'aGk=') => ({type: 'image', mimeType, data}) as const;
		tree.append({
			type: 'message',
			message: {
				role: 'user',
				content: [
					image('image/png'),
					image('image/svg+xml'),
					image('image/png" onerror="alert(1)'),
					image('image/png', '"><script>'),
				],
				timestamp: 1,
			},
		});
		const page = toHtml(tree);
		expect(page.match(/<img [^>]*>/g)).toEqual([
			'<img src="data:image/png;base64,aGk=" alt="image">',
		]);
		expect(page.match(/is not shown/g)).toHaveLength(3);
	});

	it('has the path to the leaf open and every other branch folded', () => {
		const tree = session();
		const first = tree.append(user('the **question**'));
		tree.append(assistant('left behind'));
		tree.moveTo(first.id);
		tree.append(assistant('the answer', {calls: [call('c1', 'bash', {command: 'ls'})]}));
		const page = toHtml(tree);
		expect(page).toContain('<strong>question</strong>');
		const folded = /<details class="branch">[\s\S]*?left behind[\s\S]*?<\/details>/;
		expect(page).toMatch(folded);
		expect(page.replace(folded, '')).toContain('the answer');
		expect(page).toContain('<summary>bash ls (no result)</summary>');
	});
});

describe('an export', () => {
	it('is a private file with a name of its own, and a session again', () => {
		const cwd = tempFolder();
		const tree = createSession({cwd, sessions: tempFolder(), id: 'abc'});
		expect(() => exportHtml(tree, cwd)).toThrow('There is nothing to export yet.');
		tree.append(user('hi'));
		const page = exportHtml(tree, cwd);
		expect(path.basename(page)).toBe(
			`bough-session-${path.basename(tree.file ?? '', '.jsonl')}.html`,
		);
		expect(fs.statSync(page).mode & 0o777).toBe(0o600);
		const copy = exportJsonl(tree, cwd, 'copy.jsonl');
		expect(openSession(copy).entries()).toEqual(tree.entries());
		expect(() => exportHtml(tree, cwd, 'no/such/folder/x.html')).toThrow(
			/no\/such\/folder\/x\.html cannot be written: /,
		);
	});
});
