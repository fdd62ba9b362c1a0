/** A command, a status in the footer, and an entry of the session that only the extension reads. */
import type {ExtensionAPI} from 'bough';

const words = (text: string): number => text.split(/\s+/).filter(word => word !== '').length;

export default function wordCount(pi: ExtensionAPI): void {
	let count = 0;

	pi.on('input', ({text}, {ui}) => {
		count += words(text);
		ui.setStatus('words', `${count} words written`);
	});

	pi.registerCommand('words', {
		description: 'How many words were written so far',
		handler(_args, {ui}) {
			pi.appendEntry('word-count', {count});
			ui.notify(`${count} words were written in this session.`);
		},
	});
}
