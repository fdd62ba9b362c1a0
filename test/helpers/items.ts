import type {ToolItem, TranscriptItem} from '../../source/modes/interactive/store/state.ts';
import type {ItemLook} from '../../source/modes/interactive/transcript/item-look.ts';
import {plainLook} from './markdown.ts';

/** How items look in tests: no colours, nothing unfolded. */
export const itemLook = (change: Partial<ItemLook> = {}): ItemLook => ({
	...plainLook,
	width: 60,
	expanded: false,
	showThinking: true,
	expandKey: 'ctrl+o',
	now: 0,
	...change,
});

export const toolItem = (change: Partial<ToolItem> = {}): ToolItem => ({
	kind: 'tool',
	id: 'tool',
	callId: 'call',
	name: 'bash',
	args: {},
	status: 'done',
	output: '',
	...change,
});

export const userItem = (id: string, text: string): TranscriptItem => ({
	kind: 'user',
	id,
	text,
	images: 0,
});

export const answerItem = (id: string, text: string): TranscriptItem => ({
	kind: 'assistant',
	id,
	text,
	thinking: '',
});

/** Rows as a person sees them: no sequences, nothing at their ends. */
export const seen = (rows: readonly string[]): readonly string[] =>
	rows.map(row => row.replace(/\u001b\][^\u001b]*\u001b\\|\u001b\[[\d;]*m/g, '').trimEnd());
