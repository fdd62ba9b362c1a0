import type {DispatchKind, EventRow} from './event-row.ts';

/** A handler with everything around it: its context, its owner, its clock. */
export type Bound = {
	call(event: object): unknown;
	/** The error was thrown by the handler, or its answer makes no sense. */
	failed(error: unknown): void;
};

type Dispatch = {
	readonly name: string;
	readonly row: EventRow<object>;
	/** As they were registered when the event came. */
	readonly handlers: readonly Bound[];
	readonly payload: object;
};

const eventOf = ({name, payload}: Dispatch): object => ({...payload, type: name});

const blocked = (error: unknown): object => ({
	block: true,
	reason: `An extension failed to check this call, so it was not run: ${error instanceof Error ? error.message : String(error)}`,
});

/** All hear of the same object; what they answer is nobody's concern. */
async function toldTo(dispatch: Dispatch, event: object): Promise<void> {
	for (const handler of dispatch.handlers) {
		try {
			await handler.call(event);
		} catch (error) {
			handler.failed(error);
		}
	}
}

async function chained(dispatch: Dispatch): Promise<object> {
	const {row, name} = dispatch;
	let {payload} = dispatch;
	for (const handler of dispatch.handlers) {
		const event: Record<string, unknown> = {...payload, type: name};
		try {
			const result = await handler.call(event);
			// A list or an object that was changed in place counts like one that was answered.
			const {type: _type, ...changed} = event;
			payload = row.merge({...payload, ...changed}, result);
			if (row.ends(result)) return payload;
		} catch (error) {
			handler.failed(error);
		}
	}

	return payload;
}

/** In `toolCall` style events the payload itself is handed over, so that its changes are seen by who asked. */
async function gated(dispatch: Dispatch): Promise<unknown> {
	const {row} = dispatch;
	const event = eventOf(dispatch);
	let kept: unknown;
	for (const handler of dispatch.handlers) {
		try {
			const result = await handler.call(event);
			if (row.ends(result)) return result;
			if (result) kept = result;
		} catch (error) {
			handler.failed(error);
			if (row.failsClosed) return blocked(error);
		}
	}

	return kept;
}

async function firstOf(dispatch: Dispatch): Promise<unknown> {
	const {row} = dispatch;
	for (const handler of dispatch.handlers) {
		try {
			const result = await handler.call(eventOf(dispatch));
			if (row.ends(result)) return result;
		} catch (error) {
			handler.failed(error);
			if (row.failsClosed) throw error;
		}
	}

	return undefined;
}

async function answersOf(dispatch: Dispatch): Promise<readonly unknown[]> {
	const answers: unknown[] = [];
	for (const handler of dispatch.handlers) {
		try {
			const result = await handler.call(eventOf(dispatch));
			if (result !== undefined && result !== null) answers.push(result);
		} catch (error) {
			handler.failed(error);
		}
	}

	return answers;
}

async function mutated(dispatch: Dispatch): Promise<object> {
	await toldTo(dispatch, eventOf(dispatch));
	return dispatch.payload;
}

const dispatchers: Readonly<Record<DispatchKind, (dispatch: Dispatch) => Promise<unknown>>> = {
	notify: dispatch => toldTo(dispatch, eventOf(dispatch)),
	mutate: mutated,
	chain: chained,
	boundary: chained,
	gate: gated,
	first: firstOf,
	last: async dispatch => (await answersOf(dispatch)).at(-1),
	collect: answersOf,
};

/** One after the other, in the order of registration; a handler that fails does not keep the next from being asked. */
export const dispatch = (asked: Dispatch): Promise<unknown> => dispatchers[asked.row.kind](asked);
