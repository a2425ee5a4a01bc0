/**
 * An outage is a run of failing checks (degraded or down) of one monitor, from the start of the first failing check to the completion of the
 * check that was up again. It is identified by its start.
 */

import type { Status } from "../monitors/monitor.ts";
import type { Transition } from "./transition.ts";

export function isFailing(status: Status): boolean {
	return status === "degraded" || status === "down";
}

export function beginsOutage({ from, to }: Transition): boolean {
	return isFailing(to) && !isFailing(from);
}

export function endsOutage({ from, to }: Transition): boolean {
	return isFailing(from) && !isFailing(to);
}
