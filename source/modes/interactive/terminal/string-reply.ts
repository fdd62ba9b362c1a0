import type {InputEvent} from './input-event.ts';

/** The event of a whole `OSC`, `DCS` or `APC` string, given without its terminator. */
export function toStringReply(sequence: string): InputEvent {
	const [, introducer = '', body = ''] = /^\u001B{1,2}([\]P_])([\s\S]*)$/.exec(sequence) ?? [];
	if (introducer === 'P') return {kind: 'reply', reply: {type: 'dcs', data: body}};
	if (introducer === '_') return {kind: 'reply', reply: {type: 'apc', data: body}};
	const osc = /^(\d+)(?:;([\s\S]*))?$/.exec(body);
	if (osc === null) return {kind: 'unknown', sequence};
	return {kind: 'reply', reply: {type: 'osc', code: Number(osc[1]), data: osc[2] ?? ''}};
}

/** The red, green and blue (0-255) of an answer like `rgb:1e1e/1e1e/1e1e`. */
export function toColour(data: string): readonly [number, number, number] | undefined {
	const channels = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(data);
	if (channels === null) return undefined;
	const [red = 0, green = 0, blue = 0] = channels
		.slice(1)
		.map(hex => Math.round((Number.parseInt(hex, 16) / (16 ** hex.length - 1)) * 255));
	return [red, green, blue];
}
