import type {AgentMessage} from '../agent/index.ts';
import {
	levelsOf,
	type Model,
	renderSystemPrompt,
	systemState,
	type ThinkingLevel,
} from '../ai/index.ts';
import {type SessionStore, sessionStats, userTexts} from '../harness/index.ts';

/** What can be read off a session, and the switches that need no model. */
export abstract class AgentSessionState {
	readonly store: SessionStore;

	protected constructor(store: SessionStore) {
		this.store = store;
	}

	get state() {
		const {model, level, activeTools} = this.store.getState();
		return {
			...{model, thinkingLevel: level, isStreaming: this.isStreaming},
			messages: this.messages,
			tools: this.store.tools.filter(({name}) => activeTools.includes(name)),
			systemPrompt: this.systemPrompt,
		};
	}

	/** What the model would be shown now. */
	get messages(): readonly AgentMessage[] {
		return this.store.messages();
	}

	get systemPrompt(): string {
		const systems = this.messages.filter(message => message.role === 'system');
		return renderSystemPrompt(systemState(systems));
	}

	get model(): Model | undefined {
		return this.store.getState().model;
	}

	get thinkingLevel(): ThinkingLevel {
		return this.store.getState().level;
	}

	get isStreaming(): boolean {
		return ['running', 'retrying'].includes(this.store.getState().activity);
	}

	get isIdle(): boolean {
		return this.store.getState().activity === 'idle';
	}

	get isCompacting(): boolean {
		return this.store.getState().activity === 'compacting';
	}

	get isRetrying(): boolean {
		return this.store.getState().activity === 'retrying';
	}

	get retryAttempt(): number {
		return this.store.getState().retry?.attempt ?? 0;
	}

	/** undefined: in memory only. */
	get sessionFile(): string | undefined {
		return this.store.getState().sessionFile;
	}

	get sessionId(): string {
		return this.store.getState().sessionId;
	}

	get sessionName(): string | undefined {
		return this.store.getState().sessionName;
	}

	setSessionName(name: string): void {
		this.store.setName(name);
	}

	get pendingMessageCount(): number {
		const {steering, followUp} = this.store.getState().queue;
		return steering.length + followUp.length;
	}

	getSteeringMessages(): readonly string[] {
		return this.store.getState().queue.steering.map(({text}) => text);
	}

	getFollowUpMessages(): readonly string[] {
		return this.store.getState().queue.followUp.map(({text}) => text);
	}

	get steeringMode(): 'all' | 'one-at-a-time' {
		return this.store.settings().steeringMode;
	}

	get followUpMode(): 'all' | 'one-at-a-time' {
		return this.store.settings().followUpMode;
	}

	setSteeringMode(mode: 'all' | 'one-at-a-time'): void {
		this.store.override({steeringMode: mode});
	}

	setFollowUpMode(mode: 'all' | 'one-at-a-time'): void {
		this.store.override({followUpMode: mode});
	}

	get autoCompactionEnabled(): boolean {
		return this.store.settings().compaction.enabled;
	}

	setAutoCompactionEnabled(enabled: boolean): void {
		this.store.override({autoCompaction: enabled});
	}

	get autoRetryEnabled(): boolean {
		return this.store.settings().retry.enabled;
	}

	setAutoRetryEnabled(enabled: boolean): void {
		this.store.override({autoRetry: enabled});
	}

	abortRetry(): void {
		this.store.abortRetry();
	}

	getActiveToolNames(): readonly string[] {
		return this.store.getState().activeTools;
	}

	getAllTools() {
		return this.store.tools.map(({name, description, parameters}) => ({
			...{name, description, parameters},
		}));
	}

	setActiveToolsByName(names: readonly string[]): void {
		this.store.setActiveTools(names);
	}

	/** Levels that the model does not offer become the nearest that it does. */
	setThinkingLevel(level: ThinkingLevel): void {
		this.store.setThinkingLevel(level);
	}

	getAvailableThinkingLevels(): readonly ThinkingLevel[] {
		return this.model ? levelsOf(this.model) : ['off'];
	}

	supportsThinking(): boolean {
		return this.getAvailableThinkingLevels().length > 1;
	}

	getUserMessagesForForking(): readonly {readonly entryId: string; readonly text: string}[] {
		return userTexts(this.store.tree().entries());
	}

	getSessionStats() {
		return sessionStats(this.store);
	}

	getContextUsage() {
		return sessionStats(this.store).contextUsage;
	}

	getLastAssistantText(): string | undefined {
		const answer = this.messages.findLast(message => message.role === 'assistant');
		const texts = answer?.content.flatMap(part => (part.type === 'text' ? [part.text] : []));
		return texts && texts.length > 0 ? texts.join('\n') : undefined;
	}
}
