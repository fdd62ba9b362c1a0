import {execFile} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {createFlowList} from '../../../source/harness/auth/flow-list.ts';
import {
	SignInError,
	type SignInFlow,
	type Tokens,
} from '../../../source/harness/auth/sign-in-flow.ts';
import {createCredentials} from '../../../source/harness/credentials.ts';
import {KeyError} from '../../../source/harness/key-value.ts';
import {startAuthority} from '../../helpers/authority.ts';
import {bundleFixture} from '../../helpers/bundle.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const run = promisify(execFile);
const minute = 60_000;

const homeWith = (entries: unknown): string => {
	const home = tempFolder({'auth.json': JSON.stringify(entries)});
	fs.chmodSync(path.join(home, 'auth.json'), 0o600);
	return home;
};

const stored = (home: string): unknown =>
	JSON.parse(fs.readFileSync(path.join(home, 'auth.json'), 'utf8'));

const question = {id: 'acme', env: ['ACME_KEY']};
const tokens = {access: 'a1', refresh: 'r1', expires: 10 * minute, team: 'blue'};

type Refresh = (before: Tokens) => Promise<Tokens>;

function setUp(options: {refresh?: Refresh; now?: number; entry?: object; home?: string}) {
	const {refresh, now = 0, entry = {type: 'oauth', ...tokens}} = options;
	const home = options.home ?? homeWith({acme: entry, other: {type: 'api_key', key: 'k'}});
	const clock = {now};
	const flow: SignInFlow = {
		provider: 'acme',
		label: 'Acme',
		signIn: () => Promise.reject(new Error('Nobody signs in here')),
		...(refresh ? {refresh} : {}),
		toAccess: ({access, team}) => ({apiKey: access, headers: {team: String(team)}}),
	};
	const credentials = createCredentials({
		home,
		environment: {ACME_KEY: 'from-env'},
		flows: createFlowList([flow]),
		now: () => clock.now,
	});
	return {home, clock, credentials};
}

const renewed: Refresh = async before => ({
	...before,
	access: 'a2',
	refresh: 'r2',
	expires: 70 * minute,
});

