import {expect, it} from 'vitest';
import {createWalk} from '../helpers/session-walk.ts';

const walks = Array.from({length: 20}, (_, index) => index + 1);

it.each(walks)(
	'walk %d: after each of 100 steps the model is shown the way from the root to where we are',
	async seed => {
		const walk = createWalk(seed);
		const taken: string[] = [];
		try {
			for (let count = 0; count < 100; count += 1) {
				taken.push(await walk.step());
				const {is, shouldBe} = walk.shown();
				expect(is, taken.join(', ')).toEqual(shouldBe);
				expect(walk.asked()?.is, taken.join(', ')).toEqual(walk.asked()?.shouldBe);
			}
		} finally {
			await walk.end();
		}
	},
);
