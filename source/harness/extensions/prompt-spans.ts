type Told = {readonly reason: 'ui_prompt'; readonly kind: string; readonly title?: string};

/** Tells when a person is asked: once for questions that overlap, and never so that the question waits for it. */
export function createPromptSpans(
	tell: (name: 'ui_prompt_start' | 'ui_prompt_end', payload: Told) => void,
) {
	let open = 0;
	let outermost: Told | undefined;
	return {
		async during<T>(kind: string, title: string | undefined, work: () => Promise<T>): Promise<T> {
			open += 1;
			if (open === 1) {
				const told = {reason: 'ui_prompt' as const, kind, ...(title ? {title} : {})};
				outermost = told;
				queueMicrotask(() => tell('ui_prompt_start', told));
			}

			try {
				return await work();
			} finally {
				open -= 1;
				const told = outermost;
				if (open === 0 && told) queueMicrotask(() => tell('ui_prompt_end', told));
			}
		},
	};
}
