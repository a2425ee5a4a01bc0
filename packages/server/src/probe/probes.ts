/** How each type of monitor is probed: one row a type, beside the table in ../domain/monitors/types.ts. */

import type { CheckOrder } from "../domain/checks/check.ts";
import { isProbedType, type ProbedType } from "../domain/monitors/types.ts";
import type { Deadline } from "../net/deadline.ts";
import { probeDns } from "./dns/dns.ts";
import { probeFlow } from "./flow/flow.ts";
import { probeHttp } from "./http/http.ts";
import { probePing } from "./ping/ping.ts";
import type { ProbeParts, ProbeResult } from "./probe.ts";
import { probeTcp } from "./tcp/tcp.ts";
import { probeWebsocket } from "./websocket/websocket.ts";

type Probes = {
	readonly [Type in ProbedType]: (
		order: CheckOrder,
		settings: Extract<CheckOrder["settings"], { type: Type }>,
		deadline: Deadline,
		parts: ProbeParts,
	) => Promise<ProbeResult>;
};

const PROBES: Probes = {
	http: probeHttp,
	dns: probeDns,
	tcp: probeTcp,
	ping: probePing,
	flow: probeFlow,
	websocket: probeWebsocket,
};

/** Makes one attempt, by the type of the monitor. */
export function probe(order: CheckOrder, deadline: Deadline, parts: ProbeParts): Promise<ProbeResult> {
	const { settings } = order;
	if (!isProbedType(settings.type)) throw new Error(`Monitors of type ${settings.type} are not probed`);
	// The row takes the settings of its own type, which the union of rows can't express.
	const run = PROBES[settings.type] as (
		order: CheckOrder,
		settings: CheckOrder["settings"],
		deadline: Deadline,
		parts: ProbeParts,
	) => Promise<ProbeResult>;
	return run(order, settings, deadline, parts);
}
