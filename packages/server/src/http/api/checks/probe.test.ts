import { execFileSync } from "node:child_process";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ThreadedTrialChecks, type TrialChecks } from "../../../compose/trial-checks.ts";
import { type Answered, NO_PHASES } from "../../../domain/checks/observation.ts";
import type { Trial } from "../../../domain/checks/trial.ts";
import { createAuthority } from "../../../probe/targets/certificates.ts";
import { startDnsServer } from "../../../probe/targets/dns-server.ts";
import { startHttpTarget, startTlsTarget } from "../../../probe/targets/http-target.ts";
import { type Target, unusedPort } from "../../../probe/targets/listening.ts";
import { upObservation } from "../../../storage/testing/fixtures.ts";
import { aMember } from "../../testing/people.ts";
import { hasPromtool } from "../../testing/promtool.ts";
import { type Service, startService } from "../../testing/service.ts";

let target: Target;
let trials: TrialChecks;
let service: Service;
const seenMethods: string[] = [];

beforeAll(async () => {
	target = await startHttpTarget((request, response) => {
		seenMethods.push(request.method ?? "");
		if (request.url === "/hangs") return;
		response.writeHead(request.url === "/broken" ? 503 : 204).end();
	});
	const prober = { allowPrivateTargets: true, resolvers: null, userAgent: "Lapwing/test" };
	trials = new ThreadedTrialChecks({ prober, log: pino({ level: "silent" }), now: Date.now });
});
beforeEach(async () => {
	service = await startService("sqlite", { tryCheck: (trial) => trials.run(trial) });
	return () => service[Symbol.asyncDispose]();
});
afterAll(async () => {
	await trials.close();
	await target.close();
});

function probe(parameters: Record<string, string>, headers: Record<string, string> = {}) {
	return service.ask("GET", `/probe?${new URLSearchParams(parameters)}`, { headers });
}

/** The samples by name and labels, as a scraper reads them. */
async function metricsOf(parameters: Record<string, string>, headers?: Record<string, string>) {
	const { status, text, headers: sent } = await probe(parameters, headers);
	expect(status, text).toBe(200);
	expect(sent.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
	const samples = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
	return Object.fromEntries(
		samples.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]),
	);
}

test("a page that answers gives the metrics of blackbox_exporter, with its phases", async () => {
	expect(await metricsOf({ target: target.url })).toEqual({
		probe_success: 1,
		probe_duration_seconds: expect.any(Number),
		probe_timeout_seconds: 10,
		probe_dns_lookup_time_seconds: 0,
		probe_ip_protocol: 4,
		// FNV-1a of "127.0.0.1", by another program.
		probe_ip_addr_hash: 144953630,
		'probe_http_duration_seconds{phase="resolve"}': 0,
		'probe_http_duration_seconds{phase="connect"}': expect.any(Number),
		'probe_http_duration_seconds{phase="tls"}': 0,
		'probe_http_duration_seconds{phase="processing"}': expect.any(Number),
		'probe_http_duration_seconds{phase="transfer"}': expect.any(Number),
		probe_http_status_code: 204,
		probe_http_ssl: 0,
	});
	expect(seenMethods.at(-1)).toBe("GET");
	expect(await metricsOf({ target: target.url.slice("http://".length), module: "http_post_2xx" })).toMatchObject({
		probe_success: 1,
	});
	expect(seenMethods.at(-1)).toBe("POST");
});

test("a target that fails is 200 with probe_success 0, whatever the failure", async () => {
	expect(await metricsOf({ target: `${target.url}broken` })).toMatchObject({
		probe_success: 0,
		probe_http_status_code: 503,
	});
	const closed = `127.0.0.1:${await unusedPort()}`;
	expect(await metricsOf({ target: closed })).toMatchObject({ probe_success: 0, probe_http_status_code: 0 });
	expect(await metricsOf({ target: closed, module: "tcp_connect" })).toMatchObject({ probe_success: 0 });
	const hangs = await metricsOf({ target: `${target.url}hangs` }, { "x-prometheus-scrape-timeout-seconds": "1.6" });
	expect(hangs).toMatchObject({ probe_success: 0, probe_timeout_seconds: 1.1 });
	expect(hangs["probe_duration_seconds"]).toBeGreaterThan(1);
	expect(hangs["probe_duration_seconds"]).toBeLessThan(1.6);
});

test("ports and name servers are probed by their modules", async () => {
	expect(await metricsOf({ target: target.url.slice("http://".length, -1), module: "tcp_connect" })).toMatchObject({
		probe_success: 1,
	});
	await using dns = await startDnsServer({ "shop.example": { addresses: ["192.0.2.7", "192.0.2.8"] } });
	const asked = { target: dns.address, module: "dns_udp", query_name: "shop.example" };
	expect(await metricsOf(asked)).toMatchObject({
		probe_success: 1,
		probe_dns_answer_rrs: 2,
		probe_dns_query_succeeded: 1,
		'probe_dns_duration_seconds{phase="request"}': expect.any(Number),
	});
});

