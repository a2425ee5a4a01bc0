/**
 * Holds the OpenAPI document with merged unions against the rules of HashiCorp's generator of Terraform providers
 * (tfplugingen-openapi 0.5: internal/mapper/oas/build.go and its neighbours), for the resources that
 * docs/use/as-code/terraform.md configures. It was not run here: it needs Go.
 */

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { apiDocument } from "../app.ts";
import { Documented } from "../testing/documented.ts";
import { aValueOf } from "../testing/json-schema-arbitrary.ts";
import { startService } from "../testing/service.ts";
import { withMergedUnions } from "./merged-unions.ts";

const DOCS = new URL("../../../../../docs/use/as-code/terraform.md", import.meta.url);
const RUNS = 25;
/** No attribute of a resource can have one of these names (terraform-plugin-framework). */
const RESERVED = ["connection", "count", "depends_on", "for_each", "lifecycle", "provider", "provisioner"];

interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly additionalProperties?: Schema | boolean;
	readonly items?: Schema;
	readonly allOf?: readonly Schema[];
	readonly anyOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
}
type Content = { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> };
interface Operation {
	readonly operationId: string;
	readonly requestBody?: Content;
	readonly responses: Readonly<Record<string, Content>>;
}
interface Place {
	readonly path: string;
	readonly method: string;
}
interface Document {
	readonly openapi: string;
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
type Places = Readonly<Record<"create" | "read" | "update" | "delete", Place>> & {
	/** Members of the body that the generator is to leave out. */
	readonly schema?: { readonly ignores: readonly string[] };
};

const whole = apiDocument() as unknown as Document;
const document = withMergedUnions(apiDocument()) as unknown as Document;
const [, config = ""] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(DOCS, "utf8")) ?? [];
const resources: Readonly<Record<string, Places>> = parse(config).resources;
const operationAt = ({ path, method }: Place, { paths } = document) => paths[path]?.[method.toLowerCase()];
const jsonOf = (content: Content | undefined) => content?.content?.["application/json"]?.schema;

function resolved(schema: Schema, { components } = document): Schema {
	return schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {});
}

/** The schema that the generator reads for `given`, with its one type; null where it has none. */
function read(given: Schema): (Schema & { readonly type: string }) | null {
	const schema = resolved(given);
	const { allOf, anyOf, oneOf } = schema;
	const [first, second, ...more] = anyOf ?? oneOf ?? allOf ?? [];
	if (first === undefined) {
		const types = [schema.type ?? (schema.properties ? "object" : [])].flat();
		const type = types.length <= 2 ? oneType(types) : null;
		return type === null ? null : { ...schema, type };
	}
	if (anyOf === undefined && oneOf === undefined) return second === undefined ? read(first) : null;
	if (second === undefined || more.length > 0) return null;
	const pair = [read(first), read(second)];
	const type = oneType(pair.map((each) => each?.type ?? "none"));
	return pair.find((each) => each?.type === type) ?? null;
}

/** Beside null, or as the text that a scalar can be written as. */
function oneType(types: readonly string[]): string | null {
	const [type = null, ...others] = types.filter((each) => each !== "null");
	if (others.length === 0) return type ?? types[0] ?? null;
	const isText = types.length === 2 && types.includes("string");
	return isText && types.every((each) => ["string", "integer", "number", "boolean"].includes(each)) ? "string" : null;
}

/** internal/mapper/util/framework_identifier.go */
function identifierOf(name: string): string {
	const plain = name.replaceAll(/[^A-Za-z0-9_]/g, "").replace(/^[0-9]+/, "");
	return plain.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
}

/** The places that the generator can't map, and members of one object that would have one name. */
function unmapped(given: Schema, at = "", within: readonly string[] = []): readonly string[] {
	if (given.$ref !== undefined && within.includes(given.$ref)) return [`${at} holds itself`];
	const inside = [...within, given.$ref ?? []].flat();
	const schema = read(given);
	if (schema === null) return [at];
	if (schema.type === "array") return schema.items ? unmapped(schema.items, `${at}/*`, inside) : [`${at}/*`];
	if (schema.type !== "object") return [];
	if (typeof schema.additionalProperties === "object") return unmapped(schema.additionalProperties, `${at}/*`, inside);
	const names = Object.keys(schema.properties ?? {});
	const identifiers = new Set(names.map(identifierOf));
	return [
		...(identifiers.size < names.length || identifiers.has("") ? [`${at}: names of ${names}`] : []),
		...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => unmapped(member, `${at}/${name}`, inside)),
	];
}

