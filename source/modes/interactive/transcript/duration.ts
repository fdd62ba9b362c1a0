/** 0.4s, 12s, 3m 05s, 1h 02m. */
export function duration(ms: number): string {
	if (ms < 9950) return `${(Math.max(0, ms) / 1000).toFixed(1)}s`;
	const seconds = Math.round(ms / 1000);
	if (seconds < 60) return `${seconds}s`;
	const minutes = Math.floor(seconds / 60);
	const two = (number: number) => String(number).padStart(2, '0');
	if (minutes < 60) return `${minutes}m ${two(seconds % 60)}s`;
	return `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m`;
}
