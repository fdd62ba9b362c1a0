import {editContext} from './session/context-edit.ts';
import type {EditableContent} from './session/entries.ts';
import {hiddenBranches, setHidden} from './session/hidden.ts';
import {toSessionName} from './session/notes.ts';
import {SessionError} from './session/session-error.ts';
import type {SessionParts} from './session-parts.ts';

/** What is said about the tree rather than in it. All of it is appended; nothing is deleted or rewritten. */
export type Marks = {
	/** An empty name takes it away. */
	setName(name: string): void;
	/** A mark on an entry; none takes it away. */
	setLabel(entryId: string, label: string | undefined): void;
	/** Takes an entry with all that follows it out of sight, or brings it back. */
	setHidden(entryId: string, hidden: boolean): void;
	/** The entries whose branches are out of sight. */
	hiddenBranches(): ReadonlySet<string>;
	/** Hides an entry of this branch from the model (null), or shows the model something else in its place. */
	editContext(entryId: string, content: EditableContent | null): void;
};

export function createMarks(parts: SessionParts): Marks {
	const {hub} = parts;
	const known = (entryId: string): string => {
		if (parts.tree().head(entryId)) return entryId;
		throw new SessionError('refused', `Entry not found: ${entryId}`);
	};

	return {
		setName(name) {
			const title = toSessionName(name);
			const named = title === undefined ? {} : {name: title};
			parts.append({type: 'session_info', ...named});
			void hub.emit({type: 'session_info_changed', ...named});
		},
		setLabel(entryId, label) {
			const text = label?.trim();
			parts.append({type: 'label', targetId: known(entryId), ...(text ? {label: text} : {})});
		},
		setHidden(entryId, hidden) {
			setHidden(parts.tree(), known(entryId), hidden);
			parts.refresh();
		},
		hiddenBranches: () => hiddenBranches(parts.tree()),
		editContext(entryId, content) {
			const entry = editContext(parts.tree(), known(entryId), content);
			parts.refresh();
			void hub.emit({type: 'entry_appended', entry});
		},
	};
}
