import type {Model} from '../../model.ts';
import type {Environment} from '../../network.ts';

/** Amazon's own hosts, which the SDK builds for any region. */
const standardHost =
	/^https:\/\/bedrock-runtime(?:-fips)?\.([a-z\d-]+)\.amazonaws\.com(?:\.cn)?\/?$/;

/** The region named by an ARN, the environment or the address; undefined: a profile may know it. */
export function regionOf(
	{id, baseUrl}: Pick<Model, 'id' | 'baseUrl'>,
	environment: Environment,
): string | undefined {
	const {AWS_REGION, AWS_DEFAULT_REGION, AWS_PROFILE} = environment;
	const arn = /^arn:aws[\w-]*:bedrock:([a-z\d-]+):/.exec(id)?.[1];
	const named = arn || AWS_REGION || AWS_DEFAULT_REGION;
	if (named || AWS_PROFILE) return named;
	return standardHost.exec(baseUrl)?.[1] ?? fallbackRegion;
}

export const fallbackRegion = 'us-east-1';

/** An address that is not Amazon's: a gateway, or a server on this machine. */
export const endpointOf = ({baseUrl}: Pick<Model, 'baseUrl'>): string | undefined =>
	standardHost.test(baseUrl) ? undefined : baseUrl;
