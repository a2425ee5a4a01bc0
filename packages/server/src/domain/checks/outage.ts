/**
 * An outage is a run of failing checks (degraded or down) of one monitor, from the start of the first failing check to
 * the completion of the check that was up again. It is identified by its start.
 */

import type { Consequences } from "../alerts/notice.ts";
import type { SharedFact } from "../causes/causes.ts";
import type { Status } from "../monitors/monitor.ts";
import type { Handling } from "../on-call/handling.ts";
import type { Phase } from "./observation.ts";
import type { Reason } from "./reason.ts";
import type { Transition } from "./transition.ts";

export const FAILING_STATUSES = ["degraded", "down"] as const satisfies readonly Status[];
export type FailingStatus = (typeof FAILING_STATUSES)[number];

function isFailing(status: Status): boolean {
	return status === "degraded" || status === "down";
}

export function beginsOutage({ from, to }: Transition): boolean {
	return isFailing(to) && !isFailing(from);
}

export function endsOutage({ from, to }: Transition): boolean {
	return isFailing(from) && !isFailing(to);
}

export interface Outage {
	/** The key for paging; increases with every outage. */
	readonly id: number;
	/** `out_…`; null for one that is older than its retention and lasts. */
	readonly publicId: string | null;
	/** `cau_…` of what it has in common with others; null where `publicId` is. */
	readonly causeId: string | null;
	/** Start of the first failing check, epoch milliseconds. */
	readonly startedAt: number;
	/** Completion of the check that was up again; null while the outage lasts. */
	readonly endedAt: number | null;
	readonly worstStatus: FailingStatus;
	/** Of the first failing check. */
	readonly reason: Reason | null;
	readonly phase: Phase | null;
	readonly message: string | null;
	/** Failing checks so far. */
	readonly checks: number;
	/** The monitor that it depends on and whose outage this one follows from; null when it is no consequence. */
	readonly consequenceOf: MonitorName | null;
	/** The monitors whose problems followed from it, since it began; null where there are none. */
	readonly consequences: Consequences | null;
	/** Until when its notice waits for checks of what its monitor depends on, epoch milliseconds; null: not at all. */
	readonly waitsUntil: number | null;
	/** What it has in common with others; null where it is the only one of its cause. */
	readonly group: OutageGroup | null;
	/** Whether it began within a maintenance window, as the windows are now. */
	readonly duringMaintenance: boolean;
	/** What people have done about its cause. */
	readonly handling: Handling;
	/** The alerts that delivered a problem of this outage, ordered by their first delivery. */
	readonly notified: readonly NotifiedAlert[];
}

interface MonitorName {
	/** `mon_…` */
	readonly id: string;
	readonly name: string;
}

export interface OutageGroup {
	/** Other outages of the same cause; counted up to MAX_GROUP_COUNTED. */
	readonly others: number;
	/** Those that are no consequences of this one; counted likewise. */
	readonly independent: number;
	/** What all of them share; null for consequences alone. */
	readonly shared: SharedFact | null;
	/** The address, the location or the certificate; the name of the dependency. */
	readonly value: string | null;
}

export const MAX_GROUP_COUNTED = 1_000;

export interface NotifiedAlert {
	/** `alt_…`, also of an alert that was deleted since. */
	readonly alertId: string;
	readonly alertName: string;
	readonly at: number;
}
