/**
 * What a probe saw, as metrics with the names and phases of Prometheus' blackbox_exporter, so that its dashboards and
 * alerts go on. Left out is what an observation does not hold: lengths, redirects, versions of HTTP and TLS.
 */

import { elapsedMs } from "../../../domain/checks/check.ts";
import { type Observation, PHASES, type Phase } from "../../../domain/checks/observation.ts";
import type { TrialOutcome } from "../../../domain/checks/trial.ts";
import type { MonitorType } from "../../../domain/monitors/monitor.ts";
import type { Gauge, Labels } from "../../public/exposition.ts";

type Seen = Exclude<Observation, { readonly kind: "missed" }>;
type Samples = readonly (readonly [labels: Labels, value: number])[];

/** The name of each of our phases there; null: there is none for it. */
const PHASE_NAMES: Partial<Record<MonitorType, Readonly<Record<Phase, string | null>>>> = {
	http: { dns: "resolve", connect: "connect", tls: "tls", first_byte: "processing", transfer: "transfer" },
	ping: { dns: "resolve", connect: "setup", tls: null, first_byte: "rtt", transfer: null },
	dns: { dns: "resolve", connect: "connect", tls: null, first_byte: "request", transfer: null },
};
const PROTOCOL_NAMES: Partial<Record<MonitorType, string>> = { http: "http", ping: "icmp", dns: "dns" };

interface Probed {
	readonly type: MonitorType;
	readonly outcome: TrialOutcome;
	readonly seen: Seen;
	readonly isSuccess: boolean;
	readonly timeoutMs: number;
}

export function probeGauges({ type, outcome, seen, isSuccess, timeoutMs }: Probed): Gauge[] {
	const { address, certificate, phases } = seen;
	const names = PHASE_NAMES[type];
	const inPhases: Samples = PHASES.flatMap((phase) => {
		const name = names?.[phase] ?? null;
		return name === null ? [] : [[{ phase: name }, phases[phase] / 1000] as const];
	});
	const all: (Gauge | null)[] = [
		one("probe_success", "Whether the target answered as its module expects.", Number(isSuccess)),
		one("probe_duration_seconds", "How long the probe took.", elapsedMs(outcome) / 1000),
		one("probe_timeout_seconds", "How long the probe could take.", timeoutMs / 1000),
		one("probe_dns_lookup_time_seconds", "How long the name of the target was resolved.", phases.dns / 1000),
		address === null ? null : one("probe_ip_protocol", "Version of IP: 4 or 6.", address.includes(":") ? 6 : 4),
		address === null ? null : one("probe_ip_addr_hash", "Changes with the address of the target.", fnv1a(address)),
		certificate === null
			? null
			: one(
					"probe_ssl_earliest_cert_expiry",
					"When the certificate that expires first does, in Unix time.",
					certificate.expiresAt / 1000,
				),
		inPhases.length === 0
			? null
			: gauge(`probe_${PROTOCOL_NAMES[type]}_duration_seconds`, "Time in each phase, over all redirects.", inPhases),
		...ofType(type, seen),
	];
	return all.filter((each) => each !== null);
}

function ofType(type: MonitorType, seen: Seen): Gauge[] {
	const response = seen.kind === "answered" ? seen : null;
	if (type === "http") {
		const status = response?.type === "http" ? response.status : 0;
		return [
			one("probe_http_status_code", "Status of the last response; 0 when there was none.", status),
			one("probe_http_ssl", "Whether TLS was spoken, on the way at least.", Number(seen.certificate !== null)),
		];
	}
	if (type !== "dns") return [];
	const records = response?.type === "dns" ? response.records.length : 0;
	return [
		one("probe_dns_answer_rrs", "Records of the type that was asked for.", records),
		one("probe_dns_query_succeeded", "Whether the server answered.", Number(response !== null)),
	];
}

function one(name: string, help: string, value: number): Gauge {
	return gauge(name, help, [[{}, value]]);
}

function gauge(name: string, help: string, samples: Samples): Gauge {
	return { name, help, samples: () => samples };
}

/** FNV-1a of 32 bits (RFC 9923 §6), which a double holds exactly. */
function fnv1a(text: string): number {
	let hash = 0x811c9dc5;
	for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
	return hash >>> 0;
}
