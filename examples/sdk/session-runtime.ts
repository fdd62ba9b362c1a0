// Replacing the open session: a new one, a fork from an earlier message, and back.
import {
	type CreateAgentSessionRuntimeFactory,
	createAgentSessionFromServices,
	createAgentSessionRuntime,
	createAgentSessionServices,
	getAgentDir,
	SessionManager,
} from 'bough';

const create: CreateAgentSessionRuntimeFactory = async ({cwd, sessionManager}) => {
	const services = await createAgentSessionServices({cwd});
	const created = await createAgentSessionFromServices({services, sessionManager});
	return {...created, services, diagnostics: services.diagnostics};
};

const cwd = process.cwd();
const runtime = await createAgentSessionRuntime(create, {
	cwd,
	agentDir: getAgentDir(),
	sessionManager: SessionManager.create(cwd),
});
await runtime.session.prompt('First question');
const first = runtime.session.sessionFile;
const [message] = runtime.session.getUserMessagesForForking();

await runtime.newSession();
console.log('new:', runtime.session.messages.length, 'messages');

if (first) await runtime.switchSession(first);
console.log(
	'back:',
	runtime.session.messages.filter(({role}) => role !== 'system').length,
	'messages',
);

if (message) {
	const {selectedText} = await runtime.fork(message.entryId);
	console.log('fork before:', selectedText);
}

await runtime.dispose();
