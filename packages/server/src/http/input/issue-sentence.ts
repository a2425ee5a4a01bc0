/**
 * What is wrong with a value, in a sentence that says what to send instead. zod asks for it for each issue; a message
 * that a schema has of its own takes precedence.
 */

import type { z } from "@hono/zod-openapi";
import { nearest } from "./unknown-members.ts";

type Issue = z.core.$ZodRawIssue;

/** Characters of a value that are repeated. */
const MAX_SHOWN = 50;
/** Choices that are listed. */
const MAX_LISTED = 40;

/** Undefined leaves zod's own words. */
export function issueSentence(issue: Issue): string | undefined {
	switch (issue.code) {
		case "invalid_type":
			return wrongType(issue.expected, issue.input, formatOf(issue));
		case "invalid_value":
			return wrongChoice(issue.values.map(String), issue.input);
		case "invalid_union":
			return wrongVariant(issue);
		case "too_small":
		case "too_big":
			return outOfRange(issue);
		case "invalid_format":
			return wrongFormat(issue);
		default:
			return undefined;
	}
}

/** How a value of each type looks, for those who sent another one. */
const TYPES: Readonly<Record<string, string>> = {
	string: "a text in quotes",
	number: "a number without quotes",
	int: "a whole number without quotes",
	boolean: "true or false, without quotes",
	array: "a list",
	object: "an object: { … }",
	record: "an object: { … }",
	null: "null",
};

/** The format that the schema of a text demands, in words; undefined for any text. */
function formatOf(issue: Issue): string | undefined {
	const { schema } = issue as { schema?: { def?: { format?: unknown } } };
	const format = schema?.def?.format;
	return typeof format === "string" && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
}

function wrongType(expected: string, input: unknown, format: string | undefined): string | undefined {
	const wanted = format ?? TYPES[expected];
	if (wanted === undefined) return undefined;
	if (input === undefined) return `Is required: ${wanted}.`;
	if (input === null) return `Must be ${wanted}, not null. Leave the member out when nothing is meant.`;
	const meant = format === undefined ? meantBy(expected, input) : null;
	return meant === null
		? `Must be ${wanted}, not ${shown(input)}.`
		: `Must be ${wanted}: ${meant}, not ${shown(input)}.`;
}

/** The value of the expected type that `input` says in another one; null when none is plain. */
function meantBy(expected: string, input: unknown): string | null {
	if (expected === "array" && typeof input !== "object") return shown([input]);
	if (expected === "string" && typeof input !== "object") return shown(String(input));
	if (typeof input !== "string") return null;
	const text = input.trim();
	if ((expected === "number" || expected === "int") && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return text;
	if (expected === "boolean" && /^(?:true|false)$/i.test(text)) return text.toLowerCase();
	return null;
}

function wrongChoice(choices: readonly string[], input: unknown): string {
	const [only] = choices;
	const list = choices.length === 1 ? `Must be ${only}` : `Must be one of ${listed(choices)}`;
	if (input === undefined) return `Is required. ${list}.`;
	const meant = typeof input === "string" ? nearest(input, choices) : null;
	return `${list}, not ${shown(input)}.${meant === null || choices.length === 1 ? "" : ` Did you mean ${meant}?`}`;
}

function wrongVariant(issue: Extract<Issue, { code: "invalid_union" }>): string | undefined {
	const { options, discriminator, input, schema } = issue as {
		options?: unknown;
		discriminator?: unknown;
		input?: unknown;
		schema?: { def?: { options?: readonly { def: { shape?: object } }[] } };
	};
	const forms = schema?.def?.options?.map(({ def }) => def.shape && `{ ${Object.keys(def.shape).join(", ")} }`) ?? [];
	if (typeof discriminator !== "string" && forms.length > 0 && forms.every((form) => form !== undefined)) {
		return `Must be an object with the members ${forms.join(" or ")}, not ${shown(input)}.`;
	}
	if (!Array.isArray(options) || typeof discriminator !== "string") return undefined;
	const value = (input as Record<string, unknown> | null | undefined)?.[discriminator];
	return wrongChoice(
		options.filter((option) => typeof option === "string"),
		value,
	);
}

function outOfRange(issue: Extract<Issue, { code: "too_small" | "too_big" }>): string | undefined {
	const limit = issue.code === "too_small" ? issue.minimum : issue.maximum;
	const bound = issue.code === "too_small" ? "least" : "most";
	switch (issue.origin) {
		case "number":
		case "int":
			return `Must be ${rangeOf((issue as { schema?: unknown }).schema, `at ${bound} ${limit}`)}, not ${shown(issue.input)}.`;
		case "string":
			return Number(limit) === 1 && bound === "least"
				? "Must not be empty."
				: `Must have at ${bound} ${limit} characters.`;
		case "array":
			return Number(limit) === 1 && bound === "least"
				? "Must not be empty: name at least one."
				: `Must have at ${bound} ${limit} items, not ${(issue.input as unknown[]).length}.`;
		default:
			return undefined;
	}
}

/** Both ends of a number's range, where its schema tells them. */
function rangeOf(schema: unknown, otherwise: string): string {
	const { minValue, maxValue } = (schema ?? {}) as { minValue?: number | null; maxValue?: number | null };
	const hasBoth = Number.isSafeInteger(minValue) && Number.isSafeInteger(maxValue);
	return hasBoth && minValue !== Number.MIN_SAFE_INTEGER && maxValue !== Number.MAX_SAFE_INTEGER
		? `from ${minValue} to ${maxValue}`
		: otherwise;
}

const FORMATS: Readonly<Record<string, string>> = {
	email: "an email address: ada@example.com",
	datetime: "an instant in ISO 8601: 2026-07-01T22:00:00Z",
	date: "a day: 2026-07-01",
	uuid: "a UUID",
};

/** Our ids, by their pattern (./schemas.ts). */
const ID_PATTERN = /^\/\^([a-z]+)_\[0-9a-z\]\{26\}\$\/$/;

function wrongFormat({ format, pattern, input }: Extract<Issue, { code: "invalid_format" }>): string | undefined {
	const known = FORMATS[format];
	if (known !== undefined) return `Must be ${known}, not ${shown(input)}.`;
	const prefix = pattern === undefined ? undefined : ID_PATTERN.exec(pattern)?.[1];
	if (prefix !== undefined) return `Must be an id, ${prefix}_ and 26 characters, not ${shown(input)}.`;
	return pattern === undefined ? undefined : `Must match ${pattern.slice(1, -1)}, unlike ${shown(input)}.`;
}

function listed(choices: readonly string[]): string {
	const rest = choices.length - MAX_LISTED;
	return choices.slice(0, MAX_LISTED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** A value as JSON, cut where it is long. */
function shown(value: unknown): string {
	const json = JSON.stringify(value) ?? String(value);
	return json.length <= MAX_SHOWN ? json : `${[...json].slice(0, MAX_SHOWN).join("")}…`;
}
