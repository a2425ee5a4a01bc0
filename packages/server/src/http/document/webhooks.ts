/** What a webhook receives, as the `webhooks` of the OpenAPI document. How to verify it is in docs/use/webhooks. */

import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { WEBHOOK_EXAMPLES } from "../../domain/alerts/webhook-examples.ts";
import { WEBHOOK_TYPES, type WebhookType, webhookPayload } from "../../domain/alerts/webhook-payload.ts";

export const WEBHOOKS_TAG = "Webhooks";

/** Named in the signature's computation, as Standard Webhooks says. */
const HEADERS = {
	"webhook-id": "The message's id, the same at every attempt: use it to ignore repetitions.",
	"webhook-timestamp": "When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.",
	"webhook-signature":
		"`v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, whose key is the base64 after " +
		"`whsec_`. Several, separated by spaces, for 24 hours after a change of the secret.",
} as const;

/** Made here, for the domain's schemas know nothing of OpenAPI. */
const schema = z
	.object(webhookPayload.shape)
	.openapi("WebhookMessage", { description: webhookPayload.description ?? "" });

export function registerWebhooks(registry: OpenAPIHono["openAPIRegistry"]): void {
	for (const [type, description] of Object.entries(WEBHOOK_TYPES) as [WebhookType, string][]) {
		registry.registerWebhook({
			method: "post",
			path: type,
			operationId: operationIdOf(type),
			summary: type,
			description: `${description} Sent to the URL of a \`webhook\` alert, signed as Standard Webhooks says.`,
			tags: [WEBHOOKS_TAG],
			security: [],
			parameters: Object.entries(HEADERS).map(([name, description]) => ({
				name,
				in: "header" as const,
				required: true,
				description,
				schema: { type: "string" as const },
			})),
			request: {
				body: { required: true, content: { "application/json": { schema, example: WEBHOOK_EXAMPLES[type] } } },
			},
			responses: {
				"2XX": { description: "The message is delivered, whatever the body." },
				"4XX": { description: "The message is given up; after 408 and 429 it is sent again, like after 5XX." },
			},
		});
	}
}

/** `monitor.down`: `onMonitorDown`. */
function operationIdOf(type: WebhookType): string {
	const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
	return `on${words.join("")}`;
}
