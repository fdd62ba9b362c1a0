import {describe, expect, it} from 'vitest';
import {placesFor, sessionFolder} from '../../source/harness/paths.ts';

describe('places', () => {
	it('follow the environment, and sessions have a folder for each working directory', () => {
		expect(placesFor('/w', {}, '/home/u')).toEqual({
			home: '/home/u/.bough',
			sessions: '/home/u/.bough/sessions',
			project: '/w/.bough',
		});
		expect(placesFor('/w', {BOUGH_HOME: '~/b', BOUGH_SESSION_DIR: '/s'}, '/home/u')).toMatchObject({
			home: '/home/u/b',
			sessions: '/s',
		});
		expect(sessionFolder('/s', '/home/u/app')).toBe('/s/--home-u-app--');
	});
});
