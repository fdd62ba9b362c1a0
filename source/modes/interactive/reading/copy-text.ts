import {copyToClipboard} from '../../../harness/index.ts';

export type CopyParts = {
	/** Writes to the terminal itself. */
	write(sequence: string): unknown;
	readonly isRemote: boolean;
	/** Programs of this machine; false: none took the text. */
	readonly native?: (text: string) => Promise<boolean>;
};

/** Terminals drop longer ones. */
const longest = 100_000;

/** To the clipboard of the person: by a program here, and by the terminal where that is elsewhere or nothing else can. */
export async function copyText(
	text: string,
	{write, isRemote, native = copyToClipboard}: CopyParts,
): Promise<boolean> {
	const isCopied = !isRemote && (await native(text));
	if (isCopied) return true;
	const data = Buffer.from(text).toString('base64');
	if (data.length > longest) return isRemote ? native(text) : false;
	write(`\u001B]52;c;${data}\u0007`);
	return true;
}
