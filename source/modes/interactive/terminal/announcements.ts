import {printable} from '../../../lib/foreign-text.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const end = '\u001B\\';
const mostTitle = 200;

/** Text for a sequence that ends with ST: one line, without anything that could end it early. */
const plain = (text: string): string =>
	printable(text)
		.replace(/[\0-\u001F\u007F-\u009F]+/g, ' ')
		.slice(0, mostTitle);

/** Title of window and tab. */
export const titleBytes = (text: string): string => `\u001B]0;${plain(text)}${end}`;

/** Through tmux to the terminal around it, where tmux allows that. */
const throughTmux = (bytes: string): string =>
	`\u001BPtmux;${bytes.replaceAll('\u001B', '\u001B\u001B')}${end}`;

/** A word to a person who looks at something else; undefined: the terminal is known for nothing but its bell. */
function notificationOf(text: string, environment: Environment): string | undefined {
	const {TERM = '', TERM_PROGRAM = '', KITTY_WINDOW_ID, LC_TERMINAL} = environment;
	if (KITTY_WINDOW_ID !== undefined || TERM.includes('kitty')) return `\u001B]99;;${text}${end}`;
	if (/^(?:iTerm\.app|WezTerm|ghostty)$/.test(TERM_PROGRAM) || LC_TERMINAL === 'iTerm2')
		return `\u001B]9;${text}${end}`;
	return /^(?:foot|rxvt)/.test(TERM) ? `\u001B]777;notify;bough;${text}${end}` : undefined;
}

/** `bell`: nothing but the bell, whatever the terminal is. */
export function notificationBytes(
	text: string,
	environment: Environment,
	how: 'auto' | 'bell',
): string {
	const bell = '\u0007';
	const bytes =
		how === 'auto' ? notificationOf(plain(text).replaceAll(';', ','), environment) : undefined;
	if (bytes === undefined) return bell;
	// The bell as well: tmux marks the window by it, and may swallow the rest.
	return environment.TMUX === undefined ? bytes : throughTmux(bytes) + bell;
}
