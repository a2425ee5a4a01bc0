/** Orders of checks by HTTP, and a target for them. */

import type { CheckOrder } from "../../../domain/checks/check.ts";
import { startHttpTarget } from "../../../probe/targets/http-target.ts";

export function anOrder(url: string, fields: Partial<CheckOrder> = {}): CheckOrder {
	const scheduledAt = Date.now();
	return {
		monitorId: 1,
		teamId: 1,
		locationId: 1,
		scheduledAt,
		revision: 1,
		settings: { type: "http", url, method: "GET", expectedStatus: 200 },
		degradedAfterMs: 5_000,
		contentChecks: [],
		timeoutMs: 5_000,
		nextDueAt: scheduledAt + 60_000,
		wasSlow: false,
		...fields,
	};
}

export const okTarget = () => startHttpTarget((_request, response) => response.end("ok"));
