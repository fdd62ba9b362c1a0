/** What extensions have put on the screen: data only; what draws itself is known by an id. */
export type ExtensionsState = {
	/** By key. */
	readonly statuses: readonly {readonly key: string; readonly text: string}[];
	readonly widgets: readonly Widget[];
	readonly header: string | undefined;
	readonly footer: string | undefined;
	readonly editor: string | undefined;
	/** Views that have the keyboard, the last one first to get it. */
	readonly customs: readonly Custom[];
	readonly working: Working;
	/** How often a view has asked to be drawn. */
	readonly drawn: Readonly<Record<string, number>>;
};

export type Widget = {
	readonly key: string;
	readonly place: 'aboveEditor' | 'belowEditor';
	/** Lines, or the id of a view. */
	readonly content: readonly string[] | string;
};

export type Custom = {
	readonly id: string;
	/** Over the rest of the screen, not in place of the editor. */
	readonly isOverlay: boolean;
	readonly isHidden: boolean;
	readonly isPassive: boolean;
};

export type Working = {
	readonly message?: string | undefined;
	readonly visible?: boolean | undefined;
	readonly indicator?:
		| {readonly frames?: readonly string[]; readonly intervalMs?: number}
		| undefined;
	readonly thinkingLabel?: string | undefined;
};

export type ExtensionsAction =
	| {readonly type: 'status'; readonly key: string; readonly text: string | undefined}
	| {readonly type: 'widget'; readonly key: string; readonly widget: Widget | undefined}
	| {
			readonly type: 'part';
			readonly part: 'header' | 'footer' | 'editor';
			readonly id: string | undefined;
	  }
	| {readonly type: 'opened'; readonly custom: Custom}
	| {readonly type: 'closed'; readonly id: string}
	| {readonly type: 'hid'; readonly id: string; readonly isHidden: boolean}
	| {readonly type: 'working'; readonly look: Working}
	| {readonly type: 'drawn'; readonly ids: readonly string[]}
	| {readonly type: 'cleared'};

export const noExtensions: ExtensionsState = {
	statuses: [],
	widgets: [],
	header: undefined,
	footer: undefined,
	editor: undefined,
	customs: [],
	working: {},
	drawn: {},
};

function withStatus(
	{statuses}: ExtensionsState,
	key: string,
	text: string | undefined,
): ExtensionsState['statuses'] {
	const others = statuses.filter(status => status.key !== key);
	if (text === undefined) return others;
	return [...others, {key, text}].sort((one, other) => (one.key < other.key ? -1 : 1));
}

function withWidget(
	{widgets}: ExtensionsState,
	key: string,
	widget: Widget | undefined,
): readonly Widget[] {
	const at = widgets.findIndex(each => each.key === key);
	if (!widget) return widgets.filter(each => each.key !== key);
	return at < 0 ? [...widgets, widget] : widgets.with(at, widget);
}

/** Pure: what is there after an extension has asked for something. */
export function reduceExtensions(
	state: ExtensionsState,
	action: ExtensionsAction,
): ExtensionsState {
	switch (action.type) {
		case 'status':
			return {...state, statuses: withStatus(state, action.key, action.text)};
		case 'widget':
			return {...state, widgets: withWidget(state, action.key, action.widget)};
		case 'part':
			return {...state, [action.part]: action.id};
		case 'opened':
			return {...state, customs: [...state.customs, action.custom]};
		case 'closed':
			return {...state, customs: state.customs.filter(({id}) => id !== action.id)};
		case 'hid':
			return {
				...state,
				customs: state.customs.map(custom =>
					custom.id === action.id ? {...custom, isHidden: action.isHidden} : custom,
				),
			};
		case 'working':
			return {...state, working: {...state.working, ...action.look}};
		case 'drawn': {
			const drawn = action.ids.map(id => [id, (state.drawn[id] ?? 0) + 1] as const);
			return {...state, drawn: {...state.drawn, ...Object.fromEntries(drawn)}};
		}

		case 'cleared':
			return noExtensions;
	}
}
