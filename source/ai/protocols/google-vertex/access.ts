import type {GoogleAuth} from 'google-auth-library';
import {ModelError} from '../../model-error.ts';
import type {Connection} from '../protocol.ts';
import {hasHeader} from '../sdk-options.ts';

/** Who asks, and where in the cloud. */
export type Access = {
	readonly project: string;
	readonly location: string;
	readonly headers: Connection['headers'];
};

const scope = 'https://www.googleapis.com/auth/cloud-platform';

/** One for each credentials file, because it keeps its tokens until they expire. */
const known = new Map<string, GoogleAuth>();

async function authFor(keyFile: string): Promise<GoogleAuth> {
	const found = known.get(keyFile);
	if (found) return found;
	const {GoogleAuth: Auth} = await import('google-auth-library');
	const made = new Auth({scopes: [scope], ...(keyFile === '' ? {} : {keyFilename: keyFile})});
	known.set(keyFile, made);
	return made;
}

async function tokenHeaders(keyFile: string): Promise<Connection['headers']> {
	try {
		const auth = await authFor(keyFile);
		return Object.fromEntries(await auth.getRequestHeaders());
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		const ways =
			'set GOOGLE_CLOUD_API_KEY, name a file in GOOGLE_APPLICATION_CREDENTIALS, or run `gcloud auth application-default login`';
		throw new ModelError('auth', `${why.replace(/\.$/, '')}; ${ways}`, {cause: error});
	}
}

/** A key stands alone; without one the credentials of this machine speak for a project. */
export async function accessTo({apiKey, headers, environment}: Connection): Promise<Access> {
	if (apiKey !== undefined) return {project: '', location: 'global', headers: {}};
	const {GOOGLE_CLOUD_PROJECT, GCLOUD_PROJECT, GOOGLE_CLOUD_LOCATION} = environment;
	const project = GOOGLE_CLOUD_PROJECT || GCLOUD_PROJECT;
	if (!project) {
		const ways =
			'set GOOGLE_CLOUD_API_KEY, or GOOGLE_CLOUD_PROJECT beside the credentials of gcloud';
		throw new ModelError('auth', `there is no project and no key; ${ways}`);
	}

	const isTold = hasHeader(headers, 'authorization');
	const own = isTold ? {} : await tokenHeaders(environment.GOOGLE_APPLICATION_CREDENTIALS ?? '');
	return {
		project,
		location: GOOGLE_CLOUD_LOCATION || 'global',
		headers: {'x-goog-api-key': null, ...own},
	};
}