describe('a sign-in', () => {
	it('is used as it is while more than five minutes are left, and beats the environment', async () => {
		const {credentials} = setUp({});
		expect(await credentials.accessFor(question)).toEqual({apiKey: 'a1', headers: {team: 'blue'}});
		expect(credentials.sourceOf(question)).toEqual({
			kind: 'sign-in',
			from: 'auth.json',
			expires: 10 * minute,
		});
	});

	it('is renewed before it expires, once for all who ask, and kept with what else was there', async () => {
		let count = 0;
		const entry = {type: 'oauth', ...tokens, env: {REGION: 'eu'}};
		const {credentials, home} = setUp({
			entry,
			now: 6 * minute,
			refresh(before) {
				count += 1;
				return renewed(before);
			},
		});
		const all = await Promise.all([1, 2, 3].map(() => credentials.accessFor(question)));
		expect(all.map(access => access?.apiKey)).toEqual(['a2', 'a2', 'a2']);
		expect(count).toBe(1);
		expect(stored(home)).toEqual({
			acme: {...entry, access: 'a2', refresh: 'r2', expires: 70 * minute},
			other: {type: 'api_key', key: 'k'},
		});
	});

	it('is renewed earlier for who needs it longer', async () => {
		const {credentials} = setUp({refresh: renewed});
		expect((await credentials.accessFor(question, 30 * minute))?.apiKey).toBe('a2');
	});

	it('that cannot be renewed for now is used while it lasts, and then is an error without a secret', async () => {
		const {credentials, clock} = setUp({
			now: 6 * minute,
			refresh: () => Promise.reject(new SignInError('acme.example cannot be reached.')),
		});
		expect((await credentials.accessFor(question))?.apiKey).toBe('a1');
		clock.now = 11 * minute;
		await expect(credentials.accessFor(question)).rejects.toThrow(
			new KeyError('The sign-in to Acme could not be renewed: acme.example cannot be reached.'),
		);
	});

	it('that is refused asks for a new one, and is no reason to use the environment', async () => {
		const {credentials} = setUp({
			now: 11 * minute,
			refresh: () => Promise.reject(new SignInError('no', 'invalid_grant')),
		});
		await expect(credentials.accessFor(question)).rejects.toThrow(
			new KeyError(
				'The sign-in to Acme is no longer valid. `bough auth login acme` signs in again.',
			),
		);
	});

	it('that a foreign program has renewed meanwhile is taken from the file', async () => {
		const home = homeWith({acme: {type: 'oauth', ...tokens}});
		const {credentials} = setUp({
			home,
			now: 11 * minute,
			async refresh() {
				const acme = {type: 'oauth', ...tokens, access: 'a9', refresh: 'r9', expires: 99 * minute};
				fs.writeFileSync(path.join(home, 'auth.json'), JSON.stringify({acme}));
				throw new SignInError('no', 'invalid_grant');
			},
		});
		expect((await credentials.accessFor(question))?.apiKey).toBe('a9');
	});

	it('of an extension that is not there is as if it were not', async () => {
		const home = homeWith({gone: {type: 'oauth', ...tokens}});
		const {credentials} = setUp({home});
		expect(credentials.sourceOf({id: 'gone', env: []})).toBeUndefined();
	});

	it('waits with signing out until a renewal is over, and stays signed out', async () => {
		const gate = Promise.withResolvers<void>();
		const {credentials, home} = setUp({
			now: 11 * minute,
			async refresh(before) {
				await gate.promise;
				return renewed(before);
			},
		});
		const access = credentials.accessFor(question);
		const removed = credentials.remove('acme');
		gate.resolve();
		expect((await access)?.apiKey).toBe('a2');
		expect(await removed).toBe(true);
		expect(stored(home)).toEqual({other: {type: 'api_key', key: 'k'}});
	});

	it('is renewed by one of two processes, and the other one takes what it brought', async () => {
		const authority = await startAuthority({
			'POST /token': ({body}) =>
				body.refresh_token === 'r1'
					? {json: {access_token: 'a2', refresh_token: 'r2', expires_in: 3600}}
					: {status: 400, json: {error: 'invalid_grant'}},
		});
		const home = homeWith({acme: {type: 'oauth', access: 'a1', refresh: 'r1', expires: 1}});
		const args = [await bundleFixture('token-renewer.ts'), home, `${authority.url}/token`];
		const both = await Promise.all([run(process.execPath, args), run(process.execPath, args)]);
		expect(both.map(({stdout}) => stdout)).toEqual(['a2', 'a2']);
		expect(authority.visits).toHaveLength(1);
	});
});

describe('auth.json of two processes', () => {
	it('loses no key, also when it is a link', async () => {
		const home = tempFolder();
		const real = path.join(tempFolder({'keys.json': '{}'}), 'keys.json');
		fs.symlinkSync(real, path.join(home, 'auth.json'));
		const program = await bundleFixture('key-writer.ts');
		const writers = ['one', 'two', 'three'].map(name =>
			run(process.execPath, [program, home, name, '10']),
		);
		await Promise.all(writers);
		expect(Object.keys(JSON.parse(fs.readFileSync(real, 'utf8')))).toHaveLength(30);
		expect(fs.statSync(real).mode & 0o777).toBe(0o600);
		expect(fs.lstatSync(path.join(home, 'auth.json')).isSymbolicLink()).toBe(true);
		expect(fs.readdirSync(path.dirname(real))).toEqual(['keys.json']);
	});

	it('is read again when another one has changed it', async () => {
		const home = tempFolder();
		const first = createCredentials({home, environment: {}});
		const second = createCredentials({home, environment: {}});
		await second.store('acme', {type: 'api_key', key: '!not a $command'});
		expect(await first.accessFor(question)).toEqual({apiKey: '!not a $command'});
		await first.remove('acme');
		expect(second.sourceOf(question)).toBeUndefined();
	});
});
