import {isRecord} from '../../lib/is-record.ts';
/** Wire events come from servers of every kind: nothing about their shape is taken for granted. */
export type Json = Readonly<Record<string, unknown>>;

const none: Json = {};

export const record = (value: unknown): Json => (isRecord(value) ? value : none);
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const count = (value: unknown): number =>
	typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : 0;
