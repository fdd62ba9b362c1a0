/** Takes keys out of what the model is shown, and keeps files that hold some from being read. */
import type {ExtensionAPI} from 'bough';

const key = /\b(?:sk|ghp|xoxb)[-_][A-Za-z0-9_-]{8,}\b/g;

export default function noSecrets(pi: ExtensionAPI): void {
	pi.on('tool_call', ({toolName, input}) =>
		toolName === 'read' && /\.env$/.test(String(input.path))
			? {block: true, reason: 'Files with secrets are not read here.'}
			: undefined,
	);

	pi.on('tool_result', ({content}) => ({
		content: content.map(part =>
			part.type === 'text' ? {...part, text: part.text.replaceAll(key, '[a key]')} : part,
		),
	}));
}
