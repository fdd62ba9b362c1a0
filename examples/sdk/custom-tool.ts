// A tool of one's own beside the built-in ones. `execute` throws to tell the model that it failed.
import {createAgentSession, defineTool, SessionManager, textResult} from 'bough';
import {Type} from 'typebox';

const dice = defineTool({
	name: 'roll_dice',
	description: 'Rolls dice and returns their sum.',
	parameters: Type.Object({
		count: Type.Integer({minimum: 1, maximum: 20, description: 'How many dice'}),
		sides: Type.Integer({minimum: 2, default: 6, description: 'Sides of each'}),
	}),
	capability: 'read',
	promptSnippet: 'roll dice',
	async execute(_id, {count, sides}) {
		const rolls = Array.from({length: count}, () => 1 + Math.floor(Math.random() * sides));
		const sum = rolls.reduce((total, roll) => total + roll, 0);
		return textResult(`Rolled ${rolls.join(', ')}: ${sum}`, {rolls});
	},
});

const {session} = await createAgentSession({
	sessionManager: SessionManager.inMemory(),
	noTools: 'builtin',
	customTools: [dice],
});
session.subscribe(event => {
	if (event.type === 'tool_execution_end') {
		const [part] = event.result.content;
		console.log(`${event.toolName}: ${part?.type === 'text' ? part.text : ''}`);
	}
});
await session.prompt(process.argv[2] ?? 'Roll three dice and tell me the sum.');
console.log(session.getLastAssistantText());
await session.dispose();
