/**
 * The API reference: one HTML page generated from the OpenAPI document, without scripts and without resources of other
 * hosts, so that it works without internet access.
 */

import { createHash } from "node:crypto";
import type { OpenApiDocument } from "../kernel/openapi.ts";

/** The part of a schema that the page shows. */
interface Schema {
	$ref?: string;
	type?: string | string[];
	format?: string;
	pattern?: string;
	enum?: unknown[];
	minimum?: number;
	maximum?: number;
	minLength?: number;
	maxLength?: number;
	default?: unknown;
	example?: unknown;
	description?: string;
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	allOf?: Schema[];
	anyOf?: Schema[];
	oneOf?: Schema[];
}

interface Media {
	schema?: Schema;
	example?: unknown;
}

interface Operation {
	operationId: string;
	summary: string;
	description?: string;
	tags: string[];
	parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
	requestBody?: { content: Record<string, Media> };
	responses: Record<string, { description: string; content?: Record<string, Media> }>;
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; }
h2 { margin-top: 3rem; border-bottom: 1px solid #8886; }
article { margin: 1rem 0; border: 1px solid #8886; border-radius: .5rem; padding: 0 1rem; }
summary { cursor: pointer; padding: .6rem 0; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem; background: #8882; border-radius: .375rem; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 700; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-top: 1px solid #8884; }
nav ul { columns: 2; padding-left: 1.25rem; }
`;

/** Only the style above is allowed. */
export const REFERENCE_POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The depth to which nested schemas are shown; none is deeper. */
const MAX_DEPTH = 6;

/** Returns a function from the origin of the example to the page; everything else is rendered once. */
export function referencePage(document: OpenApiDocument): (origin: string) => string {
	const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
		Object.entries(item ?? {}).map(([method, operation]) => ({
			path,
			method: method.toUpperCase(),
			operation: operation as unknown as Operation,
		})),
	);
	const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
	const tags = (document.tags ?? []).map(({ name }) => name);
	const inTag = (tag: string) => operations.filter(({ operation }) => operation.tags.includes(tag));
	const beforeOrigin = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${asHtml(document.info.title)} API ${asHtml(document.info.version)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${asHtml(document.info.title)} API ${asHtml(document.info.version)}</h1>
<p>${prose(document.info.description ?? "")} The same as a document for programs: <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.</p>
<p>Send an API key with every request:</p>
<pre>curl -H "Authorization: Bearer $LAPWING_API_KEY" `;
	const afterOrigin = `/api/v1/monitors</pre>
</header>
<nav aria-label="Operations"><ul>
${operations.map(({ operation }) => `<li><a href="#${asHtml(operation.operationId)}">${asHtml(operation.summary)}</a></li>`).join("\n")}
</ul></nav>
<main>
${tags
	.map(
		(tag) =>
			`<section><h2>${asHtml(tag)}</h2>\n${inTag(tag)
				.map((each) => article(each, schemas))
				.join("\n")}</section>`,
	)
	.join("\n")}
</main>
</body>
</html>
`;
	return (origin) => beforeOrigin + asHtml(origin) + afterOrigin;
}

function article(
	{ path, method, operation }: { path: string; method: string; operation: Operation },
	schemas: Record<string, Schema>,
): string {
	const parameters = (operation.parameters ?? []).map(({ name, schema, required = false, description }) =>
		row(name, resolve(schema, schemas), required, description),
	);
	const body = operation.requestBody ? media(operation.requestBody.content, schemas) : "";
	const responses = Object.entries(operation.responses).map(
		([status, { description, content }]) =>
			`<details${status.startsWith("2") ? " open" : ""}><summary><code>${status}</code> ${prose(description)}</summary>${content ? media(content, schemas) : ""}</details>`,
	);
	return `<article id="${asHtml(operation.operationId)}">
<h3>${asHtml(operation.summary)}</h3>
<p><span class="method">${method}</span> <code>${asHtml(path)}</code></p>
<p>${prose(operation.description ?? "")}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>${table(parameters)}` : ""}
${body ? `<h4>Body</h4>${body}` : ""}
<h4>Answers</h4>
${responses.join("\n")}
</article>`;
}

function media(content: Record<string, Media>, schemas: Record<string, Schema>): string {
	return Object.entries(content)
		.map(([type, { schema, example }]) => {
			const rows = schema ? rowsOf(schema, schemas) : [];
			const shown = example ?? (schema ? sample(schema, schemas) : undefined);
			const code = shown === undefined ? "" : `<pre>${asHtml(asText(shown))}</pre>`;
			return `<p><code>${asHtml(type)}</code></p>${rows.length > 0 ? table(rows) : ""}${code}`;
		})
		.join("\n");
}

function asText(value: unknown): string {
	return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

function table(rows: readonly string[]): string {
	return `<table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Notes</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

/** A row for each field, nested ones by their path. */
function rowsOf(schema: Schema, schemas: Record<string, Schema>, prefix = "", depth = 0): string[] {
	const { properties = {}, required = [] } = resolve(schema, schemas);
	if (depth >= MAX_DEPTH) return [];
	return Object.entries(properties).flatMap(([name, field]) => {
		const resolved = resolve(field, schemas);
		const path = `${prefix}${name}`;
		const inner = resolved.items ? rowsOf(resolved.items, schemas, `${path}[].`, depth + 1) : [];
		const nested = rowsOf(resolved, schemas, `${path}.`, depth + 1);
		return [row(path, resolved, required.includes(name)), ...nested, ...inner];
	});
}

function row(name: string, schema: Schema, isRequired: boolean, description = schema.description): string {
	const { minimum, maximum, minLength, maxLength } = schema;
	const notes = [
		isRequired ? "required" : "optional",
		schema.enum && `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`,
		minimum !== undefined && maximum !== undefined && `${minimum}–${maximum}`,
		minLength !== undefined && maxLength !== undefined && `${minLength}–${maxLength} characters`,
		schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
	].filter((note): note is string => typeof note === "string");
	const type = [schema.type ?? "object"].flat().join(" or ") + (schema.format ? ` (${schema.format})` : "");
	const told = `${asHtml(notes.join("; "))}${description ? `. ${prose(description)}` : ""}`;
	return `<tr><td><code>${asHtml(name)}</code></td><td>${asHtml(type)}</td><td>${told}</td></tr>`;
}

/** An example of a schema, made from the examples of its parts. */
function sample(schema: Schema, schemas: Record<string, Schema>, depth = 0): unknown {
	const resolved = resolve(schema, schemas);
	if (resolved.example !== undefined) return resolved.example;
	if (depth >= MAX_DEPTH) return undefined;
	if (resolved.properties) {
		return Object.fromEntries(
			Object.entries(resolved.properties).map(([name, field]) => [name, sample(field, schemas, depth + 1)]),
		);
	}
	if (resolved.items) return [sample(resolved.items, schemas, depth + 1)];
	return resolved.default ?? resolved.enum?.[0] ?? null;
}

/** Resolves a reference, and merges the parts of an `allOf`. */
function resolve(schema: Schema, schemas: Record<string, Schema>): Schema {
	const { $ref, allOf, anyOf, oneOf, ...own } = schema;
	const parts = [
		...($ref ? [schemas[$ref.slice("#/components/schemas/".length)] ?? {}] : []),
		...(allOf ?? []),
		// The first alternative is shown, because alternatives are "this or null".
		...(anyOf ?? oneOf ?? []).slice(0, 1),
	].map((part) => resolve(part, schemas));
	const properties = Object.assign({}, ...[...parts, own].map((part) => part.properties ?? {}));
	const required = [...parts, own].flatMap((part) => part.required ?? []);
	return Object.assign({}, ...parts, own, Object.keys(properties).length > 0 ? { properties, required } : {});
}

/** Text with `code` in it. */
function prose(text: string): string {
	return asHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

function asHtml(text: string): string {
	return text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;")
		.replaceAll("'", "&#39;");
}
