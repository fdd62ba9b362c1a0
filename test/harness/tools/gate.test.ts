import {describe, expect, it} from 'vitest';
import {decide, type GatedCall, ruleSets} from '../../../source/harness/index.ts';

const call = (changes: Partial<GatedCall> = {}): GatedCall => ({
	capability: 'write',
	toolName: 'write',
	input: {path: 'a'},
	...changes,
});

describe('the gate', () => {
	it.each([
		['allow', 'allow', 'allow', 'allow', 'allow'],
		['ask-writes', 'allow', 'ask', 'ask', 'ask'],
		['read-only', 'allow', 'deny', 'deny', 'deny'],
	] as const)('decides by the rule set %s', (name, ...decisions) => {
		const calls = [
			call({capability: 'read'}),
			call(),
			call({capability: 'execute'}),
			call({capability: 'network'}),
		];
		expect(calls.map(each => decide(ruleSets[name], each))).toEqual(decisions);
	});

	it('lets the first rule that applies decide, by tool and by arguments', () => {
		const rules = [
			{tools: ['bash'], input: {command: 'git push*'}, decision: 'deny'},
			{tools: ['bash'], input: {command: 'git *'}, decision: 'allow'},
			{capability: ['read', 'execute'], decision: 'ask'},
		] as const;
		const bash = (command: unknown) =>
			call({capability: 'execute', toolName: 'bash', input: {command}});
		expect(decide(rules, bash('git push --force\n'))).toBe('deny');
		expect(decide(rules, bash('git log'))).toBe('allow');
		expect(decide(rules, bash('.git log'))).toBe('ask');
		expect(decide(rules, bash(7))).toBe('ask');
		expect(decide(rules, {...bash('x'), input: null})).toBe('ask');
		expect(decide(rules, call({capability: 'read', toolName: 'read'}))).toBe('ask');
	});

	it('asks about what no rule speaks of', () => {
		expect(decide([], call())).toBe('ask');
	});
});
