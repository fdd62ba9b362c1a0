import type {ProtocolCall} from './protocol.ts';

type SessionHeaders = Readonly<Record<string, string>>;

const formats: Readonly<Record<string, readonly string[]>> = {
	openai: ['session_id', 'x-client-request-id', 'x-session-affinity'],
	'openai-nosession': ['x-client-request-id', 'x-session-affinity'],
	openrouter: ['x-session-id'],
};

/** Keys of caches are cut by whole characters. */
export const cacheKey = (sessionId: string): string => [...sessionId].slice(0, 64).join('');

/** Headers that keep a session on the machine that has its cache. None when caching is off. */
export function affinityHeaders(
	{model, sessionId, cacheRetention}: ProtocolCall,
	names: Readonly<Record<string, readonly string[]>> = formats,
): SessionHeaders {
	const {sendSessionAffinityHeaders, sessionAffinityFormat = 'openai'} = model.compat ?? {};
	if (sendSessionAffinityHeaders !== true || !sessionId || cacheRetention === 'none') return {};
	const chosen = names[String(sessionAffinityFormat)] ?? [];
	return Object.fromEntries(chosen.map(name => [name, sessionId]));
}

/** Copilot counts what a person asked for, and wants to know of images beforehand. */
function copilotHeaders({messages}: ProtocolCall): SessionHeaders {
	const hasImages = messages.some(
		({content}) => typeof content !== 'string' && content.some(({type}) => type === 'image'),
	);
	return {
		// It asks which editor this is. None: whoever may name one can do so in models.json.
		'User-Agent': 'bough',
		'Editor-Version': 'bough/0.1',
		'X-Initiator': messages.at(-1)?.role === 'user' ? 'user' : 'agent',
		'Openai-Intent': 'conversation-edits',
		...(hasImages ? {'Copilot-Vision-Request': 'true'} : {}),
	};
}

/** What single providers want to know of a conversation. */
export function vendorHeaders(call: ProtocolCall): SessionHeaders {
	const {model, sessionId, cacheRetention} = call;
	if (model.provider === 'github-copilot') return copilotHeaders(call);
	const isOpencode = model.provider === 'opencode' || model.provider === 'opencode-go';
	if (!isOpencode || !sessionId || cacheRetention === 'none') return {};
	return {'x-opencode-session': sessionId};
}
