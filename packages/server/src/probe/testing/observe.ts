/** One attempt at a monitor of any type, and its verdict. */

import { type Judgement, judge } from "../../domain/checks/judgement.ts";
import type { Observation } from "../../domain/checks/observation.ts";
import { normalized, type TypeSettings } from "../../domain/monitors/types.ts";
import { type ProberOptions, SocketProber } from "../check.ts";
import { observationOf } from "./prober.ts";

export interface ObserveOptions extends Partial<ProberOptions> {
	/** Default 10,000. */
	readonly timeoutMs?: number;
	readonly degradedAfterMs?: number;
}

/** No server listens there: a test that needs name servers starts its own. */
const NO_RESOLVER = ["127.0.0.1:9"];

export async function observe(
	settings: TypeSettings,
	{ timeoutMs = 10_000, degradedAfterMs = 30_000, ...options }: ObserveOptions = {},
): Promise<{ readonly observation: Observation; readonly judgement: Judgement }> {
	const prober = new SocketProber({
		allowPrivateTargets: true,
		resolvers: NO_RESOLVER,
		userAgent: "Lapwing/test",
		onInternalError: (cause) => {
			throw cause;
		},
		...options,
	});
	const order = {
		monitorId: 1,
		teamId: 1,
		scheduledAt: 0,
		revision: 1,
		settings: normalized(settings),
		degradedAfterMs,
		contentChecks: [],
		timeoutMs,
		// Too soon for a second attempt.
		nextDueAt: 0,
		wasSlow: false,
		locationId: null,
	} as const;
	try {
		const observation = await observationOf(prober, order);
		return { observation, judgement: judge(observation, order) };
	} finally {
		await prober.close();
	}
}
