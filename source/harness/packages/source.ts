import path from 'node:path';
import {expandHome} from '../paths.ts';

/** Where a package comes from, as a person writes it. */
export type PackageSource =
	| {
			readonly kind: 'npm';
			readonly text: string;
			readonly name: string;
			/** A version, a range or a tag; undefined: the newest. */
			readonly wanted?: string;
	  }
	| {
			readonly kind: 'git';
			readonly text: string;
			readonly url: string;
			/** Host and path: the same for every way of writing it. */
			readonly place: string;
			/** A branch, a tag or a commit; undefined: what the server takes for the main branch. */
			readonly wanted?: string;
	  }
	| {readonly kind: 'folder'; readonly text: string; readonly path: string};

/** Something that is no source, in words for the person who wrote it. */
export class PackageError extends Error {
	override readonly name = 'PackageError';
}

const npmName = /^(?:@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*$/i;
const npmWanted = /^[\w.~^<>=*|][\w.~^<>=*|+ -]*$/;

function fromNpm(text: string): PackageSource {
	const spec = text.slice('npm:'.length);
	const at = spec.indexOf('@', 1);
	const name = at < 0 ? spec : spec.slice(0, at);
	const wanted = at < 0 ? undefined : spec.slice(at + 1);
	if (!npmName.test(name) || (wanted !== undefined && !npmWanted.test(wanted)))
		throw new PackageError(
			`"${text}" is no package of a registry: write npm:name or npm:name@1.2.3`,
		);
	return {kind: 'npm', text, name, ...(wanted === undefined ? {} : {wanted})};
}

type Address = {readonly before: string; readonly host: string; readonly path: string};

/** `https://host/path`, `git@host:path` or `host/path`. */
function addressOf(text: string): Address | undefined {
	const [, scheme, user = '', host = '', way] =
		/^(https?|ssh|git|file):\/\/(?:([^@/]*@))?([^/]*)\/(.+)$/i.exec(text) ?? [];
	if (scheme !== undefined && way !== undefined)
		return {before: `${scheme}://${user}${host}/`, host: host.replace(/:\d+$/, ''), path: way};
	const [, login, server, short] = /^([\w.-]+@)([\w.-]+):(?!\/)(.+)$/.exec(text) ?? [];
	if (login !== undefined && server !== undefined && short !== undefined)
		return {before: `${login}${server}:`, host: server, path: short};
	const [, bare, rest] = /^([\w-]+(?:\.[\w-]+)+(?::\d+)?)\/(.+)$/.exec(text) ?? [];
	return bare === undefined || rest === undefined
		? undefined
		: {before: `https://${bare}/`, host: bare.replace(/:\d+$/, ''), path: rest};
}

function fromGit(text: string): PackageSource {
	const address = addressOf(text.replace(/^git:(?!\/\/)/, ''));
	if (!address)
		throw new PackageError(`"${text}" is no repository: write git:host/path or git:host/path@tag`);
	const at = address.path.indexOf('@');
	const way = (at < 0 ? address.path : address.path.slice(0, at)).replace(/\/+$/, '');
	const wanted = at < 0 ? undefined : address.path.slice(at + 1);
	const steps = [address.host || 'local', ...way.replace(/\.git$/, '').split('/')];
	// Both become arguments of git and names of folders.
	const isOdd = steps.some(step => step === '' || step === '.' || step === '..');
	if (isOdd || wanted === '' || wanted?.startsWith('-'))
		throw new PackageError(`"${text}" is no repository that can be fetched`);
	return {
		kind: 'git',
		text,
		url: `${address.before}${way}`,
		place: steps.join('/'),
		...(wanted === undefined ? {} : {wanted}),
	};
}

/** Reads what a person or a settings file says; a relative folder starts at `folder`. Throws a sentence. */
export function parseSource(
	text: string,
	{folder, userHome}: {readonly folder: string; readonly userHome: string},
): PackageSource {
	if (text.startsWith('npm:')) return fromNpm(text);
	if (/^(?:git:|https?:|ssh:)/.test(text)) return fromGit(text);
	if (text.trim() === '') throw new PackageError('A package needs a source');
	return {kind: 'folder', text, path: path.resolve(folder, expandHome(text, userHome))};
}

/** What makes two entries the same package, whatever version they ask for. */
export function identityOf(source: PackageSource): string {
	if (source.kind === 'npm') return `npm:${source.name}`;
	return source.kind === 'git' ? `git:${source.place}` : source.path;
}

/** The folder of a package, below the folder whose settings list it. */
export function placeOf(source: PackageSource, owner: string): string {
	if (source.kind === 'folder') return source.path;
	return source.kind === 'npm'
		? path.join(owner, 'npm', 'node_modules', source.name)
		: path.join(owner, 'git', source.place);
}
