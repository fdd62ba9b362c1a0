import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {planPiImport, runPiImport} from '../../../source/harness/import/from-pi.ts';
import {placesFor} from '../../../source/harness/paths.ts';
import {listSessions} from '../../../source/harness/session/list.ts';
import {openSession} from '../../../source/harness/session/open.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const time = '2026-01-01T00:00:00.000Z';

const conversation = (cwd: string) =>
	[
		{type: 'session', version: 3, id: '019b0000-0000-7000-8000-000000000001', timestamp: time, cwd},
		{
			type: 'message',
			id: 'aaaaaaaa',
			parentId: null,
			timestamp: time,
			message: {role: 'user', content: [{type: 'text', text: 'hello'}], timestamp: 1},
		},
	]
		.map(record => `${JSON.stringify(record)}\n`)
		.join('');

/** A home as pi leaves it, and ours with something in it. */
function homes(more: Readonly<Record<string, string>> = {}) {
	const root = tempFolder({
		'.pi/agent/settings.json': JSON.stringify({
			defaultProvider: 'anthropic',
			defaultModel: 'claude-x',
			steeringMode: 'all',
			theme: 'light',
			packages: ['npm:tools'],
			skills: ['x'],
			lastChangelogVersion: '1.6.0',
			compaction: {reserveTokens: 1000},
			hideThinkingBlock: 'perhaps',
			ofTheirOwn: 1,
		}),
		'.pi/agent/models.json':
			'{"providers": {"local": {"baseUrl": "http://x/v1"}, "mine": {"baseUrl": "theirs"}}}',
		'.pi/agent/keybindings.json': '{"app.clear": "ctrl+x"}',
		'.pi/agent/auth.json': '{"anthropic": {"type": "api_key", "key": "secret"}}',
		'.pi/agent/AGENTS.md': 'Be brief.',
		'.pi/agent/sessions/--work--/2026_a.jsonl': conversation('/work'),
		'.bough/settings.json': '{\n  // mine\n  "theme": "dark"\n}\n',
		'.bough/models.json': '{"providers": {"mine": {"baseUrl": "ours"}}}',
		...more,
	});
	const places = placesFor('/work', {}, root);
	const read = (file: string) => fs.readFileSync(path.join(places.home, file), 'utf8');
	return {root, places, read};
}

describe('the import from pi', () => {
	it('takes what we do not say ourselves, and keeps our words and comments', async () => {
		const {places, read} = homes();
		const plan = planPiImport(places);
		expect(plan.settings).toMatchObject({
			taken: {
				defaultProvider: 'anthropic',
				defaultModel: 'claude-x',
				steeringMode: 'all',
				compaction: {reserveTokens: 1000},
			},
			kept: ['theme'],
			refused: [
				expect.stringContaining('hideThinkingBlock'),
				'ofTheirOwn: bough has no such setting',
			],
		});
		await runPiImport(plan, places, {credentials: false});
		expect(read('settings.json')).toMatch(
			/\/\/ mine[\s\S]*"theme": "dark"[\s\S]*"steeringMode": "all"/,
		);
		expect(JSON.parse(read('models.json'))).toEqual({
			providers: {mine: {baseUrl: 'ours'}, local: {baseUrl: 'http://x/v1'}},
		});
		expect(JSON.parse(read('keybindings.json'))).toEqual({'app.clear': 'ctrl+x'});
		expect(read('AGENTS.md')).toBe('Be brief.');
	});

	it('copies keys only when it may, for nobody else to read', async () => {
		const {places} = homes();
		const file = path.join(places.home, 'auth.json');
		await runPiImport(planPiImport(places), places, {credentials: false});
		expect(fs.existsSync(file)).toBe(false);
		await runPiImport(planPiImport(places), places, {credentials: true});
		expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({
			anthropic: {type: 'api_key', key: 'secret'},
		});
		expect(fs.statSync(file).mode & 0o777).toBe(0o600);
	});

	it('links sessions, so that both programs go on with the same one', async () => {
		const {root, places} = homes();
		await runPiImport(planPiImport(places), places, {credentials: false});
		const [listed] = await listSessions(places.sessions, '/work');
		expect(listed).toMatchObject({title: 'hello'});
		const tree = openSession(listed?.path ?? '');
		tree.append({type: 'session_info', name: 'from here'});
		const theirs = path.join(root, '.pi/agent/sessions/--work--/2026_a.jsonl');
		expect(fs.readFileSync(theirs, 'utf8')).toContain('from here');
	});

	it('can be done again, and then has nothing to do', async () => {
		const {places} = homes();
		await runPiImport(planPiImport(places), places, {credentials: true});
		const again = planPiImport(places);
		expect(
			[again.settings, again.models, again.keys, again.credentials].map(({taken}) => taken),
		).toEqual([{}, {}, {}, {}]);
		expect([again.texts, again.sessions]).toEqual([[], []]);
	});

	it('reports files that cannot be read, and takes the others', async () => {
		const {places, read} = homes({'.pi/agent/settings.json': '{"theme": '});
		const plan = planPiImport(places);
		expect(plan.problems).toMatchObject([{path: path.join(places.pi.home, 'settings.json')}]);
		await runPiImport(plan, places, {credentials: false});
		expect(read('settings.json')).toContain('// mine');
		expect(read('keybindings.json')).toContain('ctrl+x');
	});
});
