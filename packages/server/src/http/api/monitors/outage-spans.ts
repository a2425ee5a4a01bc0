/** /monitors/:id/outage-spans: all outages of a range in one answer of bounded size, for charts. */

import { z } from "@hono/zod-openapi";
import { FAILING_STATUSES } from "../../../domain/checks/outage.ts";
import { MAX_SPANS } from "../../../domain/checks/outage-spans.ts";
import { DAY_MS } from "../../../domain/durations.ts";
import { isoOf } from "../../../domain/time-text.ts";
import { sumOfOutages } from "../../../storage/results/outage-spans.ts";
import { ok } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { invalid } from "../../kernel/refusal.ts";
import { instant, isoDateTime } from "../../kernel/schemas.ts";
import { answers } from "../../kernel/success.ts";
import { theMonitor } from "./monitors.ts";

/** The changes of status that outages are read from are kept for 400 days unless configured otherwise. */
const MAX_DAYS = 400;
const DEFAULT_DAYS = 30;

const query = z.object({
	from: instant.optional().openapi({
		description: `At most ${MAX_DAYS} days before \`to\`; default: ${DEFAULT_DAYS} days before it.`,
		example: "2025-01-01T00:00:00Z",
	}),
	to: instant.optional().openapi({ description: "Excluded. Default: now.", example: "2025-01-31T00:00:00Z" }),
});

const seconds = z.int().min(0);
const span = z.object({
	from: isoDateTime,
	to: isoDateTime.openapi({ description: "Now, or the end of the range, where the outage lasts." }),
	worstStatus: z.enum(FAILING_STATUSES).openapi({ example: "down" }),
	duringMaintenance: z.boolean().openapi({ description: "Whether all of its outages began within maintenance." }),
	outages: z.int().min(1).openapi({ description: "How many it stands for.", example: 1 }),
});
const outageSpans = z
	.object({
		from: isoDateTime,
		to: isoDateTime,
		outages: z.int().min(0).openapi({ description: "All that touch the range.", example: 3 }),
		downSeconds: seconds.openapi({
			description: "Of the outages that were down at any time, within the range.",
			example: 2400,
		}),
		degradedSeconds: seconds.openapi({ description: "Of those that never were down.", example: 360 }),
		ongoing: z
			.object({ from: isoDateTime, worstStatus: z.enum(FAILING_STATUSES) })
			.nullable()
			.openapi({ description: "The outage that lasts at `to`, where that is now; the sums have it until then." }),
		spans: z.array(span).openapi({
			description:
				`Oldest first, at most ${MAX_SPANS}: outages that are closer to each other than the range divided by ` +
				"that many are one span.",
		}),
	})
	.openapi("OutageSpans");

export const getOutageSpans = endpoint({
	operationId: "getOutageSpans",
	summary: "All outages of a monitor in a range, as spans and sums",
	description: "Bounded, however often the monitor failed. One by one, with their reasons, they are in `…/outages`.",
	tag: "Statistics",
	resource: theMonitor,
	query,
	success: answers("The outages of the range.", outageSpans),
	async handle(call) {
		const { services, found: monitor, now } = call;
		const to = call.query.to === undefined ? now : Math.min(Date.parse(call.query.to), now);
		const from = call.query.from === undefined ? to - DEFAULT_DAYS * DAY_MS : Date.parse(call.query.from);
		if (from >= to) return invalid("from", "`from` must lie before `to`, and before now.");
		if (to - from > MAX_DAYS * DAY_MS) return invalid("from", `The range covers at most ${MAX_DAYS} days.`);
		const sum = await sumOfOutages(services.database, monitor, { from, to }, now);
		const { outages, downMs, degradedMs, spans, ongoing } = sum;
		return ok(call, {
			from: isoOf(from),
			to: isoOf(to),
			outages,
			downSeconds: Math.round(downMs / 1000),
			degradedSeconds: Math.round(degradedMs / 1000),
			ongoing: ongoing && { from: isoOf(ongoing.startedAt), worstStatus: ongoing.worstStatus },
			spans: spans.map(({ startedAt, endedAt, ...rest }) => ({ from: isoOf(startedAt), to: isoOf(endedAt), ...rest })),
		});
	},
});
