import {type Ask, type Json, positive, records, text} from './ask.ts';
import type {Found, FoundModel} from './found.ts';

/** Lists hold more than models to talk to. */
const isOther = /embed|rerank|whisper|\btts\b|diffusion/i;

const toModel = (row: Json): readonly FoundModel[] => {
	const id = text(row.id);
	if (id === undefined || isOther.test(id)) return [];
	const context = positive(row.max_model_len);
	return [{id, context, isLoaded: true, hasTools: undefined, seesImages: false}];
};

const rowsOf = async (ask: Ask): Promise<readonly Json[]> =>
	records((await ask('/v1/models'))?.data) ?? [];

const needsParser = (name: string, flags: string): string =>
	`${name} runs tools only if it was started with ${flags}; otherwise it refuses every request of ours.`;

export async function sglang(ask: Ask): Promise<Found | undefined> {
	const [info, rows] = await Promise.all([ask('/get_model_info'), rowsOf(ask)]);
	if (text(info?.model_path) === undefined) return undefined;
	return {
		kind: 'sglang',
		models: rows.flatMap(toModel),
		remedy: 'start the server with a larger --context-length',
		warnings: [needsParser('SGLang', '--tool-call-parser')],
	};
}

export async function vllm(ask: Ask): Promise<Found | undefined> {
	const rows = await rowsOf(ask);
	if (!rows.some(row => row.owned_by === 'vllm')) return undefined;
	return {
		kind: 'vllm',
		models: rows.flatMap(toModel),
		remedy: 'start the server with a larger --max-model-len',
		warnings: [needsParser('vLLM', '--enable-auto-tool-choice and --tool-call-parser')],
	};
}

/** Jan, KoboldCpp and others: a list of models is all that is known of them. */
export async function otherServer(ask: Ask): Promise<Found | undefined> {
	const models = (await rowsOf(ask)).flatMap(toModel);
	if (models.length === 0) return undefined;
	return {kind: 'other', models, remedy: 'give its contextWindow in models.json'};
}
