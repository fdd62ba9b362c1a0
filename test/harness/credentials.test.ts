import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {KeyQuestion} from '../../source/harness/auth/keys.ts';
import {type Credentials, createCredentials} from '../../source/harness/credentials.ts';
import {fillIn, KeyError} from '../../source/harness/key-value.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

const homeWith = (entries: unknown): string => {
	const home = tempFolder({'auth.json': JSON.stringify(entries)});
	fs.chmodSync(path.join(home, 'auth.json'), 0o600);
	return home;
};

const keyOf = async (credentials: Credentials, asked: KeyQuestion) =>
	(await credentials.accessFor(asked))?.apiKey;

const hasKey = (credentials: Credentials, asked: KeyQuestion) =>
	credentials.sourceOf(asked) !== undefined;

const question = {id: 'acme', env: ['ACME_KEY', 'ACME_OLD_KEY']};

describe('the value of a key', () => {
	it.each([
		['plain', 'plain'],
		['$NAME-${NAME}', 'v-v'],
		['$$x$!', '$x!'],
		['a $ b $1', 'a $ b $1'],
		['$MISSING', undefined],
		['$EMPTY', undefined],
		['${NAME', '${NAME'],
	])('%j', (value, expected) => {
		expect(fillIn(value, {NAME: 'v', EMPTY: ''})).toBe(expected);
	});
});

describe('keys', () => {
	it('come from the command line, auth.json, models.json and the environment, in this order', async () => {
		const environment = {ACME_OLD_KEY: 'old', ACME_KEY: 'from-env', OTHER: 'x'};
		const home = homeWith({acme: {type: 'api_key', key: 'stored'}});
		const credentials = createCredentials({home, environment});
		const both = {...question, configured: 'configured'};
		expect(await keyOf(credentials, both)).toBe('stored');
		credentials.give('acme', '!not $a command');
		expect(await keyOf(credentials, both)).toBe('!not $a command');

		const without = createCredentials({home: tempFolder(), environment});
		expect(await keyOf(without, both)).toBe('configured');
		expect(await keyOf(without, {...both, configured: '$NOT_SET'})).toBe('from-env');
		expect(await keyOf(without, question)).toBe('from-env');
		expect(await keyOf(without, {id: 'acme', env: []})).toBeUndefined();
	});

	it('take a variable as it is, whatever characters are in it', async () => {
		const credentials = createCredentials({
			home: tempFolder(),
			environment: {ACME_KEY: '!echo $HOME'},
		});
		expect(await keyOf(credentials, question)).toBe('!echo $HOME');
	});

	it('see the variables that auth.json sets for their provider', async () => {
		const home = homeWith({
			acme: {type: 'api_key', key: '${TEAM}-key', env: {TEAM: 'blue', REGION: 'eu'}},
			other: {type: 'oauth', access: 'token'},
		});
		const credentials = createCredentials({home, environment: {TEAM: 'red'}});
		expect(await keyOf(credentials, question)).toBe('blue-key');
		expect(credentials.environmentFor('acme')).toEqual({TEAM: 'blue', REGION: 'eu'});
		expect(credentials.environmentFor('other')).toEqual({TEAM: 'red'});
		expect(hasKey(credentials, {id: 'other', env: []})).toBe(false);
	});

	it('of a command are asked for once in auth.json and every time in models.json; looking runs nothing', async () => {
		const folder = tempFolder();
		const counting = `!echo x >> ${folder}/runs; echo " key "`;
		const runs = () => fs.existsSync(`${folder}/runs`) && fs.readFileSync(`${folder}/runs`, 'utf8');
		const environment = {PATH: process.env.PATH};
		const stored = createCredentials({
			home: homeWith({acme: {type: 'api_key', key: counting}}),
			environment,
		});
		expect([hasKey(stored, question), runs()]).toEqual([true, false]);
		expect(await Promise.all([keyOf(stored, question), keyOf(stored, question)])).toEqual([
			'key',
			'key',
		]);
		expect(runs()).toBe('x\n');

		const configured = createCredentials({home: tempFolder(), environment});
		const asked = {...question, configured: counting};
		await keyOf(configured, asked);
		await keyOf(configured, asked);
		expect(runs()).toBe('x\nx\nx\n');
	});

	it('that cannot be had are a sentence without the secret, and stay so for the process', async () => {
		const folder = tempFolder();
		const home = homeWith({
			acme: {type: 'api_key', key: `!echo s3cret; echo s3cret >&2; touch ${folder}/ran; exit 3`},
			torn: {type: 'api_key', key: 's3cret\ns3cret'},
		});
		const credentials = createCredentials({home, environment: {PATH: process.env.PATH}});
		const sentence = 'The command in auth.json that gives the key of acme failed (exit code 3).';
		await expect(keyOf(credentials, question)).rejects.toThrow(new KeyError(sentence));
		fs.rmSync(`${folder}/ran`);
		await expect(keyOf(credentials, question)).rejects.toThrow(new KeyError(sentence));
		expect(fs.existsSync(`${folder}/ran`)).toBe(false);
		await expect(keyOf(credentials, {id: 'torn', env: []})).rejects.toThrow(
			new KeyError(
				'The key of torn in auth.json holds a line break or another character that no key has.',
			),
		);
	});
});

describe('auth.json', () => {
	it('is private, keeps what others wrote, and forgets what is removed', async () => {
		const home = homeWith({other: {type: 'oauth', access: 'token'}});
		const credentials = createCredentials({home, environment: {}});
		await credentials.store('acme', {type: 'api_key', key: 'k1'});
		expect(await keyOf(credentials, question)).toBe('k1');
		const file = path.join(home, 'auth.json');
		expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({
			other: {type: 'oauth', access: 'token'},
			acme: {type: 'api_key', key: 'k1'},
		});
		expect(fs.statSync(file).mode & 0o777).toBe(0o600);
		expect([await credentials.remove('acme'), await credentials.remove('acme')]).toEqual([
			true,
			false,
		]);
		expect(await keyOf(credentials, question)).toBeUndefined();
	});

	it('that others can read is made private, and that is told', () => {
		const home = tempFolder({'auth.json': '{}'});
		const file = path.join(home, 'auth.json');
		fs.chmodSync(file, 0o644);
		expect(createCredentials({home, environment: {}}).problems).toEqual([
			{path: file, line: undefined, message: 'other users could read it; now it is private'},
		]);
		expect(fs.statSync(file).mode & 0o777).toBe(0o600);
	});

	it('that is not valid is told with its line, and never written over', async () => {
		const home = tempFolder({'auth.json': '{\n"acme": {"type": "api_key" "key"}}'});
		fs.chmodSync(path.join(home, 'auth.json'), 0o600);
		const credentials = createCredentials({home, environment: {ACME_KEY: 'env'}});
		expect(credentials.problems).toMatchObject([{path: path.join(home, 'auth.json'), line: 2}]);
		expect(await keyOf(credentials, question)).toBe('env');
		await expect(credentials.store('acme', {type: 'api_key', key: 'k'})).rejects.toThrow('line 2');
		expect(fs.readFileSync(path.join(home, 'auth.json'), 'utf8')).toContain('"api_key" "key"');
	});
});
