import type {ResourceScope, Roots} from '../../source/harness/resources/roots.ts';

/** Folders to look in, as those of a person. */
export const rootsAt = (
	paths: readonly string[],
	options: {readonly scope?: ResourceScope; readonly within?: string} = {},
): Roots => {
	const {scope = 'person', within} = options;
	return {
		roots: paths.map(path => ({
			path,
			scope,
			isNamed: false,
			...(within === undefined ? {} : {within}),
		})),
		isLeftOut: () => false,
	};
};
