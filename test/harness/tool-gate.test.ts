import {Type} from 'typebox';
import {expect, it} from 'vitest';
import {createToolGate, type GateRecord} from '../../source/harness/tool-gate.ts';
import {defineTool, textResult} from '../../source/harness/tools/define-tool.ts';
import type {RuleSetName} from '../../source/harness/tools/gate.ts';
import {type Question, silentInterface} from '../../source/harness/user-interface.ts';

const tool = (name: string, capability: 'read' | 'write') =>
	defineTool({
		...{name, capability, description: '', promptSnippet: '', parameters: Type.Object({})},
		execute: async () => textResult(''),
	});
const read = tool('read', 'read');
const write = tool('write', 'write');

/** A gate with a person who gives these answers, one after the other; without answers nobody is there. */
function gated(rules: RuleSetName, answers?: readonly (string | undefined)[]) {
	const asked: Question[] = [];
	const records: GateRecord[] = [];
	const left = [...(answers ?? [])];
	const gate = createToolGate({
		rules: () => rules,
		ui: {
			...silentInterface,
			canAsk: answers !== undefined,
			ask: async question => {
				asked.push(question);
				return left.shift();
			},
		},
		record: record => records.push(record),
	});
	return {gate, asked, records};
}

it('lets everything through as it is set up, and records nothing', async () => {
	const {gate, records} = gated('allow');
	expect([await gate(read, {}), await gate(write, {})]).toEqual([undefined, undefined]);
	expect(records).toEqual([]);
});

it('asks a person what changes something, shows the arguments, and keeps each answer', async () => {
	const {gate, asked, records} = gated('ask-writes', ['Yes', 'No', undefined]);
	expect(await gate(read, {path: 'a'})).toBeUndefined();
	expect(await gate(write, {path: 'a', content: 'x\ny'})).toBeUndefined();
	expect(await gate(write, {})).toMatch(/does not want write to run/);
	expect(await gate(write, null)).toMatch(/does not want write to run/);
	expect(asked[0]).toMatchObject({title: 'May write run?', message: 'path: a\ncontent: x\ny'});
	expect(records.map(({answer}) => answer)).toEqual(['once', 'no', 'no']);
});

it('asks no more about a tool that was agreed to for the session', async () => {
	const answer = 'Yes, and do not ask about write again in this session';
	const {gate, asked} = gated('ask-writes', [answer]);
	await gate(write, {});
	expect(await gate(write, {})).toBeUndefined();
	expect(asked).toHaveLength(1);
});

it('refuses what would be asked where nobody is, and what is not allowed at all', async () => {
	const nobody = gated('ask-writes');
	expect(await nobody.gate(write, {})).toMatch(/nobody can be asked here/);
	expect(nobody.records).toEqual([{toolName: 'write', rules: 'ask-writes', decision: 'ask'}]);
	const {gate, asked} = gated('read-only', ['Yes']);
	expect(await gate(write, {})).toBe('The rules "read-only" do not allow write here.');
	expect(asked).toEqual([]);
});
