import {Box} from 'ink';
import {type ReactNode, useSyncExternalStore} from 'react';
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
import type {Pages} from './pages.ts';
import {type Ui, UiContext} from './store/use-selector.tsx';
import {Region, type RegionSource, useScreenSize} from './terminal/screen-context.tsx';

/** Layout only: the transcript takes what the rest leaves; a page stands in place of transcript and editor. */
export function App({
	ui,
	transcript,
	pages,
	home,
	views,
	mostSuggestions,
}: {
	readonly ui: Ui;
	readonly transcript: RegionSource;
	readonly pages: Pages;
	readonly home: string;
	readonly views: Views;
	readonly mostSuggestions: () => number;
}): ReactNode {
	const {rows} = useScreenSize();
	const page = useSyncExternalStore(pages.subscribe, pages.current);
	return (
		<UiContext value={ui}>
			<ViewsContext value={views}>
				<ExtensionHeader />
				{page?.element ?? (
					<>
						<Box flexDirection="column" flexGrow={1} minHeight={0} overflow="hidden">
							<Region source={transcript} />
						</Box>
						{rows > 6 ? <StatusLine /> : null}
					</>
				)}
				<OverlayPanel />
				{page === undefined ? (
					<>
						<Widgets place="aboveEditor" />
						<EditorPlace>
							<Composer />
							<SuggestionList most={mostSuggestions} />
						</EditorPlace>
						<Widgets place="belowEditor" />
					</>
				) : null}
				<ExtensionFooter>{rows > 5 ? <Footer home={home} /> : null}</ExtensionFooter>
				<ExtensionStatus />
				<ExtensionOverlays />
			</ViewsContext>
		</UiContext>
	);
}
