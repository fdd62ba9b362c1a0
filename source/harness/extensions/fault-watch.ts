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

/** Errors that nobody caught end the process, but for those of extensions: these are told, and all goes on. */
export function watchFaults(scopes: () => readonly Scope[]): () => void {
	const onError = (error: unknown) => {
		const scope = scopeOf(error, scopes);
		if (scope) return scope.report(error, 'the background');
		undo();
		return die(error);
	};
	const undo = () => {
		process.off('uncaughtException', onError);
		process.off('unhandledRejection', onError);
	};
	process.on('uncaughtException', onError);
	process.on('unhandledRejection', onError);
	return undo;
}
