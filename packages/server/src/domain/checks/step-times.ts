/** What is kept of a step of a flow's check. */

import type { StepSeen } from "./observation.ts";

export type StepTimes = Omit<StepSeen, "saved">;
