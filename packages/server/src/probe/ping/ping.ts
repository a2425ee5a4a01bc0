/**
 * Probes a ping monitor. The response time is the mean round trip of the packets that were answered; resolving the name
 * has no part in it.
 */

import type { CheckOrder } from "../../domain/checks/check.ts";
import { NO_PHASES } from "../../domain/checks/observation.ts";
import type { PingSettings } from "../../domain/monitors/types.ts";
import type { ConnectError } from "../../net/connect-error.ts";
import type { Deadline } from "../../net/deadline.ts";
import type { RunningPhases } from "../../net/dial.ts";
import type { Pinger } from "../../net/ping/pinger.ts";
import { newPhases, type ProbeParts, type ProbeResult, probeResultOf } from "../probe.ts";
import { CROWDED, type PingPlace } from "./ping-places.ts";

export async function probePing(
	order: CheckOrder,
	{ host, packets }: PingSettings,
	deadline: Deadline,
	{ dialer, pinger, pingPlaces }: ProbeParts,
): Promise<ProbeResult> {
	const phases = newPhases();
	const addresses = await dialer.resolveWithin({ host }, deadline, phases);
	if ("kind" in addresses) return probeResultOf(addresses, phases, null);
	const place = await pingPlaces.take(order, deadline);
	if ("kind" in place) return probeResultOf(place, phases, null);
	try {
		return await pingFirst(addresses, packets, deadline, { pinger, place, phases });
	} finally {
		place.release();
	}
}

/** Pings the first of `addresses` to which this machine has a network. */
async function pingFirst(
	addresses: readonly string[],
	packets: number,
	deadline: Deadline,
	{ pinger, place, phases }: { readonly pinger: Pinger; readonly place: PingPlace; readonly phases: RunningPhases },
): Promise<ProbeResult> {
	let last: ConnectError | null = null;
	for (const address of addresses) {
		const replies = await pinger.ping(address, packets, deadline, place.waitedMs);
		if (replies.kind !== "pinged") {
			// A name with addresses of both families, and a machine that has one of them.
			if (replies.kind !== "missed" || replies.cause !== "no_network") return probeResultOf(replies, phases, null);
			last = replies;
			continue;
		}
		const { sent, roundTripsMs, isUnreachable } = replies;
		const received = roundTripsMs.length;
		if (place.cameLate && received < sent) return probeResultOf(CROWDED, phases, null);
		if (received === 0) return probeResultOf(noReply(address, sent, isUnreachable), phases, null);
		const responseTimeMs = roundTripsMs.reduce((sum, each) => sum + each, 0) / received;
		const answered = { kind: "answered", type: "ping", certificate: null, address, sent, received } as const;
		return { ...answered, responseTimeMs, phases: { ...NO_PHASES, first_byte: responseTimeMs } };
	}
	if (last === null) throw new Error("A host was resolved to no address");
	return probeResultOf(last, phases, null);
}

function noReply(address: string, sent: number, isUnreachable: boolean): ConnectError {
	const failed = { kind: "failed", phase: "first_byte", address, certificate: null } as const;
	if (isUnreachable) return { ...failed, fault: "unreachable", message: `There is no route to ${address}.` };
	const message = sent === 1 ? `${address} did not answer the packet.` : `${address} answered none of ${sent} packets.`;
	return { ...failed, fault: "packet_loss", message };
}
