// Drives the program as a child process and answers while it works.
import {RpcClient} from 'bough';

const client = new RpcClient({args: ['--no-session']});
await client.start();
client.onEvent(event => {
	if (event.type === 'tool_execution_start') console.log('tool:', event.toolName);
});
await client.promptAndWait(process.argv[2] ?? 'What files are in the current directory?');
console.log(await client.getLastAssistantText());
const {tokens} = await client.getSessionStats();
console.log(tokens);
await client.stop();
