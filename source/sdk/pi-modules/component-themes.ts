type Colour = (text: string) => string;

const code =
	(on: number, off: number): Colour =>
	text =>
		`\u001B[${on}m${text}\u001B[${off}m`;

const plain: Colour = text => text;
const [bold, dim, italic, underline, strike] = [
	code(1, 22),
	code(2, 22),
	code(3, 23),
	code(4, 24),
	code(9, 29),
];
const [cyan, yellow] = [code(36, 39), code(33, 39)];

/**
 * Themes for pi-tui's own components. They are asked for without a theme at hand, so they keep to the colours of the
 * terminal, which fit any of them.
 */
export const toComponentThemes = () => ({
	getMarkdownTheme: () => ({
		heading: (text: string) => bold(cyan(text)),
		link: cyan,
		linkUrl: dim,
		code: yellow,
		codeBlock: plain,
		codeBlockBorder: dim,
		quote: italic,
		quoteBorder: dim,
		hr: dim,
		listBullet: cyan,
		bold,
		italic,
		strikethrough: strike,
		underline,
	}),
	getSelectListTheme: () => ({
		selectedPrefix: cyan,
		selectedText: cyan,
		description: dim,
		scrollInfo: dim,
		noMatch: dim,
	}),
	getSettingsListTheme: () => ({
		label: (text: string, isSelected: boolean) => (isSelected ? cyan(text) : text),
		value: (text: string, isSelected: boolean) => (isSelected ? cyan(text) : dim(text)),
		description: dim,
		cursor: cyan('▸ '),
		hint: dim,
	}),
});
