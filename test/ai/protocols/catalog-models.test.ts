import {expect, test} from 'vitest';
import {catalogModels, catalogProviders, type Model} from '../../../source/ai/index.ts';
import {levelsOf} from '../../../source/ai/levels.ts';
import {protocols} from '../../../source/ai/protocols/index.ts';
import {record} from '../../../source/ai/protocols/wire-json.ts';
import {toCall} from '../../../source/ai/stream.ts';
import {isRecord} from '../../../source/lib/is-record.ts';
import {createMemory, strictProtocols} from '../../helpers/strict-server.ts';
import {call, image, result, says, text, user} from '../../helpers/talk.ts';

const tool = {
	name: 'read',
	description: 'Reads.',
	parameters: {type: 'object', properties: {path: {type: 'string'}}},
};
const messages = [
	{role: 'system', content: 'Be kind.', toolsAdded: [tool], timestamp: 0} as const,
	user(text('look'), image),
	says(text('ok'), call('a'), call('b|c')),
	result('a', text('x')),
	result('b|c', image),
];

/** The body as it is sent; Gemini's SDK unpacks the configuration. */
async function bodyFor(model: Model, level: Parameters<typeof toCall>[1]) {
	const protocol = await protocols[model.api]?.();
	const {config, ...payload} = record(protocol?.toPayload(toCall({model, messages}, level)));
	return {...payload, ...(isRecord(config) ? config : {})};
}

test.each(Object.entries(strictProtocols))(
	'every model of the catalog that speaks %s gets requests it accepts, at every level it offers',
	async (api, strict) => {
		const all = await Promise.all(catalogProviders.map(({id}) => catalogModels(id)));
		const models = all.flat().filter(model => model.api === api);
		expect(models.length).toBeGreaterThan(5);
		for (const model of models) {
			for (const level of levelsOf(model)) {
				const options = {level, temperature: 0.5, cacheRetention: 'long', sessionId: 's'} as const;
				const problem = strict.problem(await bodyFor(model, options), createMemory());
				expect([model.provider, model.id, level, problem]).toEqual([
					...[model.provider, model.id, level, undefined],
				]);
			}
		}
	},
);
