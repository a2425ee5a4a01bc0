/**
 * Weighs a response that seems slow because the name of its target took long to look up. Where the name's own servers
 * were slow, so was the target, for everybody. Where our own name servers were, the check says nothing.
 */

import type { CheckOrder } from "../domain/checks/check.ts";
import { judge } from "../domain/checks/judgement.ts";
import type { Observation } from "../domain/checks/observation.ts";
import type { SlowLookup } from "../net/deadline.ts";

const SLOW_RESOLVER: Observation = {
	kind: "missed",
	cause: "resolver",
	message: "Our name servers took so long that the response seems slow: it says nothing about the target.",
};

/** What remains of `observation` when the time that our name servers took is not the target's. */
export async function discardIfResolverSlow(
	observation: Observation,
	order: CheckOrder,
	lookups: readonly SlowLookup[],
): Promise<Observation> {
	if (lookups.length === 0 || observation.kind !== "answered") return observation;
	if (judge(observation, order).reason !== "slow") return observation;
	let oursMs = 0;
	for (const lookup of lookups) oursMs += await lookup.oursMs;
	const withoutOurs = { ...observation, responseTimeMs: Math.max(0, observation.responseTimeMs - oursMs) };
	return judge(withoutOurs, order).reason === "slow" ? observation : SLOW_RESOLVER;
}
