import {spawn} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {RpcClient} from '../../source/index.ts';
import {setUpModel} from '../helpers/model-server.ts';
import {program} from '../helpers/run-bough.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

async function start(plans: Parameters<typeof setUpModel>[1], args: readonly string[] = []) {
	const {cwd, env, home, server} = await setUpModel('openai-completions', plans);
	const client = new RpcClient({cliPath: program, cwd, env: {...env, HOME: cwd}, args});
	onTestFinished(() => client.stop());
	await client.start();
	return {client, cwd, home, server};
}

describe('over RPC', () => {
	it('settings are read, checked and kept in the file', async () => {
		const {client, home} = await start([]);
		await client.send('set_setting', {key: 'compaction.reserveTokens', value: 999});
		expect(await client.send('get_settings')).toMatchObject({
			settings: {compaction: {reserveTokens: 999, enabled: true}},
			person: {compaction: {reserveTokens: 999}},
			project: {},
		});
		expect(JSON.parse(fs.readFileSync(path.join(home, 'settings.json'), 'utf8'))).toMatchObject({
			compaction: {reserveTokens: 999},
		});
		await expect(
			client.send('set_setting', {key: 'compaction.enabled', value: 'maybe'}),
		).rejects.toThrow('"compaction.enabled" cannot be "maybe": it must be true or false');
		await expect(
			client.send('set_setting', {key: 'theme', value: 'light', scope: 'project'}),
		).rejects.toThrow('The settings of this project are not in use.');
		await client.send('set_setting', {key: 'compaction.reserveTokens', value: null});
		expect(await client.send('get_settings')).toMatchObject({
			settings: {compaction: {reserveTokens: 16_384}},
		});
	});

	it('a session is exported as a page and as a session', async () => {
		const {client, cwd} = await start([{text: 'An answer & more'}]);
		await expect(client.exportHtml('a/b.html')).rejects.toThrow('b.html cannot be written');
		await client.promptAndWait('hi');
		const {path: page} = await client.exportHtml('page.html');
		expect(page).toBe(path.join(fs.realpathSync(cwd), 'page.html'));
		expect(fs.readFileSync(page, 'utf8')).toContain('An answer &amp; more');
		expect(await client.send('export_jsonl', {outputPath: 'copy.jsonl'})).toEqual({
			path: path.join(fs.realpathSync(cwd), 'copy.jsonl'),
		});
	});

	it('a session is resumed by its id or the beginning of it', async () => {
		const {client} = await start([{text: 'one'}, {text: 'two'}]);
		await client.promptAndWait('first');
		const {sessionId} = await client.getState();
		await client.newSession();
		expect(await client.getMessages()).toEqual([]);
		expect(await client.send('resume', {sessionId})).toEqual({cancelled: false});
		expect((await client.getState()).sessionId).toBe(sessionId);
		await expect(client.send('resume', {sessionId: 'nope'})).rejects.toThrow(
			'Session not found: nope',
		);
	});

	it('skills and instructions are read again when asked', async () => {
		const {client, home} = await start([]);
		const names = async () => (await client.getCommands()).map(({name}) => name);
		expect(await names()).not.toContain('skill:late');
		const folder = path.join(home, 'skills/late');
		fs.mkdirSync(folder, {recursive: true});
		fs.writeFileSync(
			path.join(folder, 'SKILL.md'),
			'---\nname: late\ndescription: comes late\n---\n',
		);
		await client.send('reload');
		expect(await names()).toContain('skill:late');
	});

	it('a prompt during a run is refused, queued or delivered, and told where it is', async () => {
		const {client} = await start([
			{call: ['bash', {command: 'sleep 1'}]},
			{text: 'after the steering'},
			{text: 'after the follow-up'},
		]);
		const settled = client.collectEvents();
		await client.prompt('go');
		await expect(client.prompt('too soon')).rejects.toThrow();
		expect(await client.prompt('steer', undefined, 'steer')).toBe('queued');
		expect(await client.followUp('later')).toBe('queued');
		expect((await client.getState()).pendingMessageCount).toBe(2);
		await settled;
		expect((await client.getForkMessages()).map(({text}) => text)).toEqual([
			'go',
			'steer',
			'later',
		]);
		expect(await client.getLastAssistantText()).toBe('after the follow-up');
	});

	it('what waits is rejected with the words of a program that ends', async () => {
		const client = new RpcClient({
			cliPath: program,
			cwd: tempFolder(),
			env: {BOUGH_HOME: tempFolder(), BOUGH_OFFLINE: '1'},
			args: ['--no-such-option'],
		});
		await expect(client.start()).rejects.toThrow(/The program ended \(2\)\..*no-such-option/);
	});
});

it('a reader that has seen enough ends the run quietly', async () => {
	const {cwd, env} = await setUpModel('openai-completions', [{text: 'x'.repeat(200_000)}]);
	const child = spawn(process.execPath, [program, '--mode', 'json', 'hi'], {
		cwd,
		env: {PATH: process.env.PATH, HOME: cwd, ...env},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let words = '';
	child.stderr.on('data', text => {
		words += text;
	});
	child.stdout.once('data', () => child.stdout.destroy());
	const code = await new Promise(resolve => child.on('close', resolve));
	expect([code, words]).toEqual([0, '']);
});
