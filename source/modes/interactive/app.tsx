import {Box} from 'ink';
import type {ReactNode} from 'react';
import {SuggestionList} from './completion/suggestion-list.tsx';
import {Footer} from './components/footer.tsx';
import {OverlayPanel} from './components/overlay-panel.tsx';
import {StatusLine} from './components/status-line.tsx';
import {Composer} from './composer/composer.tsx';
import {type Ui, UiContext} from './store/use-selector.tsx';
import {Region, type RegionSource, useScreenSize} from './terminal/screen-context.tsx';

/** Layout only: the transcript takes what the rest leaves. */
export function App({
	ui,
	transcript,
	home,
	mostSuggestions,
}: {
	readonly ui: Ui;
	readonly transcript: RegionSource;
	readonly home: string;
	readonly mostSuggestions: () => number;
}): ReactNode {
	const {rows} = useScreenSize();
	return (
		<UiContext value={ui}>
			<Box flexDirection="column" flexGrow={1} minHeight={0} overflow="hidden">
				<Region source={transcript} />
			</Box>
			{rows > 6 ? <StatusLine /> : null}
			<OverlayPanel />
			<Composer />
			<SuggestionList most={mostSuggestions} />
			{rows > 5 ? <Footer home={home} /> : null}
		</UiContext>
	);
}
