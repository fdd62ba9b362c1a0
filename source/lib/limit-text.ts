export const maxLines = 2000;
export const maxBytes = 51_200;

export type Limited = {
	readonly text: string;
	readonly lines: number;
	readonly totalLines: number;
	readonly cutBy: 'lines' | 'bytes' | undefined;
};

export const sizeInWords = (bytes: number): string => {
	if (bytes < 1024) return `${bytes}B`;
	return bytes < 1024 * 1024
		? `${(bytes / 1024).toFixed(1)}KB`
		: `${(bytes / 1024 / 1024).toFixed(1)}MB`;
};

type Limits = {readonly lines?: number; readonly bytes?: number};

/** The first whole lines within both limits. */
export function limitHead(
	text: string,
	{lines = maxLines, bytes = maxBytes}: Limits = {},
): Limited {
	const all = text.split('\n');
	const kept: string[] = [];
	let size = 0;
	for (const line of all) {
		size += Buffer.byteLength(line) + (kept.length > 0 ? 1 : 0);
		if (kept.length >= lines || size > bytes) {
			const cutBy = kept.length >= lines ? 'lines' : 'bytes';
			return {text: kept.join('\n'), lines: kept.length, totalLines: all.length, cutBy};
		}

		kept.push(line);
	}

	return {text, lines: all.length, totalLines: all.length, cutBy: undefined};
}

/** The last whole lines within both limits; of a single huge line its end. */
export function limitTail(
	text: string,
	{lines = maxLines, bytes = maxBytes}: Limits = {},
): Limited {
	const all = text.split('\n');
	const kept: string[] = [];
	let size = 0;
	for (let index = all.length - 1; index >= 0; index -= 1) {
		const line = all[index] ?? '';
		size += Buffer.byteLength(line) + (kept.length > 0 ? 1 : 0);
		if (kept.length >= lines || size > bytes) {
			const cutBy = kept.length >= lines ? 'lines' : 'bytes';
			if (kept.length === 0)
				kept.push(
					Buffer.from(line)
						.subarray(-bytes)
						.toString()
						.replace(/^\uFFFD+/, ''),
				);
			return {text: kept.reverse().join('\n'), lines: kept.length, totalLines: all.length, cutBy};
		}

		kept.push(line);
	}

	return {text, lines: all.length, totalLines: all.length, cutBy: undefined};
}
