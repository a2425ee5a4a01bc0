/** A check of a monitor that is not saved. It is not recorded, and a failure is not confirmed. */

import type { AttemptOutcome, CheckedMonitor } from "./check.ts";

export type Trial = CheckedMonitor;

export type TrialOutcome = AttemptOutcome;
