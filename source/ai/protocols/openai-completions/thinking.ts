import {isRecord} from '../../../lib/is-record.ts';
import {thinkingBudget} from '../../levels.ts';
import type {ProtocolCall} from '../protocol.ts';
import {type Json, record} from '../wire-json.ts';
import type {Compat} from './compat.ts';

/** What is wanted, in all the forms that servers ask for. */
type Wanted = {
	readonly isOn: boolean;
	/** The word for this level: the catalog's, else its name. */
	readonly effort: string;
	/** As the catalog has it: null means that the level is not offered. */
	readonly mapped: string | null | undefined;
	readonly budget: number;
	readonly compat: Compat;
};

const effortField = ({isOn, effort, compat}: Wanted): Json =>
	isOn && compat.supportsReasoningEffort === true ? {reasoning_effort: effort} : {};

/** Fills `{"$var": "thinking.…"}` in what the configuration says; a variable without a value leaves no key. */
function filled(template: unknown, wanted: Wanted): unknown {
	if (!isRecord(template)) return template;
	const variables: Json = {
		'thinking.enabled': wanted.isOn,
		'thinking.effort': wanted.isOn ? wanted.effort : undefined,
		'thinking.budget': wanted.isOn ? wanted.budget : undefined,
	};
	if (typeof template.$var === 'string') return variables[template.$var];
	const entries = Object.entries(template).map(([name, value]) => [name, filled(value, wanted)]);
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const formats: Readonly<Record<string, (wanted: Wanted) => Json>> = {
	openai(wanted) {
		if (wanted.isOn) return effortField(wanted);
		return typeof wanted.mapped === 'string' ? {reasoning_effort: wanted.mapped} : {};
	},
	openrouter({isOn, effort, mapped}) {
		if (isOn) return {reasoning: {effort}};
		return mapped === null ? {} : {reasoning: {effort: mapped ?? 'none'}};
	},
	deepseek(wanted) {
		if (wanted.isOn) return {thinking: {type: 'enabled'}, ...effortField(wanted)};
		return wanted.mapped === null ? {} : {thinking: {type: 'disabled'}};
	},
	zai: wanted => ({
		thinking: wanted.isOn ? {type: 'enabled', clear_thinking: false} : {type: 'disabled'},
		...effortField(wanted),
	}),
	qwen: wanted => ({enable_thinking: wanted.isOn, ...effortField(wanted)}),
	'qwen-chat-template': ({isOn}) => ({
		chat_template_kwargs: {enable_thinking: isOn, preserve_thinking: true},
	}),
	'chat-template': wanted => ({
		chat_template_kwargs: filled(record(wanted.compat.chatTemplateKwargs), wanted),
	}),
	baseten: wanted => ({
		chat_template_args: filled(record(wanted.compat.chatTemplateArgs), wanted),
		...effortField(wanted),
	}),
	together: wanted => ({reasoning: {enabled: wanted.isOn}, ...effortField(wanted)}),
	'string-thinking': ({isOn, effort}) => ({thinking: isOn ? effort : 'none'}),
	'ant-ling': ({isOn, mapped}) =>
		isOn && typeof mapped === 'string' ? {reasoning: {effort: mapped}} : {},
};

/** How this server is told to think, or not to. */
export function thinkingFields(call: ProtocolCall, compat: Compat): Json {
	const {model, level} = call;
	if (!model.reasoning) return {};
	const mapped = model.thinkingLevelMap?.[level];
	const isOn = level !== 'off';
	const budget = thinkingBudget(call);
	const format = formats[String(compat.thinkingFormat)];
	const {thinkingBudgetField: field} = compat;
	return {
		...format?.({isOn, effort: mapped ?? level, mapped, budget, compat}),
		...(isOn && typeof field === 'string' ? {[field]: budget} : {}),
	};
}
