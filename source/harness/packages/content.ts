import fs from 'node:fs';
import {hashTree} from '../resources/tree-hash.ts';

/** A name for the files of a package as they were fetched; what its own packages are is another matter. */
export const contentOf = (folder: string): string =>
	hashTree(folder, fs.realpathSync(folder), ['.git', 'node_modules']);
