import { expect, test } from "vitest";
import { parse } from "yaml";
import type { Entry, Imported } from "../imported.ts";
import { sound } from "../sound.ts";
import { convertBlackbox } from "./convert.ts";

/** In the forms of Prometheus' and the exporter's documentation. */
const PROMETHEUS = `
global: { scrape_interval: 30s, scrape_timeout: 10s, evaluation_interval: 15s }
rule_files: [alerts.yml]
scrape_configs:
  - job_name: node
    static_configs: [{ targets: ["localhost:9100"] }]
  - job_name: blackbox
    metrics_path: /probe
    scrape_interval: 2m
    params: { module: [http_2xx] }
    static_configs:
      - targets: ["https://prometheus.io", "example.com:8080"]
        labels: { team: "Web EU", __meta_x: y }
      - targets: ["192.0.2.53"]
        labels: { module: dns_soa }
    dns_sd_configs: [{ names: [x.example.com] }]
    relabel_configs: &usual
      - { source_labels: [__address__], target_label: __param_target }
      - { source_labels: [__param_target], target_label: instance }
      - { target_label: __address__, replacement: "127.0.0.1:9115" }
      - { source_labels: [module], regex: "(.+)", target_label: __param_module }
  - job_name: odd
    params: { module: [tcp_connect], hostname: [x] }
    static_configs: [{ targets: ["db.example.com:5432"] }]
    relabel_configs: [{ source_labels: [__address__], regex: "(.*):.*", target_label: __param_target }]
`;
const MODULES = `
modules:
  http_2xx: { prober: http, timeout: 5s, http: { valid_status_codes: [200, 201, 202, 301, 404], preferred_ip_protocol: ip4, ip_protocol_fallback: false } }
  tcp_connect: { prober: tcp }
  dns_soa: { prober: dns, dns: { query_name: prometheus.io, query_type: SOA } }
`;

function named(found: Imported, name: string): Entry | undefined {
	return found.document.monitors?.find((each) => each["name"] === name);
}

test("each target of a probing job is a monitor with its module, its labels as tags", () => {
	const found = convertBlackbox(parse(PROMETHEUS, { merge: true }), parse(MODULES));
	expect(sound(found).notes).toEqual(found.notes);
	expect(found.document.monitors).toEqual([
		{
			key: "https-prometheus-io",
			name: "https://prometheus.io",
			type: "http",
			url: "https://prometheus.io",
			method: "GET",
			acceptedStatuses: ["200-202", "404"],
			ipFamily: "4",
			timeoutSeconds: 5,
			intervalSeconds: 120,
			degradedAfterMs: 30_000,
			tags: ["job:blackbox", "team:web-eu"],
		},
		expect.objectContaining({ name: "example.com:8080", url: "http://example.com:8080" }),
		{
			key: "192-0-2-53",
			name: "192.0.2.53",
			type: "dns",
			domain: "prometheus.io",
			recordType: "SOA",
			resolver: "192.0.2.53",
			timeoutSeconds: 10,
			intervalSeconds: 120,
			degradedAfterMs: 30_000,
			tags: ["job:blackbox", "module:dns_soa"],
		},
		{
			key: "db-example-com-5432",
			name: "db.example.com:5432",
			type: "tcp",
			host: "db.example.com",
			port: 5_432,
			timeoutSeconds: 10,
			intervalSeconds: 60,
			degradedAfterMs: 30_000,
			tags: ["job:odd"],
			enabled: false,
		},
	]);
	expect(found.notes.map(({ what, field }) => `${what} ${field}`)).toEqual([
		'job "node" ',
		'job "blackbox" dns_sd_configs',
		'module "http_2xx" valid_status_codes',
		'target "https://prometheus.io" of blackbox labels',
		'target "example.com:8080" of blackbox labels',
		'module "dns_soa" validate_answer_rrs',
		'job "odd" relabel_configs',
		'job "odd" scrape_interval',
		'job "odd" params.hostname',
		"the file rule_files",
	]);
});

function imported(module: string, target = "https://example.com/"): Imported {
	const jobs = {
		scrape_configs: [{ job_name: "j", params: { module: ["m"] }, static_configs: [{ targets: [target] }] }],
	};
	return convertBlackbox(jobs, { modules: { m: parse(module) } });
}

