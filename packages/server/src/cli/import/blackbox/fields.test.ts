import { expect, test } from "vitest";
import { among, expectTable, listedBy, type Values } from "../testing/expect-table.ts";
import { convertBlackbox } from "./convert.ts";
import {
	DNS_FIELDS,
	HTTP_FIELDS,
	ICMP_FIELDS,
	JOB_FIELDS,
	MODULE_FIELDS,
	TCP_FIELDS,
	TOP_FIELDS,
	WEBSOCKET_FIELDS,
} from "./fields.ts";

const JOB: Values = {
	...{ job_name: "blackbox", metrics_path: "/probe", params: { module: ["m"] }, scrape_interval: "2m" },
	static_configs: [{ targets: ["example.com:443"] }],
};
const FILE: Values = { scrape_configs: [JOB] };
const HTTP: Values = { prober: "http" };

const convert = (file: Values, module: Values = HTTP) =>
	convertBlackbox({ ...FILE, ...file }, { modules: { m: module, other: { prober: "http", timeout: "3s" } } });
const module = (prober: string, target: string, values: Values) =>
	convert({ scrape_configs: [{ ...JOB, static_configs: [{ targets: [target] }] }] }, { prober, [prober]: values });

test("the top of prometheus.yml becomes what its table says", () => {
	const { scrape_interval: _, ...job } = JOB;
	expectTable(TOP_FIELDS, (change) => convert({ scrape_configs: [job], ...change }), {
		...{ global: { scrape_interval: "5m" }, scrape_configs: [], alerting: { alertmanagers: [] }, rule_files: ["a"] },
		scrape_config_files: ["b"],
	});
});

test("jobs become what their table says", () => {
	const label = { source_labels: ["module"], target_label: "__param_module" };
	const labelled = { static_configs: [{ targets: ["https://example.com"], labels: { module: "other" } }] };
	expectTable(JOB_FIELDS, (change) => convert({ scrape_configs: [{ ...JOB, ...change }] }), {
		...{ job_name: "b", params: { module: ["other"] }, scrape_interval: "3m", scrape_timeout: "5s" },
		metrics_path: listedBy("", { params: {} }),
		static_configs: [{ targets: ["https://example.org"] }],
		relabel_configs: among(labelled, [label]),
	});
	const { notes } = convert({ scrape_configs: [{ ...JOB, dns_sd_configs: [{ names: ["x"] }] }] });
	expect(notes.map(({ field }) => field)).toEqual(["dns_sd_configs"]);
});

test("modules become what their table says", () => {
	expectTable(MODULE_FIELDS, (change) => convert({}, { ...HTTP, ...change }), {
		...{ prober: "icmp", timeout: "3s", http: { method: "HEAD" }, tcp: among({ prober: "tcp" }, { tls: true }) },
		...{ icmp: among({ prober: "icmp" }, { ttl: 3 }), dns: among({ prober: "dns" }, { query_type: "A" }) },
		websocket: among({ prober: "websocket" }, { headers: { a: "b" } }),
		...{ grpc: listedBy("prober", { prober: "grpc" }), unix: listedBy("prober", { prober: "unix" }) },
	});
});

test("the settings of http become what their table says", () => {
	expectTable(HTTP_FIELDS, (values) => module("http", "http://example.com", values), {
		...{ valid_status_codes: [404], valid_http_versions: ["HTTP/2.0"], method: "PUT", headers: { "X-A": "b" } },
		...{ http_headers: { "X-A": { values: ["b"] } }, body: among({ method: "POST" }, "x"), body_file: "/f" },
		...{ follow_redirects: false, no_follow_redirects: true, fail_if_ssl: true },
		...{ fail_if_body_matches_regexp: ["bad"], fail_if_body_not_matches_regexp: ["good"] },
		...{ fail_if_body_json_matches_cel: "a", fail_if_body_json_not_matches_cel: "a" },
		fail_if_header_matches: [{ header: "X-A", regexp: ".*", allow_missing: true }],
		fail_if_header_not_matches: [{ header: "X-A", regexp: "b" }],
		...{ tls_config: { insecure_skip_verify: true }, basic_auth: { username: "u", password: "p" } },
		...{ authorization: { credentials: "t" }, bearer_token: "t", bearer_token_file: "/f", oauth2: { a: 1 } },
		...{
			fail_if_not_ssl: true,
			proxy_url: "http://p",
			proxy_from_environment: true,
			proxy_connect_header: { a: ["b"] },
			no_proxy: "x",
		},
		...{ skip_resolve_phase_with_proxy: true, compression: "gzip", enable_http3: true, body_size_limit: "1MB" },
		preferred_ip_protocol: among({ ip_protocol_fallback: false }, "ip4"),
		ip_protocol_fallback: false,
	});
});

test("the settings of the other probers become what their tables say", () => {
	const alone = { ip_protocol_fallback: false };
	const family = {
		preferred_ip_protocol: among(alone, "ip4"),
		ip_protocol_fallback: listedBy("preferred_ip_protocol", alone),
	};
	expectTable(TCP_FIELDS, (values) => module("tcp", "example.com:443", values), {
		...{ tls: true, query_response: [{ send: "PING" }, { expect: "PONG" }] },
		...{ tls_config: { insecure_skip_verify: true }, source_ip_address: "192.0.2.1", ...family },
	});
	expectTable(ICMP_FIELDS, (values) => module("icmp", "example.com", values), {
		...{ source_ip_address: "192.0.2.1", payload_size: 9_000, dont_fragment: true, ttl: 3, ...family },
	});
	expectTable(
		DNS_FIELDS,
		(values) => module("dns", "192.0.2.53", { query_name: "a.example", query_type: "A", ...values }),
		{
			...{ query_name: "b.example", query_type: "MX", transport_protocol: "tcp", valid_rcodes: ["NXDOMAIN"] },
			...{ validate_answer_rrs: { a: 1 }, validate_authority_rrs: { a: 1 }, validate_additional_rrs: { a: 1 } },
			...{ query_class: "CH", recursion_desired: false, dns_over_tls: true, tls_config: { a: 1 } },
			source_ip_address: "192.0.2.1",
		},
	);
	expectTable(WEBSOCKET_FIELDS, (values) => module("websocket", "wss://example.com", values), {
		...{
			query_response: [{ send: "PING" }, { expect: "PONG" }],
			http_config: { a: 1 },
			headers: { a: "b" },
			...family,
		},
	});
});
