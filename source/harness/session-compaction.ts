import {compactSession} from './compaction/compact.ts';
import {automaticStop, isFull, noteFailure} from './compaction/when.ts';
import type {CompactionReason, CompactionResult} from './events.ts';
import type {SessionParts} from './session-parts.ts';

export type Compactor = {
	/** Too little is left of the window for an answer, and compaction is not turned off. */
	isDue(): boolean;
	/** It may start by itself: it is not turned off, and did not fail over and over. */
	isAllowed(): boolean;
	/** Says whether the request has become smaller; what went wrong is told. */
	byItself(reason: Exclude<CompactionReason, 'manual'>, signal: AbortSignal): Promise<boolean>;
	/** Rejects with what went wrong. */
	byHand(instructions: string | undefined): Promise<CompactionResult>;
};

const advice =
	'No other is tried by itself. /compact tries again, /tree goes back to a shorter place, /model takes a model with more room.';

export function createCompactor(parts: SessionParts): Compactor {
	let told: string | undefined;

	const isStopped = (): boolean => {
		const stop = automaticStop(parts.tree());
		if (stop !== undefined && stop !== told) parts.options.ui.notify(`${stop} ${advice}`, 'error');
		told = stop;
		return stop !== undefined;
	};

	return {
		isDue() {
			const {enabled, reserveTokens} = parts.settings().compaction;
			return enabled && isFull({...parts.state.get().context, reserveTokens});
		},
		isAllowed: () =>
			parts.settings().compaction.enabled && automaticStop(parts.tree()) === undefined,
		async byItself(reason, signal) {
			if (isStopped()) return false;
			const {activity} = parts.state.get();
			parts.patch({activity: 'compacting'});
			try {
				await compactSession(parts, {reason, signal, willRetry: reason === 'overflow'});
				return true;
			} catch (error) {
				const why = error instanceof Error ? error.message : String(error);
				if (!signal.aborted) noteFailure(parts.tree(), why);
				return false;
			} finally {
				parts.patch({activity});
			}
		},
		byHand: instructions =>
			parts.work.run('compacting', signal =>
				compactSession(parts, {
					reason: 'manual',
					signal,
					willRetry: false,
					...(instructions === undefined ? {} : {instructions}),
				}),
			),
	};
}
