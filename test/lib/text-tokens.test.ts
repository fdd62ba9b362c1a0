import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {estimateTokens} from '../../source/lib/text-tokens.ts';

/** Counted once with gpt-tokenizer 4.0.0, encoding o200k_base, of the files in test/fixtures/tokens. */
const counted = {
	english: 260,
	code: 446,
	json: 306,
	terminal: 372,
	german: 153,
	chinese: 259,
	japanese: 271,
	korean: 187,
	russian: 143,
};

const corpus = (name: string): string =>
	readFileSync(path.join(import.meta.dirname, `../fixtures/tokens/${name}.txt`), 'utf8');

test.each(Object.entries(counted))('tokens of %s are estimated within 15 %', (name, tokens) => {
	const ratio = estimateTokens(corpus(name)) / tokens;
	expect(ratio).toBeGreaterThan(0.85);
	expect(ratio).toBeLessThan(1.15);
});

test('texts add up to about what they are together', () => {
	const [english, chinese] = [corpus('english'), corpus('chinese')];
	const apart = estimateTokens(english) + estimateTokens(chinese);
	expect(Math.abs(estimateTokens(english + chinese) - apart)).toBeLessThan(3);
});

test('nothing is nothing, and half a pair of surrogates is no reason to stop', () => {
	expect([estimateTokens(''), estimateTokens(' '), estimateTokens('\ud800')]).toEqual([0, 0, 2]);
});

test('a long line without blanks is not taken for one word', () => {
	expect(estimateTokens('a'.repeat(4000))).toBeGreaterThan(1000);
});
