/** Whether what a pattern matches can depend on what follows the text that is there. */

/** Quoted text, a class, an escape, any other character. */
const PART = /\\Q.*?(?:\\E|$)|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]?|\\.|./gsu;
const AT_END = new Set(["$", "\\z", "\\Z", "\\b", "\\B"]);

/** `$`, `\z`, `\b` and `\B` (RE2 syntax): with them "abc" can match, and "abcd" not. */
export function looksAtEnd(pattern: string): boolean {
	return (pattern.match(PART) ?? []).some((part) => AT_END.has(part));
}
