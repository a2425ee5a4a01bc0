/**
 * Probes a dns monitor: asks one question and answers the records, in canonical form. All of the time passes in the
 * phase dns. Neither caches nor the hosts file are asked: what is watched is what name servers say now.
 */

import type { CheckOrder } from "../../domain/checks/check.ts";
import { asResolver } from "../../domain/monitors/dns/dns.ts";
import type { DnsSettings } from "../../domain/monitors/types.ts";
import type { Deadline } from "../../net/deadline.ts";
import { newPhases, type ProbeParts, type ProbeResult, probeResultOf } from "../probe.ts";

export async function probeDns(
	_order: CheckOrder,
	{ domain, recordType, resolver }: DnsSettings,
	deadline: Deadline,
	{ dialer }: ProbeParts,
): Promise<ProbeResult> {
	const phases = newPhases();
	const startedAt = dialer.clock.monotonic();
	const server = resolver === null ? null : asResolver(resolver);
	const answered = await dialer.askWithin({ name: domain, type: recordType }, server, deadline, phases);
	if (answered.kind !== "answer") return probeResultOf(answered, phases, null);
	const { answer, address } = answered;
	return {
		kind: "answered",
		type: "dns",
		responseTimeMs: dialer.clock.monotonic() - startedAt,
		phases,
		certificate: null,
		address: address ?? domain,
		records: answer.kind === "records" ? answer.records : [],
		exists: answer.kind !== "not_found",
	};
}
