import type {Model, ThinkingLevel} from '../../ai/index.ts';
import type {
	ExtensionAPI,
	SendOptions,
	SendUserOptions,
	ToolInfo,
	UserText,
} from './extension-api.ts';
import type {CustomBody} from './payloads.ts';

export type ProviderPort = {
	register(name: unknown, config: unknown, owner: string): void;
	unregister(name: string): void;
	ids(): string[];
	registerVirtual(model: unknown, owner: string): void;
	unregisterVirtual(provider: string, id: string): void;
};

/** What the session that is open does for extensions. */
export type HostActions = {
	send(message: CustomBody, options: SendOptions): Promise<void>;
	sendUser(content: UserText, options: SendUserOptions): Promise<void>;
	append(customType: string, data: unknown): void;
	name(): string | undefined;
	setName(name: string): void;
	setLabel(id: string, label: string | undefined): void;
	activeTools(): string[];
	setActiveTools(names: readonly string[]): void;
	allTools(): ToolInfo[];
	commands(): ReturnType<ExtensionAPI['getCommands']>;
	settings(): unknown;
	setModel(model: Model): Promise<boolean>;
	level(): ThinkingLevel;
	setLevel(level: ThinkingLevel): void;
	servers(): ReturnType<ExtensionAPI['getMcpServers']>;
	serverOwner(name: string): string | undefined;
	readonly providers: ProviderPort;
};
