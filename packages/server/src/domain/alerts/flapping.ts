/**
 * A monitor that changes between fine and failing more than six times in an hour is flapping. Each alert that covers it
 * says so once. From then on a problem of it is sent only when it has lasted for ten minutes, until the monitor has not
 * changed for an hour: then its alerts say in one message what it has been since then, and how often it had changed.
 */

import { HOUR_MS, MINUTE_MS } from "../durations.ts";
import type { Status } from "../monitors/monitor.ts";

/** More changes than this within {@link FLAPPING_WINDOW_MS} are flapping. */
export const CALM_CHANGES = 6;
export const FLAPPING_WINDOW_MS = HOUR_MS;
/** How long a problem of a flapping monitor has to last before it is sent. */
export const FLAPPING_HOLD_MS = 10 * MINUTE_MS;

/** What a notice says of it. */
export interface Flapping {
	/** False when it begins, true when the monitor is calm. */
	readonly isOver: boolean;
	/** Changes in the hour before it began; once it is over, all of them. */
	readonly changes: number;
	/** Epoch milliseconds: the first of these changes. */
	readonly from: number;
	/** Once it is over: what it has been for an hour. Absent of those that were enqueued without it. */
	readonly status?: Status;
}
