/** Answers that a model can read: what is too long for one loses the ends of its lists, and then of its texts. */

/** Characters of an answer as JSON: some 6,000 tokens. */
export const MAX_ANSWER_LENGTH = 20_000;
/** Of a text that is cut; below it, cutting gains nothing. */
const LEAST_TEXT = 100;

type Members = Record<string, unknown>;
interface Part<Value> {
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
		const list = longest(parts.filter((part): part is Part<unknown[]> => isLong(part.value)));
		const text = longest(parts.filter((part): part is Part<string> => isLongText(part.value)));
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

function isLong(value: unknown): boolean {
	return Array.isArray(value) && value.length > 1;
}

function isLongText(value: unknown): boolean {
	return typeof value === "string" && value.length > LEAST_TEXT;
}

function longest<Value>(parts: readonly Part<Value>[]): Part<Value> | null {
	return parts.reduce<Part<Value> | null>(
		(most, part) => (most !== null && most.length >= part.length ? most : part),
		null,
	);
}

/** Every member, however deep, that stands in an object. */
function partsOf(value: unknown): readonly Part<unknown>[] {
	if (Array.isArray(value)) return value.flatMap(partsOf);
	if (typeof value !== "object" || value === null) return [];
	const owner = value as Members;
	return Object.entries(owner).flatMap(([name, member]) =>
		member === undefined ? [] : [{ owner, name, value: member, length: lengthOf(member) }, ...partsOf(member)],
	);
}
