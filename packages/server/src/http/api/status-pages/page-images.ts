/** /status-pages/:id/logo and /icon: the images of a status page, sent and answered as they are. */

import { z } from "@hono/zod-openapi";
import { IMAGE_KINDS, type ImageKind, MAX_IMAGE_BYTES } from "../../../domain/status-pages/page-image.ts";
import { inTransaction } from "../../../services/change.ts";
import { setPageImage as set } from "../../../services/status-pages/set-image.ts";
import { imageBytes } from "../../../storage/status-pages/images.ts";
import { ok } from "../../kernel/answers.ts";
import { actorOf, changeEndpoint } from "../../kernel/change-endpoint.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { failureRefusal, invalid, notFound, Refusal } from "../../kernel/refusal.ts";
import { answers } from "../../kernel/success.ts";
import { form, statusPage } from "./status-page-forms.ts";
import { theStatusPage } from "./status-pages.ts";

const tag = "Status pages";
const TYPES = ["image/png", "image/webp"] as const;
const bytes = z.string().openapi({ format: "binary" });
const NAMES: Readonly<Record<ImageKind, string>> = { logo: "Logo", icon: "Icon" };

function endpointsOf(kind: ImageKind) {
	return {
		get: endpoint({
			operationId: `getStatusPage${NAMES[kind]}`,
			summary: `Get the ${kind} of a status page`,
			tag,
			resource: theStatusPage,
			teamInQuery: true,
			query: z.object({
				team: z.string().max(63).optional().openapi({
					description: "The team's slug, with a session: an image of a web page can't send headers.",
					example: "default",
				}),
				version: z.string().max(63).optional().openapi({
					description: "Changes nothing. Its `hash` here makes a browser read a changed image anew.",
				}),
			}),
			success: {
				status: 200,
				description: "The image.",
				content: Object.fromEntries(TYPES.map((type) => [type, { schema: bytes }])),
				headers: { "Content-Security-Policy": "Nothing runs where the image is opened alone." },
			},
			async handle({ services, found, answerHeaders }) {
				const image = await imageBytes(services.database, found.id, kind);
				if (image === null) return notFound();
				const headers = { ...answerHeaders, ...IMAGE_HEADERS, "content-type": image.type };
				return new Response(new Uint8Array(image.bytes), { headers });
			},
		}),
		put: endpoint({
			operationId: `setStatusPage${NAMES[kind]}`,
			summary: `Set the ${kind} of a status page`,
			description:
				`The body is the image itself: PNG or WebP, at most ${MAX_IMAGE_BYTES / 1024} KiB. What it is follows from its ` +
				"bytes. An icon is square.",
			tag,
			resource: theStatusPage,
			bodyTypes: TYPES,
			success: answers("The status page as it is now.", statusPage),
			service: set,
			async handle(call) {
				const { services, found, now } = call;
				const body = await call.readBody(MAX_IMAGE_BYTES);
				if (body instanceof Refusal) return body;
				if (body.size > MAX_IMAGE_BYTES) return invalid("", `An image has at most ${MAX_IMAGE_BYTES / 1024} KiB.`);
				const input = { id: found.publicId, kind, bytes: new Uint8Array(body.bytes) };
				const result = await inTransaction(services.database, (tx) => set(tx, actorOf(call), input, { now }));
				return result.status === "failure" ? (failureRefusal(result) ?? notFound()) : ok(call, form(result.data));
			},
		}),
		remove: changeEndpoint({
			operationId: `deleteStatusPage${NAMES[kind]}`,
			summary: `Delete the ${kind} of a status page`,
			tag,
			resource: theStatusPage,
			success: { status: 204, description: "Deleted." },
			service: set,
			input: ({ found }) => ({ id: found.publicId, kind, bytes: null }),
		}),
	};
}

/** Opened alone, an image runs nothing, whatever a browser takes it for. */
const IMAGE_HEADERS = {
	"content-security-policy": "default-src 'none'; sandbox",
	"x-content-type-options": "nosniff",
};

const [LOGO, ICON] = IMAGE_KINDS;
export const logoEndpoints = endpointsOf(LOGO);
export const iconEndpoints = endpointsOf(ICON);
