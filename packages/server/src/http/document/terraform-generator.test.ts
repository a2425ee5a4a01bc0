/**
 * Holds the OpenAPI document against the rules of HashiCorp's generator of Terraform providers (tfplugingen-openapi,
 * DESIGN.md), for the resources that docs/use/as-code/terraform.md configures. It was not run here: it needs Go.
 */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { apiDocument } from "../app.ts";

const DOCS = new URL("../../../../../docs/use/as-code/terraform.md", import.meta.url);

interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly properties?: Readonly<Record<string, Schema>>;
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

const document = apiDocument() as unknown as {
	readonly openapi: string;
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
const [, config = ""] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(DOCS, "utf8")) ?? [];
const resources: Readonly<Record<string, Readonly<Record<string, Place>>>> = parse(config).resources;
const operationAt = ({ path, method }: Place) => document.paths[path]?.[method.toLowerCase()];
const jsonOf = (content: Content | undefined) => content?.content?.["application/json"]?.schema;

function resolved(schema: Schema): Schema {
	return schema.$ref === undefined ? schema : (document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {});
}

/** The places that the generator can't map: of several types, null not counted. */
function unmapped(given: Schema, at = "", within: readonly Schema[] = []): readonly string[] {
	const schema = resolved(given);
	if (within.includes(schema)) return [`${at} holds itself`];
	const inside = [...within, schema];
	const types = [schema.type ?? []].flat().filter((type) => type !== "null");
	const choices = [schema.allOf, schema.anyOf, schema.oneOf].map((list = []) =>
		list.filter((each) => resolved(each).type !== "null"),
	);
	if (types.length > 1 || choices.some(({ length }) => length > 1)) return [at];
	return [
		...choices.flat().flatMap((choice) => unmapped(choice, at, inside)),
		...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => unmapped(member, `${at}/${name}`, inside)),
		...(schema.items === undefined ? [] : unmapped(schema.items, `${at}/*`, inside)),
	];
}

test("the document is of a version that the generator reads, and its operations have ids of their own", () => {
	expect(document.openapi).toMatch(/^3\.[01]\./);
	const ids = Object.values(document.paths).flatMap((path) =>
		Object.values(path).flatMap(({ operationId }) => operationId ?? []),
	);
	expect(new Set(ids).size).toBe(ids.length);
});

test.each(Object.entries(resources))("%s can be created, read, changed and deleted", (_, places) => {
	expect(Object.keys(places)).toEqual(["create", "read", "update", "delete"]);
	for (const place of Object.values(places)) expect(operationAt(place)?.operationId).toEqual(expect.any(String));
});

test.each(Object.entries(resources))(
	"%s has a body and answers in JSON, and no union but with null in its body",
	(_, places) => {
		const { create, read } = places as { create: Place; read: Place };
		const body = jsonOf(operationAt(create)?.requestBody);
		expect(jsonOf(operationAt(create)?.responses["201"])).toBeDefined();
		expect(jsonOf(operationAt(read)?.responses["200"])).toBeDefined();
		expect(unmapped(body ?? { type: ["string", "number"] })).toEqual([]);
	},
);

test("monitors and alerts have unions, so the docs leave them out", () => {
	const placesOf = (path: string) => unmapped(jsonOf(operationAt({ path, method: "post" })?.requestBody) ?? {});
	expect(placesOf("/api/v1/monitors")).toEqual([""]);
	expect(placesOf("/api/v1/alerts")).toContain("/channel");
});
