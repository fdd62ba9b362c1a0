import {expect, it} from 'vitest';
import {contextBar} from '../../../../source/modes/interactive/components/footer.tsx';

it('shows how full the context is, and never more than full', () => {
	expect([0, 0.1, 50, 100, 130].map(contextBar)).toEqual([
		'╌╌╌╌╌╌╌╌',
		'━╌╌╌╌╌╌╌',
		'━━━━╌╌╌╌',
		'━━━━━━━━',
		'━━━━━━━━',
	]);
});
