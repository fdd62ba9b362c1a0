import {describe, expect, test} from 'vitest';
import {systemState} from '../../source/ai/index.ts';
import {calls, fails, fakeModel, says} from '../helpers/fake-model.ts';
import {tempFolder} from '../helpers/temp-folder.ts';
import {testSession} from '../helpers/test-session.ts';

describe('lessons', () => {
	test('429 must not trigger compaction; overflow must not be retried as it is', async () => {
		const limited = {code: 'rate_limited', message: 'slow', retryable: true, status: 429} as const;
		const patient = testSession(fakeModel(fails(limited), says('ok')), tempFolder());
		await patient.ask('hi');
		expect(patient.events.map(({type}) => type)).not.toContain('compaction_start');
		const full = {code: 'overflow', message: 'too long', retryable: false, status: 400} as const;
		const long = testSession(
			fakeModel(says('one'), fails(full), says('notes'), says('ok')),
			tempFolder(),
		);
		await long.ask('a');
		await long.ask('b');
		const types = long.events.map(({type}) => type);
		expect(types).toContain('compaction_start');
		expect(types).not.toContain('auto_retry_start');
	});

	test('changing the system prompt or tools inside a turn breaks the cache: keep both stable within a run', async () => {
		const model = fakeModel(
			calls('bash', {command: 'true'}),
			calls('bash', {command: 'true'}),
			says('done'),
		);
		const {ask} = testSession(model, tempFolder());
		await ask('go');
		const [first, ...others] = model.requests.map(messages =>
			JSON.stringify(systemState(messages)),
		);
		expect(others).toEqual([first, first]);
	});
});
