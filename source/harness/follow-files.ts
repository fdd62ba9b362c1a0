import path from 'node:path';
import {watchFolders} from '../lib/watch-folders.ts';
import type {HarnessOptions} from './harness-options.ts';
import {isInside, projectRoot} from './resources/project-root.ts';
import {watchedFolders} from './resources/watched.ts';
import type {SessionResources} from './session-resources.ts';

const mostNames = 3;

function namesOf(files: readonly string[]): string {
	const names = files.map(file =>
		path.basename(file) === 'SKILL.md'
			? `skill ${path.basename(path.dirname(file))}`
			: path.basename(file),
	);
	const rest = names.length - mostNames;
	return `${names.slice(0, mostNames).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/**
 * Reads instructions, skills, slash prompts, themes and settings again when their files change, and says so quietly.
 * What a person has to decide about waits for /reload. Answers with the way to end it.
 */
export function followFiles(options: HarnessOptions, resources: SessionResources): () => void {
	const {cwd, project, settings, ui} = options;
	const root = projectRoot(cwd);
	const folders = () =>
		watchedFolders({...options, isTrusted: project.isTrusted()}, resources.get());
	async function changed(files: readonly string[]): Promise<void> {
		const names = namesOf(files);
		const isTheirs =
			!project.isTrusted() &&
			settings.get().contextFilesNeedTrust &&
			files.some(file => isInside(root, file));
		const outcome = isTheirs ? 'undecided' : await resources.refresh();
		if (outcome === 'read') ui.notify(`Changed and read again: ${names}`);
		else if (outcome === 'undecided')
			ui.notify(`Changed in this project: ${names}. /reload asks whether it counts.`);
		watch.set(folders());
	}

	const watch = watchFolders(files => {
		changed(files).catch(error => ui.notify(String(error), 'error'));
	});
	watch.set(folders());
	const forget = resources.onRead(() => watch.set(folders()));
	return () => {
		forget();
		watch.dispose();
	};
}
