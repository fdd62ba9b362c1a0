import path from 'node:path';
import {type ApiParts, createApi} from './api.ts';
import {createExtension, type Extension, type ExtensionSource} from './extension.ts';
import type {ExtensionFactory} from './extension-api.ts';
import {createScope, type Scope} from './scope.ts';

/** Imports a file anew each time, TypeScript included. */
export type ImportModule = (file: string) => Promise<unknown>;

export type InlineExtension =
	| ExtensionFactory
	| {readonly name?: string; readonly factory: ExtensionFactory; readonly hidden?: boolean};

type Modules = Readonly<Record<string, unknown>>;

/** What extensions import by the names of pi's packages. */
export type PiModules = {
	load(): Promise<Modules>;
	/** Those that take longer to load and are rarely asked for. */
	loadRest(): Promise<Modules>;
};

const isMissing = (error: unknown): boolean =>
	error instanceof Error &&
	'code' in error &&
	(error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_MODULE_NOT_FOUND');

/** Made at first need: most people have no extension, and pay nothing for them. */
export async function createImporter(cache: string, modules: PiModules): Promise<ImportModule> {
	const [{createJiti}, light] = await Promise.all([import('jiti'), modules.load()]);
	let virtualModules = light;
	let hasAll = false;
	const load = (file: string): Promise<unknown> => {
		// A loader of its own for each load, so that nothing of an earlier one is left.
		const jiti = createJiti(file, {
			virtualModules: {...virtualModules},
			fsCache: path.join(cache, 'extensions'),
			moduleCache: false,
			tryNative: false,
			interopDefault: true,
		});
		return jiti.import(file, {default: true});
	};
	return async file => {
		try {
			return await load(file);
		} catch (error) {
			if (hasAll || !isMissing(error)) throw error;
			hasAll = true;
			virtualModules = {...light, ...(await modules.loadRest())};
			return load(file);
		}
	};
}

const isFactory = (value: unknown): value is ExtensionFactory => typeof value === 'function';

async function factoryOf(source: ExtensionSource, load: ImportModule): Promise<ExtensionFactory> {
	const made = await load(source.path);
	if (isFactory(made)) return made;
	throw new Error('it has no default export that is a function');
}

export type LoadParts = {
	readonly load: ImportModule | undefined;
	readonly inline: ReadonlyMap<string, ExtensionFactory>;
	care(source: ExtensionSource): Pick<Scope, 'report' | 'blocked'>;
	api(extension: Extension): ApiParts;
};

/** Runs the factory of one extension. Rejects with what it throws; nothing of it is left then. */
export async function loadExtension(source: ExtensionSource, parts: LoadParts): Promise<Extension> {
	const scope = createScope({
		name: source.name,
		path: source.path,
		...parts.care(source),
	});
	const startedAt = performance.now();
	const extension = createExtension(source, scope);
	try {
		await scope.run(async () => {
			const inline = parts.inline.get(source.path);
			const factory = inline ?? (parts.load && (await factoryOf(source, parts.load)));
			await factory?.(createApi(parts.api(extension)));
		});
	} catch (error) {
		scope.end();
		throw error;
	}

	extension.loadMs = performance.now() - startedAt;
	return extension;
}
