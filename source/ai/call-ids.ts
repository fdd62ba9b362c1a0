import {createHash} from 'node:crypto';

const hash = (text: string, length: number): string =>
	createHash('sha256').update(text).digest('hex').slice(0, length);

const clean = (text: string): string => text.replace(/[^A-Za-z0-9_-]/g, '_');

/** Short enough, and still different from others that begin alike. */
function shortened(id: string, longest: number): string {
	const plain = clean(id);
	return plain.length <= longest ? plain : `${plain.slice(0, longest - 17)}_${hash(id, 16)}`;
}

/** The Responses API has two ids a call: `call_id|item_id`. The second is valid only where it was made. */
function responsesId(id: string, isOwn: boolean): string {
	const [call = '', item = ''] = id.split('|');
	const part = (text: string) => shortened(text, 64).replace(/_+$/, '') || 'call';
	return isOwn && item !== '' ? `${part(call)}|${part(item)}` : part(call);
}

/** The form of call ids that a protocol accepts. */
function accepted(api: string, id: string, isOwn: boolean): string {
	switch (api) {
		case 'openai-completions':
			return shortened(id, 40);
		case 'openai-responses':
		case 'openai-codex-responses':
		case 'azure-openai-responses':
			return responsesId(id, isOwn);
		case 'mistral-conversations':
			return /^[A-Za-z0-9]{9}$/.test(id) ? id : hash(id, 9);
		default:
			return shortened(id, 64);
	}
}

/**
 * Names the calls of one request, in order. No two get the same name, although providers use ids again; a name
 * depends only on what stands before it, so that it is the same in the next request.
 */
export function createCallIds(api: string): (id: string, isOwn: boolean) => string {
	const taken = new Set<string>();
	return (id, isOwn) => {
		let name = accepted(api, id === '' ? 'call' : id, isOwn);
		// Neither half of a double id may come twice.
		for (let round = 1; name.split('|').some(half => taken.has(half)); round += 1) {
			name = accepted(api, `call_${hash(`${id}#${round}`, 24)}`, isOwn);
		}

		for (const half of name.split('|')) taken.add(half);
		return name;
	};
}
