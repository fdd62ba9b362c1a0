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

/** Made at first need: most people have no extension, and pay nothing for them. */
export async function createImporter(cache: string): Promise<ImportModule> {
	const [{createJiti}, {piModules}] = await Promise.all([
		import('jiti'),
		import('./pi-modules/index.ts'),
	]);
	const virtualModules = await piModules();
	return file => {
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
