/** /backfill-daily-stats: recomputes the daily figures of the team's monitors. */

import { z } from "@hono/zod-openapi";
import { requestBackfill } from "../../../services/backfills/request.ts";
import { json, metaOf } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { meta } from "../../kernel/schemas.ts";

export const backfillDailyStats = changeEndpoint({
	operationId: "backfillDailyStats",
	summary: "Recompute the daily figures",
	description:
		"Runs in the background over every day whose results are still kept. " +
		"A request joins a backfill that is still queued.",
	tag: "Statistics",
	success: {
		status: 202,
		description: "The backfill is queued.",
		content: { "application/json": { schema: z.object({ data: z.object({ status: z.literal("queued") }), meta }) } },
	},
	service: requestBackfill,
	input: () => ({}),
	answer: (call, data) => json(call, 202, { data, meta: metaOf(call) }),
});
