import type { FieldTable } from "../fields.ts";

const ofPrometheus = { becomes: "—: of Prometheus itself", isOwn: true } as const;
const paused = { becomes: "Paused and listed" };

/** The top of prometheus.yml. */
export const TOP_FIELDS: FieldTable = {
	global: { becomes: "`scrape_interval` and `scrape_timeout` of jobs that have none" },
	scrape_configs: { becomes: "Monitors, of the jobs with a module; other jobs are listed" },
	alerting: { becomes: "Listed", instead: "Make alerts here: prometheus.yml says nothing about who is notified." },
	rule_files: { becomes: "Listed", instead: "Make alerts here, with failureThreshold in place of `for`." },
	scrape_config_files: { becomes: "Listed", instead: "Import each of these files as well." },
	remote_write: ofPrometheus,
	remote_read: ofPrometheus,
	storage: ofPrometheus,
	tracing: ofPrometheus,
	runtime: ofPrometheus,
	otlp: ofPrometheus,
};

export const JOB_FIELDS: FieldTable = {
	job_name: { becomes: "A tag `job:…`" },
	metrics_path: { becomes: "`/probe`, or a parameter `module`, tells a job of the exporter" },
	params: { becomes: "`module`; `target` where there is no relabeling; others are listed" },
	scrape_interval: { becomes: "`intervalSeconds`, 60 to 3,600; listed when it is another number" },
	scrape_timeout: { becomes: "`timeoutSeconds`, with half a second less, as the exporter does; rounded up" },
	static_configs: { becomes: "A monitor for each target; labels become tags `name:value`" },
	relabel_configs: {
		becomes: "The usual ones, and those that choose the module by a label; others: paused and listed",
	},
	scheme: { becomes: "—: how the exporter is reached", isOwn: true },
	basic_auth: { becomes: "—: how the exporter is reached", isOwn: true },
	authorization: { becomes: "—: how the exporter is reached", isOwn: true },
	oauth2: { becomes: "—: how the exporter is reached", isOwn: true },
	tls_config: { becomes: "—: how the exporter is reached", isOwn: true },
	proxy_url: { becomes: "—: how the exporter is reached", isOwn: true },
	follow_redirects: { becomes: "—: how the exporter is reached", isOwn: true },
	enable_http2: { becomes: "—: how the exporter is reached", isOwn: true },
	honor_labels: ofPrometheus,
	honor_timestamps: ofPrometheus,
	track_timestamps_staleness: ofPrometheus,
	sample_limit: ofPrometheus,
	label_limit: ofPrometheus,
	scrape_protocols: ofPrometheus,
	metric_relabel_configs: ofPrometheus,
	"*_sd_configs": {
		becomes: "Listed",
		instead: "Use lapwing discover, or write the targets as static_configs and import again.",
	},
};

export const MODULE_FIELDS: FieldTable = {
	prober: { becomes: "`type`: http, tcp, icmp `ping`, dns, websocket; grpc and unix are listed" },
	timeout: { becomes: "`timeoutSeconds`, unless that of the job is shorter; rounded up" },
	http: { becomes: "See below" },
	tcp: { becomes: "See below" },
	icmp: { becomes: "See below" },
	dns: { becomes: "See below" },
	websocket: { becomes: "See below" },
	grpc: { becomes: "Listed", instead: "Watch its port with a tcp monitor." },
	unix: { becomes: "Listed", instead: "Report it as a job: cron." },
};

