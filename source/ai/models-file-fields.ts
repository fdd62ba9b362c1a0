import {isRecord} from '../lib/is-record.ts';
import {thinkingLevels} from './model.ts';
import {protocols} from './protocols/index.ts';

/** What a field of models.json may hold. */
type Field = {
	readonly wants: string;
	fits(value: unknown): boolean;
};

export type Fields = Readonly<Record<string, Field>>;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isCount = (value: unknown): boolean =>
	typeof value === 'number' && Number.isInteger(value) && value > 0;
const isPrice = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

const mapOf =
	(fits: (value: unknown) => boolean) =>
	(value: unknown): boolean =>
		isRecord(value) && Object.values(value).every(fits);

const isLevelMap = (value: unknown): boolean =>
	isRecord(value) &&
	Object.entries(value).every(
		([level, word]) =>
			thinkingLevels.some(known => known === level) && (word === null || typeof word === 'string'),
	);

const isInput = (value: unknown): boolean =>
	Array.isArray(value) && value.every(kind => kind === 'text' || kind === 'image');

/** Prices by kind; `tiers` is a list of the same with `above`. */
const isCost = (value: unknown): boolean =>
	isRecord(value) &&
	Object.entries(value).every(([name, price]) =>
		name === 'tiers'
			? Array.isArray(price) && price.every(tier => isRecord(tier) && isPrice(tier.above))
			: isPrice(price),
	);

const text: Field = {wants: 'a text', fits: isText};
const object: Field = {wants: 'an object', fits: isRecord};
const flag: Field = {wants: 'true or false', fits: value => typeof value === 'boolean'};
const count: Field = {wants: 'a whole number above 0', fits: isCount};
const headers: Field = {
	wants: 'an object of texts',
	fits: mapOf(value => typeof value === 'string'),
};

/** The demo is no place to send anything to. */
const apis = Object.keys(protocols).filter(name => name !== 'demo');

const api: Field = {
	wants: `one of ${apis.join(', ')}`,
	fits: value => apis.some(name => name === value),
};

export const providerFields: Fields = {
	name: text,
	baseUrl: {wants: 'an address, or empty', fits: value => typeof value === 'string'},
	apiKey: text,
	api,
	oauth: text,
	headers,
	authHeader: flag,
	compat: object,
	models: {wants: 'a list', fits: Array.isArray},
	modelOverrides: object,
};

/** What a model may say of itself, beside its id. */
export const modelFields: Fields = {
	name: text,
	api,
	baseUrl: text,
	reasoning: flag,
	thinkingLevelMap: {
		wants: `an object of levels (${thinkingLevels.join(', ')}), each a text or null`,
		fits: isLevelMap,
	},
	input: {wants: 'a list of "text" and "image"', fits: isInput},
	cost: {wants: 'an object of prices per million tokens', fits: isCost},
	contextWindow: count,
	maxTokens: count,
	headers,
	compat: object,
	inputLimits: object,
	samplingParams: object,
	samplingParamsByThinkingLevel: object,
	promptCache: object,
};
