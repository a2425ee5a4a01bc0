/** The last result and the last missed check of a monitor, as its full view shows them. */

import { z } from "@hono/zod-openapi";
import { VERDICTS } from "../../../domain/checks/judgement.ts";
import { PHASES } from "../../../domain/checks/observation.ts";
import type { CheckRecord } from "../../../domain/checks/record.ts";
import type { Monitor } from "../../../domain/monitors/settings.ts";
import { isoOf } from "../../../domain/time-text.ts";
import { uuidOf } from "../../../storage/database/public-ids.ts";
import type { Tx } from "../../../storage/database/tx.ts";
import { type LocationNames, locationNames, NO_NAMES } from "../../../storage/locations/location-names.ts";
import { regionalFailuresOf } from "../../../storage/monitors/regional-failures.ts";
import { type LatestChecks, latestChecks } from "../../../storage/results/latest-checks.ts";
import { isoDateTime } from "../../kernel/schemas.ts";
import { locationForm, locationResult } from "./location-results.ts";

export const resultIdSchema = z
	.string()
	.regex(/^[0-9a-f-]{36}:[0-9]+$/)
	.openapi({
		description: "Opaque; each scheduled check appears once.",
		example: "0194c3fd-1be8-71d6-b1da-e478bd905695:28928160",
	});

export function resultId({ publicId }: Pick<Monitor, "publicId">, { minute }: Pick<CheckRecord, "minute">): string {
	return `${uuidOf(publicId)}:${minute}`;
}

const lastResult = z
	.object({
		id: resultIdSchema,
		verdict: z.enum(VERDICTS).exclude(["missed"]).openapi({ example: "up" }),
		reason: z.string().nullable().openapi({ description: "Why the verdict is not up.", example: null }),
		phase: z.enum(PHASES).nullable().openapi({ description: "Where a failed attempt ended.", example: null }),
		message: z.string().nullable().openapi({ description: "The reason in a sentence.", example: null }),
		responseStatus: z.int().nullable().openapi({ example: 200 }),
		responseTimeMs: z.int().min(0).nullable().openapi({ example: 123 }),
		completedAt: isoDateTime,
		locations: z
			.array(locationResult)
			.nullable()
			.openapi({ description: "What each of several locations saw; null for a check of one." }),
	})
	.openapi("LastResult");

const regionalFailure = z
	.object({
		location: z.string().nullable().openapi({ description: "Null: where Lapwing itself runs.", example: "frankfurt" }),
		since: isoDateTime.openapi({ description: "Start of the first check that only this location failed." }),
		reason: z.string().nullable().openapi({ example: "timeout" }),
		message: z.string().openapi({ example: "No response within 10 s." }),
	})
	.openapi("RegionalFailure");

const lastMissed = z
	.object({
		id: resultIdSchema,
		reason: z
			.string()
			.nullable()
			.openapi({ description: "Why Lapwing could not make the check.", example: "resolver" }),
		message: z.string().nullable().openapi({ example: "No name server answered." }),
		startedAt: isoDateTime,
	})
	.openapi("LastMissedCheck");

/** Members of the full view. */
export const latestMembers = {
	lastResult: z.union([lastResult, z.null()]).openapi({
		description: "The latest check that was not missed; null when none is stored.",
	}),
	lastMissed: z.union([lastMissed, z.null()]).openapi({
		description: "The latest missed check; null when none is stored.",
	}),
	regional: z.array(regionalFailure).openapi({
		description: "Locations that see the monitor down while others refute it: it is not down for that.",
	}),
};

export interface LatestResults {
	readonly lastResult: z.infer<typeof lastResult> | null;
	readonly lastMissed: z.infer<typeof lastMissed> | null;
	readonly regional: z.infer<typeof regionalFailure>[];
}

/** Monitors with what their latest checks were. */
export async function withLatest(
	tx: Tx,
	monitors: readonly Monitor[],
): Promise<(Monitor & { readonly latest: LatestResults })[]> {
	const ids = monitors.map(({ id }) => id);
	const latest = await latestChecks(tx, ids);
	const isOfSeveral = latest.values().some(({ made }) => made?.locations != null);
	const names = isOfSeveral ? await locationNames(tx) : NO_NAMES;
	const regional = Map.groupBy(await regionalFailuresOf(tx, ids), ({ monitorId }) => monitorId);
	return monitors.map((monitor) => ({
		...monitor,
		latest: {
			...latestForm(monitor, latest.get(monitor.id), names),
			regional: (regional.get(monitor.id) ?? []).map(({ location, since, reason, message }) => ({
				location,
				since: isoOf(since),
				reason,
				message,
			})),
		},
	}));
}

function latestForm(
	monitor: Monitor,
	{ made = null, missed = null }: Partial<LatestChecks> = {},
	names: LocationNames,
): Omit<LatestResults, "regional"> {
	return {
		lastResult: made && {
			id: resultId(monitor, made),
			verdict: made.verdict as z.infer<typeof lastResult>["verdict"],
			reason: made.reason,
			phase: made.phase,
			message: made.message,
			responseStatus: made.responseStatus,
			responseTimeMs: made.responseTimeMs,
			completedAt: isoOf(made.completedAt ?? made.startedAt),
			locations: made.locations?.map((part) => locationForm(part, names)) ?? null,
		},
		lastMissed: missed && {
			id: resultId(monitor, missed),
			reason: missed.reason,
			message: missed.message,
			startedAt: isoOf(missed.startedAt),
		},
	};
}
