import type {ViewKeys} from '../../../harness/index.ts';
import {type ActionId, bindings} from '../keys/bindings.ts';
import type {Keymap} from '../keys/keymap.ts';
import {createDecoder} from '../terminal/decoder.ts';

const isAction = (id: string): id is ActionId => Object.hasOwn(bindings, id);

/** Our keys, for views that are given what the terminal sent. */
export function toViewKeys(keymap: Keymap): ViewKeys {
	return {
		matches(data, id) {
			if (!isAction(id)) return false;
			const decoder = createDecoder({escTimeoutMs: 0});
			const [event] = [...decoder.feed(Buffer.from(data)), ...decoder.flush()];
			return event !== undefined && keymap.matches(id, event);
		},
		getKeys: id => (isAction(id) ? keymap.keysOf(id) : []),
	};
}
