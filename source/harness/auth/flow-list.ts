import type {SignInFlow} from './sign-in-flow.ts';

/** One way for each provider; the one added last counts. */
export type FlowList = {
	get(provider: string): SignInFlow | undefined;
	/** Returns its own undo, after which what was there before counts again. */
	add(flow: SignInFlow): () => void;
};

export function createFlowList(flows: readonly SignInFlow[] = []): FlowList {
	let list = flows;
	return {
		get: provider => list.findLast(flow => flow.provider === provider),
		add(flow) {
			list = [...list, flow];
			return () => {
				list = list.filter(each => each !== flow);
			};
		},
	};
}
