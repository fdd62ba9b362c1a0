import {defineConfig} from 'vitest/config';

/** Text that a model reads is imported as a string, as the bundler does. */
const markdownAsText = {
	name: 'markdown-as-text',
	transform: (code: string, id: string) =>
		id.endsWith('.md') ? `export default ${JSON.stringify(code)}` : undefined,
};

export default defineConfig({
	plugins: [markdownAsText],
	// React in production has no JSX for development.
	oxc: {jsx: {runtime: 'automatic', development: false}},
	test: {
		include: ['test/**/*.test.{ts,tsx}'],
		reporters: ['default', './test/helpers/closing-line.ts'],
		testTimeout: 30_000,
		hookTimeout: 30_000,
		pool: 'forks',
		restoreMocks: true,
		env: {NODE_ENV: 'production'},
	},
});
