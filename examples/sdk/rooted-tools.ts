// All tools inside of another folder, which they take for the whole machine. The same object, with eight functions
// that reach a container or another host, puts them there.
import {realpathSync} from 'node:fs';
import path from 'node:path';
import {createCodingTools, localOperations, type Operations} from 'bough';

export function rootedOperations(folder: string): Operations {
	const root = realpathSync(folder);
	const at = (file: string) => path.join(root, file);
	const local = localOperations;
	return {
		stat: file => local.stat(at(file)),
		realPath: async file => `/${path.relative(root, await local.realPath(at(file)))}`,
		readLink: file => local.readLink(at(file)),
		readFile: file => local.readFile(at(file)),
		readPieces: (file, part) => local.readPieces(at(file), part),
		readFolder: file => local.readFolder(at(file)),
		replaceFile: (file, content) => local.replaceFile(at(file), content),
		// The command starts in the folder; a container would also keep it there.
		run: (command, options) => local.run(command, {...options, cwd: at(options.cwd)}),
	};
}

const tools = createCodingTools('/', {operations: rootedOperations(process.argv[2] ?? '.')});
const run = async (name: string, input: object) => {
	const tool = tools.find(each => each.name === name);
	const result = await tool?.execute('1', input, undefined, undefined);
	const [part] = result?.content ?? [];
	return part?.type === 'text' ? part.text : '';
};
console.log(await run('write', {path: '/notes/today.md', content: 'one\n'}));
console.log(
	await run('edit', {path: '/notes/today.md', edits: [{oldText: 'one', newText: 'two'}]}),
);
console.log(await run('read', {path: '/notes/today.md'}));
console.log(await run('bash', {command: 'ls notes'}));
