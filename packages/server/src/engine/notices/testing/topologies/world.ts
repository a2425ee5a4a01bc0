/** What a check sees in a topology, at any instant. */

import type { Failed, Observation } from "../../../../domain/checks/observation.ts";
import { NO_PHASES } from "../../../../domain/checks/observation.ts";
import { upObservation } from "../../../../storage/testing/fixtures.ts";
import type { Failure, Root, Topology, TopologyMonitor } from "./topology.ts";

/** The pause before a failure is confirmed. */
const CONFIRMS_AFTER_MS = 2_000;

interface Seen {
	readonly observation: Observation;
	readonly tookMs: number;
	/** When the attempt began that gives the result. */
	readonly afterMs: number;
}

/** The root by which the monitor fails at `at`; null when it is fine. Of several the first. */
export function rootOf({ roots }: Topology, monitor: number, at: number): Root | null {
	const lasts = ({ members, from, to, spared }: Root) =>
		members.includes(monitor) &&
		from <= at &&
		at < to &&
		!spared.some((one) => one.member === monitor && one.from <= at && at < one.to);
	return roots.find(lasts) ?? null;
}

/** A check that begins at `at`, with its second attempt. */
export function look(topology: Topology, place: number, at: number): Seen {
	const monitor = topology.monitors[place] as TopologyMonitor;
	const fine: Seen = { observation: { ...upObservation, address: monitor.address }, tookMs: 80, afterMs: 0 };
	const root = rootOf(topology, place, at);
	if (root === null) return fine;
	const failure = root.failures[root.members.indexOf(place)] as Failure;
	if (failure === "slow") {
		const observation = { ...upObservation, address: monitor.address, responseTimeMs: 6_000 };
		return { observation, tookMs: 6_000, afterMs: 0 };
	}
	const failsMs = failure === "timeout" ? monitor.timeoutMs : 20;
	const isConfirmed = rootOf(topology, place, at + failsMs + CONFIRMS_AFTER_MS) !== null;
	const afterMs = failsMs + CONFIRMS_AFTER_MS;
	const tookMs = afterMs + (isConfirmed ? failsMs : fine.tookMs);
	return { observation: isConfirmed ? observed(failure, monitor) : fine.observation, tookMs, afterMs };
}

function observed(failure: Exclude<Failure, "slow">, { address, fingerprint }: TopologyMonitor): Observation {
	const failed = { kind: "failed", message: "It failed.", phases: NO_PHASES, certificate: null, address } as const;
	switch (failure) {
		case "refused":
			return { ...failed, fault: "refused", phase: "connect" };
		case "timeout":
			return { ...failed, fault: "timeout", phase: "connect" };
		case "dns":
			return { ...failed, fault: "dns_failure", phase: "dns", address: null };
		case "certificate": {
			const certificate = { expiresAt: 0, issuer: "Example CA", fingerprint };
			return { ...failed, fault: "tls_expired", phase: "tls", certificate } satisfies Failed;
		}
		case "status":
			return { ...upObservation, status: 503, address } as Observation;
	}
}
