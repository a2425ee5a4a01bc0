/** /board: all monitors of a team in one compact answer, in columns. */

import { z } from "@hono/zod-openapi";
import { SHOWN_MINUTES } from "../../../domain/figures/board.ts";
import { acceptedCoding, isCurrent } from "../../input/representation.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { isoDateTime, single } from "../../kernel/schemas.ts";
import { monitorId } from "../monitors/monitor-forms.ts";

const percent = z.number().min(0).max(100).nullable().openapi({ example: 99.982 });
const count = z.int().min(0).openapi({ example: 3 });

const windows = z.object({ last24Hours: percent, last30Days: percent });
const UNLESS_COUNTED = "Null where it equals the uptime.";

const board = z
	.object({
		generatedAt: isoDateTime,
		minute: z.int().openapi({ description: "The minute since the epoch that `recent` ends with.", example: 28928160 }),
		counts: z.object({ total: count, up: count, degraded: count, down: count, pending: count, paused: count }),
		uptime: windows.openapi({
			description:
				"What reports count, over all checks, in whole hours: the current one and the 23 or 719 before it. " +
				"Of http and flow monitors the checks that were fast enough, of other types those that were available.",
		}),
		available: windows.openapi({ description: "Checks that were answered as expected, in time or not." }),
		fastEnough: windows.openapi({ description: "Checks that were answered as expected, and in time." }),
		regional: z
			.array(z.object({ id: monitorId, location: z.string().nullable(), since: isoDateTime }))
			.openapi({ description: "Locations that see a monitor down while others refute it; null: where Lapwing runs." }),
		monitors: z
			.object({
				id: z.array(monitorId),
				name: z.array(z.string()),
				type: z.array(z.string()),
				target: z.array(z.string()),
				tags: z.array(z.array(z.string())),
				status: z.string().openapi({ description: "A letter each: `p`ending, `u`p, de`g`raded, `d`own." }),
				since: z.array(z.int().nullable()).openapi({ description: "Of the status, seconds since the epoch." }),
				enabled: z.string().openapi({ description: "`1` or `0` each." }),
				createdAt: z.array(z.int()).openapi({ description: "Seconds since the epoch." }),
				uptime24h: z.array(percent),
				uptime30d: z.array(percent),
				available24h: z.array(percent).openapi({ description: UNLESS_COUNTED }),
				available30d: z.array(percent).openapi({ description: UNLESS_COUNTED }),
				fastEnough24h: z.array(percent).openapi({ description: UNLESS_COUNTED }),
				fastEnough30d: z.array(percent).openapi({ description: UNLESS_COUNTED }),
				responseTimeMs: z.array(z.int().nullable()).openapi({ description: "Of the last check with a verdict." }),
				recent: z.array(z.string().length(SHOWN_MINUTES)).openapi({
					description:
						"A letter a minute, oldest first: `u`p, de`g`raded, `d`own, `m`issed, `w` not up within a " +
						"maintenance window, `.` no check.",
				}),
			})
			.openapi({ description: "One list a column; a monitor has the same index in each. By name, then by age." }),
	})
	.openapi("Board");

export const getBoard = endpoint({
	operationId: "getBoard",
	summary: "All monitors of the team in one answer",
	description: "Compact, for screens that show every monitor. With If-None-Match it is 304 while nothing changed.",
	tag: "Dashboard",
	cacheControl: "private, no-cache",
	success: {
		status: 200,
		description: "The board, at most a second old.",
		content: { "application/json": { schema: single(board) } },
		headers: { ETag: "Changes with the content.", Vary: "Accept-Encoding, Authorization, Cookie." },
	},
	alsoAnswers: { 304: "Nothing has changed." },
	async handle(call) {
		const { services, principal, now, answerHeaders } = call;
		const body = await services.boards.bodyOf(principal.team.id, now);
		const headers = { ...answerHeaders, etag: body.etag, vary: "Accept-Encoding, Authorization, Cookie" };
		if (isCurrent(call.header, body.etag)) return new Response(null, { status: 304, headers });
		const json = { ...headers, "content-type": "application/json" };
		if (acceptedCoding(call.header, ["gzip"]) === "identity") return new Response(body.json, { headers: json });
		return new Response(new Uint8Array(await body.gzipped()), { headers: { ...json, "content-encoding": "gzip" } });
	},
});
