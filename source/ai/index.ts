export type {FailureCode, ModelEvent, ModelFailure} from './events.ts';
export * from './messages.ts';
export {type Model, type Price, type ThinkingLevel, thinkingLevels} from './model.ts';
export type {CacheRetention} from './protocols/protocol.ts';
export type {StreamOptions} from './stream-options.ts';
