import type {FailureCode} from './events.ts';

/** A fault of ours to find out about: it knows what kind it is, so nobody has to read its words. */
export class ModelError extends Error {
	override readonly name = 'ModelError';
	readonly code: FailureCode;

	constructor(code: FailureCode, message: string, options?: ErrorOptions) {
		super(message, options);
		this.code = code;
	}
}
