import {realpathSync} from 'node:fs';
import path from 'node:path';
import {localOperations, type Operations} from '../../source/harness/index.ts';

/**
 * All tools inside of another folder, which they take for the whole machine: the shape of a back-end for a container
 * or another host. (Commands start in the folder, but are not kept there.)
 */
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
		run: (command, options) => local.run(command, {...options, cwd: at(options.cwd)}),
	};
}
