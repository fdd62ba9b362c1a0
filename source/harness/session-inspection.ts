import {inspectRequest, type RequestReport} from './inspect-request.ts';
import {pendingPatch, requestOptions} from './request-source.ts';
import type {SessionParts} from './session-parts.ts';

export type Inspection = {
	/** What the next request will hold, and what was changed for it. Sends nothing. */
	inspectRequest(): Promise<RequestReport>;
};

export const createInspection = (parts: SessionParts): Inspection => ({
	async inspectRequest() {
		const {model, level} = parts.state.get();
		if (!model) throw new Error('No model is chosen: /model lists what can be used.');
		return inspectRequest({
			tree: parts.tree(),
			projection: parts.projection(),
			patch: pendingPatch(parts),
			model,
			options: {...requestOptions(parts), level},
		});
	},
});
