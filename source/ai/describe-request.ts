import {explainHistory, type RequestChange} from './explain-history.ts';
import {acceptableParts} from './history.ts';
import type {Message} from './messages.ts';
import {protocols} from './protocols/index.ts';
import type {ProtocolCall} from './protocols/protocol.ts';
import {type ModelRequest, toCall} from './stream.ts';
import type {StreamOptions} from './stream-options.ts';
import {pairTools} from './tool-pairs.ts';

export type RequestDescription = {
	/** What the protocol is asked. */
	readonly call: ProtocolCall;
	/** For each message of the call, which of the messages it was made from; undefined: from none. */
	readonly origins: readonly (number | undefined)[];
	/** The body, as it would be sent. */
	readonly payload: unknown;
	/** Places are those of the messages that are no system messages. */
	readonly changes: readonly RequestChange[];
};

function optionChanges({model, level, maxTokens}: ProtocolCall, asked: StreamOptions) {
	const changes: RequestChange[] = [];
	if (asked.level !== undefined && asked.level !== level) {
		const why = `${model.id} does not offer ${asked.level}`;
		changes.push({kind: 'repaired', what: `thinking is ${level}`, why});
	}

	const wanted = Math.min(asked.maxTokens ?? model.maxTokens, model.maxTokens);
	if (maxTokens < wanted) {
		const what = `the answer may have ${maxTokens} tokens instead of ${wanted}`;
		changes.push({kind: 'shortened', what, why: 'the window leaves no more'});
	}

	return changes;
}

function originsOf(messages: readonly Message[], {model}: ModelRequest) {
	const slots = pairTools(messages);
	return acceptableParts(messages, model).flatMap((made, at) => {
		const results = (slots.get(at) ?? []).map(({result}) => result);
		return made.map(({role}) => {
			if (role !== 'toolResult') return at;
			const result = results.shift();
			return result ? messages.indexOf(result) : undefined;
		});
	});
}

/** What `streamModel` would send for the same arguments. Nothing is sent. */
export async function describeRequest(
	request: ModelRequest,
	options: StreamOptions = {},
): Promise<RequestDescription> {
	const call = toCall(request, options);
	const load = protocols[request.model.api];
	const protocol = await load?.();
	const spoken = request.messages.filter(({role}) => role !== 'system');
	return {
		call,
		origins: originsOf(spoken, request),
		payload: protocol?.toPayload(call),
		changes: [...optionChanges(call, options), ...explainHistory(spoken, request.model)],
	};
}
