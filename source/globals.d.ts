declare module '*.md' {
	const text: string;
	export default text;
}

/** Set by the bundler. */
declare const BOUGH_VERSION: string | undefined;
