/** Wire events come from servers of every kind: nothing about their shape is taken for granted. */
export type Json = Readonly<Record<string, unknown>>;

export const record = (value: unknown): Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
		? Object.fromEntries(Object.entries(value))
		: {};
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const count = (value: unknown): number =>
	typeof value === 'number' && value > 0 ? value : 0;
