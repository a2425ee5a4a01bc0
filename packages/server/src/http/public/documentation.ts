/**
 * /api/v1/openapi.json and /docs: the description of this API for programs and for people; /api/v1/config.schema.json:
 * that of configuration files for editors.
 */

import { z } from "@hono/zod-openapi";
import { builtDescription, DESCRIPTIONS, type DescriptionName } from "../document/descriptions.ts";
import type { OpenApiDocument } from "../document/openapi.ts";
import { validQuery } from "../input/valid.ts";
import { jsonText } from "../kernel/answers.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { OpenCall, OpenEndpoint } from "../kernel/serve.ts";
import { DASHBOARD_POLICY, htmlHeaders } from "./html-headers.ts";
import { referencePage } from "./reference-page.ts";

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Lapwing API</title>
<h1>The reference is not built</h1>
<p>Run <code>bin/setup</code> in the checkout, then load this page again. The same for programs:
<a href="/api/v1/openapi.json">OpenAPI 3.1</a>.</p>
</html>
`;

const documentQuery = z.object({
	unions: z
		.literal("merged")
		.optional()
		.openapi({
			description:
				"Each union of objects as one object with the members of all: for generators that map no unions, such as " +
				"those of Terraform providers. It allows more than the service accepts.",
		}),
});

/** @param makeDocument called at the first request, because the table of routes contains these endpoints too */
export function documentation(makeDocument: () => OpenApiDocument): {
	openApiJson: OpenEndpoint;
	configSchemaJson: OpenEndpoint;
	docs: OpenEndpoint;
} {
	let document: OpenApiDocument | undefined;
	const describe = async (name: DescriptionName) => {
		const built = await builtDescription(name);
		if (built !== null) return built;
		document ??= makeDocument();
		return JSON.stringify(DESCRIPTIONS[name](document));
	};
	return {
		openApiJson: {
			spec: {
				document: {
					operationId: "getOpenApiDocument",
					summary: "This document",
					tag: "Service",
					query: documentQuery,
					refusesWith: ["VALIDATION_ERROR"],
					success: {
						status: 200,
						description: "OpenAPI 3.1.",
						content: { "application/json": { schema: z.record(z.string(), z.unknown()) } },
					},
				},
			},
			async handle(call) {
				const query = validQuery(documentQuery, call.url);
				if (query instanceof Refusal) return query;
				const text = await describe(query.unions === "merged" ? "openapi-merged" : "openapi");
				const servers = JSON.stringify([{ url: originOf(call) }]);
				return jsonText(call, 200, `${text.slice(0, -1)},"servers":${servers}}`);
			},
		},
		configSchemaJson: {
			spec: {
				document: {
					operationId: "getConfigSchema",
					summary: "The JSON Schema of configuration files",
					description: "For editors, which complete and check files by it.",
					tag: "Configuration",
					success: {
						status: 200,
						description: "JSON Schema 2020-12.",
						content: { "application/json": { schema: z.record(z.string(), z.unknown()) } },
					},
				},
			},
			async handle(call) {
				return jsonText(call, 200, await describe("config-schema"));
			},
		},
		docs: {
			spec: {
				document: {
					operationId: "getReference",
					summary: "This document for people",
					tag: "Service",
					success: { status: 200, description: "A page.", content: { "text/html": { schema: z.string() } } },
					alsoAnswers: { 503: "The page is not built." },
				},
			},
			async handle(call) {
				const { dashboardFolder } = call.services;
				if (!dashboardFolder) return new Refusal("NOT_FOUND", "This process serves no pages.");
				const page = await referencePage(dashboardFolder);
				const headers = { ...call.answerHeaders, ...htmlHeaders(call.client, page?.policy ?? DASHBOARD_POLICY) };
				return new Response(page?.html ?? NOT_BUILT, { status: page === null ? 503 : 200, headers });
			},
		},
	};
}

function originOf({ services, url }: OpenCall): string {
	return new URL(services.publicUrl ?? url).origin;
}
