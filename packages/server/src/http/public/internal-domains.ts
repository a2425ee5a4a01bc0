/** /internal/domains: tells a reverse proxy whether to obtain a certificate for a name (Caddy's on-demand TLS). */

import { z } from "@hono/zod-openapi";
import { notFound } from "../kernel/refusal.ts";
import type { OpenEndpoint } from "../kernel/serve.ts";

const query = z.object({
	name: z.string().optional().openapi({ description: "A host name.", example: "status.example.com" }),
	domain: z.string().optional().openapi({ description: "The same, as Caddy sends it." }),
});

/** From memory, because anybody can make a proxy ask for any name. */
export const internalDomains: OpenEndpoint = {
	spec: {
		document: {
			operationId: "askForDomain",
			summary: "Whether a domain leads to a status page",
			description:
				"For reverse proxies that obtain certificates on demand. On the domain of a page it is not answered.",
			tag: "Service",
			query,
			success: {
				status: 200,
				description: "It is proven; obtain a certificate for it.",
				content: { "text/plain": { schema: z.string() } },
			},
			refusesWith: ["NOT_FOUND"],
		},
	},
	async handle({ services, url, answerHeaders }) {
		const name = url.searchParams.get("name") ?? url.searchParams.get("domain") ?? "";
		const domain = (await services.publicPages.presentDomains()).find(name);
		if (!domain?.slug) return notFound();
		return new Response("proven\n", { headers: { ...answerHeaders, "content-type": "text/plain; charset=utf-8" } });
	},
};
