import type {TestModule} from 'vitest/node';

/** Closes the run with the line `N passed, N failed`, alone, so that scripts can read the outcome. */
export default class ClosingLine {
	onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
		let passed = 0;
		let failed = errors.length;
		for (const module of modules) {
			failed += module.errors().length;
			for (const test of module.children.allTests()) {
				const {state} = test.result();
				if (state === 'passed') passed += 1;
				if (state === 'failed') failed += 1;
			}
		}

		process.stdout.write(`${passed} passed, ${failed} failed\n`);
	}
}
