/** What a theme gives a colour to. Names are those of theme files, so they stay as they are. */
export const themeTokens = [
	'accent',
	'border',
	'borderAccent',
	'borderMuted',
	'success',
	'error',
	'warning',
	'muted',
	'dim',
	'text',
	'thinkingText',
	'selectedBg',
	'scrollbarTrack',
	'scrollbarThumb',
	'searchMatchBg',
	'searchMatchText',
	'userMessageBg',
	'userMessageText',
	'customMessageBg',
	'customMessageText',
	'customMessageLabel',
	'toolPendingBg',
	'toolSuccessBg',
	'toolErrorBg',
	'toolTitle',
	'toolOutput',
	'mdHeading',
	'mdLink',
	'mdLinkUrl',
	'mdCode',
	'mdCodeBlock',
	'mdCodeBlockBorder',
	'mdQuote',
	'mdQuoteBorder',
	'mdHr',
	'mdListBullet',
	'toolDiffAdded',
	'toolDiffRemoved',
	'toolDiffContext',
	'syntaxComment',
	'syntaxKeyword',
	'syntaxFunction',
	'syntaxVariable',
	'syntaxString',
	'syntaxNumber',
	'syntaxType',
	'syntaxOperator',
	'syntaxPunctuation',
	'thinkingOff',
	'thinkingMinimal',
	'thinkingLow',
	'thinkingMedium',
	'thinkingHigh',
	'thinkingXhigh',
	'thinkingMax',
	'bashMode',
] as const;

export type ThemeToken = (typeof themeTokens)[number];

/** Tokens that a theme may leave to another one. */
export const tokenFallbacks: Readonly<Partial<Record<ThemeToken, ThemeToken>>> = {
	scrollbarTrack: 'muted',
	scrollbarThumb: 'text',
	searchMatchBg: 'selectedBg',
	searchMatchText: 'text',
	thinkingMax: 'thinkingXhigh',
};

/** Colours of exported pages. */
export const exportTokens = ['pageBg', 'cardBg', 'infoBg'] as const;

export type ExportToken = (typeof exportTokens)[number];

/** What a text of that token may stand on, besides the page. */
export const groundOf: Readonly<Partial<Record<ThemeToken, ThemeToken>>> = {
	searchMatchText: 'searchMatchBg',
	userMessageText: 'userMessageBg',
	customMessageText: 'customMessageBg',
	customMessageLabel: 'customMessageBg',
};

export const isGround = (token: ThemeToken): boolean => token.endsWith('Bg');

/** Lines and marks that nobody has to read. */
export const isOrnament = (token: ThemeToken): boolean =>
	token === 'mdHr' || /^(?:border|scrollbar)|Border$/.test(token);

export const hasAllTokens = <T>(
	values: Readonly<Partial<Record<ThemeToken, T>>>,
): values is Readonly<Record<ThemeToken, T>> =>
	themeTokens.every(token => values[token] !== undefined);
