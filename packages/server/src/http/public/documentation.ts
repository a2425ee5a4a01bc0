/** /api/v1/openapi.json and /docs: the description of this API for programs and for people. */

import { z } from "@hono/zod-openapi";
import { json } from "../kernel/answers.ts";
import type { OpenApiDocument } from "../kernel/openapi.ts";
import type { OpenCall, OpenEndpoint } from "../kernel/serve.ts";
import { htmlHeaders } from "./html-headers.ts";
import { REFERENCE_POLICY, referencePage } from "./reference-page.ts";

/** @param makeDocument called at the first request, because the table of routes contains these two endpoints too */
export function documentation(makeDocument: () => OpenApiDocument): {
	openApiJson: OpenEndpoint;
	docs: OpenEndpoint;
} {
	// The page is public, so it is built once; only the origin differs between requests.
	const describe = once(makeDocument);
	const page = once(() => referencePage(describe()));
	return {
		openApiJson: {
			spec: {
				document: {
					operationId: "getOpenApiDocument",
					summary: "This document",
					tag: "Service",
					success: {
						status: 200,
						description: "OpenAPI 3.1.",
						content: { "application/json": { schema: z.record(z.string(), z.unknown()) } },
					},
				},
			},
			async handle(call) {
				return json(call, 200, { ...describe(), servers: [{ url: originOf(call) }] });
			},
		},
		docs: {
			spec: {
				document: {
					operationId: "getReference",
					summary: "This document for people",
					tag: "Service",
					success: { status: 200, description: "A page.", content: { "text/html": { schema: z.string() } } },
				},
			},
			async handle(call) {
				return new Response(page()(originOf(call)), {
					headers: { ...call.answerHeaders, ...htmlHeaders(call.client, REFERENCE_POLICY) },
				});
			},
		},
	};
}

function originOf({ services, url }: OpenCall): string {
	return new URL(services.publicUrl ?? url).origin;
}

function once<Value>(make: () => Value): () => Value {
	let made: { value: Value } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}
