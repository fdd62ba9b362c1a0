import type {Model} from '../model.ts';
import {ModelError} from '../model-error.ts';
import type {Environment} from '../network.ts';

type Place = Pick<Model, 'api' | 'provider'>;

/** Azure gives each customer a host and lets them name their deployments. */
export const isAzure = ({provider, api}: Place): boolean =>
	provider === 'azure' || api === 'azure-openai-responses';

const hosts = /\.(openai\.azure\.com|cognitiveservices\.azure\.com|ai\.azure\.com)$/;

/** What people copy from the portal, in different lengths. */
const copied = /^\/?(openai(\/v1(\/responses)?)?)?\/?$/;

function normalised(address: string): string {
	if (!URL.canParse(address)) return address;
	const url = new URL(address);
	if (!hosts.test(url.hostname) || !copied.test(url.pathname)) return address;
	return `${url.origin}/openai/v1`;
}

/** The address in the configuration, else what the environment says about the account. */
export function azureBaseUrl({id, baseUrl}: Model, environment: Environment): string {
	const {AZURE_OPENAI_BASE_URL: address, AZURE_OPENAI_RESOURCE_NAME: resource} = environment;
	if (baseUrl || address) return normalised(baseUrl || address || '');
	if (resource) return `https://${encodeURIComponent(resource)}.openai.azure.com/openai/v1`;
	const names = 'AZURE_OPENAI_BASE_URL or AZURE_OPENAI_RESOURCE_NAME';
	throw new ModelError('bad_request', `set ${names} to reach ${id}`);
}

export const azureApiVersion = ({AZURE_OPENAI_API_VERSION: version}: Environment): string =>
	version || 'v1';

/** A deployment has the name of its model unless a map (`model=deployment,…`) says otherwise. */
export function deploymentOf(id: string, environment: Environment): string {
	const pairs = (environment.AZURE_OPENAI_DEPLOYMENT_NAME_MAP ?? '')
		.split(',')
		.map(pair => pair.split('=').map(side => side.trim()));
	return pairs.find(([model]) => model === id)?.[1] || id;
}