/** Every member that any of the alternatives has, by its path. */
function membersOf(given: Schema, of: Document, at = ""): readonly string[] {
	const schema = resolved(given, of);
	const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
	const { additionalProperties: map } = schema;
	const paths = [
		...parts.flatMap((part) => membersOf(part, of, at)),
		...[schema.items ?? [], typeof map === "object" ? map : []]
			.flat()
			.flatMap((each) => membersOf(each, of, `${at}/*`)),
		...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
			`${at}/${name}`,
			...membersOf(member, of, `${at}/${name}`),
		]),
	];
	return [...new Set(paths)].sort();
}

/** What the generator reads of a resource, and its body of a change, which takes the same attributes. */
function schemasOf({ create, read, update }: Places, of: Document): Readonly<Record<string, Schema | undefined>> {
	return {
		"body to create": jsonOf(operationAt(create, of)?.requestBody),
		"body to change": jsonOf(operationAt(update, of)?.requestBody),
		"answer to create": jsonOf(operationAt(create, of)?.responses["201"]),
		"answer to read": jsonOf(operationAt(read, of)?.responses["200"]),
		"answer to change": jsonOf(operationAt(update, of)?.responses["200"]),
	};
}

test("the document is of a version that the generator reads, and its operations have ids of their own", () => {
	expect(document.openapi).toMatch(/^3\.[01]\./);
	const ids = Object.values(document.paths).flatMap((path) =>
		Object.values(path).flatMap(({ operationId }) => operationId ?? []),
	);
	expect(new Set(ids).size).toBe(ids.length);
});

test.each(Object.entries(resources))("%s can be created, read, changed and deleted", (_, places) => {
	const { schema: _schema, ...operations } = places;
	expect(Object.keys(operations)).toEqual(["create", "read", "update", "delete"]);
	for (const place of Object.values(operations)) expect(operationAt(place)?.operationId).toEqual(expect.any(String));
});

test.each(Object.entries(resources))("%s: the generator maps its bodies and answers, each member", (_, places) => {
	const inWhole = schemasOf(places, whole);
	for (const [what, schema] of Object.entries(schemasOf(places, document))) {
		expect(schema, what).toBeDefined();
		expect(unmapped(schema ?? {}), what).toEqual([]);
		expect(membersOf(schema ?? {}, document), what).toEqual(membersOf(inWhole[what] ?? {}, whole));
	}
});

test.each(Object.entries(resources))("%s: no attribute has a name that Terraform reserves", (_, places) => {
	const { properties = {} } = resolved(jsonOf(operationAt(places.create)?.requestBody) ?? {});
	const reserved = Object.keys(properties).filter((name) => RESERVED.includes(identifierOf(name)));
	expect(places.schema?.ignores ?? []).toEqual(reserved);
});

test.each(Object.entries(resources))("%s: what the whole document allows is allowed", (_, places) => {
	const { ajv } = new Documented(document);
	for (const format of ["time-zone", "rrule"]) ajv.addFormat(format, true);
	for (const [what, schema] of Object.entries(schemasOf(places, whole))) {
		const merged = schemasOf(places, document)[what] ?? {};
		const validate = ajv.compile(JSON.parse(JSON.stringify(merged).replaceAll('"#/', '"document#/')));
		fc.assert(
			fc.property(aValueOf(schema ?? {}, whole.components.schemas), (value) => {
				expect(validate(value) ? null : [what, value, validate.errors]).toBeNull();
			}),
			{ numRuns: RUNS },
		);
	}
});

test("a member of several types is left out where there is no text among them", () => {
	const union = [
		{
			type: "object",
			properties: { type: { type: "string", enum: ["a"] }, x: { type: "number" } },
			required: ["type", "x"],
		},
		{
			type: "object",
			properties: { type: { type: "string", enum: ["b"] }, x: { type: "boolean" } },
			required: ["type", "x"],
		},
		{ type: "null" },
	];
	const { components } = withMergedUnions({ components: { schemas: { union: { oneOf: union } } } } as never);
	expect(components?.schemas).toEqual({
		union: { type: ["object", "null"], properties: { type: { type: "string", enum: ["a", "b"] } }, required: ["type"] },
	});
});

test("the service answers the document with merged unions to who asks for it", async () => {
	await using service = await startService("sqlite");
	const { json: merged } = await service.ask("GET", "/api/v1/openapi.json?unions=merged", { key: null });
	expect(merged.components).toEqual(JSON.parse(JSON.stringify(document.components)));
	const { json: asItIs } = await service.ask("GET", "/api/v1/openapi.json", { key: null });
	expect(asItIs.components).toEqual(JSON.parse(JSON.stringify(whole.components)));
	expect(asItIs.components).not.toEqual(merged.components);
	expect(asItIs.servers).toEqual(merged.servers);
	const refused = await service.ask("GET", "/api/v1/openapi.json?unions=split", { key: null });
	expect([refused.status, refused.json.error]).toMatchObject([
		400,
		{ code: "VALIDATION_ERROR", details: [{ path: "unions", message: expect.stringContaining("merged") }] },
	]);
});
