import {printable} from '../../lib/foreign-text.ts';
import type {Scope} from './scope.ts';
import {plainTheme, type View} from './view.ts';

const isView = (value: unknown): value is View =>
	typeof value === 'object' &&
	value !== null &&
	'render' in value &&
	typeof value.render === 'function';

const wordsOf = (error: unknown): string =>
	printable(error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');

/**
 * A view of an extension that cannot break the screen: what it throws is shown in its place, and stays until it is asked
 * to draw anew, so that a view that fails now and then does not flicker. Anything else than a view is handed on.
 */
export function guardView(value: unknown, scope: Scope): unknown {
	if (!isView(value)) return value;
	let broken: string | undefined;
	const guard = <T>(work: () => T, where: string): T | undefined => {
		try {
			return scope.run(work);
		} catch (error) {
			broken ??= wordsOf(error);
			scope.report(error, where);
			return undefined;
		}
	};
	const render = (width: number): readonly string[] => {
		const lines = broken === undefined ? guard(() => value.render(width), 'render') : undefined;
		if (broken !== undefined) return [plainTheme.fg('error', `✗ ${scope.name}: ${broken}`)];
		return Array.isArray(lines) ? lines.map(String) : [];
	};
	return {
		render,
		handleInput: (data: string) => void guard(() => value.handleInput?.(data), 'a key'),
		invalidate() {
			broken = undefined;
			guard(() => value.invalidate?.(), 'invalidate');
		},
		dispose: () => void guard(() => value.dispose?.(), 'dispose'),
		get wantsKeyRelease() {
			return value.wantsKeyRelease === true;
		},
		get focused() {
			return value.focused === true;
		},
		set focused(isFocused: boolean) {
			if ('focused' in value) value.focused = isFocused;
		},
	} satisfies View;
}
