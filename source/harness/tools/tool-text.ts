export type ToolText = {
	readonly description: string;
	readonly promptSnippet: string;
	readonly promptGuidelines: readonly string[];
};

/** A file of prompts/model/tools: the description, then `## Snippet` (one line) and `## Guidelines` (a list). */
export function toToolText(markdown: string): ToolText {
	const [description = '', snippet = '', guidelines = ''] = markdown.split(
		/^## (?:Snippet|Guidelines)$/m,
	);
	return {
		description: description.trim(),
		promptSnippet: snippet.trim(),
		promptGuidelines: guidelines
			.split('\n')
			.map(line => line.replace(/^- /, '').trim())
			.filter(line => line !== ''),
	};
}
