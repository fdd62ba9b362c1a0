import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type SystemMessage, systemState, type Tool} from '../../../source/ai/index.ts';
import {systemPatch} from '../../../source/harness/session/system-patch.ts';

const nothing = systemState([]);
const tool = (name: string, description = 'does it'): Tool => ({
	name,
	description,
	parameters: {type: 'object'},
});

test('the first declaration is full, and then only what changed is written', () => {
	const first = {content: 'base', sections: {a: '1', b: '2'}, tools: [tool('read'), tool('bash')]};
	const full = systemPatch(nothing, first, 5);
	expect(full).toEqual({
		role: 'system',
		content: 'base',
		sections: {a: '1', b: '2'},
		toolsAdded: first.tools,
		timestamp: 5,
	});

	const second = {
		content: 'base',
		sections: {a: '1', c: '3'},
		tools: [tool('read', 'reads'), tool('bash')],
	};
	const patch = systemPatch(systemState(full ? [full] : []), second, 6);
	expect(patch).toEqual({
		role: 'system',
		content: '',
		sections: {b: null, c: '3'},
		toolsRemoved: [{name: 'read'}],
		toolsAdded: [tool('read', 'reads')],
		timestamp: 6,
	});
	const messages = [full, patch].filter((one): one is SystemMessage => one !== undefined);
	expect(systemPatch(systemState(messages), second, 7)).toBe(undefined);
});

test('replaying the patches gives what was wanted last, whatever came before', () => {
	const name = fc.constantFrom('a', 'b', 'c');
	const wanted = fc.record({
		sections: fc.dictionary(name, fc.constantFrom('1', '2')),
		tools: fc
			.uniqueArray(fc.record({name, description: fc.constantFrom('x', 'y')}), {
				selector: one => one.name,
			})
			.map(tools => tools.map(one => tool(one.name, one.description))),
	});
	fc.assert(
		fc.property(fc.array(wanted, {minLength: 1, maxLength: 6}), states => {
			const messages: SystemMessage[] = [];
			for (const state of states) {
				const patch = systemPatch(systemState(messages), {content: 'base', ...state}, 0);
				if (patch) messages.push(patch);
				const now = systemState(messages);
				expect(Object.fromEntries(now.sections)).toEqual(state.sections);
				expect(now.tools.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
					state.tools.toSorted((a, b) => a.name.localeCompare(b.name)),
				);
				expect(now.content).toBe('base');
			}
		}),
	);
});
