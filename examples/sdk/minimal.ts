// A session in one line: settings, keys and models as the program has them. Prints the answer as it comes.
import {createAgentSession} from 'bough';

const {session} = await createAgentSession();
session.subscribe(event => {
	if (event.type !== 'message_update') return;
	const {assistantMessageEvent: part} = event;
	if (part.type === 'text_delta') process.stdout.write(part.delta);
});
await session.prompt(process.argv[2] ?? 'What files are in the current directory?');
process.stdout.write('\n');
await session.dispose();
