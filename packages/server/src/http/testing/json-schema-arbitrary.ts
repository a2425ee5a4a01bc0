/**
 * Values that match a JSON Schema, for the keywords that our OpenAPI document uses. What a schema can't say, such as
 * how two members depend on one another, is left to chance.
 */

import fc from "fast-check";

interface JsonSchema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly enum?: readonly unknown[];
	readonly anyOf?: readonly JsonSchema[];
	readonly oneOf?: readonly JsonSchema[];
	readonly allOf?: readonly JsonSchema[];
	readonly properties?: Readonly<Record<string, JsonSchema>>;
	readonly required?: readonly string[];
	readonly items?: JsonSchema;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly pattern?: string;
	readonly format?: string;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly example?: unknown;
}

/** Arrays and texts of thousands would take all of the time. */
const MOST_ITEMS = 4;
const MOST_CHARACTERS = 60;

const instant = fc.date({ min: new Date("2024-01-01"), max: new Date("2027-01-01"), noInvalidDate: true });
const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
	uri: fc.oneof(fc.webUrl(), fc.constantFrom("https://example.com/", "http://127.0.0.1:8080/x?y=z")),
	email: fc.oneof(fc.emailAddress(), fc.constant("ada@example.com")),
	date: instant.map((date) => date.toISOString().slice(0, 10)),
	"date-time": instant.map((date) => date.toISOString()),
};

/** @param schemas those that a $ref can name */
export function aValueOf(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): fc.Arbitrary<unknown> {
	const of = (part: JsonSchema) => aValueOf(part, schemas);
	if (schema.$ref !== undefined) return of(schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {});
	const own = ownValueOf(schema, of);
	// An example has what a schema can't say, so it leads further in.
	return schema.example === undefined
		? own
		: fc.oneof({ weight: 1, arbitrary: fc.constant(schema.example) }, { weight: 2, arbitrary: own });
}

function ownValueOf(schema: JsonSchema, of: (part: JsonSchema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
	if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices !== undefined) return fc.oneof(...choices.map(of));
	if (schema.allOf !== undefined) {
		return fc.tuple(...schema.allOf.map(of)).map((parts) => Object.assign({}, ...parts));
	}
	if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type: string) => of({ ...schema, type })));
	switch (schema.type) {
		case "string":
			return textOf(schema);
		case "integer":
			return fc.integer({ min: schema.minimum ?? -1_000_000, max: Math.min(schema.maximum ?? 1_000_000, 2 ** 31 - 1) });
		case "number":
			return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
		case "boolean":
			return fc.boolean();
		case "null":
			return fc.constant(null);
		case "array": {
			const { minItems: minLength = 0, maxItems = MOST_ITEMS } = schema;
			return fc.array(of(schema.items ?? {}), {
				minLength,
				maxLength: Math.max(minLength, Math.min(maxItems, MOST_ITEMS)),
			});
		}
		case "object": {
			const members = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, of(part)] as const);
			return fc.record(Object.fromEntries(members), {
				requiredKeys: [...(schema.required ?? [])],
				noNullPrototype: true,
			});
		}
		default:
			return fc.jsonValue();
	}
}

function textOf({ format, pattern, minLength = 0, maxLength = MOST_CHARACTERS }: JsonSchema): fc.Arbitrary<string> {
	const known = format === undefined ? undefined : FORMATS[format];
	if (known !== undefined) return known;
	if (pattern !== undefined && pattern !== "\\S") return fc.stringMatching(new RegExp(pattern));
	const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, MOST_CHARACTERS)) };
	return fc.oneof(fc.string({ unit: "grapheme", ...length }), fc.string(length));
}
