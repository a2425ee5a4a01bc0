/** POST /monitors/bulk: pauses, resumes, deletes or tags many monitors in one transaction. */

import { z } from "@hono/zod-openapi";
import { COMMON_FIELDS } from "../../../domain/monitors/settings.ts";
import { changeMonitors, MAX_BULK } from "../../../storage/monitors/bulk-monitors.ts";
import { ok } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { invalid } from "../../kernel/refusal.ts";
import { single } from "../../kernel/schemas.ts";
import { filterBody } from "./monitor-bodies.ts";
import { monitorId } from "./monitor-forms.ts";

const body = z
	.strictObject({
		ids: z.array(monitorId).min(1).max(MAX_BULK).optional().openapi({ description: "Either these, or a filter." }),
		filter: filterBody.optional(),
		action: z.enum(["pause", "resume", "delete", "tag", "untag"]).openapi({ example: "pause" }),
		tags: COMMON_FIELDS.tags.min(1).optional().openapi({ description: "What `tag` adds and `untag` removes." }),
	})
	.openapi("MonitorBulkAction");

export const bulkMonitors = endpoint({
	operationId: "bulkMonitors",
	summary: "Pause, resume, delete, tag or untag many monitors",
	description: `One transaction, ${MAX_BULK.toLocaleString("en")} monitors at the most. Monitors that would not change are counted too.`,
	tag: "Monitors",
	body,
	maxBodyBytes: 512 * 1024,
	bodyExample: { filter: { tag: "staging" }, action: "pause" },
	audit: { action: ({ body }) => body.action, object: "monitors" },
	success: {
		status: 200,
		description: "How many monitors the action was for.",
		content: {
			"application/json": {
				schema: single(z.object({ count: z.int().min(0).openapi({ example: 12 }) }).openapi("BulkResult")),
			},
		},
	},
	async handle(call) {
		const { ids, filter, action, tags } = call.body;
		if ((ids === undefined) === (filter === undefined)) return invalid("", "Give either `ids` or `filter`.");
		const isTagging = action === "tag" || action === "untag";
		if (isTagging !== (tags !== undefined)) {
			return invalid("/tags", isTagging ? `${action} needs the tags.` : `${action} takes no tags.`);
		}
		const which = ids === undefined ? { filter: filter ?? {} } : { publicIds: ids };
		const what = isTagging ? { action, tags: tags ?? [] } : { action };
		const count = await changeMonitors(call.services.database, call.principal.team.id, which, what, call.now);
		if (typeof count === "object") {
			return invalid(`/ids/${ids?.indexOf(count.unknown)}`, "There is no such monitor.");
		}
		if (count === "too_many") return invalid("/filter", `More than ${MAX_BULK} monitors match; narrow the filter.`);
		if (count === "too_many_tags") return invalid("/tags", "A monitor would have more than 20 tags.");
		return ok(call, { count });
	},
});
