/** Shows in the footer how fast the answer comes, and when it is there, how fast it came. */
import type {ExtensionAPI} from 'bough';

const charactersPerToken = 4;

export default function tokensPerSecond(pi: ExtensionAPI): void {
	let startedAt = 0;
	let characters = 0;
	let shownAt = 0;

	pi.on('message_start', ({message}) => {
		if (message.role !== 'assistant') return;
		startedAt = performance.now();
		characters = 0;
		shownAt = startedAt;
	});

	pi.on('message_update', ({assistantMessageEvent}, {ui}) => {
		if (!('delta' in assistantMessageEvent)) return;
		characters += assistantMessageEvent.delta.length;
		const now = performance.now();
		// A number that changes with every letter cannot be read.
		if (now - shownAt < 500) return;
		shownAt = now;
		const speed = characters / charactersPerToken / ((now - startedAt) / 1000);
		ui.setStatus('tokens-per-second', `~${speed.toFixed(0)} tok/s`);
	});

	pi.on('message_end', ({message}, {ui}) => {
		if (message.role !== 'assistant' || message.usage.output === 0) return;
		const seconds = Math.max(0.001, (performance.now() - startedAt) / 1000);
		ui.setStatus('tokens-per-second', `${(message.usage.output / seconds).toFixed(0)} tok/s`);
	});
}
