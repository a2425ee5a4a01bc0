/** /monitors/:id/outages: when a monitor failed, why, and who was notified. */

import { z } from "@hono/zod-openapi";
import { MAX_CONSEQUENCES } from "../../../domain/alerts/notice.ts";
import { SHARED_FACTS } from "../../../domain/causes/causes.ts";
import { PHASES } from "../../../domain/checks/observation.ts";
import { FAILING_STATUSES, MAX_GROUP_COUNTED, type Outage } from "../../../domain/checks/outage.ts";
import type { Monitor } from "../../../domain/monitors/settings.ts";
import { isoOf, isoOrNull } from "../../../domain/time-text.ts";
import { pageOfOutages } from "../../../storage/results/outages.ts";
import { listEndpoint } from "../../kernel/list-endpoint.ts";
import { instant, isoDateTime, publicId } from "../../kernel/schemas.ts";
import { monitorId } from "../monitors/monitor-forms.ts";
import { theMonitor } from "../monitors/monitors.ts";
import { causeId, consequenceOf, handlingForm, handlingSchemas, outageId } from "./outages.ts";

const outage = z
	.object({
		id: outageId.nullable().openapi({
			description: "Null for an outage that began before what is kept of outages.",
		}),
		causeId: causeId.nullable().openapi({
			description: "The same for outages of one cause: they are notified, acknowledged and resolved together.",
		}),
		from: isoDateTime.openapi({ description: "Start of the first failing check." }),
		to: isoDateTime
			.nullable()
			.openapi({ description: "Completion of the check that was up again; null while it lasts." }),
		durationSeconds: z.int().min(0).openapi({ description: "Until now while it lasts.", example: 360 }),
		worstStatus: z.enum(FAILING_STATUSES).openapi({
			description: "`down` when the monitor was down at any time of the outage; `degraded` when it never was.",
			example: "down",
		}),
		reason: z.string().nullable().openapi({ description: "Of the first failing check.", example: "status" }),
		phase: z.enum(PHASES).nullable().openapi({ example: null }),
		message: z.string().nullable().openapi({ example: "The response had status 503; 200 was expected." }),
		checks: z.int().min(0).openapi({ description: "Failing checks so far.", example: 6 }),
		consequenceOf,
		consequences: z
			.object({
				count: z.int().min(1),
				monitors: z.array(z.object({ id: monitorId, name: z.string().openapi({ example: "Shop" }) })),
			})
			.nullable()
			.openapi({
				description:
					"The monitors that depend on this one and failed because of it, those included that are up again; the " +
					`names of the oldest ${MAX_CONSEQUENCES}. Null: none.`,
			}),
		waitsUntil: isoDateTime.nullable().openapi({
			description: "Until when its notice waits at most for checks of what this monitor depends on; null: it does not.",
		}),
		group: z
			.object({
				others: z.int().min(1).max(MAX_GROUP_COUNTED).openapi({ description: "Other outages of the same cause." }),
				independent: z
					.int()
					.min(0)
					.max(MAX_GROUP_COUNTED)
					.openapi({ description: "Those of them that are no consequences of this one." }),
				shared: z
					.enum(SHARED_FACTS)
					.nullable()
					.openapi({ description: "What they have in common.", example: "address" }),
				value: z.string().nullable().openapi({
					description: "The address, location or certificate (SHA-256), or the name of the dependency.",
					example: "203.0.113.7",
				}),
			})
			.nullable()
			.openapi({ description: "Null where it is the only outage of its cause." }),
		duringMaintenance: z.boolean().openapi({ description: "Whether it began within a maintenance window." }),
		...handlingSchemas,
		notified: z
			.array(
				z.object({
					alertId: publicId("alt", "alt_01jgezt6z8e7kb3mq4f2ys0nd5"),
					alertName: z.string(),
					at: isoDateTime,
				}),
			)
			.openapi({ description: "The alerts that notified of it, each with the time of its first notice." }),
	})
	.openapi("Outage");

const boundsQuery = z.object({
	from: instant.optional().openapi({
		description: "Only outages that lasted beyond this instant.",
		example: "2025-01-01T00:00:00Z",
	}),
	to: instant.optional().openapi({
		description: "Only outages that began before this instant.",
		example: "2025-01-02T00:00:00Z",
	}),
});

export const listOutages = listEndpoint<Outage, number, typeof outage, Monitor, typeof boundsQuery>({
	operationId: "listOutages",
	summary: "List the outages of a monitor, newest first",
	description: "An outage is a run of checks that were degraded or down.",
	tag: "Monitors",
	resource: theMonitor,
	collection: "outages",
	item: outage,
	query: boundsQuery,
	list: ({ services: { database }, found: monitor, query: { from, to } }) => ({
		name: ["outages", monitor.id, from ?? "", to ?? ""],
		keySchema: z.int(),
		keyOf: ({ id }) => id,
		read: (seek) => pageOfOutages(database, monitor, seek, { from: msOrNull(from), to: msOrNull(to) }),
	}),
	form: (row, { now }) => ({
		id: row.publicId,
		causeId: row.causeId,
		from: isoOf(row.startedAt),
		to: isoOrNull(row.endedAt),
		durationSeconds: Math.max(0, Math.round(((row.endedAt ?? now) - row.startedAt) / 1000)),
		worstStatus: row.worstStatus,
		reason: row.reason,
		phase: row.phase,
		message: row.message,
		checks: row.checks,
		consequenceOf: row.consequenceOf,
		consequences: row.consequences && { ...row.consequences, monitors: [...row.consequences.monitors] },
		waitsUntil: isoOrNull(row.waitsUntil),
		group: row.group,
		duringMaintenance: row.duringMaintenance,
		...handlingForm(row.handling),
		notified: row.notified.map(({ alertId, alertName, at }) => ({ alertId, alertName, at: isoOf(at) })),
	}),
});

function msOrNull(instant: string | undefined): number | null {
	return instant === undefined ? null : Date.parse(instant);
}
