const dots = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const halves = ['◐', '◓', '◑', '◒'];

const frameMs = 120;

const frameOf = (frames: readonly string[], now: number): string =>
	frames[Math.floor(now / frameMs) % frames.length] ?? '';

/** Something goes on: its picture at a time in ms. */
export const spinnerAt = (now: number): string => frameOf(dots, now);

/** The same for one of several things, as wide as the signs of the others. */
export const smallSpinnerAt = (now: number): string => frameOf(halves, now);
