import {createLlamaRouter, type LlamaRouter, type RouterModel} from '../../ai/index.ts';
import type {Command, CommandContext} from './define-command.ts';

type Found = {readonly router: LlamaRouter; readonly models: readonly RouterModel[]};

async function findRouter({findServers, environment}: CommandContext): Promise<Found | undefined> {
	const {LLAMA_API_KEY: apiKey} = environment;
	for (const {kind, url} of await findServers()) {
		if (kind !== 'llama.cpp') continue;
		const router = createLlamaRouter({url, ...(apiKey ? {apiKey} : {})});
		const models = await router.list();
		if (models) return {router, models};
	}

	return undefined;
}

const isLoaded = ({status}: RouterModel): boolean => status === 'loaded' || status === 'sleeping';

const lineOf = (model: RouterModel): string =>
	`${model.id} · ${model.hasFailed ? 'failed' : model.status}`;

async function choose(
	{models}: Found,
	wanted: string,
	{ui}: CommandContext,
): Promise<RouterModel | undefined> {
	if (wanted !== '') {
		const named = models.find(({id}) => id === wanted);
		if (named) return named;
		throw new Error(`The router has no model "${wanted}"; /llama alone lists them.`);
	}

	const options = models.map(lineOf);
	const title = 'Load or unload which model?';
	return models[options.indexOf((await ui.ask({kind: 'select', title, options})) ?? '')];
}

/** The work itself, with a question beside it by which it can be left. */
async function change(
	{id}: RouterModel,
	doing: 'Loading' | 'Unloading',
	{ui, work}: Pick<CommandContext, 'ui'> & {work(signal: AbortSignal): Promise<void>},
): Promise<boolean> {
	const leaving = new AbortController();
	const done = new AbortController();
	const question = {kind: 'select', title: `${doing} ${id}`, options: ['Do not wait']} as const;
	void ui.ask(question, {signal: done.signal}).then(() => {
		if (!done.signal.aborted) leaving.abort();
	});
	try {
		await work(leaving.signal);
		return true;
	} catch (error) {
		if (leaving.signal.aborted) return false;
		throw error;
	} finally {
		done.abort();
	}
}

export const llamaCommand: Command = {
	name: 'llama',
	summary: 'Load and unload models of a llama.cpp router',
	argumentHint: '[model]',
	async run(wanted, context) {
		const {ui, findServers} = context;
		const found = await findRouter(context);
		if (!found) {
			throw new Error(
				'No llama.cpp router answers. `llama serve` starts one; LLAMA_BASE_URL says where it is.',
			);
		}

		const model = await choose(found, wanted, context);
		if (!model) return;
		const {router} = found;
		const isDone = isLoaded(model)
			? await change(model, 'Unloading', {ui, work: signal => router.unload(model.id, signal)})
			: await change(model, 'Loading', {ui, work: signal => router.load(model.id, signal)});
		await findServers();
		const state = isLoaded(model) ? 'unloaded' : 'loaded; /model llama.cpp/… chooses it';
		ui.notify(isDone ? `${model.id} is ${state}.` : `${model.id}: the router goes on by itself.`);
	},
};
