/**
 * Probes a tcp monitor: connects to the port, agrees on TLS where it is spoken, sends what is to be sent, waits for
 * what is expected, and closes the connection.
 */

import type { CheckOrder } from "../../domain/checks/check.ts";
import { unescaped } from "../../domain/monitors/tcp/escapes.ts";
import type { TcpSettings } from "../../domain/monitors/types.ts";
import type { Deadline } from "../../net/deadline.ts";
import { endAfter } from "../end-after.ts";
import { expectText } from "../expected-text.ts";
import { newPhases, type ProbeParts, type ProbeResult, probeResultOf, sumOf } from "../probe.ts";

export async function probeTcp(
	order: CheckOrder,
	{ host, port, tls, protocol, send, expect }: TcpSettings,
	deadline: Deadline,
	{ dialer, contentChecks }: ProbeParts,
): Promise<ProbeResult> {
	const phases = newPhases();
	const { clock } = dialer;
	const startedAt = clock.monotonic();
	const endpoint = { host, port, ...(tls !== "none" && { tls: { starttls: protocol } }) };
	const connected = await dialer.dialWithin(endpoint, deadline, phases);
	if (connected.kind !== "connected") return probeResultOf(connected, phases, null);
	const { address, certificate } = connected;
	const answered = { kind: "answered", type: "tcp", phases, certificate, address } as const;
	const bytes = bytesOf(send);
	if (expect === null) {
		const responseTimeMs = clock.monotonic() - startedAt;
		endAfter(connected.socket, bytes);
		return { ...answered, responseTimeMs, searched: null };
	}
	const request = { order, connected, expected: expect, send: bytes, deadline, clock, contentChecks, phases };
	const searched = await expectText(request);
	if ("kind" in searched) return probeResultOf(searched, phases, certificate);
	return { ...answered, responseTimeMs: sumOf(phases), searched };
}

function bytesOf(send: string | null): Uint8Array | null {
	if (send === null) return null;
	const bytes = unescaped(send);
	if ("unknownEscape" in bytes) throw new Error("Settings with an unknown escape were saved");
	return bytes;
}
