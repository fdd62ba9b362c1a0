import {streamModel} from '../../ai/index.ts';
import type {SessionParts} from '../session-parts.ts';
import {SummaryError, type Writer} from './summarise.ts';

/** Who writes notes: the model of the session, asked without tools. */
export async function createWriter(
	{options, state, settings}: SessionParts,
	{signal, instructions}: {readonly signal: AbortSignal; readonly instructions?: string},
): Promise<Writer> {
	const {model, level} = state.get();
	if (!model) throw new SummaryError('No model is chosen: /model lists what can be used.');
	const access = await options.access.authorise(model);
	return {
		model,
		level,
		options: {...access, signal, idleTimeoutMs: settings().idleTimeoutMs},
		stream: options.stream ?? streamModel,
		focus: instructions,
	};
}
