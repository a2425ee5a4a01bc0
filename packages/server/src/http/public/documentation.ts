/** /api/v1/openapi.json and /docs: what this API can, for programs and for people. */

import { json } from "../kernel/answers.ts";
import { type DocumentedRoute, openApiDocument } from "../kernel/openapi.ts";
import type { OpenCall, OpenEndpoint } from "../kernel/serve.ts";
import { REFERENCE_POLICY, referencePage } from "./reference-page.ts";

/** @param routes Asked when a document is first wanted, for the table of routes holds these two endpoints as well. */
export function documentation(routes: () => readonly DocumentedRoute[]): {
	openApiJson: OpenEndpoint;
	docs: OpenEndpoint;
} {
	// Anyone may ask, so the work is done once; only the origin differs between requests.
	const describe = once(() => openApiDocument(routes()));
	const page = once(() => referencePage(describe()));
	return {
		openApiJson: {
			async handle(call) {
				return json(call, 200, { ...describe(), servers: [{ url: originOf(call) }] });
			},
		},
		docs: {
			async handle(call) {
				return new Response(page()(originOf(call)), {
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
