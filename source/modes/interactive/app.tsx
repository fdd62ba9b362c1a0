import {Box} from 'ink';
import type {ReactNode} from 'react';
import {SuggestionList} from './completion/suggestion-list.tsx';
import {Footer} from './components/footer.tsx';
import {OverlayPanel} from './components/overlay-panel.tsx';
import {StatusLine} from './components/status-line.tsx';
import {Composer} from './composer/composer.tsx';
import {
	EditorPlace,
	ExtensionFooter,
	ExtensionHeader,
	ExtensionOverlays,
	ExtensionStatus,
	Widgets,
} from './extensions/extension-parts.tsx';
import {ViewsContext} from './extensions/view-box.tsx';
import type {Views} from './extensions/views.ts';
import {type Ui, UiContext} from './store/use-selector.tsx';
import {Region, type RegionSource, useScreenSize} from './terminal/screen-context.tsx';

/** Layout only: the transcript takes what the rest leaves. */
export function App({
	ui,
	transcript,
	home,
	views,
	mostSuggestions,
}: {
	readonly ui: Ui;
	readonly transcript: RegionSource;
	readonly home: string;
	readonly views: Views;
	readonly mostSuggestions: () => number;
}): ReactNode {
	const {rows} = useScreenSize();
	return (
		<UiContext value={ui}>
			<ViewsContext value={views}>
				<ExtensionHeader />
				<Box flexDirection="column" flexGrow={1} minHeight={0} overflow="hidden">
					<Region source={transcript} />
				</Box>
				{rows > 6 ? <StatusLine /> : null}
				<OverlayPanel />
				<Widgets place="aboveEditor" />
				<EditorPlace>
					<Composer />
					<SuggestionList most={mostSuggestions} />
				</EditorPlace>
				<Widgets place="belowEditor" />
				<ExtensionFooter>{rows > 5 ? <Footer home={home} /> : null}</ExtensionFooter>
				<ExtensionStatus />
				<ExtensionOverlays />
			</ViewsContext>
		</UiContext>
	);
}
