import type {AgentRequest} from '../agent/index.ts';
import {type SystemMessage, systemState, type Tool} from '../ai/index.ts';
import {requestTaps} from './hooked-run.ts';
import type {RequestFit} from './request-fit.ts';
import {systemPatch} from './session/system-patch.ts';
import type {SessionParts} from './session-parts.ts';
import type {HarnessTool} from './tools/define-tool.ts';

const toDeclaration = (tool: HarnessTool): Tool => ({
	name: tool.name,
	description: tool.description,
	parameters: Object.fromEntries(Object.entries(tool.parameters)),
});

export function activeTools({options, state}: SessionParts): readonly HarnessTool[] {
	const names = new Set(state.get().activeTools);
	return options.tools.filter(tool => names.has(tool.name));
}

/** The change of prompt and tools that the next request needs, if any. */
export function pendingPatch(parts: SessionParts): SystemMessage | undefined {
	const tools = activeTools(parts);
	const wanted = {...parts.options.systemPrompt(tools), tools: tools.map(toDeclaration)};
	return systemPatch(systemState(parts.projection().messages), wanted, parts.now());
}

/** What every request of this session is sent with, whoever answers it. */
export const requestOptions = ({state, settings}: SessionParts) => ({
	sessionId: state.get().sessionId,
	cacheRetention: 'short' as const,
	idleTimeoutMs: settings().idleTimeoutMs,
});

/** All that the next request is made from; the messages are the active path, shortened where it would not fit. */
export async function prepareRequest(
	parts: SessionParts,
	fit: RequestFit,
	tell: (message: SystemMessage) => Promise<void>,
): Promise<AgentRequest> {
	const {options, state} = parts;
	const {model, level} = state.get();
	if (!model) throw new Error('No model is chosen: /model lists what can be used.');
	const patch = pendingPatch(parts);
	if (patch) await tell(patch);
	const access = await options.access.authorise(model);
	return {
		model,
		level,
		messages: fit.messages(),
		tools: activeTools(parts),
		options: {
			...access,
			...requestOptions(parts),
			...(await requestTaps(parts, access.headers)),
		},
	};
}
