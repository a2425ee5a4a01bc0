/**
 * The OpenAPI document without unions, for generators that map none, such as HashiCorp's of Terraform providers: a
 * union of objects is one object with the members of all, of which those are required that all require. It allows what
 * the document allows, and more. A member is left out where its schemas have no type in common; a union of text and
 * other scalars stays, in pairs, because that generator reads a pair as text.
 */

import type { OpenApiDocument } from "./openapi.ts";

interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly enum?: readonly unknown[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly items?: Schema;
	readonly additionalProperties?: Schema | boolean;
	readonly allOf?: readonly Schema[];
	readonly anyOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
	readonly [keyword: string]: unknown;
}

const SCALARS = ["string", "number", "integer", "boolean"];
const NULL: Schema = { type: "null" };
/** Rules beside members: without them a schema allows more. */
const RULES = ["allOf", "anyOf", "oneOf", "if", "then", "else", "not", "discriminator"];

export function withMergedUnions(document: OpenApiDocument): OpenApiDocument {
	const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, Schema>>;
	const resolved = ({ $ref, ...own }: Schema): Schema =>
		$ref === undefined ? own : { ...schemas[$ref.split("/").at(-1) ?? ""], ...own };

	/** The schemas of one type each of which a value matches one. */
	function alternatives(given: Schema): Schema[] {
		const schema = resolved(given);
		const own = without(schema, RULES);
		const choices = schema.anyOf ?? schema.oneOf;
		if (schema.type === undefined && choices) {
			return choices.flatMap(alternatives).map((each) => (each.type === "null" ? NULL : { ...each, ...own }));
		}
		if (schema.type === undefined && schema.allOf) {
			const parts = schema.allOf.map((part) => objectOf(alternatives(part)));
			const properties = Object.assign({}, ...parts.map((part) => part?.properties));
			const required = [...new Set(parts.flatMap((part) => part?.required ?? []))];
			return [{ ...own, type: "object", properties, required }];
		}
		if (own.type === undefined) return [own.properties ? { ...own, type: "object" } : own];
		const values = own.enum && { enum: own.enum.filter((value) => value !== null) };
		return [own.type].flat().map((type) => (type === "null" ? NULL : { ...own, type, ...values }));
	}

	/** One schema for all of them; null when they have no type in common. */
	function merged(all: readonly Schema[]): Schema | null {
		const present = all.filter(({ type }) => type !== "null");
		const isNullable = present.length < all.length;
		const types = [...new Set(present.map(({ type }) => type))];
		if (types.length === 0) return all[0] ?? {};
		if (types.length > 1) {
			const isText = types.includes("string") && types.every((type) => SCALARS.includes(String(type)));
			if (!isText) return null;
			const each = types.map((type) => sharedBy(present.filter((schema) => schema.type === type)));
			return [...each, ...(isNullable ? [NULL] : [])].reduce((pair, next) => ({ anyOf: [pair, next] }));
		}
		const one = types[0] === "object" ? objectOf(present) : types[0] === "array" ? arrayOf(present) : sharedBy(present);
		if (one === null || !isNullable) return one;
		return { ...one, type: [String(types[0]), "null"], ...(one.enum && { enum: [...one.enum, null] }) };
	}

	function objectOf(all: readonly Schema[]): Schema | null {
		const { properties: _, required: __, additionalProperties: ___, ...shared } = sharedBy(all);
		const maps = all.flatMap(({ additionalProperties: map }) => (typeof map === "object" ? [map] : []));
		const map = maps.length === 0 ? undefined : merged(maps.flatMap(alternatives));
		if (map === null || (map && maps.length < all.length)) return null;
		const names = new Set(all.flatMap(({ properties }) => Object.keys(properties ?? {})));
		const members = [...names].flatMap((name) => {
			const member = simplified(all.flatMap<Schema>(({ properties }) => properties?.[name] ?? []));
			return member === null ? [] : [[name, member] as const];
		});
		const required = members.map(([name]) => name).filter((name) => all.every((each) => each.required?.includes(name)));
		return {
			...shared,
			...(members.length > 0 && { properties: Object.fromEntries(members) }),
			...(required.length > 0 && { required }),
			...(map && { additionalProperties: map }),
		};
	}

	function arrayOf(all: readonly Schema[]): Schema | null {
		const items = simplified(all.map(({ items = {} }) => items));
		return items && { ...sharedBy(all), items };
	}

	/** A reference stays where nothing has to be merged with it. */
	function simplified(all: readonly Schema[]): Schema | null {
		const [first = {}, ...others] = all;
		const choices = (first.anyOf ?? first.oneOf ?? [first]).filter(({ type }) => type !== "null");
		const isReference = choices.length === 1 && choices[0]?.$ref !== undefined;
		if (isReference && others.every((other) => isEqual(other, first))) return first;
		return merged(all.flatMap(alternatives));
	}

	function visited(value: unknown): unknown {
		if (typeof value !== "object" || value === null) return value;
		if (Array.isArray(value)) return value.map(visited);
		return Object.fromEntries(
			Object.entries(value).map(([key, part]) => [key, key === "schema" ? simplified([part]) : visited(part)]),
		);
	}
	const { components: { schemas: _, ...components } = {}, ...rest } = document;
	const plain = Object.entries(schemas).map(([name, schema]) => [name, merged(alternatives(schema)) ?? {}]);
	return {
		...(visited(rest) as OpenApiDocument),
		components: { ...(visited(components) as OpenApiDocument["components"]), schemas: Object.fromEntries(plain) },
	};
}

/** The keywords on which all agree, the values of all, and what each says of itself. */
function sharedBy(all: readonly Schema[]): Schema {
	const [first = {}, ...others] = all;
	const shared = Object.entries(first).filter(([key, value]) => others.every((other) => isEqual(other[key], value)));
	const said = [...new Set(all.flatMap(({ description }) => (typeof description === "string" ? [description] : [])))];
	return {
		...Object.fromEntries(shared),
		...(all.every((each) => each.enum) && { enum: [...new Set(all.flatMap((each) => each.enum ?? []))] }),
		...(said.length > 0 && { description: said.join(" Or: ") }),
	};
}

function isEqual(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

function without(schema: Schema, keywords: readonly string[]): Schema {
	return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}
