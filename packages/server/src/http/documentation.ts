/** /api/v1/openapi.json and /docs: what this API can, for programs and for people. */

import { json } from "./answers.ts";
import type { DocumentedRoute } from "./openapi.ts";
import { type OpenApiDocument, openApiDocument } from "./openapi.ts";
import { REFERENCE_POLICY, referencePage } from "./reference-page.ts";
import type { OpenCall, OpenEndpoint } from "./serve.ts";

/** @param routes Asked when a document is wanted, for the table of routes holds the two endpoints as well. */
export function documentation(routes: () => readonly DocumentedRoute[]): {
	openApiJson: OpenEndpoint;
	docs: OpenEndpoint;
} {
	let described: OpenApiDocument | undefined;
	// Anyone may ask, so the work is done once; only the origin differs between requests.
	const documentFor = (call: OpenCall): OpenApiDocument => {
		described ??= openApiDocument(routes());
		return { ...described, servers: [{ url: new URL(call.services.publicUrl ?? call.url).origin }] };
	};
	return {
		openApiJson: {
			async handle(call) {
				return json(call, 200, documentFor(call));
			},
		},
		docs: {
			async handle(call) {
				return new Response(referencePage(documentFor(call)), {
					headers: {
						...call.answerHeaders,
						"content-type": "text/html; charset=utf-8",
						"content-security-policy": REFERENCE_POLICY,
					},
				});
			},
		},
	};
}
