import {createFlowList, type FlowList} from '../flow-list.ts';
import type {SignInFlow} from '../sign-in-flow.ts';
import {chatGpt} from './chatgpt.ts';
import {codex} from './codex.ts';
import type {FlowContext} from './flow-context.ts';
import {githubCopilot} from './github-copilot.ts';
import {openRouter} from './openrouter.ts';

/** The ways to sign in that come with bough. */
const builtIn: readonly ((context: FlowContext) => SignInFlow)[] = [
	openRouter,
	chatGpt,
	codex,
	githubCopilot,
];

export const builtInFlows = (context: FlowContext): FlowList =>
	createFlowList(builtIn.map(create => create(context)));
