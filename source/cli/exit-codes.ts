/** How a run ended, for scripts; the same in every mode. */
export const exitCodes = {
	ok: 0,
	/** The model or the way to it failed, the answer was cut off, or a file could not be written. */
	modelError: 1,
	/** The command line, a file it names or the configuration is wrong. */
	usage: 2,
	/** A limit for unattended use was reached. */
	limit: 3,
	hangUp: 129,
	aborted: 130,
	terminated: 143,
} as const;
