import {localOperations, type ToolEnvironment} from '../../source/harness/index.ts';
import {tempFolder} from './temp-folder.ts';

export const project = () =>
	tempFolder({
		'.gitignore': 'build/\n*.log\n!keep.log\n/top-only\n',
		'src/a.ts': 'one\nTODO two\nthree\n',
		'src/deep/b.test.ts': 'TODO four\n',
		'src/.gitignore': 'local.ts\n!src.log\n',
		'src/local.ts': 'TODO ten\n',
		'src/src.log': 'TODO eleven\n',
		'src/top-only': 'TODO twelve\n',
		'top-only': 'TODO thirteen\n',
		'.hidden/c.ts': 'TODO five\n',
		'.git/config.ts': 'TODO never\n',
		'build/out.ts': 'TODO six\n',
		'x.log': 'TODO seven\n',
		'keep.log': 'TODO eight\n',
		'-dash.ts': 'TODO nine\n',
	});

/** As of a machine that programs of this one cannot reach: everything is searched by the tools themselves. */
export const elsewhere: Partial<ToolEnvironment> = {
	operations: (({searchFolder: _, ...rest}) => rest)(localOperations),
};
