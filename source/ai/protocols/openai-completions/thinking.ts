import type {ThinkingLevel} from '../../model.ts';
import type {ProtocolCall} from '../protocol.ts';
import type {Json} from '../wire-json.ts';
import type {Compat} from './compat.ts';

type Thinking = {
	readonly level: ThinkingLevel;
	readonly on: boolean;
	/** The word to send; undefined when the level is not mapped to one. */
	readonly mapped: string | null | undefined;
	readonly effort: boolean;
};

const effortOf = ({mapped, level}: Thinking): string => mapped ?? level;

const thinkingFormats: Readonly<Record<string, (thinking: Thinking) => Json>> = {
	openai: thinking => {
		if (!thinking.on)
			return typeof thinking.mapped === 'string' ? {reasoning_effort: thinking.mapped} : {};
		return thinking.effort ? {reasoning_effort: effortOf(thinking)} : {};
	},
	openrouter: thinking => {
		if (thinking.on) return {reasoning: {effort: effortOf(thinking)}};
		return thinking.mapped === null ? {} : {reasoning: {effort: thinking.mapped ?? 'none'}};
	},
	deepseek: thinking => {
		if (thinking.on) return {thinking: {type: 'enabled'}, reasoning_effort: effortOf(thinking)};
		return thinking.mapped === null ? {} : {thinking: {type: 'disabled'}};
	},
	zai: thinking => ({
		thinking: thinking.on ? {type: 'enabled', clear_thinking: false} : {type: 'disabled'},
		...(thinking.on && thinking.effort ? {reasoning_effort: effortOf(thinking)} : {}),
	}),
	qwen: thinking => ({
		enable_thinking: thinking.on,
		...(thinking.on && thinking.effort ? {reasoning_effort: effortOf(thinking)} : {}),
	}),
	'qwen-chat-template': thinking => ({
		chat_template_kwargs: {enable_thinking: thinking.on, preserve_thinking: true},
	}),
	together: thinking => ({
		reasoning: {enabled: thinking.on},
		...(thinking.on && thinking.effort ? {reasoning_effort: effortOf(thinking)} : {}),
	}),
	'string-thinking': thinking => ({thinking: thinking.on ? effortOf(thinking) : 'none'}),
	'ant-ling': thinking =>
		thinking.on && typeof thinking.mapped === 'string'
			? {reasoning: {effort: thinking.mapped}}
			: {},
};

/** How hard to think, in the words of this server. */
export function thinkingFields({model, level}: ProtocolCall, compat: Compat): Json {
	if (!model.reasoning) return {};
	const format = thinkingFormats[String(compat.thinkingFormat)] ?? thinkingFormats.openai;
	const mapped = model.thinkingLevelMap?.[level];
	const effort = compat.supportsReasoningEffort === true;
	return format?.({level, on: level !== 'off', mapped, effort}) ?? {};
}
