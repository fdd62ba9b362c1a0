import {describe, expect, it} from 'vitest';
import {startRouter} from '../helpers/llama-router.ts';
import {program, runBough} from '../helpers/run-bough.ts';
import {startScreen} from '../helpers/screen.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

describe('a server on this machine', () => {
	it('loads a model on demand, which answers when it is asked for by name', async () => {
		const server = await startRouter({big: 'unloaded'});
		const env = {BOUGH_HOME: tempFolder(), BOUGH_OFFLINE: '1', LLAMA_BASE_URL: server.url};
		const screen = startScreen({args: [program], env, cwd: tempFolder()});
		await screen.waitFor('a demo answers');
		await screen.press('/llama big\r');
		await screen.waitFor('big is loaded');
		await screen.press('/model llama.cpp/big\r');
		await screen.waitFor('llama.cpp/big answers from now on.');
		await screen.press('\u0003\u0003');
		expect((await screen.exit).code).toBe(0);
		const again = startScreen({args: [program], env, cwd: tempFolder()});
		await again.waitFor('big (llama.cpp)');
		await again.press('\u0003\u0003');
		expect((await again.exit).code).toBe(0);
	});

	it('that is not there is said to be missing', async () => {
		const env = {BOUGH_HOME: tempFolder(), BOUGH_OFFLINE: '1', LLAMA_BASE_URL: ''};
		const {code, stderr} = await runBough(['-p', '--model', 'vllm/x', 'hi'], {
			cwd: tempFolder(),
			env,
		});
		expect([code, stderr]).toEqual([2, 'bough: No server of vllm answers.\n']);
	});
});
