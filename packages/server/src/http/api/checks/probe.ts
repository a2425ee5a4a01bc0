/**
 * GET /probe: one check of a target that no monitor has, for Prometheus, in the words of its blackbox_exporter
 * (./probe-metrics.ts). What we failed to do is no failure of the target: it is 503, so that `up` of the scrape is 0
 * and `probe_success` has no value.
 */

import { z } from "@hono/zod-openapi";
import { isFailure } from "@lapwing/result";
import { checkedMonitor } from "../../../domain/checks/checked-monitor.ts";
import { judge } from "../../../domain/checks/judgement.ts";
import type { MonitorType } from "../../../domain/monitors/monitor.ts";
import { type NewMonitor, settingsOf } from "../../../domain/monitors/wanted-monitor.ts";
import { requireReachable, targetsOf } from "../../../services/refused-address.ts";
import { requireKey } from "../../access/authentication.ts";
import { beyondLimit } from "../../access/rate-limit.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { invalid, Refusal } from "../../kernel/refusal.ts";
import { gaugeLines, PROMETHEUS_TYPE } from "../../public/exposition.ts";
import { createForm } from "../monitors/monitor-bodies.ts";
import { probeGauges } from "./probe-metrics.ts";

const MODULES = ["http_2xx", "http_post_2xx", "tcp_connect", "icmp", "dns_udp"] as const;

/** Left of the scraper's time for the answer, as blackbox_exporter leaves it. */
const TIMEOUT_OFFSET_MS = 500;
const DEFAULT_TIMEOUT_MS = 10_000;
const MIN_TIMEOUT_MS = 1_000;
const MAX_TIMEOUT_MS = 60_000;
const RETRY_AFTER_SECONDS = "15";

const query = z.object({
	target: z.string().min(1).max(2048).openapi({
		description:
			"A URL (http), `host:port` (tcp_connect), a host (icmp), or `address[:port]` of a name server (dns_udp).",
		example: "https://example.com/",
	}),
	module: z.enum(MODULES).default("http_2xx").openapi({ description: "What is expected of the target." }),
	query_name: z.string().max(255).default("example.com").openapi({ description: "Of dns_udp: the name to ask for." }),
	query_type: z.string().max(16).default("A").openapi({ description: "Of dns_udp: the type of record." }),
});
type Query = z.output<typeof query>;

/** The settings of a monitor that checks what a module does; null when the target has not the module's form. */
function settingsIn({ target, module, query_name: domain, query_type: recordType }: Query): TypedSettings | null {
	if (module === "icmp") return { type: "ping", host: target, packets: 1 };
	if (module === "dns_udp") return { type: "dns", resolver: target, domain, recordType };
	if (module === "tcp_connect") {
		const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(target) ?? [];
		return port === undefined ? null : { type: "tcp", host: bracketed ?? plain, port: Number(port) };
	}
	const url = /^https?:\/\//i.test(target) ? target : `http://${target}`;
	return { type: "http", url, method: module === "http_2xx" ? "GET" : "POST", acceptedStatuses: ["2xx"] };
}

type TypedSettings = { readonly type: MonitorType } & Readonly<Record<string, unknown>>;

/** Of Prometheus' header; a time that is none is as if it had not been sent. */
function timeoutIn(header: string | undefined): number {
	const seconds = Number(header ?? Number.NaN);
	const wanted = seconds > 0 ? seconds * 1000 - TIMEOUT_OFFSET_MS : DEFAULT_TIMEOUT_MS;
	return Math.min(MAX_TIMEOUT_MS, Math.max(MIN_TIMEOUT_MS, Math.round(wanted)));
}

export const probeTarget = endpoint({
	operationId: "probeTarget",
	summary: "Probe a target for Prometheus",
	description:
		"Takes the place of Prometheus' blackbox_exporter: one check of `target`, answered as metrics with the same names " +
		"and phases. Nothing is recorded. A target that fails is 200 with `probe_success 0`; a probe that Lapwing could " +
		"not make is 503. Takes an API key in `Authorization` alone. The time is that of " +
		"`X-Prometheus-Scrape-Timeout-Seconds` less half a second. 600 a minute for each key.",
	tag: "Monitors",
	query,
	refusesWith: ["NOT_PROBED"],
	success: {
		status: 200,
		description: "Metrics in the text format of Prometheus.",
		content: { "text/plain": { schema: z.string() } },
	},
	async handle(call) {
		const { services, principal, now, query } = call;
		const refused = requireKey(principal);
		if (refused !== null) return refused;
		const wanted = settingsIn(query);
		const parsed = wanted === null ? null : createForm(wanted.type).safeParse({ ...wanted, name: "probe" });
		if (!parsed?.success) {
			const issue = parsed?.error.issues[0];
			const parameter = { domain: "query_name", recordType: "query_type" }[String(issue?.path[0])] ?? "target";
			return invalid(parameter, issue?.message ?? "Give host:port.");
		}
		const monitor = parsed.data as unknown as NewMonitor;
		const [unreachable] = refusedTargets(services, monitor);
		if (unreachable !== undefined) return invalid("target", unreachable.message);
		const allowance = services.probes.count(principal.actor.id, now);
		if (!allowance.allowed) return beyondLimit(allowance, `A key may probe ${allowance.limit} times a minute.`);
		if (services.tryCheck === undefined) throw new Error("This process has no way to make a check");
		const timeoutMs = timeoutIn(call.header("x-prometheus-scrape-timeout-seconds"));
		const trial = { ...checkedMonitor(principal.team.id, settingsOf(monitor)), timeoutMs };
		const outcome = await services.tryCheck(trial, null);
		const { observation } = outcome;
		if (observation.kind === "missed") {
			return new Refusal("NOT_PROBED", observation.message, { headers: { "retry-after": RETRY_AFTER_SECONDS } });
		}
		const isSuccess = judge(observation, trial).verdict !== "down";
		const gauges = probeGauges({ type: monitor.type, outcome, seen: observation, isSuccess, timeoutMs });
		return new Response(gauges.flatMap((gauge) => [...gaugeLines(gauge)]).join(""), {
			headers: { ...call.answerHeaders, "content-type": PROMETHEUS_TYPE },
		});
	},
});

function refusedTargets(services: Parameters<typeof requireReachable>[0], monitor: NewMonitor) {
	const reachable = requireReachable(services, targetsOf(monitor));
	return isFailure(reachable) ? reachable.error.details : [];
}
