import type {Model} from './model.ts';
import {ModelError} from './model-error.ts';
import type {Environment} from './network.ts';
import {azureBaseUrl, isAzure} from './protocols/azure.ts';

/** Fills `{NAME}` from the environment: some providers have one address an account. */
function filled({id, baseUrl}: Model, environment: Environment): string {
	const missing: string[] = [];
	const address = baseUrl.replace(/\{(\w+)\}/g, (whole, name: string) => {
		const value = environment[name];
		if (!value) missing.push(name);
		return value ? encodeURIComponent(value) : whole;
	});
	if (missing.length === 0) return address;
	throw new ModelError('bad_request', `set ${missing.join(' and ')} to reach ${id}`);
}

/**
 * Where this account reaches the model. What is no address never gets to an SDK: theirs would go to their own
 * vendor instead, with somebody else's key.
 */
export function withBaseUrl(model: Model, environment: Environment): Model {
	// The SDK knows the hosts of the regions.
	if (model.api === 'google-vertex' && model.baseUrl.includes('{location}')) return model;
	const baseUrl = (
		isAzure(model) ? azureBaseUrl(model, environment) : filled(model, environment)
	).trim();
	if (baseUrl === '') {
		const where = `"providers": {"${model.provider}": {"baseUrl": "https://…"}}`;
		throw new ModelError('bad_request', `no address is known; put ${where} into models.json`);
	}

	// `localhost:8080` looks like a scheme too.
	if (!/^[a-z][a-z\d+.-]*:(?!\d)/i.test(baseUrl) || !URL.canParse(baseUrl)) {
		throw new ModelError('bad_request', `"${baseUrl}" is no address; it begins with https://`);
	}

	return {...model, baseUrl};
}
