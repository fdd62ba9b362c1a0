import {Text} from 'ink';
import {render} from 'ink-testing-library';
import type {ReactNode} from 'react';
import {expect, it} from 'vitest';
import {ErrorBox} from '../../../../source/modes/interactive/components/error-box.tsx';
import {createUiStore} from '../../../../source/modes/interactive/store/ui-store.ts';
import {UiContext} from '../../../../source/modes/interactive/store/use-selector.tsx';
import {plainLook} from '../../../helpers/markdown.ts';

function Bomb({isLit}: {readonly isLit: boolean}): ReactNode {
	if (isLit) throw new Error('no\u001b[2J fuse');
	return <Text>all well</Text>;
}

const screen = (isLit: boolean, attempt: number) => (
	<UiContext value={{store: createUiStore(0), paint: () => plainLook.paint, answer() {}}}>
		<Text>above</Text>
		<ErrorBox name="panel" attempt={attempt}>
			<Bomb isLit={isLit} />
		</ErrorBox>
	</UiContext>
);

it('stands in place of what throws, and lets it try again when it is something else', () => {
	const {lastFrame, rerender, unmount} = render(screen(true, 1));
	expect(lastFrame()).toMatch(/^above\n╭─+╮\n│✗ The panel cannot be shown: no fuse\s*│\n╰─+╯$/);
	rerender(screen(false, 1));
	expect(lastFrame()).toContain('cannot be shown');
	rerender(screen(false, 2));
	expect(lastFrame()).toBe('above\nall well');
	unmount();
});
