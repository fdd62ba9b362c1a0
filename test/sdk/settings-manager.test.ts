import fs from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {SettingsManager} from '../../source/index.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

it('settings hold at once and are written behind, beside what stands in the file', async () => {
	const home = tempFolder({'settings.json': '{"theme": "light", "mine": 1}'});
	const manager = SettingsManager.create(tempFolder(), home);
	manager.setDefaultModelAndProvider('house', 'm');
	manager.setCompactionEnabled(false);
	expect([manager.getDefaultModel(), manager.getCompactionEnabled(), manager.getTheme()]).toEqual([
		'm',
		false,
		'light',
	]);
	await manager.flush();
	expect(manager.drainErrors()).toEqual([]);
	expect(JSON.parse(fs.readFileSync(path.join(home, 'settings.json'), 'utf8'))).toEqual({
		theme: 'light',
		mine: 1,
		defaultProvider: 'house',
		defaultModel: 'm',
		compaction: {enabled: false},
	});
});

it('a project counts only while it is trusted, and overrides win over both', () => {
	const cwd = tempFolder({'.bough/settings.json': '{"theme": "solarized-dark"}'});
	const home = tempFolder({'settings.json': '{"theme": "light"}'});
	const manager = SettingsManager.create(cwd, home, {projectTrusted: false});
	expect(manager.getTheme()).toBe('light');
	manager.setProjectTrusted(true);
	expect([manager.getTheme(), manager.getProjectSettings()]).toEqual([
		'solarized-dark',
		{theme: 'solarized-dark'},
	]);
	manager.applyOverrides({theme: 'dark'});
	expect(manager.getTheme()).toBe('dark');
});

it('what cannot be written is told when it is asked for, and holds all the same', async () => {
	const home = path.join(tempFolder({file: ''}), 'file');
	const manager = SettingsManager.create(tempFolder(), home);
	manager.setTheme('light');
	await manager.flush();
	expect(manager.getTheme()).toBe('light');
	expect(manager.drainErrors().map(({scope}) => scope)).toEqual(['global']);
	expect(manager.drainErrors()).toEqual([]);
});

it('settings in memory need no file', async () => {
	const manager = SettingsManager.inMemory({retry: {maxRetries: 1}});
	manager.setRetryEnabled(false);
	await manager.flush();
	expect(manager.getRetrySettings()).toMatchObject({enabled: false, maxRetries: 1});
	expect(manager.getShellPath()).toBeUndefined();
});
