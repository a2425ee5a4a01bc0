/** A check that was made, from a plausible history (`lapwing demo`), for benchmarks that record without probing. */

import type { PlausibleHistory } from "../packages/server/src/cli/demo/demo-history.ts";
import { judge } from "../packages/server/src/domain/checks/judgement.ts";
import type { JudgedOutcome } from "../packages/server/src/domain/checks/record.ts";
import type { TypeSettings } from "../packages/server/src/domain/monitors/types.ts";

/** @param monitor of the first team, checked every minute with a timeout of 10 s, degraded from 5 s on */
export function plausibleCheck(
	monitor: { readonly id: number; readonly settings?: TypeSettings },
	history: PlausibleHistory,
	scheduledAt: number,
): JudgedOutcome {
	const outcome = history.next({
		monitorId: monitor.id,
		teamId: 1,
		scheduledAt,
		revision: 1,
		settings: monitor.settings ?? {
			type: "http",
			url: "http://bench.invalid/",
			method: "GET",
			expectedStatus: 200,
		},
		degradedAfterMs: 5_000,
		contentChecks: [],
		timeoutMs: 10_000,
		nextDueAt: scheduledAt + 60_000,
		wasSlow: false,
		locationId: null,
	});
	return { outcome, judgement: judge(outcome.observation, outcome.order) };
}
