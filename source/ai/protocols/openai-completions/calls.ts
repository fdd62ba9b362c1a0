import {isRecord} from '../../../lib/is-record.ts';
import type {ModelEvent} from '../../events.ts';
import {closeToolCall} from '../close-tool-call.ts';
import {type Json, record, text} from '../wire-json.ts';

type Call = {
	readonly contentIndex: number;
	/** As the server names it; may come late or never. */
	wireId: string;
	/** As we name it, from the start event on. */
	id: string;
	name: string;
	text: string;
	thoughtSignature: string;
	isOpen: boolean;
};

/** The tool calls of one answer, out of pieces that servers label in many ways. */
export type CallReader = {
	read(piece: Json): readonly ModelEvent[];
	/** `isCut`: the last one was not finished, and nobody may take it for whole. */
	close(isCut: boolean): readonly ModelEvent[];
};

function isWhole(json: string): boolean {
	try {
		return isRecord(JSON.parse(json));
	} catch {
		// More of it is to come.
		return false;
	}
}

/** Argument text; some servers send an object instead. */
const written = (value: unknown): string =>
	typeof value === 'string' ? value : isRecord(value) ? JSON.stringify(value) : '';

const emptyCall = (contentIndex: number, wireId: string): Call => ({
	contentIndex,
	wireId,
	id: '',
	name: '',
	text: '',
	thoughtSignature: '',
	isOpen: false,
});

/** Does a piece begin another call, although its labels point at this one? */
function isAnother(call: Call, piece: Json, name: string): boolean {
	const wireId = text(piece.id);
	if (wireId !== '' && call.wireId !== '') return wireId !== call.wireId;
	if (typeof piece.index === 'number') return false;
	return name !== '' && call.name !== '' && isWhole(call.text);
}

export function createCallReader(parts: {
	/** The next free place in the answer. */
	takeIndex(): number;
	/** An id for a call that came without one; `n` counts the calls of this answer. */
	makeId(n: number): string;
}): CallReader {
	const calls: Call[] = [];
	const byIndex = new Map<unknown, Call>();

	/** Pieces belong together by index, else by id, else to the last call. */
	function knownCall({index}: Json, wireId: string): Call | undefined {
		if (typeof index === 'number') return byIndex.get(index);
		return wireId === '' ? calls.at(-1) : calls.findLast(call => call.wireId === wireId);
	}

	function callFor(piece: Json, name: string): Call {
		const wireId = text(piece.id);
		const known = knownCall(piece, wireId);
		const isKnown = known !== undefined && !isAnother(known, piece, name);
		const call = isKnown ? known : emptyCall(parts.takeIndex(), wireId);
		if (!isKnown) calls.push(call);
		if (typeof piece.index === 'number') byIndex.set(piece.index, call);
		call.wireId ||= wireId;
		return call;
	}

	function open(call: Call): readonly ModelEvent[] {
		const isTaken = calls.some(other => other.isOpen && other.id === call.wireId);
		call.id = call.wireId === '' || isTaken ? parts.makeId(calls.indexOf(call)) : call.wireId;
		call.isOpen = true;
		const {contentIndex, id, name, text: delta} = call;
		const start: ModelEvent = {type: 'toolcall_start', contentIndex, id, toolName: name};
		return delta === '' ? [start] : [start, {type: 'toolcall_delta', contentIndex, delta}];
	}

	return {
		read(piece) {
			const wire = record(piece.function);
			const name = text(wire.name);
			const call = callFor(piece, name);
			const delta = written(wire.arguments);
			call.name ||= name;
			call.text += delta;
			call.thoughtSignature ||= text(record(record(piece.extra_content).google).thought_signature);
			const {contentIndex} = call;
			if (!call.isOpen) return call.name === '' ? [] : open(call);
			return delta === '' ? [] : [{type: 'toolcall_delta', contentIndex, delta}];
		},
		close(isCut) {
			const last = calls.length - 1;
			return calls
				.filter((call, index) => call.isOpen && !(isCut && index === last))
				.map(call => ({
					type: 'toolcall_end',
					contentIndex: call.contentIndex,
					toolCall: closeToolCall(call),
				}));
		},
	};
}
