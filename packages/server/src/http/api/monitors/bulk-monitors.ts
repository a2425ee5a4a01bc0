/** POST /monitors/bulk: pauses, resumes, deletes, tags or edits many monitors in one transaction. */

import { z } from "@hono/zod-openapi";
import { COMMON_SETTINGS } from "../../../domain/monitors/common-settings.ts";
import { MAX_CHOSEN_ALERTS } from "../../../services/alerts/choose-monitors.ts";
import { bulkMonitors as bulk, MAX_BULK } from "../../../services/monitors/bulk.ts";
import { ok } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { single } from "../../kernel/schemas.ts";
import { alertId } from "../alerts/alerts.ts";
import { filterBody } from "./monitor-bodies.ts";
import { monitorId } from "./monitor-forms.ts";

const chosenAlerts = z.array(alertId).min(1).max(MAX_CHOSEN_ALERTS);

/** In the document, of a member that must be absent. */
const NONE = { not: {} };

function actionOf(...actions: string[]) {
	return { action: { type: "string" as const, enum: actions } };
}

const body = z
	.strictObject({
		ids: z.array(monitorId).min(1).max(MAX_BULK).optional().openapi({ description: "Either these, or a filter." }),
		filter: filterBody.optional(),
		action: z.enum(["pause", "resume", "delete", "tag", "untag", "edit"]).openapi({ example: "pause" }),
		tags: COMMON_SETTINGS.tags
			.unwrap()
			.min(1)
			.optional()
			.openapi({ description: "What `tag` adds and `untag` removes." }),
		settings: z
			.strictObject({
				intervalSeconds: COMMON_SETTINGS.intervalSeconds.unwrap(),
				timeoutSeconds: COMMON_SETTINGS.timeoutSeconds.unwrap(),
			})
			.partial()
			.refine((settings) => Object.keys(settings).length > 0, "Give at least one setting.")
			.optional()
			.openapi({
				minProperties: 1,
				description: "What `edit` sets. Monitors of jobs, which are not checked, keep theirs.",
			}),
		alerts: z
			.strictObject({ add: chosenAlerts, remove: chosenAlerts })
			.partial()
			.refine((alerts) => Object.keys(alerts).length > 0, "Give `add` or `remove`.")
			.optional()
			.openapi({
				minProperties: 1,
				description:
					"The alerts to which `edit` adds the monitors, and those from which it removes them. Needs the scope " +
					"`alerts:write`. Nothing can be removed from an alert for every monitor, nor a monitor that an alert is for by " +
					"its tags or types, and no alert can lose its last one.",
			}),
	})
	.openapi("MonitorBulkAction", {
		allOf: [
			{ oneOf: [{ required: ["ids"] }, { required: ["filter"] }] },
			{
				anyOf: [
					{ properties: { ...actionOf("pause", "resume", "delete"), tags: NONE, settings: NONE, alerts: NONE } },
					{ properties: { ...actionOf("tag", "untag"), settings: NONE, alerts: NONE }, required: ["tags"] },
					{ properties: { ...actionOf("edit"), tags: NONE }, required: ["settings"] },
					{ properties: { ...actionOf("edit"), tags: NONE }, required: ["alerts"] },
				],
			},
		],
	});

export const bulkMonitors = changeEndpoint({
	operationId: "bulkMonitors",
	summary: "Pause, resume, delete, tag, untag or edit many monitors",
	description:
		`One transaction, ${MAX_BULK.toLocaleString("en")} monitors at the most: either everything is changed or nothing. ` +
		"Monitors that would not change are counted too. `edit` sets `settings`, changes `alerts`, or both.",
	tag: "Monitors",
	body,
	maxBodyBytes: 512 * 1024,
	bodyExample: { filter: { tag: "staging" }, action: "pause" },
	success: {
		status: 200,
		description: "How many monitors the action was for.",
		content: {
			"application/json": {
				schema: single(z.object({ count: z.int().min(0).openapi({ example: 12 }) }).openapi("BulkResult")),
			},
		},
	},
	service: bulk,
	input: ({ body }) => body,
	answer: (call, made) => ok(call, made),
});
