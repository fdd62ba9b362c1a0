import type {AgentMessage} from '../agent/index.ts';
import {imageBytes, limitImages, shortenResults} from './compaction/fit-request.ts';
import {roomIn} from './compaction/when.ts';
import type {SessionParts} from './session-parts.ts';

/** What is left out of a request that would be too large. The session keeps all of it. */
export type RequestFit = {
	/** What the next request holds of the active path. */
	messages(): readonly AgentMessage[];
	/** The last request held images that could stay away. */
	canDropImages(): boolean;
	/** Half of them from now on, the oldest first: a server found the request too large. */
	dropImages(): void;
};

/** Characters of images in one request; the strictest of the large providers takes 20 MB in all. */
const usualImages = 18_000_000;

export function createRequestFit(parts: SessionParts): RequestFit {
	let budget = usualImages;

	/** A conversation whose last results alone are too large, which no notes can shorten. */
	const shortened = (): readonly AgentMessage[] => {
		const {tokens, window} = parts.state.get().context;
		const projection = parts.projection();
		const {enabled, reserveTokens} = parts.settings().compaction;
		const room = roomIn(window, reserveTokens);
		const isTooLarge = enabled && window > 0 && tokens !== null && tokens > room;
		return isTooLarge ? shortenResults(projection, room) : projection.messages;
	};

	const messages = () => limitImages(shortened(), budget);
	return {
		messages,
		canDropImages: () => imageBytes(messages()) > 0,
		dropImages() {
			const before = imageBytes(messages());
			budget = Math.floor(before / 2);
			parts.options.ui.notify(
				'The server found the request too large: older images are replaced by a note from here on.',
				'warning',
			);
		},
	};
}
