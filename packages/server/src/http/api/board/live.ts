/** /live: the changes of a team's monitors as server-sent events. */

import { z } from "@hono/zod-openapi";
import { actorKey } from "../../../domain/access/principal.ts";
import { STATUSES } from "../../../domain/monitors/monitor.ts";
import { authenticate, authorize } from "../../access/authentication.ts";
import { type Call, endpoint } from "../../kernel/endpoint.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { NoStream } from "../../live/live-hub.ts";
import { monitorId } from "../monitors/monitor-forms.ts";

const liveChange = z
	.object({
		monitors: z
			.array(
				z.object({
					id: monitorId,
					status: z.enum(STATUSES).openapi({ example: "up" }),
					since: z.int().nullable().openapi({ description: "Of the status, seconds since the epoch." }),
					enabled: z.boolean(),
					responseTimeMs: z.int().nullable().openapi({ description: "Of the last check with a verdict." }),
					regionalSince: z.int().nullable().openapi({
						description:
							"Since when a location sees it down while others refute it, seconds since the epoch; null: none does.",
					}),
					minute: z.int().nullable().openapi({ description: "The minute since the epoch that was checked last." }),
					mark: z.string().length(1).openapi({ description: "Of this minute, as in the board's `recent`." }),
				}),
			)
			.openapi({ description: "Those that were checked or changed." }),
		removed: z.array(monitorId).openapi({ description: "Those that were deleted." }),
		added: z
			.boolean()
			.openapi({ description: "Whether names, targets or the set of monitors changed: read the board again." }),
		outages: z.boolean().openapi({
			description: "Whether an outage began or ended, or somebody acknowledged or snoozed one: read them again.",
		}),
	})
	.openapi("LiveChange", { description: "The data of an event `change`, as JSON." });

/** Until others may have closed theirs. */
const FULL_RETRY_SECONDS = "30";
/** Until the next process listens, or a proxy asks another node. */
const STOPPING_RETRY_SECONDS = "5";

const TOO_MANY = "Too many live streams are open. Try again later.";
const TOO_MANY_OF_YOURS =
	"This key or person has too many live streams open. Close some: dashboards that nobody looks at.";

function refused(why: NoStream): Refusal {
	return why === "stopping"
		? new Refusal("SHUTTING_DOWN", "The service is stopping. Try again in a few seconds.", {
				headers: { "retry-after": STOPPING_RETRY_SECONDS },
			})
		: new Refusal("TOO_MANY_REQUESTS", why === "too_many" ? TOO_MANY : TOO_MANY_OF_YOURS, {
				headers: { "retry-after": FULL_RETRY_SECONDS },
			});
}

/** Whether whoever opened a stream may still read the team: by the key, session, membership and role of now. */
async function isStillAllowed({ services, url, client, header }: Call): Promise<boolean> {
	const asking = { method: "GET", url, client, header, now: services.now() };
	const asker = await authenticate(services, asking, { teamInQuery: true });
	return !(asker instanceof Refusal) && authorize(asker.principal, "monitors:read") === null;
}

export const getLive = endpoint({
	operationId: "getLive",
	summary: "Live changes of the team's monitors",
	description:
		"Server-sent events, at most one a second. `change`: `monitors` that were checked or changed (id, status, " +
		"since, enabled, responseTimeMs, minute, mark as in the board), ids that were `removed`, and `added` when " +
		"the board has to be read again, `outages` when the open outages have. `resync`: read the board again. `Last-Event-ID` resumes. " +
		"At most 50 streams a key or person, and 200 a team.",
	tag: "Dashboard",
	teamInQuery: true,
	query: z.object({
		team: z.string().max(63).optional().openapi({
			description: "The team's slug, with a session: an EventSource can't send headers.",
			example: "default",
		}),
	}),
	refusesWith: ["SHUTTING_DOWN"],
	success: {
		status: 200,
		description: "An endless stream.",
		content: { "text/event-stream": { schema: liveChange } },
		headers: { "X-Accel-Buffering": "no: proxies must not buffer the stream." },
	},
	async handle(call) {
		const { services } = call;
		const stream = services.live.listen(call.principal.team.id, {
			actor: actorKey(call.principal.actor),
			lastEventId: call.header("last-event-id"),
			mayStay: () => isStillAllowed(call),
		});
		if (typeof stream === "string") return refused(stream);
		return new Response(stream, {
			headers: {
				...call.answerHeaders,
				"content-type": "text/event-stream",
				// Otherwise nginx buffers the stream.
				"x-accel-buffering": "no",
			},
		});
	},
});
