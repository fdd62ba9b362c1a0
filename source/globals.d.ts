declare module '*.md' {
	const text: string;
	export default text;
}

/** Set by the bundler. */
declare const BOUGH_VERSION: string | undefined;

/** Grammars register themselves; the core has the types of the package. */
declare module 'prismjs/components/*' {
	const core: unknown;
	export default core;
}
