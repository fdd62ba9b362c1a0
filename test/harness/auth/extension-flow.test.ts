import {describe, expect, it} from 'vitest';
import {toSignInFlow} from '../../../source/harness/auth/extension-flow.ts';
import type {SignInPort} from '../../../source/harness/auth/sign-in-flow.ts';
import {createCredentials} from '../../../source/harness/credentials.ts';
import {createModelRegistry} from '../../../source/harness/model-registry.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

type Callbacks = {
	onAuth(page: {url: string; instructions?: string}): void;
	onPrompt(prompt: {message: string}): Promise<string>;
	onSelect(prompt: {message: string; options: {id: string; label: string}[]}): Promise<string>;
	onProgress(text: string): void;
};

const oauth = {
	name: 'Acme account',
	async login(callbacks: Callbacks) {
		const plan = await callbacks.onSelect({
			message: 'Which plan?',
			options: [
				{id: 'p1', label: 'Personal'},
				{id: 'p2', label: 'Company'},
			],
		});
		callbacks.onAuth({url: 'https://acme.example/login', instructions: 'Log in first'});
		const code = await callbacks.onPrompt({message: 'Code'});
		callbacks.onProgress('nearly there');
		return {access: `a-${code}`, refresh: 'r1', expires: 1000, plan};
	},
	refreshToken: async ({refresh}: {refresh: string}) => ({
		access: `renewed-${refresh}`,
		refresh: 'r2',
		expires: 10_000_000,
	}),
	getApiKey: ({access, plan}: {access: string; plan: string}) => `${plan}:${access}`,
};

const description = {
	baseUrl: 'https://acme.example/v1',
	api: 'openai-completions',
	models: [{id: 'm'}],
	oauth,
};

const port = (seen: unknown[]): SignInPort => ({
	signal: new AbortController().signal,
	show: page => void seen.push(page),
	async ask(question) {
		seen.push(question);
		return '42';
	},
	choose: async (_title, options) => options[1] ?? '',
	tell: text => void seen.push(text),
});

describe('the way to sign in of an extension', () => {
	it('is asked, kept, renewed and used like those that come along', async () => {
		let now = 0;
		const credentials = createCredentials({
			home: tempFolder(),
			environment: {},
			now: () => now,
		});
		const registry = createModelRegistry({home: tempFolder(), credentials});
		registry.configure('acme', description);
		const flow = credentials.flows.get('acme');
		const seen: unknown[] = [];
		const result = await flow?.signIn(port(seen));
		if (!result) throw new Error('There is no way to sign in');
		expect(seen).toEqual([
			{url: 'https://acme.example/login', note: 'Log in first'},
			{title: 'Code', isSecret: true},
			'nearly there',
		]);
		await credentials.store('acme', result);
		now = 2000;
		const model = await registry.find('acme', 'm');
		if (!model) throw new Error('There is no model');
		expect((await registry.authorise(model)).apiKey).toBe('p2:renewed-r1');
	});

	it('that brings no tokens is a sentence, and half of one is none', async () => {
		const flow = toSignInFlow('acme', {...oauth, login: async () => ({access: 'a'})});
		await expect(flow?.signIn(port([]))).rejects.toThrow('Acme account brought no tokens');
		expect(toSignInFlow('acme', {login: oauth.login})).toBeUndefined();
		expect(toSignInFlow('acme', 'radius')).toBeUndefined();
	});
});
