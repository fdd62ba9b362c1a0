import type {Harness, UserInterface} from '../../harness/index.ts';

export type InteractiveOptions = {
	connect(ui: UserInterface): Promise<Harness>;
	readonly prompts: readonly {readonly text: string}[];
	readonly version: string;
};

export async function startInteractive(_options: InteractiveOptions): Promise<number> {
	return 1;
}
