import {createPartialJson, parseJson} from '../../lib/partial-json.ts';

type Arguments = Readonly<Record<string, unknown>>;

const toArguments = (value: unknown): Arguments =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
		? Object.fromEntries(Object.entries(value))
		: {};

export function parseStreamingJson(text = ''): Arguments {
	const partial = createPartialJson(() => Number.POSITIVE_INFINITY);
	partial.add(text);
	return toArguments(partial.value());
}

/** Arguments of a call while their text arrives. */
export class ToolCallArgumentsStream {
	#text = '';

	get text(): string {
		return this.#text;
	}

	append(delta: string): Arguments {
		this.#text += delta;
		return parseStreamingJson(this.#text);
	}

	replace(text: string): {readonly delta: string | undefined; readonly arguments: Arguments} {
		const delta = text.startsWith(this.#text) ? text.slice(this.#text.length) : undefined;
		this.#text = text;
		return {delta, arguments: parseStreamingJson(text)};
	}

	finish(): {readonly arguments: Arguments; readonly argumentsError?: string} {
		if (this.#text.trim() === '') return {arguments: {}};
		try {
			return {arguments: toArguments(parseJson(this.#text))};
		} catch (error) {
			return {
				arguments: {},
				argumentsError: error instanceof Error ? error.message : String(error),
			};
		}
	}
}
