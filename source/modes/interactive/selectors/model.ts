import type {Harness, SettingsStore} from '../../../harness/index.ts';
import type {OverlayControl} from '../overlays.ts';
import type {SelectorRow} from '../store/state.ts';

export type ModelParts = {
	readonly overlays: OverlayControl;
	readonly settings: SettingsStore;
	harness(): Harness | undefined;
	notice(text: string, level: 'info' | 'error'): void;
	chooseModel(pattern: string): Promise<void>;
};

type Models = Awaited<ReturnType<Harness['registry']['modelsOf']>>;

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

async function modelsOf({registry}: Harness): Promise<Models> {
	const lists = await Promise.all(registry.available().map(id => registry.modelsOf(id)));
	return lists.flat();
}

/** Everyone who can answer; Tab narrows to those one cycles through. */
export async function openModels(parts: ModelParts): Promise<void> {
	const {overlays, harness, settings, notice} = parts;
	const open = harness();
	if (!open) return;
	const {model} = open.session.getState();
	const current = model && `${model.provider}/${model.id}`;
	const toRow = (each: Models[number]): SelectorRow => {
		const value = `${each.provider}/${each.id}`;
		return {
			value,
			label: value,
			hint: each.name,
			about: aboutOf(each),
			isCurrent: value === current,
		};
	};
	const all = (await modelsOf(open)).map(toRow);
	const scoped = open.choice.scope.map(({model: each}) => toRow(each));
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
