/** Every background job on one screen: what runs, how often, and what it stands on. */

import type { Logger } from "pino";
import type { Dispatcher } from "../dispatch/interface.ts";
import type { Retention } from "../domain/retention.ts";
import type { Metrics } from "../metrics.ts";
import type { Outlets } from "../notify/interface.ts";
import type { Engine } from "../storage/engine.ts";
import type { SecretBox } from "../storage/sealed-secrets.ts";
import { backfill } from "./backfill.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { createClockFollower } from "./follow-clock.ts";
import { forget } from "./forget.ts";
import type { Job } from "./loop.ts";
import type { Recorder } from "./record-observations.ts";
import { rollUp } from "./roll-up.ts";
import { scheduleDueChecks } from "./schedule-due-checks.ts";

export interface TimetableDependencies {
	readonly engine: Engine;
	readonly dispatcher: Dispatcher;
	readonly recorder: Recorder;
	readonly metrics: Metrics;
	readonly log: Logger;
	readonly signal: AbortSignal;
	readonly retention: Retention;
	now(): number;
	readonly outlets: Outlets;
	readonly secretBox: SecretBox;
	/** Called after each look at what is due. */
	onScheduled(): void;
}

export function timetable(deps: TimetableDependencies): readonly Job[] {
	return [
		{
			name: "schedule",
			everyMs: 200,
			async run() {
				const answer = await scheduleDueChecks(deps);
				deps.onScheduled();
				return answer;
			},
		},
		{ name: "clock", everyMs: 5_000, run: createClockFollower(deps).run },
		{ name: "tell", everyMs: 250, run: () => deliverNotices(deps) },
		{ name: "roll-up", everyMs: 5_000, run: () => rollUp(deps) },
		{ name: "backfill", everyMs: 1_000, run: () => backfill(deps) },
		{ name: "forget", everyMs: 60_000, run: () => forget(deps) },
	];
}
