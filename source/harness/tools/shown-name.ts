/** A name as one line of text: what would break the line or is not UTF-8 is quoted as bash reads it. */
export function shownName(name: string | Uint8Array): string {
	const bytes = Buffer.from(name);
	const text = bytes.toString();
	const isPlain = !/[\0-\u001f\u007f-\u009f]/.test(text) && bytes.equals(Buffer.from(text));
	if (isPlain) return text;
	let quoted = '';
	for (const byte of bytes) {
		const character = String.fromCharCode(byte);
		if (character === '\n') quoted += '\\n';
		else if (/['\\]/.test(character)) quoted += `\\${character}`;
		else if (byte < 0x20 || byte > 0x7e) quoted += `\\x${byte.toString(16).padStart(2, '0')}`;
		else quoted += character;
	}

	return `$'${quoted}'`;
}
