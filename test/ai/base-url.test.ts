import {describe, expect, test} from 'vitest';
import {withBaseUrl} from '../../source/ai/base-url.ts';
import {testModel} from '../helpers/model.ts';

const azure = testModel({api: 'azure-openai-responses', provider: 'azure', id: 'gpt-5'});
const addressOf = (baseUrl: string, environment: Readonly<Record<string, string>> = {}) =>
	withBaseUrl({...azure, baseUrl}, environment).baseUrl;

describe('Azure URL and deployment normalisation', () => {
	test.each([
		['https://a.openai.azure.com', 'https://a.openai.azure.com/openai/v1'],
		['https://a.openai.azure.com/', 'https://a.openai.azure.com/openai/v1'],
		['https://a.openai.azure.com/openai', 'https://a.openai.azure.com/openai/v1'],
		[
			'https://a.openai.azure.com/openai/v1/responses?api-version=preview',
			'https://a.openai.azure.com/openai/v1',
		],
		['https://a.cognitiveservices.azure.com', 'https://a.cognitiveservices.azure.com/openai/v1'],
		['https://a.services.ai.azure.com/openai/', 'https://a.services.ai.azure.com/openai/v1'],
		['https://a.openai.azure.com/own/path', 'https://a.openai.azure.com/own/path'],
		['https://proxy.example/openai', 'https://proxy.example/openai'],
	])('%s becomes %s', (address, expected) => {
		expect(addressOf(address)).toBe(expected);
		expect(addressOf('', {AZURE_OPENAI_BASE_URL: address})).toBe(expected);
	});

	test('a resource is enough, an address is stronger, and the configuration is strongest', () => {
		const resource = {AZURE_OPENAI_RESOURCE_NAME: 'mine'};
		const both = {...resource, AZURE_OPENAI_BASE_URL: 'https://env.example/v1'};
		expect(addressOf('', resource)).toBe('https://mine.openai.azure.com/openai/v1');
		expect(addressOf('', both)).toBe('https://env.example/v1');
		expect(addressOf('https://own.example/v1', both)).toBe('https://own.example/v1');
	});

	test('without any the variables are named', () => {
		expect(() => addressOf('')).toThrow(
			'set AZURE_OPENAI_BASE_URL or AZURE_OPENAI_RESOURCE_NAME to reach gpt-5',
		);
	});

	test('models of others at Azure are reached in the same way', () => {
		const model = {...azure, api: 'openai-completions', baseUrl: ''};
		const environment = {AZURE_OPENAI_RESOURCE_NAME: 'mine'};
		expect(withBaseUrl(model, environment).baseUrl).toBe('https://mine.openai.azure.com/openai/v1');
	});
});

test('what is no address never gets to an SDK, which would go to its own vendor', () => {
	for (const baseUrl of ['', ' ', '/', '/v1', 'v1', 'localhost:11434/v1', 'https://']) {
		for (const api of ['openai-completions', 'openai-responses', 'anthropic-messages']) {
			expect(() => withBaseUrl(testModel({api, baseUrl}), {})).toThrow(/address/);
		}
	}
});
