import fs from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {placesFor} from '../../source/harness/paths.ts';
import {openProject} from '../../source/harness/project.ts';
import {openSettings} from '../../source/harness/resources/settings.ts';
import {silentInterface} from '../../source/harness/user-interface.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

async function open(answer: string | undefined) {
	const root = tempFolder({
		'home/settings.json': '{"theme": "light"}',
		'work/.bough/settings.json': '{"theme": "forest"}',
	});
	const cwd = path.join(root, 'work');
	const places = placesFor(cwd, {BOUGH_HOME: path.join(root, 'home')}, root);
	const settings = openSettings(places.home, places.pi);
	const told: string[] = [];
	const ui = {
		...silentInterface,
		canAsk: true,
		ask: async () => answer,
		notify: (text: string) => void told.push(text),
	};
	const project = await openProject({
		cwd,
		userHome: root,
		places,
		settings,
		trustFlag: undefined,
		ui,
	});
	const write = (file: string, text: string) => fs.writeFileSync(path.join(root, file), text);
	return {project, settings, write, told};
}

it('settings that changed on the disk count at once, the project’s only as they were trusted', async () => {
	const {project, settings, write} = await open('Trust these files');
	expect(settings.get().theme).toBe('forest');
	write('home/settings.json', '{"theme": "light", "quietStartup": true}');
	expect(await project.refresh()).toBe(true);
	expect(settings.get()).toMatchObject({theme: 'forest', quietStartup: true});
	write('work/.bough/settings.json', '{"theme": "paper"}');
	write('home/settings.json', '{"theme": "light"}');
	expect(await project.refresh()).toBe(false);
	expect(settings.get()).toMatchObject({theme: 'forest', quietStartup: true});
	await project.reload();
	expect(settings.get()).toMatchObject({theme: 'paper', quietStartup: false});
});

it('a fault in settings is told when it appears, not at every look', async () => {
	const {project, write, told} = await open(undefined);
	told.length = 0;
	write('home/settings.json', '{"theme": 3}');
	await project.refresh();
	await project.refresh();
	expect(told).toEqual([expect.stringContaining('"theme" cannot be 3')]);
});
