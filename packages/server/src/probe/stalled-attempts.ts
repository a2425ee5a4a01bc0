/**
 * Weighs an attempt during which this process stood still. The deadline of a check is extended by the time that was
 * lost (../net/deadline.ts), so a timeout remains evidence; what is discarded as missed is only what the stall can
 * explain: the peer gave up on us while we stood still, or an answer seems slow by no more than was lost.
 */

import type { CheckOrder } from "../domain/checks/check.ts";
import { judge } from "../domain/checks/judgement.ts";
import type { Fault, Observation } from "../domain/checks/observation.ts";
import { MAX_STALL_EXTENSION_MS } from "../net/deadline.ts";

/** Peers and name servers wait at least this long for us before they give up. */
const PEER_PATIENCE_MS = 500;

/** A timeout counts while all but this share of its time was given to the target. */
const MAX_LOST_SHARE = 0.1;

/** Failures that can come of our own silence. */
const EXPLAINED_BY_STALL: ReadonlySet<Fault> = new Set(["reset", "tls_handshake", "dns_failure"]);

const STALLED: Observation = {
	kind: "missed",
	cause: "stalled",
	message: "This prober stood still during the check, which explains what it saw: it proves nothing about the target.",
};

/**
 * What remains of `observation` after an attempt during which `lostMs` were lost.
 *
 * A response that is complete and has a wrong status or content is evidence however late it was read.
 */
export function discardIfStalled(
	observation: Observation,
	order: CheckOrder,
	attempt: { readonly lostMs: number },
): Observation {
	return isExplained(observation, order, attempt) ? STALLED : observation;
}

/** Asks for the time lost only where it matters: most checks go well. */
function isExplained(observation: Observation, order: CheckOrder, attempt: { readonly lostMs: number }): boolean {
	if (observation.kind === "missed") return false;
	if (observation.kind === "failed") {
		if (observation.fault === "timeout") {
			return attempt.lostMs - MAX_STALL_EXTENSION_MS > order.timeoutMs * MAX_LOST_SHARE;
		}
		return EXPLAINED_BY_STALL.has(observation.fault) && attempt.lostMs > PEER_PATIENCE_MS;
	}
	if (judge(observation, order).reason !== "slow") return false;
	const withoutStalls = { ...observation, responseTimeMs: Math.max(0, observation.responseTimeMs - attempt.lostMs) };
	return judge(withoutStalls, order).reason !== "slow";
}
