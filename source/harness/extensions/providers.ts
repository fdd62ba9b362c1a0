import type {ProviderPort} from './host-actions.ts';

/** Providers that extensions bring. */
export function createProviders(): ProviderPort {
	return {
		register() {},
		unregister() {},
		ids: () => [],
		registerVirtual() {},
		unregisterVirtual() {},
	};
}
