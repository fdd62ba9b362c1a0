import {ToolError} from './define-tool.ts';
import type {ToolEnvironment} from './environment.ts';
import {failureWords} from './failure-words.ts';
import {existingPath, leavesProject, operationsOf, realTarget} from './resolve-path.ts';

/** A link out of the project is not written through unless a person agrees. */
async function checkStays(
	file: string,
	given: string,
	environment: ToolEnvironment,
): Promise<void> {
	if (!(await leavesProject(file, environment))) return;
	const target = await realTarget(file, operationsOf(environment));
	if (await environment.askBeforeLeaving?.({given, target})) return;
	throw new ToolError(
		`Refused: ${given} leads through a link to ${target}, outside of the project. If that file is meant, name it by its own path.`,
	);
}

/**
 * Runs a change of the file that `given` really means, after all changes of it that were asked for before. What fails
 * is told to the model in one sentence.
 */
export async function changeFile<T>(
	given: string,
	environment: ToolEnvironment,
	work: (target: string) => Promise<T>,
): Promise<T> {
	let file = '';
	const operations = operationsOf(environment);
	try {
		return await environment.queue(
			async () => {
				file = await existingPath(given, environment);
				return realTarget(file, operations);
			},
			async target => {
				await checkStays(file, given, environment);
				return work(target);
			},
		);
	} catch (error) {
		if (error instanceof ToolError) throw error;
		throw new ToolError(`Cannot change ${given}: ${failureWords(error)}.`, {cause: error});
	}
}
