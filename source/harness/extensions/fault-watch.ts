import {currentScope, type Scope} from './scope.ts';

/** Whose error it is: by the chain of causes in time, else by the file that the stack names. */
function scopeOf(error: unknown, scopes: () => readonly Scope[]): Scope | undefined {
	const scope = currentScope();
	if (scope) return scope;
	const stack = error instanceof Error ? (error.stack ?? '') : '';
	return scopes().find(({path}) => stack.includes(path));
}

/** What Node does with an error that nobody caught, after those that wait for the end have been told. */
function die(error: unknown): never {
	const known = error instanceof Error ? error : new Error(String(error));
	for (const listener of process.listeners('uncaughtExceptionMonitor')) {
		listener(known, 'uncaughtException');
	}

	const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
	process.stderr.write(`${text}\n`);
	process.exit(1);
}

type Known = () => readonly Scope[];

/** One listener for all hosts of extensions that there are in this process. */
const hosts = new Set<Known>();

function onError(error: unknown): void {
	const scope = scopeOf(error, () => [...hosts].flatMap(known => known()));
	if (scope) {
		scope.report(error, 'the background');
		return;
	}

	listen('off');
	die(error);
}

function listen(how: 'on' | 'off'): void {
	process[how]('uncaughtException', onError);
	process[how]('unhandledRejection', onError);
}

/** Errors that nobody caught end the process, but for those of extensions: these are told, and all goes on. */
export function watchFaults(scopes: Known): () => void {
	if (hosts.size === 0) listen('on');
	hosts.add(scopes);
	return () => {
		hosts.delete(scopes);
		if (hosts.size === 0) listen('off');
	};
}
