import {type Harness, nameOf, type SettingsStore} from '../../../harness/index.ts';
import type {OverlayControl} from '../overlays.ts';
import type {SelectorRow} from '../store/state.ts';

export type ModelParts = {
	readonly overlays: OverlayControl;
	readonly settings: SettingsStore;
	harness(): Harness | undefined;
	notice(text: string, level: 'info' | 'error'): void;
	chooseModel(pattern: string): Promise<void>;
};

type Models = Awaited<ReturnType<Harness['selection']['available']>>;

const price = (value: number): string => `$${Number(value.toFixed(2))}`;

function aboutOf({name, contextWindow, reasoning, input, cost}: Models[number]): string {
	const facts = [
		name,
		`${Math.round(contextWindow / 1000)}k tokens of context`,
		reasoning ? 'thinks' : '',
		input.includes('image') ? 'sees images' : '',
		cost.input + cost.output > 0
			? `${price(cost.input)} in, ${price(cost.output)} out per million tokens`
			: '',
	];
	return facts.filter(fact => fact !== '').join(' · ');
}

/** The models one goes through with the keys; none of them marked means all. */
export async function openScope({harness, overlays, notice}: ModelParts): Promise<void> {
	const selection = harness()?.selection;
	if (!selection) return;
	const before = new Map(selection.scope().map(each => [nameOf(each.model), each]));
	const all = new Map((await selection.available()).map(model => [nameOf(model), {model}]));
	const order = [...before.keys(), ...[...all.keys()].filter(name => !before.has(name))];
	const scoped = new Map([...all, ...before]);
	const rows = order.flatMap(name => {
		const model = scoped.get(name)?.model;
		return model ? [{value: name, label: name, hint: model.name}] : [];
	});
	const {marked, isSaved} = await overlays.mark({
		title: 'Models to go through',
		rows,
		marked: [...before.keys()],
	});
	const models = marked.flatMap(name => scoped.get(name) ?? []);
	await selection.setScope(models, isSaved);
	if (isSaved) notice('The models to go through are saved in settings.json.', 'info');
}

/** Everyone who can answer; Tab narrows to those one cycles through. */
export async function openModels(parts: ModelParts): Promise<void> {
	const {overlays, harness, settings, notice} = parts;
	const open = harness();
	if (!open) return;
	const {model} = open.session.getState();
	// Servers of this machine come and go.
	await open.findServers();
	const current = model && nameOf(model);
	const toRow = (each: Models[number]): SelectorRow => {
		const value = nameOf(each);
		return {
			value,
			label: value,
			hint: each.name,
			about: aboutOf(each),
			isCurrent: value === current,
		};
	};
	const demo = {value: 'demo/script', label: 'demo/script', hint: 'Demo (scripted, no AI)'};
	const all = [...(await open.selection.available()).map(toRow), demo].filter(
		(row, index, rows) => rows.findIndex(({value}) => value === row.value) === index,
	);
	const scoped = open.selection.scope().map(({model: each}) => toRow(each));
	let isScoped = false;
	const more = scoped.length > 0 ? ' · tab only those to cycle through' : '';
	const hint = `enter choose · ctrl+s default of new sessions${more} · esc close`;
	const chosen = await overlays.choose(
		{title: 'Model', rows: all, hint, ...(current === undefined ? {} : {at: current})},
		{
			keys: {
				'app.models.save'(row) {
					const found = all.find(({value}) => value === row?.value);
					if (!found) return;
					const [provider = '', ...id] = found.value.split('/');
					settings.save({defaultProvider: provider, defaultModel: id.join('/')}).then(
						() => notice(`New sessions begin with ${found.value}.`, 'info'),
						error => notice(String(error), 'error'),
					);
				},
				'tui.input.tab'() {
					if (scoped.length === 0) return;
					isScoped = !isScoped;
					overlays.update({rows: isScoped ? scoped : all});
				},
			},
		},
	);
	if (chosen === undefined) return;
	await parts.chooseModel(chosen).catch(error => notice(String(error), 'error'));
}
