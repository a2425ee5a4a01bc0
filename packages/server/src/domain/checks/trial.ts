/** One check of a monitor that is not saved: nothing of it is recorded, and a failure is not confirmed. */

import type { AttemptOutcome, CheckOrder } from "./check.ts";

/** What is to be checked, for which team. */
export type Trial = Pick<
	CheckOrder,
	"teamId" | "settings" | "degradedAfterMs" | "contentChecks" | "timeoutMs" | "locationHint"
>;

export type TrialOutcome = AttemptOutcome;
