import {planBody} from '../openai-responses/plan.ts';
import {toPayload as toResponsesPayload} from '../openai-responses/request.ts';
import type {ProtocolCall} from '../protocol.ts';
import {cacheKey} from '../session-headers.ts';
import {type Json, list, record} from '../wire-json.ts';

/** A Responses body as the backend of ChatGPT plans takes it; what is asked for by name wins over what is usual here. */
export function toPayload(call: ProtocolCall): Json {
	const {tools, ...body} = record(planBody(toResponsesPayload(call)));
	return {
		text: {verbosity: 'low'},
		tool_choice: 'auto',
		parallel_tool_calls: true,
		...body,
		include: ['reasoning.encrypted_content'],
		...(tools === undefined
			? {}
			: {tools: list(tools).map(tool => ({...record(tool), strict: null}))}),
	};
}

export function toHeaders({sessionId, cacheRetention}: ProtocolCall): Record<string, string> {
	if (!sessionId || cacheRetention === 'none') return {};
	const id = cacheKey(sessionId);
	return {'session-id': id, 'x-client-request-id': id};
}