test.each<[string, string, object]>([
	[
		"{ prober: http, http: { fail_if_body_not_matches_regexp: ['a.c'], fail_if_body_matches_regexp: ['Could not connect'] } }",
		"https://example.com/",
		{
			contentChecks: [
				{ type: "regex", value: "a.c", caseSensitive: true },
				{ type: "not_contains", value: "Could not connect", caseSensitive: true },
			],
		},
	],
	[
		"{ prober: http, http: { fail_if_header_matches: [{ header: Set-Cookie, allow_missing: true, regexp: '.*' }], fail_if_header_not_matches: [{ header: X-A, regexp: 'b|c' }] } }",
		"https://example.com/",
		{
			contentChecks: [
				{ type: "header", name: "X-A", operator: "matches", expected: "b|c", caseSensitive: true },
				{ type: "header", name: "Set-Cookie", operator: "exists", expected: false },
			],
		},
	],
	[
		"{ prober: http, http: { method: POST, body: '{}', headers: { Content-Type: application/json }, basic_auth: { username: u, password: p } } }",
		"https://example.com/",
		{
			method: "POST",
			request: {
				headers: [{ name: "Content-Type", value: "application/json" }],
				body: "{}",
				auth: { type: "basic", username: "u", password: { secret: "BLACKBOX_HTTPS_EXAMPLE_COM_PASSWORD" } },
			},
		},
	],
	[
		"{ prober: http, http: { follow_redirects: false, valid_status_codes: [301], tls_config: { insecure_skip_verify: true } } }",
		"https://example.com/",
		{ followRedirects: false, acceptedStatuses: ["301"], verifyTls: false },
	],
	[
		"{ prober: icmp, timeout: 1500ms }",
		"192.0.2.1",
		{ type: "ping", host: "192.0.2.1", packets: 1, timeoutSeconds: 2 },
	],
	[
		"{ prober: tcp, tcp: { tls: true, query_response: [{ send: 'HELO\\r' }, { expect: AMQP }] } }",
		"[2001:db8::1]:5671",
		{
			host: "2001:db8::1",
			tls: "tls",
			send: "HELO\\\\r\\n",
			expect: { type: "regex", value: "AMQP", caseSensitive: true },
		},
	],
	[
		"{ prober: tcp, tcp: { query_response: [{ expect: '^220' }, { send: 'EHLO prober' }, { expect: '^250-STARTTLS' }, { send: STARTTLS }, { expect: '^220' }, { starttls: true }] } }",
		"mx.example.com:25",
		{ tls: "starttls", protocol: "smtp" },
	],
	[
		"{ prober: tcp, tcp: { query_response: [{ send: !!binary AAAACATSFi8= }, { expect_bytes: S }, { starttls: true }] } }",
		"db.example.com:5432",
		{ tls: "starttls", protocol: "postgres" },
	],
	["{ prober: websocket }", "wss://example.com/live", { type: "websocket", url: "wss://example.com/live" }],
])("the module %s", (module, target, members) => {
	const found = imported(module, target);
	expect(named(found, target)).toMatchObject(members);
	expect(named(found, target)).not.toHaveProperty("enabled");
	expect(sound(found).notes).toEqual(found.notes);
});

test.each<[string, string]>([
	["body_file", "{ prober: http, http: { method: POST, body_file: /x } }"],
	["tls_config.ca_file", "{ prober: http, http: { tls_config: { ca_file: /x } } }"],
	["oauth2", "{ prober: http, http: { oauth2: { client_id: x } } }"],
	["proxy_url", "{ prober: http, http: { proxy_url: 'http://x' } }"],
	["headers.Host", "{ prober: http, http: { headers: { Host: x } } }"],
	["valid_http_versions", "{ prober: http, http: { valid_http_versions: ['HTTP/2.0'] } }"],
	["fail_if_body_matches_regexp", "{ prober: http, http: { fail_if_body_matches_regexp: ['a.*b'] } }"],
	["fail_if_header_matches", "{ prober: http, http: { fail_if_header_matches: [{ header: a, regexp: b }] } }"],
	["body", "{ prober: http, http: { body: x } }"],
	["basic_auth.password_file", "{ prober: http, http: { basic_auth: { username: u, password_file: /x } } }"],
	[
		"fail_if_body_json_not_matches_cel",
		"{ prober: http, http: { fail_if_body_json_not_matches_cel: \"body.foo == 'bar'\" } }",
	],
])("%s has no counterpart: the monitor comes paused, and is listed", (field, module) => {
	const found = imported(module);
	expect(named(found, "https://example.com/")).toMatchObject({ enabled: false });
	expect(found.notes.map((note) => note.field)).toContain(field);
});

test.each([
	"{ prober: grpc, grpc: { tls: true } }",
	"{ prober: unix }",
	"{ prober: dns, dns: { query_name: a } }",
	"{}",
])("a target of the module %s is listed", (module) => {
	const found = imported(module, "192.0.2.1");
	expect(found.document.monitors).toBeUndefined();
	expect(found.notes).toHaveLength(1);
});

test("without the exporter's file its shipped modules are known, and others are listed", () => {
	const job = (module: string) => ({
		scrape_configs: [{ job_name: "j", params: { module: [module] }, static_configs: [{ targets: ["a.example"] }] }],
	});
	expect(convertBlackbox(job("icmp"), null).document.monitors).toMatchObject([{ type: "ping", host: "a.example" }]);
	expect(convertBlackbox(job("mine"), null).notes.map(({ field }) => field)).toEqual(["module"]);
});
