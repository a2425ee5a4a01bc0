/** /monitors/:id/results: the check history of a monitor, newest first. */

import { z } from "@hono/zod-openapi";
import { VERDICTS } from "../../../domain/checks/judgement.ts";
import { PHASES } from "../../../domain/checks/observation.ts";
import type { CheckRecord } from "../../../domain/checks/record.ts";
import type { Monitor } from "../../../domain/monitors/settings.ts";
import type { Tx } from "../../../storage/database/tx.ts";
import { machineNames } from "../../../storage/installation/machines.ts";
import { locationNames, nameOf } from "../../../storage/locations/location-names.ts";
import { pageOfChecks } from "../../../storage/results/read-checks.ts";
import { listEndpoint } from "../../kernel/list-endpoint.ts";
import { epochMs } from "../../kernel/schemas.ts";
import { resultId, resultIdSchema } from "./latest-results.ts";
import { locationForm, locationResult } from "./location-results.ts";
import { theMonitor } from "./monitors.ts";

/** The scheduled minute: unique within a monitor. */
const minute = z.int();

/** Null for a phase that did not take place. */
const phaseMs = z.int().min(0).nullable().openapi({ example: 12 });

export const checkResult = z
	.object({
		id: resultIdSchema,
		responseStatus: z.int().nullable().openapi({ example: 200 }),
		responseTimeMs: z.int().min(0).nullable().openapi({ example: 123 }),
		completedAt: epochMs
			.nullable()
			.openapi({ description: "Null when the check was missed: Lapwing could not make it." }),
		createdAt: epochMs,
		verdict: z.enum(VERDICTS).openapi({ example: "up" }),
		reason: z.string().nullable().openapi({ description: "Why the verdict is not up.", example: null }),
		phase: z.enum(PHASES).nullable().openapi({ description: "Where a failed attempt ended.", example: null }),
		message: z.string().nullable().openapi({ description: "The reason in a sentence.", example: null }),
		attempts: z.int().openapi({ description: "2 when a second attempt confirmed or refuted a failure.", example: 1 }),
		location: z.string().nullable().openapi({
			description: "The location where the check was made. Null when several made it, and where Lapwing itself runs.",
			example: null,
		}),
		machine: z
			.string()
			.nullable()
			.openapi({
				description:
					"The machine that made the check; null when it is not known, because several services use one database, or when " +
					"the check was made in a location.",
				example: "watcher-1",
			}),
		locations: z
			.array(locationResult)
			.nullable()
			.openapi({
				description:
					"What each location saw of a check that several made, or that one made and another was asked to confirm. Null " +
					"for a check of one location.",
			}),
		dnsMs: phaseMs,
		connectMs: phaseMs,
		tlsMs: phaseMs,
		firstByteMs: phaseMs,
		transferMs: phaseMs,
	})
	.openapi("CheckResult");

/** A check, and the machine that made it. */
interface MadeCheck {
	readonly check: CheckRecord;
	readonly made: Made;
}

export const listResults = listEndpoint<MadeCheck, number, typeof checkResult, Monitor>({
	operationId: "listResults",
	summary: "List the check results of a monitor, newest first",
	tag: "Monitors",
	resource: theMonitor,
	collection: "results",
	item: checkResult,
	// Only this list uses this code, as the specification requires.
	queryCode: "VALIDATION_ERROR",
	list: ({ services: { database }, found: monitor }) => ({
		name: ["results", monitor.id],
		keySchema: minute,
		keyOf: ({ check }) => check.minute,
		// Newest first, so "forward" means older. "Backward" without a key begins at the oldest result.
		async read({ limit, direction, from }) {
			const checks = await pageOfChecks(database, monitor.id, {
				limit,
				...(direction === "backward" ? { after: from ?? -1 } : from === null ? {} : { before: from }),
			});
			const madeBy = await makersOf(database);
			return checks.map((check) => ({ check, made: madeBy(check) }));
		},
	}),
	form: ({ check, made }, { found: monitor }) => resultForm(monitor, check, made),
	changesAt: () => Number.POSITIVE_INFINITY,
});

/** Where a check was made, and by which machine. */
interface Made {
	readonly location: string | null;
	readonly locations: z.infer<typeof locationResult>[] | null;
	readonly machine: string | null;
}

/** Reads what names the places of checks. */
export async function makersOf(database: Tx): Promise<(check: CheckRecord) => Made> {
	const machineAt = await machineNames(database);
	const names = await locationNames(database);
	return ({ startedAt, location, locations }) => ({
		location: nameOf(location, names),
		locations: locations?.map((part) => locationForm(part, names)) ?? null,
		machine: location === null ? machineAt(startedAt) : null,
	});
}

export function resultForm(
	monitor: Monitor,
	check: CheckRecord,
	{ location, locations, machine }: Made,
): z.infer<typeof checkResult> {
	return {
		id: resultId(monitor, check),
		responseStatus: check.responseStatus,
		responseTimeMs: check.responseTimeMs,
		completedAt: check.completedAt,
		createdAt: check.startedAt,
		verdict: check.verdict,
		reason: check.reason,
		phase: check.phase,
		message: check.message,
		attempts: check.attempts,
		location,
		machine,
		locations,
		dnsMs: check.phases.dns,
		connectMs: check.phases.connect,
		tlsMs: check.phases.tls,
		firstByteMs: check.phases.first_byte,
		transferMs: check.phases.transfer,
	};
}
