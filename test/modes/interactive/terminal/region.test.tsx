import {Box, Text} from 'ink';
import {render} from 'ink-testing-library';
import {expect, test} from 'vitest';
import {
	Region,
	useScreenSize,
} from '../../../../source/modes/interactive/terminal/screen-context.tsx';

function Size() {
	const {columns, rows} = useScreenSize();
	return <Text>{`${columns}x${rows}`}</Text>;
}

test('without a screen a region is text, so that components can be tested alone', async () => {
	const source = {
		rows: (width: number, height: number) =>
			[`${width} by ${height}`, 'x'.repeat(99)].slice(0, height),
	};
	const {lastFrame, unmount} = render(
		<Box flexDirection="column" height={4} width={12}>
			<Text>head</Text>
			<Region source={source} />
		</Box>,
	);
	await expect.poll(lastFrame).toBe('head\n12 by 3\nxxxxxxxxxxx…\n');
	unmount();
});

test('without a screen the size is that of the output', () => {
	const {lastFrame, unmount} = render(<Size />);
	expect(lastFrame()).toMatch(/^100x\d+$/);
	unmount();
});
