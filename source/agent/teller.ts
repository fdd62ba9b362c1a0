import type {AgentEvent} from './events.ts';

export type Emit = (event: AgentEvent) => void | Promise<void>;

/**
 * Tells a listener, until it fails: from then on every attempt throws what it threw first, so that a run whose record
 * is broken comes to its end. Of the end itself it is told in any case.
 */
export function createTeller(emit: Emit, onFailure: (error: unknown) => void): Emit {
	let failure: {readonly error: unknown} | undefined;

	function fail(error: unknown): never {
		failure ??= {error};
		onFailure(failure.error);
		throw failure.error;
	}

	return event => {
		if (failure && event.type !== 'agent_end') throw failure.error;
		try {
			return emit(event)?.catch(fail);
		} catch (error) {
			fail(error);
		}
	};
}
