import {isRecord} from '../../../lib/is-record.ts';
import {record, text} from '../wire-json.ts';

function claimsIn(token: string): unknown {
	try {
		return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
	} catch {
		// Not a token that says anything; the server will tell what is wrong with it.
		return undefined;
	}
}

/** Which account a token of ChatGPT speaks for; the backend wants to be told. */
export function accountOf(token: string): string | undefined {
	const claims = claimsIn(token);
	if (!isRecord(claims)) return undefined;
	return text(record(claims['https://api.openai.com/auth']).chatgpt_account_id) || undefined;
}
