import type {Model} from './model.ts';
import {ModelError} from './model-error.ts';
import type {Environment} from './network.ts';

/** Fills `{NAME}` in a model's address from the environment: some providers have one address an account. */
export function withBaseUrl(model: Model, environment: Environment): Model {
	if (model.baseUrl !== '' && !model.baseUrl.includes('{')) return model;
	const missing: string[] = [];
	const baseUrl = model.baseUrl.replace(/\{(\w+)\}/g, (whole, name: string) => {
		const value = environment[name];
		if (!value) missing.push(name);
		return value ? encodeURIComponent(value) : whole;
	});
	if (missing.length > 0) {
		throw new ModelError('bad_request', `set ${missing.join(' and ')} to reach ${model.id}`);
	}

	if (baseUrl === '') {
		const where = `"providers": {"${model.provider}": {"baseUrl": "https://…"}}`;
		throw new ModelError('bad_request', `no address is known; put ${where} into models.json`);
	}

	return {...model, baseUrl};
}
