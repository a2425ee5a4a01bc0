/** Probes a tcp monitor: resolves the host, connects to the port, and closes the connection. */

import type { CheckOrder } from "../../domain/checks/check.ts";
import type { TcpSettings } from "../../domain/monitors/types.ts";
import type { Deadline } from "../../net/deadline.ts";
import { newPhases, type ProbeParts, type ProbeResult, probeResultOf } from "../probe.ts";

export async function probeTcp(
	_order: CheckOrder,
	{ host, port }: TcpSettings,
	deadline: Deadline,
	{ dialer }: ProbeParts,
): Promise<ProbeResult> {
	const phases = newPhases();
	const startedAt = dialer.clock.monotonic();
	const connected = await dialer.dialWithin({ host, port }, deadline, phases);
	if (connected.kind !== "connected") return probeResultOf(connected, phases, null);
	const responseTimeMs = dialer.clock.monotonic() - startedAt;
	connected.socket.destroy();
	const { address } = connected;
	return { kind: "answered", type: "tcp", responseTimeMs, phases, certificate: null, address };
}
