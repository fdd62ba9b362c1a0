import type {EventRow} from './event-row.ts';
import {runRows} from './run-rows.ts';
import {sessionRows} from './session-rows.ts';

/** Every event an extension can hear of. `on` takes its types from the row, the documentation its words. */
export const eventTable = {...sessionRows, ...runRows} satisfies Readonly<Record<string, EventRow>>;

type Table = typeof eventTable;
export type EventName = keyof Table;
type Payloads = {[N in EventName]: NonNullable<Table[N]['payload']>};
type Results = {[N in EventName]: NonNullable<Table[N]['result']>};

export type PayloadOf<N extends EventName> = Payloads[N];
export type ResultOf<N extends EventName> = Results[N];
/** What a handler is given. */
export type EventOf<N extends EventName> = PayloadOf<N> & {readonly type: N};

/** What is left when all handlers have answered. */
export type OutcomeOf<N extends EventName> = Table[N]['kind'] extends 'notify'
	? undefined
	: Table[N]['kind'] extends 'chain' | 'mutate' | 'boundary'
		? PayloadOf<N>
		: Table[N]['kind'] extends 'collect'
			? readonly ResultOf<N>[]
			: ResultOf<N> | undefined;

export const isEventName = (name: string): name is EventName => Object.hasOwn(eventTable, name);
