import os from 'node:os';
import {type Places, placesFor} from '../harness/index.ts';

/** The folder of settings, keys and sessions: `$BOUGH_HOME`, else `~/.bough`. */
export const getAgentDir = (): string => placesFor(process.cwd(), process.env, os.homedir()).home;

/** The places of a working directory, with another home if one is named. */
export const placesOf = (cwd: string, agentDir?: string): Places =>
	placesFor(
		cwd,
		agentDir === undefined ? process.env : {...process.env, BOUGH_HOME: agentDir},
		os.homedir(),
	);
