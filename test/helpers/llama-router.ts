import {type Authority, startAuthority, type Visit} from './authority.ts';

/** A router of llama.cpp. "broken" never loads, "slow" takes for ever, others load by the second question. */
export function startRouter(models: Record<string, string>): Promise<Authority> {
	const failed = new Set<string>();
	const list = () => ({
		json: {
			data: Object.entries(models).map(([id, value]) => ({
				id,
				status: {value, ...(failed.has(id) ? {failed: true} : {})},
			})),
		},
	});
	const change =
		(during: string, after: string) =>
		({body}: Visit) => {
			const id = String(body.model);
			if (!(id in models)) return {status: 404, json: {error: {message: 'model not found'}}};
			models[id] = during;
			if (id === 'broken') {
				models[id] = 'unloaded';
				failed.add(id);
			} else if (id !== 'slow') setImmediate(() => Object.assign(models, {[id]: after}));
			return {json: {success: true}};
		};
	return startAuthority({
		'GET /models': list,
		'GET /v1/models': list,
		'POST /models/load': change('loading', 'loaded'),
		'POST /models/unload': change('loaded', 'unloaded'),
	});
}
