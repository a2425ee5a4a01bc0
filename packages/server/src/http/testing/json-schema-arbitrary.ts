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
	readonly not?: JsonSchema;
	readonly if?: JsonSchema;
	readonly then?: JsonSchema;
	readonly else?: JsonSchema;
	readonly minProperties?: number;
	readonly properties?: Readonly<Record<string, JsonSchema>>;
	readonly required?: readonly string[];
	readonly items?: JsonSchema;
	readonly uniqueItems?: boolean;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly pattern?: string;
	readonly format?: string;
	readonly contentMediaType?: string;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly example?: unknown;
}

/** Arrays and texts of thousands would take all of the time. */
const MOST_ITEMS = 4;
const MOST_CHARACTERS = 60;

/** Of one year, so that no two lie further apart than a rule allows. */
const instant = fc.date({ min: new Date("2026-01-01"), max: new Date("2027-01-01"), noInvalidDate: true });
const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
	uri: fc.oneof(
		fc.webUrl(),
		fc.constantFrom("https://example.com/", "http://127.0.0.1:8080/x?y=z", "wss://example.com/"),
	),
	rrule: fc.constantFrom("FREQ=DAILY", "FREQ=WEEKLY;BYDAY=SU", "FREQ=MONTHLY;BYMONTHDAY=-1"),
	"time-zone": fc.constantFrom("UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"),
	email: fc.oneof(fc.emailAddress(), fc.constant("ada@example.com")),
	date: instant.map((date) => date.toISOString().slice(0, 10)),
	// Some are whole hours, which a pattern may want.
	"date-time": fc.oneof(
		instant.map((date) => date.toISOString()),
		instant.map((date) => `${date.toISOString().slice(0, 13)}:00:00Z`),
	),
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
	if (schema.type === "object") return anObjectOf(schema, of);
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
			const length = { minLength, maxLength: Math.max(minLength, Math.min(maxItems, MOST_ITEMS)) };
			const items = of(schema.items ?? {});
			return schema.uniqueItems
				? fc.uniqueArray(items, { ...length, selector: JSON.stringify })
				: fc.array(items, length);
		}
		default:
			return fc.jsonValue();
	}
}

/** One of the ways in which an object can keep the rules that stand beside its members. */
interface Way {
	readonly required: readonly string[];
	readonly forbidden: readonly string[];
	readonly members: Readonly<Record<string, JsonSchema>>;
}

const ANY_WAY: Way = { required: [], forbidden: [], members: {} };

function anObjectOf(schema: JsonSchema, of: (part: JsonSchema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
	const { properties = {}, minProperties = 0, ...rules } = schema;
	const ways = waysOf(rules).map(({ required, forbidden, members }) => {
		const wanted = Object.entries(properties).filter(([name]) => !forbidden.includes(name));
		const values = wanted.map(([name, part]) => [name, narrowed(part, members[name], of)] as const);
		return fc
			.record(Object.fromEntries(values), { requiredKeys: [...new Set(required)], noNullPrototype: true })
			.filter((object) => Object.keys(object).length >= minProperties);
	});
	return fc.oneof(...ways);
}

function waysOf(schema: JsonSchema): readonly Way[] {
	const { required = [], properties = {}, allOf = [], anyOf, oneOf } = schema;
	const forbidden = Object.keys(properties).filter((name) => properties[name]?.not !== undefined);
	const own = [{ required, forbidden, members: properties }];
	const alternatives = [
		...allOf.map(waysOf),
		anyOf?.flatMap(waysOf),
		oneOf && waysOfOne(oneOf),
		waysByCondition(schema),
	];
	return alternatives.reduce<readonly Way[]>(
		(ways, others = [ANY_WAY]) =>
			ways.flatMap((way) =>
				others.map((other) => ({
					required: [...way.required, ...other.required],
					forbidden: [...way.forbidden, ...other.forbidden],
					members: { ...way.members, ...other.members },
				})),
			),
		own,
	);
}

/** A condition is that a member is there, and of a type: where it does not hold, the member is absent. */
function waysByCondition({ if: condition, then: met = {}, else: unmet = {} }: JsonSchema): readonly Way[] | undefined {
	if (condition === undefined) return undefined;
	const { required = [] } = condition;
	const otherwise = waysOf(unmet).map((way) => ({ ...way, forbidden: [...way.forbidden, ...required] }));
	return [...waysOf({ allOf: [condition, met] }), ...otherwise];
}

/** Where members alone tell the alternatives apart, those of the others are absent. */
function waysOfOne(oneOf: readonly JsonSchema[]): readonly Way[] {
	const isByMember = oneOf.every((each) => Object.keys(each).join() === "required");
	return oneOf.flatMap((each) =>
		waysOf(each).map((way) => {
			const others = isByMember ? oneOf.filter((other) => other !== each).flatMap(({ required = [] }) => required) : [];
			return { ...way, forbidden: [...way.forbidden, ...others] };
		}),
	);
}

function narrowed(schema: JsonSchema, rule: JsonSchema | undefined, of: (part: JsonSchema) => fc.Arbitrary<unknown>) {
	if (rule?.enum !== undefined) return fc.constantFrom(...rule.enum);
	if (rule?.minItems !== undefined || rule?.maxItems !== undefined) return of({ ...schema, ...rule });
	if (rule?.type === undefined) return of(schema);
	if (rule.type === "null") return fc.constant(null);
	return of(schema).filter((value) => value !== null && typeof value === rule.type);
}

function textOf({
	format,
	contentMediaType,
	pattern,
	minLength = 0,
	maxLength = MOST_CHARACTERS,
}: JsonSchema): fc.Arbitrary<string> {
	if (contentMediaType === "text/css") return fc.constantFrom("", "a { color: #123456 }");
	const known = format === undefined ? undefined : FORMATS[format];
	if (known !== undefined)
		return pattern === undefined ? known : known.filter((text) => new RegExp(pattern).test(text));
	if (pattern !== undefined && pattern !== "\\S") return fc.stringMatching(new RegExp(pattern));
	const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, MOST_CHARACTERS)) };
	return fc.oneof(fc.string({ unit: "grapheme", ...length }), fc.string(length));
}
