import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {builtInFlows} from '../../../source/harness/auth/flows/index.ts';
import {createCredentials} from '../../../source/harness/credentials.ts';
import {
	type CommandContext,
	createModelRegistry,
	parseCommand,
	type Question,
	type QuestionOptions,
} from '../../../source/harness/index.ts';
import {silentInterface} from '../../../source/harness/user-interface.ts';
import {browse, startAuthority} from '../../helpers/authority.ts';
import {fakeModel} from '../../helpers/fake-model.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';
import {testSession} from '../../helpers/test-session.ts';

type Answer = string | undefined | ((question: Question) => string | undefined) | 'wait';

/** A person who answers the questions in their order; "wait" leaves one open until it is taken away. */
function desk(answers: readonly Answer[], options: {server?: string; env?: object} = {}) {
	const {server, env = {}} = options;
	const home = tempFolder();
	const {session} = testSession(fakeModel(), tempFolder());
	const left = [...answers];
	const asked: Question[] = [];
	const told: string[] = [];
	const copied: string[] = [];
	const environment = {...env};
	const flows = builtInFlows({
		fetch,
		choiceFor: () => (server === undefined ? {} : {server, api: server}),
		installationId: () => 'test',
		now: Date.now,
		callbackPort: 0,
		sleep: async (_ms, signal) => {
			await new Promise(resolve => setTimeout(resolve, 5));
			signal.throwIfAborted();
		},
	});
	const credentials = createCredentials({home, environment, flows});
	const models = {credentials, registry: createModelRegistry({home, credentials})};
	const ask = async (question: Question, {signal}: QuestionOptions = {}) => {
		asked.push(question);
		const answer = left.shift();
		if (answer === 'wait') {
			return new Promise<undefined>(resolve =>
				signal?.addEventListener('abort', () => resolve(undefined), {once: true}),
			);
		}

		return typeof answer === 'function' ? answer(question) : answer;
	};
	const context: CommandContext = {
		session,
		models,
		environment,
		ui: {...silentInterface, canAsk: true, notify: text => void told.push(text), ask},
		findServers: async () => [],
		chooseModel: async pattern => void told.push(`model ${pattern}`),
		copy: async text => copied.push(text) > 0,
		reload: async () => {},
		quit() {},
	};
	async function run(text: string): Promise<void> {
		const parsed = parseCommand(text);
		if (!parsed) throw new Error(`"${text}" is no command`);
		await parsed.command.run(parsed.argument, context);
	}

	const file = path.join(home, 'auth.json');
	const stored = () => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {});
	return {run, told, asked, copied, stored, credentials, home};
}

const starting = (text: string) => (question: Question) =>
	question.kind === 'select' ? question.options.find(option => option.startsWith(text)) : undefined;

describe('/login', () => {
	it('lists providers with what is there already, and keeps a key that is typed unseen', async () => {
		const person = desk([starting('Groq'), 'gsk-$ecret'], {env: {OPENAI_API_KEY: 'x'}});
		await person.run('/login');
		const [choice, field] = person.asked;
		const options = choice?.kind === 'select' ? choice.options : [];
		expect(options).toContain('OpenAI · key from $OPENAI_API_KEY');
		expect(options.some(option => option.startsWith('Demo'))).toBe(false);
		expect(field).toEqual({kind: 'input', title: 'Key of Groq', secret: true});
		expect(person.stored()).toEqual({groq: {type: 'api_key', key: 'gsk-$$ecret'}});
		const access = await person.credentials.accessFor({id: 'groq', env: []});
		expect(access?.apiKey).toBe('gsk-$ecret');
		expect(person.told.join()).not.toContain('ecret');
	});

	it('asks for the account where the address needs it', async () => {
		const person = desk(['acc-1', 'cf-key'], {});
		await person.run('/login cloudflare-workers-ai');
		expect(person.stored()).toEqual({
			'cloudflare-workers-ai': {
				type: 'api_key',
				key: 'cf-key',
				env: {CLOUDFLARE_ACCOUNT_ID: 'acc-1'},
			},
		});
	});

	it('signs in with a browser beside the question for the code, which goes away by itself', async () => {
		const authority = await startAuthority({
			'GET /auth': ({query}) => ({redirect: `${query.get('callback_url')}?code=1`}),
			'POST /api/v1/auth/keys': () => ({json: {key: 'or-key'}}),
		});
		const person = desk([starting('OpenRouter account'), 'wait'], {server: authority.url});
		const run = person.run('/login openrouter');
		while (person.copied.length === 0) await new Promise(resolve => setTimeout(resolve, 5));
		await browse(person.copied[0] ?? '');
		await run;
		expect(person.stored()).toEqual({openrouter: {type: 'api_key', key: 'or-key'}});
		const question = person.asked[1];
		expect(question?.kind === 'input' && question.message).toContain(person.copied[0]);
	});

	it('of a device shows the code and can be left', async () => {
		const authority = await startAuthority({
			'POST /login/device/code': () => ({
				json: {
					device_code: 'd',
					user_code: 'WXYZ-1',
					verification_uri: 'https://gh.example/device',
				},
			}),
			'POST /login/oauth/access_token': () => ({json: {error: 'authorization_pending'}}),
		});
		const person = desk([starting('GitHub'), 'Cancel'], {server: authority.url});
		await person.run('/login github-copilot');
		const waiting = person.asked[1];
		expect(waiting?.kind === 'select' && waiting.message).toMatch(
			/https:\/\/gh\.example\/device[\s\S]*WXYZ-1/,
		);
		expect(person.told).toEqual(['The sign-in was cancelled.']);
		expect(person.stored()).toEqual({});
	});

	it('keeps nothing when the person closes the field, and refuses an empty key', async () => {
		const closing = desk([undefined]);
		await closing.run('/login groq');
		expect([closing.stored(), closing.told]).toEqual([{}, ['The sign-in was cancelled.']]);
		await expect(desk([' ']).run('/login groq')).rejects.toThrow('The key is empty.');
	});

	it('does not repeat what stands behind it, which may be a key', async () => {
		const failure = await desk([]).run('/login sk-secret-1').catch(String);
		expect(failure).toContain('There is no such provider');
		expect(failure).not.toContain('sk-secret-1');
	});
});

describe('/logout', () => {
	it('forgets what auth.json has, and says what is left in the environment', async () => {
		const person = desk([starting('groq')], {env: {GROQ_API_KEY: 'x'}});
		await person.credentials.store('groq', {type: 'api_key', key: 'k'});
		await person.run('/logout');
		expect(person.stored()).toEqual({});
		expect(person.told).toEqual([
			'auth.json has nothing for Groq any more. There is still a key from $GROQ_API_KEY.',
		]);
		await person.run('/logout');
		expect(person.told.at(-1)).toBe('There is nothing in auth.json to forget.');
	});
});
