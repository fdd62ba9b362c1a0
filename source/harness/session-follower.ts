import {reasonOf} from './session/session-error.ts';
import type {SessionParts} from './session-parts.ts';

export type Follower = {
	/** After another session was opened. */
	look(): void;
	stop(): void;
};

const everyMs = 1000;

/** Reads along while another process writes the session, and takes it over when that one has ended. */
export function createFollower(parts: SessionParts): Follower {
	let timer: NodeJS.Timeout | undefined;

	function stop(): void {
		clearInterval(timer);
		timer = undefined;
	}

	function lookAlong(): void {
		const hasGrown = parts.tree().refresh();
		const writer = parts.otherWriter();
		if (hasGrown || !writer) parts.refresh();
		if (hasGrown) void parts.hub.emit({type: 'session_replaced', reason: 'follow'});
		if (writer) return;
		stop();
		parts.options.ui.notify('The other process has ended: this session goes on here.');
	}

	return {
		look() {
			stop();
			if (!parts.otherWriter()) return;
			timer = setInterval(() => {
				try {
					lookAlong();
				} catch (error) {
					stop();
					parts.options.ui.notify(`Reading along has ended: ${reasonOf(error)}`, 'error');
				}
			}, everyMs).unref();
		},
		stop,
	};
}
