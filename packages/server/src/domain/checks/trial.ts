/** A check of a monitor that is not saved. It is not recorded, and a failure is not confirmed. */

import type { AttemptOutcome, CheckOrder } from "./check.ts";

/** The settings to check, and the team. */
export type Trial = Pick<
	CheckOrder,
	"teamId" | "settings" | "degradedAfterMs" | "contentChecks" | "timeoutMs" | "locationHint"
>;

export type TrialOutcome = AttemptOutcome;
