import type {AgentHooks} from '../../agent/index.ts';
import {streamModel} from '../../ai/index.ts';
import {isRecord} from '../../lib/is-record.ts';
import type {ModelRegistry} from '../model-registry.ts';
import {fromCustomStream} from './custom-stream.ts';
import type {ExtensionContext} from './extension-api.ts';
import type {ProviderPort} from './host-actions.ts';
import {currentScope, outside, type Scope} from './scope.ts';
import {streamVirtual, toVirtualModel, type VirtualModel} from './virtual-models.ts';

type Json = Readonly<Record<string, unknown>>;
type Stream = NonNullable<AgentHooks['stream']>;
type Open = (model: unknown, context: unknown, options: unknown) => unknown;

type Provider = {
	readonly config: Json;
	readonly scope: Scope | undefined;
	readonly open: Open | undefined;
};

/** Providers that extensions bring: kept until there is a registry, and asked when one of their models is. */
export type ProviderShelf = ProviderPort & {
	connect(registry: ModelRegistry): void;
	stream: Stream;
	clear(): void;
};

const keyOf = ({provider, id}: {readonly provider: string; readonly id: string}): string =>
	`${provider}/${id}`;

const isOpen = (value: unknown): value is Open => typeof value === 'function';

const described = ['name', 'baseUrl', 'api', 'apiKey', 'headers', 'authHeader', 'compat'] as const;

/** As models.json would have it: functions and signing in by a browser stay out. */
function toDescription(config: Json): Json {
	const {models} = config;
	const given = described.filter(name => config[name] !== undefined);
	const own = Object.fromEntries(given.map(name => [name, config[name]]));
	const list = Array.isArray(models) ? {models: models.filter(isRecord)} : {};
	return {...own, ...list};
}

function toProvider(name: unknown, config: unknown): readonly [string, Json] {
	if (isRecord(name)) {
		const id = name.id ?? name.name;
		if (typeof id !== 'string') throw new Error('A provider needs an "id"');
		return [id, name];
	}

	if (typeof name !== 'string' || !isRecord(config))
		throw new Error('registerProvider takes a name and a configuration');
	return [name, config];
}

/** A protocol of its own is spoken by its stream; for the registry it is like any other. */
const standIn = 'openai-completions';

function withKnownApi(description: Json): Json {
	const models = Array.isArray(description.models) ? description.models.filter(isRecord) : [];
	const own = models.map(({api: _api, ...model}) => ({...model, api: standIn}));
	return {...description, api: standIn, models: own};
}

export function createProviders(
	contextAt: (path: string) => ExtensionContext | undefined,
): ProviderShelf {
	const all = new Map<string, Provider>();
	const virtual = new Map<string, VirtualModel>();
	let registry: ModelRegistry | undefined;
	const put = (id: string, {config, open, scope}: Provider) => {
		const description = toDescription(config);
		try {
			registry?.configure(id, open ? withKnownApi(description) : description);
		} catch (error) {
			if (!scope) throw error;
			scope.report(error, 'registerProvider');
		}
	};
	return {
		register(name, config) {
			const [id, own] = toProvider(name, config);
			const open = isOpen(own.streamSimple)
				? own.streamSimple
				: isOpen(own.stream)
					? own.stream
					: undefined;
			const provider = {config: own, scope: currentScope(), open};
			all.set(id, provider);
			put(id, provider);
		},
		unregister: id => void all.delete(id),
		ids: () => [...all.keys()],
		registerVirtual(definition, owner) {
			const context = () => {
				const own = contextAt(owner);
				if (own) return own;
				throw new Error('The extension of this model is gone');
			};
			const made = toVirtualModel(definition, {scope: currentScope(), context});
			const key = keyOf(made.model);
			if (!virtual.has(key)) registry?.add([made.model]);
			virtual.set(key, made);
		},
		unregisterVirtual: (provider, id) => void virtual.delete(keyOf({provider, id})),
		connect(next) {
			registry = next;
			for (const [id, provider] of all) put(id, provider);
			next.add([...virtual.values()].map(({model}) => model));
		},
		stream(request, options) {
			const routed = virtual.get(keyOf(request.model));
			if (routed) return streamVirtual(routed, {request, options}, registry);
			const own = all.get(request.model.provider);
			const {open, scope} = own ?? {};
			if (!open) return streamModel(request, options);
			const {level, ...rest} = options;
			const asked = {...rest, ...(level && level !== 'off' ? {reasoning: level} : {})};
			const context = {messages: request.messages};
			const ask = () => open(request.model, context, asked);
			return outside(() =>
				fromCustomStream(() => (scope ? scope.run(ask) : ask()), request.model, options.signal),
			);
		},
		clear() {
			all.clear();
			virtual.clear();
		},
	};
}