export const HTTP_FIELDS: FieldTable = {
	valid_status_codes: {
		becomes: "`acceptedStatuses`; 2xx where there are none. 3xx is left out and listed where redirects are followed",
	},
	valid_http_versions: { becomes: "—: HTTP/1.1 is spoken; without it among them paused and listed" },
	method: { becomes: "`method`; GET where there is none" },
	headers: { becomes: "`request.headers`; those that carry credentials become secrets. `Host`: paused and listed" },
	http_headers: { becomes: "`request.headers`: `values`, and `secrets` as secrets; `files`: paused and listed" },
	body: {
		becomes: "`request.body`, a variable where it may hold a secret; GET and HEAD can't have one: paused and listed",
	},
	body_file: paused,
	follow_redirects: { becomes: "`followRedirects`", usual: [true] },
	no_follow_redirects: { becomes: "`followRedirects: false`" },
	fail_if_ssl: paused,
	fail_if_not_ssl: { becomes: "—: of an https target; else paused and listed" },
	fail_if_body_matches_regexp: {
		becomes: "A content check `not_contains` of each that is a plain text; others: paused and listed",
	},
	fail_if_body_not_matches_regexp: { becomes: "A content check `regex` of each" },
	fail_if_body_json_matches_cel: { ...paused, instead: "Write a content check `json`." },
	fail_if_body_json_not_matches_cel: { ...paused, instead: "Write a content check `json`." },
	fail_if_header_matches: {
		becomes:
			"A content check `header` that must not exist, where it is `.*` and may be missing; else paused and listed",
	},
	fail_if_header_not_matches: {
		becomes: "A content check `header` that `matches`; with `allow_missing` paused and listed",
	},
	tls_config: { becomes: "`verifyTls: false` of `insecure_skip_verify`; others: paused and listed" },
	basic_auth: { becomes: "`request.auth`, the password as a secret; files: paused and listed" },
	authorization: { becomes: "`request.auth` of Bearer, a secret; others: paused and listed" },
	bearer_token: { becomes: "`request.auth`, a secret" },
	bearer_token_file: paused,
	oauth2: { ...paused, instead: "Make it a flow whose first step fetches the token." },
	proxy_url: paused,
	proxy_from_environment: paused,
	proxy_connect_header: paused,
	no_proxy: paused,
	skip_resolve_phase_with_proxy: paused,
	compression: paused,
	enable_http3: paused,
	enable_http2: { becomes: "—: HTTP/1.1 is spoken", isOwn: true },
	body_size_limit: { becomes: "Listed" },
	preferred_ip_protocol: { becomes: "`ipFamily`, where `ip_protocol_fallback` is off" },
	ip_protocol_fallback: { becomes: "See `preferred_ip_protocol`", usual: [true] },
};

export const TCP_FIELDS: FieldTable = {
	tls: { becomes: "`tls`" },
	query_response: {
		becomes:
			"`send` and `expect` of one exchange, and STARTTLS of IMAP, SMTP and PostgreSQL; others: paused and listed",
	},
	tls_config: paused,
	source_ip_address: paused,
	preferred_ip_protocol: {
		becomes: "Listed where `ip_protocol_fallback` is off: give the address in place of the name",
	},
	ip_protocol_fallback: { becomes: "See `preferred_ip_protocol`", usual: [true] },
};

export const ICMP_FIELDS: FieldTable = {
	preferred_ip_protocol: {
		becomes: "Listed where `ip_protocol_fallback` is off: give the address in place of the name",
	},
	ip_protocol_fallback: { becomes: "See `preferred_ip_protocol`", usual: [true] },
	source_ip_address: paused,
	payload_size: paused,
	dont_fragment: paused,
	ttl: paused,
};

export const DNS_FIELDS: FieldTable = {
	query_name: { becomes: "`domain`; the target is `resolver`" },
	query_type: { becomes: "`recordType`; ANY, and others that can't be asked for, are listed" },
	transport_protocol: { becomes: "udp; tcp: paused and listed", usual: ["udp"] },
	valid_rcodes: { becomes: "NOERROR; others: paused and listed", usual: [["NOERROR"]] },
	validate_answer_rrs: { ...paused, instead: "Write the records as `expected`." },
	validate_authority_rrs: paused,
	validate_additional_rrs: paused,
	query_class: { ...paused, usual: ["IN"] },
	recursion_desired: { ...paused, usual: [true] },
	dns_over_tls: paused,
	tls_config: paused,
	source_ip_address: paused,
	preferred_ip_protocol: { becomes: "—: the target is an address", isOwn: true },
	ip_protocol_fallback: { becomes: "—: the target is an address", isOwn: true },
};

export const WEBSOCKET_FIELDS: FieldTable = {
	query_response: { becomes: "`send` and `expect` of one exchange; others: paused and listed" },
	http_config: paused,
	headers: paused,
	preferred_ip_protocol: {
		becomes: "Listed where `ip_protocol_fallback` is off: give the address in place of the name",
	},
	ip_protocol_fallback: { becomes: "See `preferred_ip_protocol`", usual: [true] },
};
