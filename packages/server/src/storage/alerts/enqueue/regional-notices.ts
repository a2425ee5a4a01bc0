/** Notices of locations that see a monitor down while others refute it, and of the end of that. */

import { wants } from "../../../domain/alerts/alert-policy.ts";
import { BARE_FACTS } from "../../../domain/alerts/notice.ts";
import type { RegionalChange } from "../../commit/regional-failures.ts";
import type { Tx } from "../../database/tx.ts";
import { inWords, locationNames } from "../../locations/location-names.ts";
import { deferChanges, fullTeams, OUTBOX_LIMITS, type OutboxLimits, teamsToDefer } from "./deferred-changes.ts";
import { listenersOf } from "./listeners.ts";
import { writeNotices } from "./write-notices.ts";

/**
 * Enqueues them for the alerts that want them, or defers them as every other change. No beginning for teams whose
 * outbox is full: what fails from where is shown with each monitor, and a fault of a whole provider would keep the
 * notices of outages waiting. The end is enqueued: whoever was notified of the beginning waits for it.
 */
export async function enqueueRegional(
	tx: Tx,
	changes: readonly RegionalChange[],
	now: number,
	limits: OutboxLimits = OUTBOX_LIMITS,
): Promise<void> {
	if (changes.length === 0) return;
	const full = await fullTeams(tx, new Set(changes.map(({ teamId }) => teamId)), limits);
	const wanted = changes.filter(({ teamId, isOver }) => isOver || !full.has(teamId));
	const deferring = await teamsToDefer(tx, wanted, limits);
	const { atOnce = [], later = [] } = Object.groupBy(wanted, ({ teamId }) =>
		deferring.has(teamId) ? "later" : "atOnce",
	);
	await deferChanges(tx, later, now);
	await enqueueRegionalAtOnce(tx, atOnce, now);
}

export async function enqueueRegionalAtOnce(tx: Tx, changes: readonly RegionalChange[], now: number): Promise<void> {
	if (changes.length === 0) return;
	const names = await locationNames(tx);
	const listeners = await listenersOf(tx, changes);
	const notices = changes.flatMap(({ monitorId, locationId, isOver, since, checkedAt, reason, message }) => {
		const location = inWords(locationId, names);
		const facts = { ...BARE_FACTS, since, checkedAt, reason, error: message, regional: { location, isOver } };
		return (listeners.get(monitorId) ?? [])
			.filter(({ endsOnly }) => !endsOnly || isOver)
			.filter(({ rules }) => wants(rules, { event: "degraded", cause: "regional" }))
			.map((listener) => ({
				listener,
				cause: "regional" as const,
				due: { event: "degraded", outage: since } as const,
				facts,
			}));
	});
	await writeNotices(tx, notices, now);
}
