import {createHash} from 'node:crypto';

const hash = (text: string, length: number): string =>
	createHash('sha256').update(text).digest('hex').slice(0, length);

const clean = (text: string): string => text.replace(/[^A-Za-z0-9_-]/g, '_');

/** The form of call ids a protocol accepts. */
function wanted(api: string, id: string): string {
	switch (api) {
		case 'mistral-conversations':
			return /^[A-Za-z0-9]{9}$/.test(id) ? id : hash(id, 9);
		case 'openai-completions': {
			const plain = clean(id);
			return plain.length <= 40 ? plain : `${plain.slice(0, 23)}_${hash(id, 16)}`;
		}

		case 'openai-responses':
		case 'openai-codex-responses':
		case 'azure-openai-responses': {
			const [call = '', item] = id.split('|');
			const short = (part: string) => {
				const plain = clean(part).replace(/_+$/, '');
				return plain.length <= 64 ? plain : `${plain.slice(0, 47)}_${hash(part, 16)}`;
			};
			return item === undefined ? short(call) : `${short(call)}|${short(item)}`;
		}

		default: {
			const plain = clean(id);
			return plain.length <= 64 ? plain : `${plain.slice(0, 47)}_${hash(id, 16)}`;
		}
	}
}

/** One name a call within a request: two calls never get the same one, and equal calls get equal ones. */
export function createCallIds(api: string): (id: string) => string {
	const given = new Map<string, string>();
	const taken = new Set<string>();
	return id => {
		const known = given.get(id);
		if (known !== undefined) return known;
		let name = wanted(api, id === '' ? 'call' : id);
		for (let round = 1; taken.has(name); round += 1)
			name = wanted(api, `${hash(`${id}#${round}`, 24)}`);
		given.set(id, name);
		taken.add(name);
		return name;
	};
}
