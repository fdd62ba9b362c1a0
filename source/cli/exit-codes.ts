/** How a run ended, for scripts; the same in every mode. */
export const exitCodes = {
	ok: 0,
	/** The model or the way to it failed, or the answer was cut off. */
	modelError: 1,
	/** The command line, a file it names or the configuration is wrong. */
	usage: 2,
	/** A limit for unattended use was reached. */
	limit: 3,
	aborted: 130,
} as const;
