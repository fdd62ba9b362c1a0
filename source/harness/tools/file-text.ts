import {isUtf8} from 'node:buffer';
import {ToolError} from './define-tool.ts';

/** A file as text that can be written back without any other byte changing. */
export type FileText = {
	readonly text: string;
	/** The text holds bytes, not characters: the file is not UTF-8. */
	readonly inBytes: boolean;
	/** Text of the model, as it is found in `text`. */
	fromModel(text: string): string;
	toBytes(text: string): Buffer;
};

export function toFileText(bytes: Buffer, given: string): FileText {
	if (isUtf8(bytes)) {
		return {
			text: new TextDecoder('utf-8', {ignoreBOM: true}).decode(bytes),
			inBytes: false,
			fromModel: text => text,
			toBytes: text => Buffer.from(text),
		};
	}

	const mark = bytes.toString('hex', 0, 2);
	if (mark === 'fffe' || mark === 'feff') {
		throw new ToolError(
			`${given} is in UTF-16, which edit does not change. Convert it to UTF-8 first.`,
		);
	}

	if (bytes.includes(0)) throw new ToolError(`${given} is a binary file; edit changes text only.`);
	return {
		text: bytes.toString('latin1'),
		inBytes: true,
		fromModel: text => Buffer.from(text).toString('latin1'),
		toBytes: text => Buffer.from(text, 'latin1'),
	};
}
