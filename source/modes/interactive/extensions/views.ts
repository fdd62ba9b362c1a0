import {isValidElement, type ReactElement} from 'react';
import type {View} from '../../../harness/index.ts';

export type Shown =
	| {readonly kind: 'view'; readonly view: View}
	| {readonly kind: 'element'; readonly element: ReactElement};

/** What extensions draw, by the id that the state knows it by. */
export type Views = {
	/** `options` of an overlay: where it lies. */
	add(made: unknown, options?: unknown): string;
	get(id: string): Shown | undefined;
	/** As they are now: they may be a function. */
	optionsOf(id: string): unknown;
	remove(id: string | undefined): void;
	clear(): void;
};

const isView = (value: unknown): value is View =>
	typeof value === 'object' &&
	value !== null &&
	'render' in value &&
	typeof value.render === 'function';

const complaint: View = {render: () => ['An extension gave something that cannot be shown.']};

function toShown(made: unknown): Shown {
	if (isValidElement(made)) return {kind: 'element', element: made};
	return {kind: 'view', view: isView(made) ? made : complaint};
}

export function createViews(): Views {
	const all = new Map<string, Shown>();
	const options = new Map<string, unknown>();
	let count = 0;
	const remove = (id: string | undefined) => {
		const shown = id === undefined ? undefined : all.get(id);
		if (id !== undefined) {
			all.delete(id);
			options.delete(id);
		}

		if (shown?.kind === 'view') shown.view.dispose?.();
	};
	return {
		add(made, own) {
			count += 1;
			const id = `view-${count}`;
			all.set(id, toShown(made));
			options.set(id, own);
			return id;
		},
		get: id => all.get(id),
		optionsOf(id) {
			const own = options.get(id);
			return typeof own === 'function' ? own() : own;
		},
		remove,
		clear() {
			for (const id of [...all.keys()]) remove(id);
		},
	};
}
