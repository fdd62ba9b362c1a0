import {isRecord} from '../../lib/is-record.ts';
/**
 * How the answers of several handlers become one. `notify`: answers are ignored. `mutate`: handlers change the payload
 * in place. `chain`: each sees what the one before made of it. `gate`: the first refusal ends it, else the last answer
 * counts. `first`: the first answer counts. `last`: the last one does. `collect`: all do. `boundary`: a proposal that
 * is kept whole or not at all.
 */
export type DispatchKind =
	| 'notify'
	| 'mutate'
	| 'chain'
	| 'gate'
	| 'first'
	| 'last'
	| 'collect'
	| 'boundary';

/** A row of the table of events. `payload` and `result` carry types only. */
export type EventRow<P = object, R = unknown, K extends DispatchKind = DispatchKind> = {
	readonly kind: K;
	/** When it comes, for people. */
	readonly when: string;
	/** Fields of the payload, for the documentation. */
	readonly fields: readonly string[];
	/** What comes of a handler's answer; throws for an answer that makes no sense. */
	merge(payload: P, result: unknown): P;
	/** Whether this answer ends the dispatch. */
	ends(result: unknown): boolean;
	/** A handler that throws is an answer: the call is refused, the command is not run. */
	readonly failsClosed: boolean;
	readonly payload?: P;
	readonly result?: R;
};

type Options<P> = {
	readonly merge?: (payload: P, result: unknown) => P;
	readonly ends?: (result: unknown) => boolean;
	readonly failsClosed?: boolean;
};

const rowOf =
	<K extends DispatchKind>(kind: K) =>
	<P extends object, R = unknown>(
		when: string,
		fields: readonly (keyof P & string)[],
		options: Options<P> = {},
	): EventRow<P, R, K> => ({
		kind,
		when,
		fields,
		merge: options.merge ?? (payload => payload),
		ends: options.ends ?? (() => false),
		failsClosed: options.failsClosed ?? false,
	});

export const notify = rowOf('notify');
export const mutate = rowOf('mutate');
export const chain = rowOf('chain');
export const gate = rowOf('gate');
export const first = rowOf('first');
export const last = rowOf('last');
export const collect = rowOf('collect');
export const boundary = rowOf('boundary');

const has = (name: string) => (result: unknown) => isRecord(result) && result[name] === true;
export const cancels = {ends: has('cancel')};
export const blocks = {ends: has('block'), failsClosed: true};
