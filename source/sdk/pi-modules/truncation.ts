import {
	type Limited,
	limitHead,
	limitTail,
	maxBytes,
	maxLines,
	sizeInWords,
} from '../../lib/limit-text.ts';

export const DEFAULT_MAX_LINES = maxLines;
export const DEFAULT_MAX_BYTES = maxBytes;
export const formatSize = sizeInWords;

type Options = {readonly maxLines?: number; readonly maxBytes?: number};

function toTruncation(text: string, limited: Limited, options: Options) {
	const {maxLines: lines = maxLines, maxBytes: bytes = maxBytes} = options;
	const {cutBy} = limited;
	const [first = ''] = text.split('\n', 1);
	return {
		content: limited.text,
		truncated: cutBy !== undefined,
		truncatedBy: cutBy ?? null,
		totalLines: limited.totalLines,
		totalBytes: Buffer.byteLength(text),
		outputLines: limited.lines,
		outputBytes: Buffer.byteLength(limited.text),
		lastLinePartial:
			cutBy !== undefined && limited.lines === 1 && !text.endsWith(`\n${limited.text}`),
		firstLineExceedsLimit: Buffer.byteLength(first) > bytes,
		maxLines: lines,
		maxBytes: bytes,
	};
}

const limitsOf = ({maxLines: lines = maxLines, maxBytes: bytes = maxBytes}: Options) => ({
	lines,
	bytes,
});

/** The first whole lines of a text within both limits. */
export const truncateHead = (text: string, options: Options = {}) =>
	toTruncation(text, limitHead(text, limitsOf(options)), options);

/** The last ones. */
export const truncateTail = (text: string, options: Options = {}) =>
	toTruncation(text, limitTail(text, limitsOf(options)), options);

export function truncateLine(text: string, max = 500) {
	const wasTruncated = text.length > max;
	return {text: wasTruncated ? `${text.slice(0, max)}... [truncated]` : text, wasTruncated};
}

const isNumber = (value: unknown): boolean =>
	value !== undefined && value !== null && value !== '' && Number.isFinite(Number(value));

/** `:10-19` for ten lines from the tenth on; nothing for what is no range. */
export function formatReadLineRange(offset: unknown, limit: unknown): string {
	if (!isNumber(offset) && !isNumber(limit)) return '';
	const from = isNumber(offset) ? Number(offset) : 1;
	return isNumber(limit) ? `:${from}-${from + Number(limit) - 1}` : `:${from}`;
}
