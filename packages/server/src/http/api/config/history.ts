/** PUT /config/history: what another tool knew of a monitor before the monitor was created here. */

import { z } from "@hono/zod-openapi";
import { minuteOf } from "../../../domain/checks/check.ts";
import { MAX_MESSAGE_LENGTH } from "../../../domain/checks/observation.ts";
import { KEY_PATTERN } from "../../../domain/config/config.ts";
import { HOUR_MS } from "../../../domain/durations.ts";
import { dayOf } from "../../../domain/figures/roll-up.ts";
import { importHistory } from "../../../services/monitors/import-history.ts";
import { ok } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { instant, single } from "../../kernel/schemas.ts";

/** A day of minutes is written in some ten milliseconds, in one transaction. */
const MAX_HOURS = 24;
const MAX_DAYS = 400;
/** A day of failures, each with a message of its own. */
const MAX_BYTES = 1024 ** 2;
/** Of a check or an average: a week, which no timeout of another tool reaches. */
const MAX_RESPONSE_MS = 7 * 24 * HOUR_MS;

const ms = z.number().min(0).max(MAX_RESPONSE_MS);
/** @param most checks: one a second */
const figuresOf = (most: number) =>
	z
		.strictObject({
			up: z.int().min(0).max(most),
			down: z.int().min(0).max(most),
			responseTime: z
				.strictObject({ avg: ms, min: ms, max: ms })
				.refine(({ avg, min, max }) => min <= avg && avg <= max, "Must have min ≤ avg ≤ max.")
				.nullable()
				.default(null)
				.openapi({ description: "Of the checks that were up, in milliseconds; null: not known." }),
		})
		.refine(({ up, down }) => up + down > 0 && up + down <= most, `Must be of 1 to ${most} checks.`);

const check = z.strictObject({
	minute: z.int().min(0).max(59).openapi({ description: "Within the hour; each once." }),
	status: z.enum(["up", "down"]),
	responseTimeMs: ms.nullable().default(null),
	responseStatus: z.int().min(100).max(999).nullable().default(null),
	message: z.string().max(MAX_MESSAGE_LENGTH).nullable().default(null).openapi({ description: "Why it was down." }),
});

/** Of the schema; the service takes other offsets too. */
const WHOLE_HOUR = "T[0-9]{2}:00:00(\\.0+)?(Z|[+-][0-9]{2}:00)$";

const hour = z
	.strictObject({
		startsAt: instant.openapi({ description: "A whole hour of UTC; each once.", pattern: WHOLE_HOUR }),
		checks: z.array(check).max(60).default([]),
		figures: figuresOf(3_600).nullable().default(null).openapi({ description: "When single checks were not kept." }),
	})
	.refine(({ startsAt }) => Date.parse(startsAt) % HOUR_MS === 0, {
		path: ["startsAt"],
		error: "Must be a whole hour.",
	})
	.refine(({ checks, figures }) => checks.length > 0 !== (figures !== null), "Must have either checks or figures.")
	.refine(({ checks }) => isUnique(checks.map(({ minute }) => minute)), {
		path: ["checks"],
		error: "Must have each minute once.",
	})
	.meta({
		if: { required: ["figures"], properties: { figures: { type: "object" } } },
		// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nobody awaits it.
		then: { properties: { checks: { maxItems: 0 } } },
		else: { required: ["checks"], properties: { checks: { minItems: 1 } } },
	});

const day = z.strictObject({
	date: z.iso.date().openapi({ description: "A day of UTC of which no hour is known.", example: "2025-07-01" }),
	figures: figuresOf(86_400),
});

const body = z
	.strictObject({
		project: z.string().regex(KEY_PATTERN).default("default"),
		key: z.string().regex(KEY_PATTERN).openapi({ description: "Of the monitor.", example: "shop" }),
		hours: z.array(hour).max(MAX_HOURS).default([]),
		days: z.array(day).max(MAX_DAYS).default([]),
	})
	.refine(({ hours }) => isUnique(hours.map(({ startsAt }) => Date.parse(startsAt))), {
		path: ["hours"],
		error: "Must have each hour once.",
	})
	.refine(({ days }) => isUnique(days.map(({ date }) => date)), { path: ["days"], error: "Must have each day once." })
	.openapi("ImportedHistory");

function isUnique(values: readonly unknown[]): boolean {
	return new Set(values).size === values.length;
}

const count = z.int().min(0);

export const importMonitorHistory = changeEndpoint({
	operationId: "importHistory",
	summary: "Add a monitor's history from another tool",
	description:
		"What was known of a monitor that files own before it was created here. Only adds: hours that have figures already " +
		"stay as they are, hours from the monitor's creation on are left out, and nothing but results and figures changes. " +
		"Of hours whose results would be pruned, figures are kept.",
	tag: "Configuration",
	body,
	maxBodyBytes: MAX_BYTES,
	bodyExample: {
		key: "shop",
		hours: [
			{
				startsAt: "2025-06-01T10:00:00Z",
				checks: [
					{ minute: 0, status: "up", responseTimeMs: 120, responseStatus: 200 },
					{ minute: 1, status: "down", message: "timeout of 48000ms exceeded" },
				],
			},
			{
				startsAt: "2025-05-31T09:00:00Z",
				figures: { up: 59, down: 1, responseTime: { avg: 120.5, min: 80, max: 900 } },
			},
		],
		days: [{ date: "2025-01-01", figures: { up: 1439, down: 1 } }],
	},
	refusesWith: ["NOT_FOUND"],
	success: {
		status: 200,
		description: "What was added.",
		content: {
			"application/json": {
				schema: single(z.object({ hours: count, checks: count, days: count }).openapi("AddedHistory")),
			},
		},
	},
	service: importHistory,
	input: ({ body: { project, key, hours, days } }) => ({
		project,
		key,
		hours: hours.map(({ startsAt, ...of }) => ({ hour: Date.parse(startsAt) / HOUR_MS, ...of })),
		days: days.map(({ date, figures }) => ({ day: dayOf(minuteOf(Date.parse(date))), figures })),
	}),
	answer: (call, added) => ok(call, added),
});