// Without a real host: not every machine has the command ping.
const pinged: Answered = {
	kind: "answered",
	type: "ping",
	sent: 1,
	received: 1,
	responseTimeMs: 12,
	certificate: null,
	address: "::1",
	phases: { ...NO_PHASES, first_byte: 12 },
};

test("a host is sent one packet, and its way and back is the phase rtt", async () => {
	const packets: number[] = [];
	await using pinging = await startService("sqlite", {
		tryCheck: async ({ settings }) => {
			if (settings.type === "ping") packets.push(settings.packets);
			return { observation: pinged, startedAt: 0, completedAt: 12 };
		},
	});
	const { text } = await pinging.ask("GET", "/probe?module=icmp&target=router.example");
	expect(packets).toEqual([1]);
	for (const line of ["probe_success 1", 'probe_icmp_duration_seconds{phase="rtt"} 0.012', "probe_ip_protocol 6"]) {
		expect(text.split("\n")).toContain(line);
	}
	if (hasPromtool) expect(execFileSync("promtool", ["check", "metrics"], { input: text }).toString()).toBe("");
});

test("a certificate shows when it expires, also one that is refused", async () => {
	const authority = await createAuthority();
	await using secure = await startTlsTarget({ certificate: await authority.issue() });
	const metrics = await metricsOf({ target: secure.url });
	expect(metrics).toMatchObject({ probe_success: 0, probe_http_ssl: 1 });
	expect(metrics["probe_ssl_earliest_cert_expiry"]).toBeGreaterThan(Date.now() / 1000);
});

test.each<[object, string]>([
	[{}, "target"],
	[{ target: "shop", module: "tcp_connect" }, "target"],
	[{ target: "shop.example", module: "dns_udp" }, "target"],
	[{ target: "192.0.2.53", module: "dns_udp", query_type: "NO" }, "query_type"],
	[{ target: "shop.example", module: "pop3s_banner" }, "module"],
	[{ target: "http://[::1" }, "target"],
	[{ target: "shop.example", debug: "true" }, "debug"],
])("%j is refused with the parameter that is wrong: %s", async (parameters, path) => {
	const { status, json } = await probe(parameters as Record<string, string>);
	expect(status).toBe(400);
	expect(json.error.details[0].path).toBe(path);
});

test("an address that Lapwing never connects to is refused", async () => {
	await using closed = await startService("sqlite", {
		tryCheck: (trial) => trials.run(trial),
		addressRefusal: (host) => (host === "127.0.0.1" ? "this machine" : null),
	});
	const { status, text } = await closed.ask("GET", "/probe?target=127.0.0.1:80&module=tcp_connect");
	expect([status, text]).toEqual([400, expect.stringContaining("this machine")]);
});

test("a probe that Lapwing could not make is 503, for the target may be well", async () => {
	await using broken = await startService("sqlite", {
		tryCheck: async () => ({
			observation: { kind: "missed", cause: "resolver", message: "The name servers do not answer." },
			startedAt: 0,
			completedAt: 0,
		}),
	});
	const { status, json } = await broken.ask("GET", "/probe?target=shop.example");
	expect([status, json.error.code]).toEqual([503, "NOT_PROBED"]);
});

test("only a key with monitors:write in Authorization probes, 600 times a minute", async () => {
	const tries: Trial[] = [];
	await using counting = await startService("sqlite", {
		tryCheck: async (trial) => {
			tries.push(trial);
			return { observation: upObservation, startedAt: 0, completedAt: 0 };
		},
	});
	const path = "/probe?target=shop.example";
	expect((await counting.ask("GET", path, { key: null })).status).toBe(401);
	expect((await counting.ask("GET", `${path}&key=${counting.key}`, { key: null })).status).toBe(401);
	expect((await counting.ask("GET", path, { key: await counting.keyWith(["monitors:read"]) })).status).toBe(403);
	const ada = await aMember(counting, "owner");
	expect((await ada.ask("GET", path, { headers: { "lapwing-team": "acme" } })).status).toBe(401);
	expect(tries).toHaveLength(0);
	for (let count = 0; count < 600; count += 1) await counting.ask("GET", path);
	const { status, headers } = await counting.ask("GET", path);
	expect([status, headers.get("retry-after")]).toEqual([429, "60"]);
	expect(tries).toHaveLength(600);
	expect((await counting.ask("GET", path, { key: await counting.keyWith(["monitors:write"]) })).status).toBe(200);
});

test.runIf(hasPromtool)("promtool has nothing to say about the metrics", async () => {
	for (const module of ["http_2xx", "tcp_connect"]) {
		const { text } = await probe({ target: new URL(target.url).host, module });
		expect(execFileSync("promtool", ["check", "metrics"], { input: text }).toString()).toBe("");
	}
});
