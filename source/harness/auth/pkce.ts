import {createHash, randomBytes} from 'node:crypto';

export type Pkce = {readonly verifier: string; readonly challenge: string};

/** Text that nobody can guess, safe in an address. */
export const secretText = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** RFC 7636 with S256: who intercepts the code cannot use it. */
export function createPkce(): Pkce {
	const verifier = secretText();
	return {verifier, challenge: createHash('sha256').update(verifier).digest('base64url')};
}
