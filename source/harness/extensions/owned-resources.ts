import {ChildProcess} from 'node:child_process';
import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import net from 'node:net';
import {currentScope} from './scope.ts';

type Timeout = typeof globalThis.setTimeout;
type Interval = typeof globalThis.setInterval;

/** Keeps what hangs on a function, such as its promise variant. */
function alike<F extends object>(original: F, replacement: F): F {
	Object.defineProperties(replacement, Object.getOwnPropertyDescriptors(original));
	return replacement;
}

function watchTimers(): () => void {
	const {setTimeout: timeout, setInterval: interval} = globalThis;
	const ownTimeout = (callback: (...args: unknown[]) => void, ...rest: unknown[]) => {
		const scope = currentScope();
		if (!scope) return Reflect.apply(timeout, undefined, [callback, ...rest]);
		let release = () => {};
		const once = (...args: unknown[]) => {
			release();
			return scope.run(() => callback(...args), 'a timer');
		};
		const timer = Reflect.apply(timeout, undefined, [once, ...rest]);
		release = scope.own(() => clearTimeout(timer));
		if (scope.isOver()) clearTimeout(timer);
		return timer;
	};
	const ownInterval = (callback: (...args: unknown[]) => void, ...rest: unknown[]) => {
		const scope = currentScope();
		if (!scope) return Reflect.apply(interval, undefined, [callback, ...rest]);
		const tick = (...args: unknown[]) => scope.run(() => callback(...args), 'a timer');
		const timer = Reflect.apply(interval, undefined, [tick, ...rest]);
		scope.own(() => clearInterval(timer));
		if (scope.isOver()) clearInterval(timer);
		return timer;
	};
	globalThis.setTimeout = alike(timeout, ownTimeout as Timeout);
	globalThis.setInterval = alike(interval, ownInterval as Interval);
	return () => {
		globalThis.setTimeout = timeout;
		globalThis.setInterval = interval;
	};
}

/** A program that was started to go on by itself is left alone. */
function watchPrograms(): () => void {
	const prototype: {spawn?: (options: {detached?: boolean}) => unknown} =
		ChildProcess.prototype as never;
	const {spawn} = prototype;
	if (!spawn) return () => {};
	prototype.spawn = function (this: ChildProcess, options) {
		const result = spawn.call(this, options);
		const scope = options.detached ? undefined : currentScope();
		if (scope) {
			const release = scope.own(() => this.kill());
			this.once('exit', release);
			if (scope.isOver()) this.kill();
		}

		return result;
	};
	return () => {
		prototype.spawn = spawn;
	};
}

function watchServers(): () => void {
	const {listen} = net.Server.prototype;
	net.Server.prototype.listen = function (this: net.Server, ...args: unknown[]) {
		const scope = currentScope();
		const release = scope?.own(() => this.close());
		if (release) this.once('close', release);
		return Reflect.apply(listen, this, args);
	};
	return () => {
		net.Server.prototype.listen = listen;
	};
}

function watchFiles(): () => void {
	const {watch, watchFile} = fs;
	fs.watch = alike(watch, ((...args: unknown[]) => {
		const watcher: fs.FSWatcher = Reflect.apply(watch, fs, args);
		const release = currentScope()?.own(() => watcher.close());
		if (release) watcher.once('close', release);
		return watcher;
	}) as typeof watch);
	fs.watchFile = alike(watchFile, ((...args: unknown[]) => {
		const [file] = args;
		const watcher: unknown = Reflect.apply(watchFile, fs, args);
		if (typeof file === 'string') currentScope()?.own(() => fs.unwatchFile(file));
		return watcher;
	}) as typeof watchFile);
	syncBuiltinESMExports();
	return () => {
		Object.assign(fs, {watch, watchFile});
		syncBuiltinESMExports();
	};
}

function watchSignals(): () => void {
	const {on} = process;
	const own = function (this: NodeJS.Process, ...args: unknown[]) {
		const [event, listener] = args;
		if (typeof event === 'string' && typeof listener === 'function')
			currentScope()?.own(() => Reflect.apply(process.removeListener, process, [event, listener]));
		return Reflect.apply(on, process, args);
	};
	process.on = own as typeof on;
	process.addListener = own as typeof on;
	return () => {
		process.on = on;
		process.addListener = on;
	};
}

/** The process is one, however many hosts of extensions there are in it. */
const watched: {hosts: number; undo: readonly (() => void)[]} = {hosts: 0, undo: []};

/**
 * From here on everything that an extension starts ends with it: timers, programs, servers, watchers, listeners of the
 * process. Extensions written for a host without such care start them the plain way, so the plain way is watched.
 */
export function watchResources(): () => void {
	if (watched.hosts === 0) {
		watched.undo = [watchTimers(), watchPrograms(), watchServers(), watchFiles(), watchSignals()];
	}

	watched.hosts += 1;
	return () => {
		watched.hosts -= 1;
		if (watched.hosts === 0) for (const undo of watched.undo) undo();
	};
}
