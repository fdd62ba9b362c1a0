/** Something a person typed cannot be done; one sentence that says what to type instead. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}
