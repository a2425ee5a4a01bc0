/** /backfill-daily-stats: recomputes the daily figures of the team's monitors. */

import { z } from "@hono/zod-openapi";
import { requestBackfill } from "../../../storage/figures/backfills.ts";
import { json, metaOf } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { meta } from "../../kernel/schemas.ts";

export const backfillDailyStats = endpoint({
	operationId: "backfillDailyStats",
	summary: "Recompute the daily figures",
	description:
		"Runs in the background over every day whose results are still kept. " +
		"A request joins a backfill that is still queued.",
	tag: "Statistics",
	audit: { action: "request", object: "backfill" },
	success: {
		status: 202,
		description: "The backfill is queued.",
		content: { "application/json": { schema: z.object({ data: z.object({ status: z.literal("queued") }), meta }) } },
	},
	async handle(call) {
		await requestBackfill(call.services.database, call.principal.team.id);
		return json(call, 202, { data: { status: "queued" }, meta: metaOf(call) });
	},
});
