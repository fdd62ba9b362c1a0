/** A tool that the model can call. */
import type {ExtensionAPI} from 'bough';
import {Type} from 'typebox';

export default function helloTool(pi: ExtensionAPI): void {
	pi.registerTool({
		name: 'hello',
		label: 'Hello',
		description: 'Greets somebody by name',
		promptSnippet: 'greet somebody',
		parameters: Type.Object({name: Type.String({description: 'Who is greeted'})}),
		async execute(_toolCallId, {name}) {
			return {content: [{type: 'text', text: `Hello, ${name}!`}], details: {greeted: name}};
		},
	});
}
