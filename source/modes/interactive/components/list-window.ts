/** Rows of a list around the selected one. */
export function listWindow(
	count: number,
	selected: number,
	height: number,
): {from: number; to: number} {
	const from = Math.max(0, Math.min(selected - Math.floor(height / 2), count - height));
	return {from, to: Math.min(count, from + height)};
}
