/**
 * Probes a tcp monitor: connects to the port, agrees on TLS where it is spoken, sends what is to be sent, waits for
 * what is expected, and closes the connection.
 */

import type { CheckOrder } from "../../domain/checks/check.ts";
import { unescaped } from "../../domain/monitors/escapes.ts";
import type { TcpSettings } from "../../domain/monitors/types.ts";
import type { Deadline } from "../../net/deadline.ts";
import type { Connected } from "../../net/dial.ts";
import { expectText } from "../expected-text.ts";
import { newPhases, type ProbeParts, type ProbeResult, probeResultOf } from "../probe.ts";

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

/** The time of searching is ours, not the target's. */
function sumOf(phases: Readonly<Record<string, number>>): number {
	return Object.values(phases).reduce((sum, each) => sum + each, 0);
}

function bytesOf(send: string | null): Uint8Array | null {
	if (send === null) return null;
	const bytes = unescaped(send);
	if ("unknownEscape" in bytes) throw new Error("Settings with an unknown escape were saved");
	return bytes;
}

/** How long a target has to take what is sent when nothing is expected of it. */
const LINGER_MS = 1_000;

/** Sends `bytes`, if any, and lets go of the socket. */
function endAfter(socket: Connected["socket"], bytes: Uint8Array | null): void {
	if (bytes === null) {
		socket.destroy();
		return;
	}
	const timer = setTimeout(() => socket.destroy(), LINGER_MS);
	socket.once("close", () => clearTimeout(timer));
	socket.resume().end(bytes, () => socket.destroySoon());
}
