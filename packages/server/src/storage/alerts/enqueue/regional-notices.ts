/** Notices of locations that see a monitor down while others refute it, and of the end of that. */

import { wants } from "../../../domain/alerts/alert-policy.ts";
import { BARE_FACTS } from "../../../domain/alerts/notice.ts";
import type { RegionalChange } from "../../commit/regional-failures.ts";
import type { Tx } from "../../database/tx.ts";
import { inWords, locationNames } from "../../locations/location-names.ts";
import { OUTBOX_LIMITS, teamsToDefer } from "./deferred-changes.ts";
import { listenersOf } from "./listeners.ts";
import { writeNotices } from "./write-notices.ts";

/**
 * Enqueues them for the alerts that want them. Not for teams whose outbox is full: what fails from where is shown with
 * each monitor, and a fault of a whole provider would keep the notices of outages waiting.
 */
export async function enqueueRegional(tx: Tx, changes: readonly RegionalChange[], now: number): Promise<void> {
	if (changes.length === 0) return;
	const deferring = await teamsToDefer(tx, changes, OUTBOX_LIMITS);
	const told = changes.filter(({ teamId }) => !deferring.has(teamId));
	if (told.length === 0) return;
	const names = await locationNames(tx);
	const listeners = await listenersOf(tx, told);
	const notices = told.flatMap(({ monitorId, locationId, isOver, since, checkedAt, reason, message }) => {
		const location = inWords(locationId, names);
		const facts = { ...BARE_FACTS, since, checkedAt, reason, error: message, regional: { location, isOver } };
		return (listeners.get(monitorId) ?? [])
			.filter(({ rules, isRoute }) => !isRoute && wants(rules, { event: "degraded", cause: "regional" }))
			.map((listener) => ({
				listener,
				cause: "regional" as const,
				due: { event: "degraded", outage: since } as const,
				facts,
			}));
	});
	await writeNotices(tx, notices, now);
}
