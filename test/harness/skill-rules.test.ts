import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {AgentMessage} from '../../source/harness/index.ts';
import type {Skill} from '../../source/harness/resources/skills.ts';
import {createSession} from '../../source/harness/session/open.ts';
import {skillRefusal} from '../../source/harness/skill-rules.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

const user = (content: string): AgentMessage => ({role: 'user', content, timestamp: 1});

/** A session in which these things were said, and what a call would be told. */
function session(allowedTools: readonly string[] | undefined) {
	const cwd = tempFolder({'skills/tidy/SKILL.md': '', 'skills/tidy/notes.md': '', 'a.txt': ''});
	const file = path.join(cwd, 'skills/tidy/SKILL.md');
	const skill: Skill = {
		name: 'tidy',
		description: '',
		isHidden: false,
		path: file,
		scope: 'person',
		...(allowedTools ? {allowedTools} : {}),
	};
	const tree = createSession({cwd, sessions: undefined});
	const say = (message: AgentMessage) => void tree.append({type: 'message', message});
	const options = {cwd, userHome: cwd, skills: () => [skill], path: () => tree.path()};
	const told = (toolName: string, input: unknown = {}) => skillRefusal({toolName, input}, options);
	const bash = (command: string) => told('bash', {command}) === undefined;
	const call = () => say(user(`<skill name="tidy" location="${file}">\nbody\n</skill>`));
	return {say, told, bash, call};
}

describe('the tools that a skill allows', () => {
	it('are the only ones from its call until the next message', () => {
		const {say, told, call} = session(['Read', 'grep']);
		say(user('hello'));
		expect(told('bash')).toBeUndefined();
		call();
		expect([told('read', {path: 'a.txt'}), told('grep')]).toEqual([undefined, undefined]);
		expect(told('bash')).toBe(
			'The skill "tidy" allows only Read, grep. Go on without this call, or tell the user what is needed.',
		);
		say(user('now do as you like'));
		expect(told('bash')).toBeUndefined();
	});

	it('count as well once the model read the skill by itself', () => {
		const {say, told} = session(['read']);
		say(user('tidy up'));
		expect(told('bash')).toBeUndefined();
		say({
			role: 'assistant',
			content: [
				{type: 'toolCall', id: '1', name: 'read', arguments: {path: 'skills/tidy/SKILL.md'}},
			],
			api: 'openai-completions',
			provider: 'test',
			model: 'm',
			usage: {
				input: 0,
				output: 0,
				cacheRead: 0,
				cacheWrite: 0,
				totalTokens: 0,
				cost: {input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0},
			},
			stopReason: 'toolUse',
			timestamp: 1,
		});
		expect(told('bash')).toContain('allows only read');
	});

	it('may be none; what the skill brings can be read all the same', () => {
		const {told, call} = session([]);
		call();
		expect(told('read', {path: 'skills/tidy/notes.md'})).toBeUndefined();
		expect(told('read', {path: 'skills/tidy/../../a.txt'})).toContain('no tools');
		expect(told('write')).toContain('no tools');
	});

	it('may be commands, and then one command and no more', () => {
		const {bash, call} = session(['Bash(git:*)', 'Bash(npm test)', 'Bash(ls*)']);
		call();
		expect(['git status', 'git', 'npm test', 'ls -l', 'lsof'].map(bash)).toEqual([
			true,
			true,
			true,
			true,
			true,
		]);
		expect(
			[
				'gitk',
				'npm test --force',
				'rm -rf /',
				'git status; rm x',
				'git log | sh',
				'git log > x',
				'git $(rm x)',
				'git `rm x`',
				'git log\nrm x',
				'git log & rm x',
			].map(bash),
		).toEqual(Array.from({length: 10}, () => false));
	});

	it('are all when the skill names none', () => {
		const {told, call} = session(undefined);
		call();
		expect(told('bash')).toBeUndefined();
	});
});
