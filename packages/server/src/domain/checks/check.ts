/**
 * A check is one scheduled probe of a target, identified by its monitor and the minute in which it is due. An order
 * asks a prober to run it; an outcome is the result. Orders are delivered at least once, so an outcome may arrive
 * twice: recording is idempotent on the check's id.
 */

import { MINUTE_MS } from "../durations.ts";
import type { CheckSettings, DownWhen } from "../monitors/common-settings.ts";
import type { ContentCheck, LocationHint } from "../monitors/monitor.ts";
import type { TypeSettings } from "../monitors/types.ts";
import type { Answered, Observation } from "./observation.ts";

/** What a check has from the settings of its monitor. */
export interface CheckedMonitor extends CheckSettings {
	/** How the verdict follows from several locations; absent: by the majority. */
	readonly downWhen?: DownWhen;
	/** Under which hint a check without location is made where a prober is; absent: the default one. */
	readonly locationHint?: LocationHint;
	/** The key of its team in storage, for fair shares of scarce resources among teams. */
	readonly teamId: number;
	/** The settings of the monitor's type: the target, how to probe it, and the expected response. */
	readonly settings: TypeSettings;
	/** The enabled ones, which must all hold. At most MAX_CONTENT_CHECKS; none for types that take none. */
	readonly contentChecks: readonly ContentCheck[];
	/** One deadline for the whole attempt, 1,000–60,000 ms. */
	readonly timeoutMs: number;
}

/** Everything that a prober needs, the secrets of the settings included: not for a log. */
export interface CheckOrder extends CheckedMonitor {
	readonly monitorId: number;
	/** The key of the location where it is to be made; null: where `control` is. */
	readonly locationId: number | null;
	/** Of a check that is made from several locations: all of them, each with an order of its own. Absent: this one. */
	readonly locationIds?: readonly (number | null)[];
	/** Whether another location is asked about a failing attempt, so that the prober makes no second one. Absent: no. */
	readonly confirmElsewhere?: boolean;
	/** The scheduled instant, epoch milliseconds. Its whole minute identifies the check. */
	readonly scheduledAt: number;
	/** The monitor's revision when the order was written: outcomes of older settings never overwrite newer ones. */
	readonly revision: number;
	/**
	 * When this monitor's next check is due, epoch milliseconds. A failing attempt is confirmed by a second one only when
	 * that could end before this instant, had the check begun when it was scheduled (docs/rules/checks.md#confirmation).
	 */
	readonly nextDueAt: number;
	/** Whether the monitor's last check took SLOW_CHECK_MS (./confirmation.ts) or longer. */
	readonly wasSlow: boolean;
	/** Whether that check was answered, up or degraded, so that its target may need as long again. Absent: no. */
	readonly answersSlowly?: boolean;
}

/** The orders of a check of these locations; of an empty list, the one for where `control` is. */
export function ordersAt(order: CheckOrder, locationIds: readonly (number | null)[]): CheckOrder[] {
	if (locationIds.length === 0) return [order];
	const all = locationIds.length > 1 ? { locationIds } : {};
	return locationIds.map((locationId) => ({ ...order, locationId, ...all }));
}

/** One attempt, unjudged. */
export interface AttemptOutcome {
	readonly observation: Observation;
	/** When the attempt began and ended, epoch milliseconds by the prober's clock. */
	readonly startedAt: number;
	readonly completedAt: number;
	/** The key of the prober that made it; absent: a thread of `control`. */
	readonly proberId?: number;
}

/**
 * The members of AttemptOutcome are those of the attempt that gives the result: the last one, or the first when the
 * second had less time and it ran out.
 */
export interface CheckOutcome extends AttemptOutcome {
	readonly order: CheckOrder;
	/** When the first attempt began. The difference to the scheduled instant is the lag. */
	readonly firstAttemptAt: number;
	/** 1, or 2 when a failure was confirmed or refuted by a second attempt. */
	readonly attempts: 1 | 2;
	/**
	 * The check was never made, because its time was over before it could be (../schedule/schedule.ts): the commit
	 * records as missed its slot and all later ones of which that is true by then.
	 */
	readonly isOverdue?: true;
	/** The first of two attempts; absent when it gives the result. */
	readonly firstAttempt?: AttemptOutcome;
	/**
	 * What each location saw when there were several: those of the monitor, or the one that
	 * saw a failure and the one that was asked to confirm it. The other members are those of the location that decides.
	 */
	readonly locations?: readonly LocationOutcome[];
	/** Of several locations, the median of the response times; absent when the deciding one had no response. */
	readonly median?: MedianTimes;
}

/** What one of several locations saw. */
export type LocationOutcome = Pick<
	CheckOutcome,
	"observation" | "startedAt" | "completedAt" | "firstAttemptAt" | "attempts" | "firstAttempt"
> & {
	/** The key of the location; null: where `control` is. */
	readonly locationId: number | null;
};

/** The times of several responses as of one. */
export type MedianTimes = Pick<Answered, "responseTimeMs" | "phases">;

/** The key of the location where a check was made; null: where `control` is; "several" of them. */
export function locationOf({ order, locations }: CheckOutcome): number | null | "several" {
	return locations === undefined ? order.locationId : "several";
}

/**
 * The duration of an attempt in whole milliseconds; for a complete response, the response time, of several the median.
 * A check is completed at its start plus this.
 */
export function elapsedMs({ observation, startedAt, completedAt, median }: Timed): number {
	const response = median ?? (observation.kind === "answered" ? observation : null);
	const elapsed = response === null ? completedAt - startedAt : response.responseTimeMs;
	return Math.max(0, Math.round(elapsed));
}

type Timed = AttemptOutcome & Pick<CheckOutcome, "median">;

/** The whole minute since the epoch in which `instant` (epoch milliseconds) lies. */
export function minuteOf(instant: number): number {
	return Math.floor(instant / MINUTE_MS);
}

/** The instant, epoch milliseconds, at which `minute` begins. */
export function startOfMinute(minute: number): number {
	return minute * MINUTE_MS;
}
