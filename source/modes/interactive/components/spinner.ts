const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;

const frameMs = 100;

/** The picture of something going on, at a time in ms. */
export const spinnerAt = (now: number): string =>
	frames[Math.floor(now / frameMs) % frames.length] ?? frames[0];
