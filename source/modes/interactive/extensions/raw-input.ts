import type {InputEvent} from '../terminal/input-event.ts';

/** What the terminal sent for an event, as views of extensions read it. undefined: nothing for them. */
export function toRawInput(event: InputEvent): string | undefined {
	switch (event.kind) {
		case 'text':
			return event.text;
		case 'key':
		case 'unknown':
			return event.sequence;
		case 'paste':
			return `\u001B[200~${event.text}\u001B[201~`;
		default:
			return undefined;
	}
}
