import {Box, Text} from 'ink';
import type {ReactNode} from 'react';

/**
 * The first row of a panel: what it is, what it works on, and what came of it. The middle part gives way when there
 * is no room; the others are cut only when nothing is left of it.
 */
export function ItemTitle({
	head,
	subject,
	aside,
	width,
}: {
	readonly head: string;
	readonly subject: string;
	readonly aside: string;
	readonly width: number;
}): ReactNode {
	return (
		<Box width={width} height={1} overflow="hidden">
			<Box flexShrink={0}>
				<Text wrap="truncate-end">{head}</Text>
			</Box>
			<Box flexShrink={1} marginLeft={subject === '' ? 0 : 1}>
				<Text wrap="truncate-middle">{subject}</Text>
			</Box>
			{aside === '' ? null : (
				<Box flexShrink={0} marginLeft={1}>
					<Text wrap="truncate-end">{aside}</Text>
				</Box>
			)}
		</Box>
	);
}
