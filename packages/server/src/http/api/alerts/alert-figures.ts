/** How noisy an alert is. */

import { z } from "@hono/zod-openapi";
import { ALERT_EVENT_STATUSES } from "../../../domain/alerts/alert.ts";
import { DAY_MS } from "../../../domain/durations.ts";
import { isoOf } from "../../../domain/time-text.ts";
import { alertFigures } from "../../../storage/alerts/alert-figures.ts";
import { ok } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { isoDateTime } from "../../kernel/schemas.ts";
import { answers } from "../../kernel/success.ts";
import { theAlert } from "./alerts.ts";

const count = z.int().openapi({ example: 12 });

const figures = z
	.object({
		from: isoDateTime,
		messages: count.openapi({ description: "Messages that were sent. One about many monitors is one." }),
		outages: count.openapi({ description: "Outages of which a problem was sent." }),
		shortOutages: count.openapi({
			description:
				"Those of them that were over within two minutes. A higher `failureThreshold` avoids their messages.",
		}),
		notices: z
			.object(Object.fromEntries(ALERT_EVENT_STATUSES.map((status) => [status, count])))
			.openapi({ description: "Notices that are no longer waiting, by their status." }),
	})
	.openapi("AlertFigures");

export const getAlertFigures = endpoint({
	operationId: "getAlertFigures",
	summary: "Get how much an alert sent",
	description: "What it sent and skipped, and how much of it was about problems that were soon over.",
	tag: "Alerts",
	resource: theAlert,
	query: z.object({
		days: z.coerce
			.number()
			.int()
			.min(1)
			.max(90)
			.default(30)
			.openapi({ example: 30, description: "Counted back from now." }),
	}),
	success: answers("The figures.", figures),
	async handle(call) {
		const from = call.now - call.query.days * DAY_MS;
		const counted = await alertFigures(call.services.database, call.found.id, from);
		return ok(call, { from: isoOf(from), ...counted });
	},
});
