const endMark = '\u001B[201~';

export type PasteCollector = {
	begin(): void;
	/** Between the marks. */
	isOpen(): boolean;
	/** Reads on from `at`, at most to the end of the mark, and says where it stopped. */
	read(text: string, at: number): number;
	end(): void;
	/** Keeps `run` when it is, or goes on with, a paste that came without marks. Ends such a paste otherwise. */
	takeBurst(run: string): boolean;
	inBurst(): boolean;
	endBurst(): void;
};

/** Puts pastes together, with marks or without, and hands over each whole. Looks at every character once. */
export function createPasteCollector(deliver: (text: string) => void): PasteCollector {
	let isOpen = false;
	let parts: string[] = [];
	/** The last characters so far, in case the end mark was cut. */
	let tail = '';
	let burst: string[] = [];

	const end = () => {
		const text = parts.join('') + tail;
		isOpen = false;
		parts = [];
		tail = '';
		deliver(toLines(text));
	};

	const endBurst = () => {
		if (burst.length === 0) return;
		const text = burst.join('');
		burst = [];
		deliver(toLines(text));
	};

	return {
		begin() {
			isOpen = true;
		},
		isOpen: () => isOpen,
		read(text, at) {
			const joint = tail + text.slice(at);
			const mark = joint.indexOf(endMark);
			const kept = mark === -1 ? Math.max(0, joint.length - endMark.length + 1) : mark;
			parts.push(joint.slice(0, kept));
			tail = mark === -1 ? joint.slice(kept) : '';
			if (mark === -1) return text.length;
			end();
			return text.length - (joint.length - mark - endMark.length);
		},
		end,
		takeBurst(run) {
			const isPasted = burst.length > 0 ? isText(run) : looksPasted(run);
			if (isPasted) burst.push(run);
			else endBurst();
			return isPasted;
		},
		inBurst: () => burst.length > 0,
		endBurst,
	};
}

/**
 * Text on both sides of a line end. A line with Enter behind it is none: that is how slow connections, busy moments and
 * scripts deliver what was typed.
 */
function looksPasted(run: string): boolean {
	return isText(run) && /[^\r\n][\r\n]+[^\r\n]/.test(run);
}

function isText(run: string): boolean {
	return !/[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/.test(run);
}

function toLines(text: string): string {
	return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}
