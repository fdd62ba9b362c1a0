/**
 * Remembers the files of a git repository before each run, without touching branch, index or files. `/checkpoints` lists
 * what there is; `/restore` brings the files of one back.
 */
import type {ExtensionAPI, ExtensionContext} from 'bough';

const kind = 'git-checkpoint';

type Checkpoint = {readonly commit: string; readonly title: string};

const isCheckpoint = (data: unknown): data is Checkpoint =>
	typeof data === 'object' && data !== null && 'commit' in data && 'title' in data;

export default function gitCheckpoint(pi: ExtensionAPI): void {
	const git = async (cwd: string, ...args: readonly string[]) => {
		const {code, stdout, stderr} = await pi.exec('git', args, {cwd});
		if (code !== 0) throw new Error(stderr.trim());
		return stdout.trim();
	};
	const isRepository = async (cwd: string) =>
		(await pi.exec('git', ['rev-parse', '--git-dir'], {cwd})).code === 0;

	const checkpoints = ({sessionManager}: ExtensionContext): readonly Checkpoint[] =>
		sessionManager
			.getBranch()
			.flatMap(entry => (entry.type === 'custom' && entry.customType === kind ? [entry.data] : []))
			.filter(isCheckpoint);

	pi.on('before_agent_start', async ({prompt = ''}, {cwd}) => {
		if (!(await isRepository(cwd))) return;
		// A commit of the files as they are; nothing points to it, so it goes away by itself some day.
		const commit = (await git(cwd, 'stash', 'create')) || (await git(cwd, 'rev-parse', 'HEAD'));
		pi.appendEntry(kind, {commit, title: prompt.split('\n')[0]?.slice(0, 60) ?? ''});
	});

	pi.registerCommand('checkpoints', {
		description: 'List the states of the files that can be restored',
		handler(_args, context) {
			const all = checkpoints(context);
			const lines = all.map(({commit, title}) => `${commit.slice(0, 8)}  before: ${title}`);
			context.ui.notify(lines.length > 0 ? lines.join('\n') : 'There are no checkpoints yet.');
		},
	});

	pi.registerCommand('restore', {
		description: 'Bring the files of a checkpoint back',
		async handler(args, context) {
			const all = checkpoints(context).toReversed();
			const titles = all.map(({commit, title}) => `${commit.slice(0, 8)}  ${title}`);
			const chosen = args === '' ? await context.ui.select('Restore the files', titles) : args;
			const found = all.find(({commit}) => chosen && commit.startsWith(chosen.slice(0, 8)));
			if (!found) {
				if (chosen) context.ui.notify(`There is no checkpoint ${chosen}.`, 'warning');
				return;
			}

			await git(context.cwd, 'checkout', found.commit, '--', '.');
			context.ui.notify(`The files are as they were before: ${found.title}`);
		},
	});
}
