/** What is wrong with a style sheet, with where it stands. */

import type { CssNodeCommon } from "css-tree";

/** Reported at most: a person mends a few at a time. */
const MAX_PROBLEMS = 20;
/** Of what is quoted from the style sheet. */
const MAX_QUOTED = 40;

export class CssProblems {
	readonly sentences: string[] = [];

	/** Answers null, so that what refuses a part can answer for it. */
	add({ loc }: Pick<CssNodeCommon, "loc">, sentence: string): null {
		const where = loc ? `Line ${loc.start.line}, column ${loc.start.column}: ` : "";
		if (this.sentences.length < MAX_PROBLEMS) this.sentences.push(`${where}${sentence}`);
		return null;
	}
}

/** What stands in a style sheet, short and without what could break a line. */
export function quoted(text: string): string {
	const short = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
	return `"${short.replace(/[\p{Cc}\p{Cf}]/gu, " ")}"`;
}

/** The answers of all; null when one was refused. Each is asked, so that every problem is found. */
export function allOrNull<Item, Answer>(items: Iterable<Item>, answer: (item: Item) => Answer | null): Answer[] | null {
	const answers = [...items].map(answer);
	return answers.includes(null) ? null : (answers as Answer[]);
}
