/** /monitors/:id/results: the check history of a monitor, newest first. */

import { z } from "@hono/zod-openapi";
import { type CheckRecord, pageOfChecks } from "../storage/check-results.ts";
import { uuidOf } from "../storage/public-ids.ts";
import { listing } from "./answers.ts";
import { endpoint } from "./endpoint.ts";
import { theMonitor } from "./monitors.ts";
import { readPage } from "./paging.ts";
import { Refusal } from "./refusal.ts";
import { epochMs, listOf, pagingQuery } from "./schemas.ts";

/** The scheduled minute: unique within a monitor. */
const minute = z.int();

const checkResult = z
	.object({
		id: z
			.string()
			.regex(/^[0-9a-f-]{36}:[0-9]+$/)
			.openapi({
				description: "Opaque; each scheduled check appears once.",
				example: "0194c3fd-1be8-71d6-b1da-e478bd905695:28928160",
			}),
		responseStatus: z.int().nullable().openapi({ example: 200 }),
		responseTimeMs: z.int().min(0).nullable().openapi({ example: 123 }),
		completedAt: epochMs.nullable().openapi({ description: "Null when the check was missed: the fault was ours." }),
		createdAt: epochMs,
	})
	.openapi("CheckResult");

export const listResults = endpoint({
	operationId: "listResults",
	summary: "List the check results of a monitor, newest first",
	tag: "Monitors",
	resource: theMonitor,
	query: pagingQuery,
	queryCodes: { cursor: "BAD_REQUEST" },
	success: {
		status: 200,
		description: "A page of results.",
		content: { "application/json": { schema: listOf("results", checkResult) } },
		headers: { Link: "The neighbouring pages (RFC 8288)." },
	},
	async handle(call) {
		const monitor = call.found;
		const page = await readPage<CheckRecord, number>(call, {
			name: ["results", monitor.id],
			keySchema: minute,
			keyOf: (check) => check.minute,
			// Newest first, so forward is into the past; from the list's end means after the beginning of time.
			read: ({ limit, direction, from }) =>
				pageOfChecks(call.services.engine, monitor.id, {
					limit,
					...(direction === "backward" ? { after: from ?? -1 } : from === null ? {} : { before: from }),
				}),
		});
		if (page instanceof Refusal) return page;
		const uuid = uuidOf(monitor.publicId);
		const results = page.rows.map(
			({ minute, responseStatus, responseTimeMs, completedAt, startedAt }): z.infer<typeof checkResult> => ({
				id: `${uuid}:${minute}`,
				responseStatus,
				responseTimeMs,
				completedAt,
				createdAt: startedAt,
			}),
		);
		return listing(call, "results", results, page);
	},
});
