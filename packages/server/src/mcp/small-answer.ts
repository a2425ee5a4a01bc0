/** Answers that a model can read: what is too long for one loses the ends of its lists, and then of its texts. */

/** Characters of an answer as JSON: some 6,000 tokens. */
export const MAX_ANSWER_LENGTH = 20_000;
/** Of a text that is cut; below it, cutting gains nothing. */
const LEAST_TEXT = 100;

type Members = Record<string, unknown>;
/** Members whose texts are never cut: half of an address or of an id is one of nothing. */
const WHOLE: ReadonlySet<string> = new Set(["page", "id", "digest"]);

interface Part<Value> {
	/** An object, or a list. */
	readonly owner: Members;
	readonly name: string;
	readonly value: Value;
	readonly length: number;
}

/**
 * `answer` in at most {@link MAX_ANSWER_LENGTH} characters. The longest list loses its last half, as often as it takes;
 * beside it stands how many items are not shown: `resultsNotShown: 25`.
 */
export function smallAnswer(answer: object): object {
	if (lengthOf(answer) <= MAX_ANSWER_LENGTH) return answer;
	const small = structuredClone(answer) as Members;
	while (lengthOf(small) > MAX_ANSWER_LENGTH) {
		const parts = partsOf(small);
		const list = longest(parts.filter((part): part is Part<unknown[]> => isCutList(part)));
		const text = longest(parts.filter((part): part is Part<string> => isCut(part)));
		if (list !== null) {
			const { owner, name, value } = list;
			const gone = value.splice(Math.ceil(value.length / 2)).length;
			owner[`${name}NotShown`] = Number(owner[`${name}NotShown`] ?? 0) + gone;
		} else if (text !== null) {
			text.owner[text.name] = `${text.value.slice(0, Math.ceil(text.value.length / 2))}…`;
		} else return { error: "The answer is too long.", page: answer["page" as keyof object] };
	}
	return small;
}

function lengthOf(value: unknown): number {
	return JSON.stringify(value).length;
}

/** Of a list within a list nothing would say how many items are not shown. */
function isCutList({ owner, value }: Part<unknown>): boolean {
	return Array.isArray(value) && value.length > 1 && !Array.isArray(owner);
}

function isCut({ name, value }: Part<unknown>): boolean {
	return typeof value === "string" && value.length > LEAST_TEXT && !WHOLE.has(name);
}

function longest<Value>(parts: readonly Part<Value>[]): Part<Value> | null {
	return parts.reduce<Part<Value> | null>(
		(most, part) => (most !== null && most.length >= part.length ? most : part),
		null,
	);
}

/** Every member of an object and item of a list, however deep. */
function partsOf(value: unknown): readonly Part<unknown>[] {
	if (typeof value !== "object" || value === null) return [];
	const owner = value as Members;
	return Object.entries(owner).flatMap(([name, member]) =>
		member === undefined ? [] : [{ owner, name, value: member, length: lengthOf(member) }, ...partsOf(member)],
	);
}
