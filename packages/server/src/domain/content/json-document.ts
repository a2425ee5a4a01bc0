/**
 * JSON as a response holds it. Numbers keep their digits: ids of 64 bits are common, and JavaScript's numbers are exact
 * up to 2^53 only. Such a number is an {@link ExactNumber} beside the value that paths are evaluated on.
 */

/** A number that JavaScript's own would round, as it is written. */
export class ExactNumber {
	readonly source: string;

	constructor(source: string) {
		this.source = source;
	}

	toString(): string {
		return this.source;
	}
}

export interface JsonDocument {
	/** As JSON.parse gives it. */
	readonly value: unknown;
	/** The same with {@link ExactNumber}s; null where nothing is rounded. */
	readonly exact: unknown;
}

const INTEGER = /^-?\d+$/;
/** Fewer digits are exact (IEEE 754: 15 significant decimal digits). */
const MANY_DIGITS = /\d[\d.]{15}/;

/** Undefined for what is no JSON, which no JSON text is. */
export function parsedJson(text: string): JsonDocument | undefined {
	try {
		const value = JSON.parse(text);
		return { value, exact: MANY_DIGITS.test(text) ? exactly(text) : null };
	} catch {
		return undefined;
	}
}

/** Whether `text` is an integer that JavaScript's numbers would round. */
export function isLargeInteger(text: string): boolean {
	return INTEGER.test(text) && !Number.isSafeInteger(Number(text));
}

/** To compare: a number, or a bigint where that would be rounded; undefined for what is no number. */
export function comparable(value: unknown): number | bigint | undefined {
	if (typeof value === "number") return value;
	if (!(value instanceof ExactNumber)) return undefined;
	return INTEGER.test(value.source) ? BigInt(value.source) : Number(value.source);
}

function exactly(text: string): unknown {
	let isRounded = false;
	const keep = (_key: string, value: unknown, context?: { readonly source?: string }) => {
		const source = context?.source;
		if (typeof value !== "number" || source === undefined || !rounds(source, value)) return value;
		isRounded = true;
		return new ExactNumber(source);
	};
	try {
		const exact = JSON.parse(text, keep);
		return isRounded ? exact : null;
	} catch (error) {
		// A reviver calls itself for each level, JSON.parse alone does not; paths look into so deep a document in no case.
		if (error instanceof RangeError) return null;
		throw error;
	}
}

function rounds(source: string, value: number): boolean {
	if (INTEGER.test(source)) return !Number.isSafeInteger(value);
	return source.replaceAll(/[eE].*|\D/g, "").length > 15 && String(value) !== source;
}
