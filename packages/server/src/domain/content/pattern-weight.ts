/**
 * Estimates the cost of a pattern before it is compiled. RE2's time is linear in the text, but also in the size of the
 * compiled program, and counted repetitions multiply that size: seventeen characters can give a program of thousands of
 * steps, two thousand characters one that takes minutes to compile. So patterns are weighed first.
 */

/**
 * Heaviest pattern that is accepted. Room for `.{0,500}` and long lists of words; compiles within tens of milliseconds.
 * Measured with re2js 2.10: `a{1000}` 285 times compiled 1.6 s and took 300 MB, `(a?){1000}` 200 times did not end in
 * 100 s.
 */
export const MAX_PATTERN_WEIGHT = 2_000;

/** Far above any limit, and far below the largest exact integer. */
export const SATURATED = 1e9;

/**
 * One part of a pattern: quoted text, an escape, a class, the opening of a group, a counted repetition, any other
 * character.
 */
const PART =
	/\\Q(?<quoted>.*?)(?:\\E|$)|\\[pPx]\{[^}]*\}|\\[pP]\w|\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]?|(?<open>\()(?:\?(?:P?<\w+>|[a-zA-Z-]*:?))?|\{(?<least>\d+)(?<comma>,?)(?<most>\d*)\}|./gsu;

/**
 * The number of single characters, classes and empty groups in the pattern with its repetitions expanded, at most
 * SATURATED.
 */
export function patternWeight(pattern: string): number {
	/** Weights of the groups that are open, outermost first. */
	const open = [0];
	/** The weight of the last item, which a repetition multiplies. */
	let last = 0;
	const add = (weight: number) => {
		last = weight;
		open.push((open.pop() ?? 0) + weight);
	};
	for (const { 0: part, groups = {} } of pattern.matchAll(PART)) {
		const { quoted, least, comma, most } = groups;
		if (groups["open"]) open.push(0);
		else if (part === ")") add(Math.max(1, open.length > 1 ? (open.pop() ?? 0) : 1));
		else if (least !== undefined) {
			const times = Math.max(1, Number(most || least) + (comma && !most ? 1 : 0));
			const repeated = Math.min(last * times, SATURATED);
			add(repeated - last);
			last = repeated;
		} else if (!/^[*+?|]$/.test(part)) add(quoted === undefined ? 1 : [...quoted].length);
	}
	return Math.min(
		open.reduce((sum, weight) => sum + weight, 0),
		SATURATED,
	);
}
