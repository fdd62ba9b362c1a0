import type {Paint} from '../theme/paint.ts';
import {markMatches} from '../transcript/search.ts';

/** Every place of the words stands out. */
export const markWords = (row: string, words: readonly string[], paint: Paint): string =>
	words.reduce((marked, word) => markMatches(marked, word, paint), row);

const day = 86_400_000;
const two = (number: number): string => String(number).padStart(2, '0');

/** The time of day if it was today, otherwise the day; in the time zone of the person. */
export function shortTime(timestamp: string, now: number): string {
	const time = new Date(timestamp);
	if (Number.isNaN(time.getTime())) return '';
	const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
	const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
	const isToday = now - time.getTime() < day && time.getDate() === new Date(now).getDate();
	return isToday ? clock : `${date} ${clock}`;
}
