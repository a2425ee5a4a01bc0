/** /monitors/:id/results: the check history of a monitor, newest first. */

import { z } from "@hono/zod-openapi";
import { VERDICTS } from "../../../domain/checks/judgement.ts";
import { PHASES } from "../../../domain/checks/observation.ts";
import type { CheckRecord } from "../../../domain/checks/record.ts";
import { LOCATION_HINTS } from "../../../domain/monitors/monitor.ts";
import type { Monitor } from "../../../domain/monitors/settings.ts";
import { machineNames } from "../../../storage/installation/machines.ts";
import { pageOfChecks } from "../../../storage/results/read-checks.ts";
import { listEndpoint } from "../../kernel/list-endpoint.ts";
import { epochMs } from "../../kernel/schemas.ts";
import { resultId, resultIdSchema } from "./latest-results.ts";
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
		location: z
			.enum(LOCATION_HINTS)
			.nullable()
			.openapi({ description: "The location of the prober; null when it has none.", example: null }),
		machine: z.string().nullable().openapi({
			description:
				"The machine that made the check; null when it is not known, because several services use one database.",
			example: "watcher-1",
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
	readonly machine: string | null;
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
			const machineAt = await machineNames(database);
			return checks.map((check) => ({ check, machine: machineAt(check.startedAt) }));
		},
	}),
	form: ({ check, machine }, { found: monitor }) => resultForm(monitor, check, machine),
	changesAt: () => Number.POSITIVE_INFINITY,
});

export function resultForm(monitor: Monitor, check: CheckRecord, machine: string | null): z.infer<typeof checkResult> {
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
		location: check.location,
		machine,
		dnsMs: check.phases.dns,
		connectMs: check.phases.connect,
		tlsMs: check.phases.tls,
		firstByteMs: check.phases.first_byte,
		transferMs: check.phases.transfer,
	};
}
