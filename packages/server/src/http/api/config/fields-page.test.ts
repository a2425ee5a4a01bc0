/**
 * docs/use/as-code/fields.md lists every member of the files, made from their schema. `WRITE_DOCS=1` writes it anew.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CONFIG_KINDS, type ConfigKind, KINDS_IN_ORDER } from "../../../domain/config/config.ts";
import { apiDocument } from "../../app.ts";
import { configSchema } from "./schema.ts";

const FILE = join(import.meta.dirname, "../../../../../../docs/use/as-code/fields.md");
const HEAD = `# Every member of the files

Made from the schema at \`/api/v1/config.schema.json\`, by a test that holds this page to it. What files are and how they
are applied is in [README.md](README.md). **Bold** members have to be given, by the object or by the \`defaults\` of its
kind. In the place of every text \`\${NAME}\` and \`{ secret: NAME }\` can stand.
`;

interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly enum?: readonly unknown[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly items?: Schema;
	readonly anyOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
	readonly description?: string;
	readonly [bound: string]: unknown;
}

const document = apiDocument();
const { properties = {}, $defs = {} } = configSchema(document) as Schema & { $defs?: Record<string, Schema> };
const components = (document.components?.schemas ?? {}) as Readonly<Record<string, Schema>>;
/** In the OpenAPI document. */
const BODIES: { readonly [Kind in ConfigKind]: string } = {
	monitors: "MonitorCreate",
	schedules: "ScheduleCreate",
	alerts: "AlertCreate",
	statusPages: "StatusPageCreate",
	maintenance: "MaintenanceWindowCreate",
};
/** What stands for a text anywhere. */
const ANYWHERE = ["Variable", "Secret"];

function nameOf({ $ref }: Schema): string | null {
	return $ref?.replace("#/$defs/", "") ?? null;
}

/** The forms that a value can have, without those that every text can. */
function formsOf(schema: Schema): readonly Schema[] {
	const forms = schema.anyOf ?? schema.oneOf;
	if (forms === undefined) return [schema];
	return forms.filter((form) => !ANYWHERE.includes(nameOf(form) ?? "")).flatMap(formsOf);
}

function typeText(schema: Schema): string {
	const forms = formsOf(schema).map((form) => {
		const name = nameOf(form);
		if (name !== null) return `[${name}](#${name.toLowerCase()})`;
		if (form.enum !== undefined) return form.enum.map((word) => `\`${word}\``).join(", ");
		if (form.items !== undefined) return `list of ${typeText(form.items)}${boundsText(form, "Items")}`;
		const types = [form.type ?? "any"].flat().map((type) => (type === "string" ? "text" : type));
		return types.join(" or ") + boundsText(form, "Length") + boundsText(form, "imum");
	});
	return [...new Set(forms)].join(" or ");
}

function boundsText(form: Schema, of: "Items" | "Length" | "imum"): string {
	const [least, most] = [form[`min${of}`], form[`max${of}`]];
	if (least === undefined && most === undefined) return "";
	const range = most === undefined ? `from ${least}` : least === undefined ? `at most ${most}` : `${least}–${most}`;
	return of === "Length" ? `, ${range} characters` : `, ${range}`;
}

function rowsOf({ properties: members = {}, required = [] }: Schema, at = ""): string[] {
	return Object.entries(members).flatMap(([name, schema]) => {
		const path = `${at}${name}`;
		const shown = required.includes(name) ? `**\`${path}\`**` : `\`${path}\``;
		const about = [schema, ...formsOf(schema)].find(({ description }) => description !== undefined)?.description ?? "";
		const cells = [shown, typeText(schema), about].map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " "));
		const below = formsOf(schema).flatMap((form) => {
			const list = form.items !== undefined;
			return formsOf(form.items ?? form).flatMap((each) => rowsOf(each, `${path}${list ? "[]" : ""}.`));
		});
		return [`| ${cells.join(" | ")} |`, ...new Set(below)];
	});
}

function tableOf(rows: readonly string[]): string {
	return ["| member | value | what it means |", "|---|---|---|", ...rows].join("\n");
}

function sectionOf(title: string, schema: Schema): string {
	const forms = formsOf(schema).filter((form) => form.properties !== undefined);
	const tables = forms.map((form) => tableOf(rowsOf(form)));
	return [title, ...(schema.description ? [schema.description] : []), ...tables].join("\n\n");
}

/** The forms of a kind's objects. What the API requires the files' schema does not, since `defaults` may have it. */
function objectsOf(kind: ConfigKind): readonly Schema[] {
	const bodies = formsOf(components[BODIES[kind]] ?? {}).map(
		(body) => components[body.$ref?.split("/").at(-1) ?? ""] ?? body,
	);
	return formsOf(properties[kind]?.items ?? {}).map((form, index) => {
		// A monitor without a name is called as its target.
		const required = (bodies[index]?.required ?? []).filter((name) => kind !== "monitors" || name !== "name");
		return { ...form, required: [...(form.required ?? []), ...required] };
	});
}

function pageText(): string {
	const kinds = KINDS_IN_ORDER.map((kind) => {
		const forms = objectsOf(kind);
		const title = `## ${kind}\n\nEach is a ${CONFIG_KINDS[kind].noun}.`;
		if (forms.length === 1) return [title, tableOf(rowsOf(forms[0] ?? {}))].join("\n\n");
		const [first = [], ...others] = forms.map((form) => rowsOf(form));
		const common = first.filter((row) => others.every((rows) => rows.includes(row)));
		const own = forms.map((form, index) => {
			const rows = [first, ...others][index]?.filter((row) => !common.includes(row)) ?? [];
			return `### Type \`${form.properties?.["type"]?.enum?.[0]}\`\n\n${tableOf(rows)}`;
		});
		return [title, "### Of every type", tableOf(common), ...own].join("\n\n");
	});
	const parts = Object.entries($defs).filter(([name]) => !ANYWHERE.includes(name));
	const sections = parts.map(([name, schema]) => sectionOf(`### ${name}`, schema));
	return `${[HEAD.trimEnd(), ...kinds, "## Parts", ...sections].join("\n\n")}\n`;
}

test("docs/use/as-code/fields.md has every member of the files", () => {
	const wanted = pageText();
	if (process.env["WRITE_DOCS"] === "1") writeFileSync(FILE, wanted);
	else expect(readFileSync(FILE, "utf8")).toBe(wanted);
});
