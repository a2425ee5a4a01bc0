/**
 * How well a label matches what was typed, in lower case: 0 begins with it, 1 a word of it does, 2 it is somewhere
 * inside; null where it is not.
 */
export function matchRank(label: string, typed: string): 0 | 1 | 2 | null {
	const text = label.toLowerCase();
	const at = text.indexOf(typed);
	if (at === -1) return null;
	if (at === 0) return 0;
	return text.includes(` ${typed}`) ? 1 : 2;
}
