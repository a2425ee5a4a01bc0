import type { FieldTable } from "../fields.ts";

/** Types that send an HTTP request. */
const HTTP_TYPES = ["http", "keyword", "json-query"] as const;
const WEB = [...HTTP_TYPES, "websocket-upgrade"];
const CREDENTIALS = "Paused and listed, unless `auth_method` is `basic` or `bearer`.";

/** The columns of `monitor`, of every version. */
export const MONITOR_FIELDS: FieldTable = {
	id: { becomes: "Finds what names it" },
	name: { becomes: "`name`, and the key made from it" },
	description: { becomes: "Listed", instead: "Keep it as a comment of the file." },
	active: { becomes: "`enabled`; a monitor in a paused group is paused" },
	user_id: { becomes: "—", isOwn: true },
	created_date: { becomes: "—", isOwn: true },
	weight: { becomes: "—: the dashboard sorts by status and name", isOwn: true },
	type: { becomes: "`type`; a monitor of a type without a counterpart is listed: see below" },
	parent: { becomes: "A tag `group:…` for each group above it" },
	interval: { becomes: "`intervalSeconds`, 60 to 3,600; `every` of a push monitor. Listed when it is another number" },
	timeout: { becomes: "`timeoutSeconds`, 1 to 60; 80 % of the interval where it is 0" },
	maxretries: {
		becomes:
			"`failureThreshold` of its alerts (retries + 1). Listed: here the first failing check is down at once. " +
			"A push monitor waits at least 60 seconds: listed",
	},
	retry_interval: { becomes: "Listed where it is not the interval; of a push monitor part of `graceSeconds`" },
	resend_interval: { becomes: "`reminderMinutes` of its alerts: so many intervals, 5 minutes to a day" },
	upside_down: { becomes: "Paused and listed: no monitor here is up because a target is down" },
	expiry_notification: { becomes: "The event `certificate` of its alerts; off: `sslMonitoringEnabled: false`" },
	domain_expiry_notification: { becomes: "Listed", instead: "Watch the end of domains with another tool." },
	url: {
		becomes:
			"`url`. Its user becomes `request.auth`, as Kuma sends it: in place of other credentials, which are listed",
		of: WEB,
	},
	method: { becomes: "`method`", of: HTTP_TYPES, usual: ["GET"] },
	headers: {
		becomes:
			"`request.headers`; values of headers that carry credentials become secrets. Of a WebSocket: paused and listed",
		of: WEB,
	},
	body: {
		becomes: "`request.body`, a variable where it may hold a secret; GET and HEAD can't have one: paused and listed",
		of: HTTP_TYPES,
	},
	http_body_encoding: { becomes: "A header `Content-Type`", of: HTTP_TYPES, usual: ["json"] },
	accepted_statuscodes_json: {
		becomes:
			"`acceptedStatuses`; 3xx is left out and listed where redirects are followed. Of a WebSocket listed unless 1000 " +
			"is accepted",
		of: WEB,
		usual: ['["200-299"]'],
	},
	maxredirects: { becomes: "0: `followRedirects: false`; listed unless it is 0 or 10", of: HTTP_TYPES, usual: [10] },
	ignore_tls: { becomes: "`verifyTls: false`; of a WebSocket paused and listed", of: WEB },
	ip_family: {
		becomes: "`ipFamily`; of other types than http listed",
		instead: "Give the address in place of the name.",
	},
	cache_bust: { becomes: "Listed", of: HTTP_TYPES, instead: "Send the header Cache-Control: no-cache." },
	proxy_id: { becomes: "Paused and listed: checks go out directly", of: HTTP_TYPES },
	auth_method: { becomes: "`request.auth` of `basic` and `bearer`; others paused and listed", of: WEB },
	basic_auth_user: { becomes: "`request.auth.username`", of: WEB },
	basic_auth_pass: { becomes: "`request.auth.password`, a secret", of: WEB },
	bearer_token: { becomes: "`request.auth.token`, a secret", of: WEB },
	auth_domain: { becomes: CREDENTIALS, of: [] },
	auth_workstation: { becomes: CREDENTIALS, of: [] },
	oauth_client_id: { becomes: CREDENTIALS, of: [] },
	oauth_client_secret: { becomes: CREDENTIALS, of: [] },
	oauth_token_url: { becomes: CREDENTIALS, of: [] },
	oauth_scopes: { becomes: CREDENTIALS, of: [] },
	oauth_auth_method: { becomes: CREDENTIALS, of: [] },
	oauth_audience: { becomes: CREDENTIALS, of: [] },
	tls_ca: { becomes: CREDENTIALS, of: [] },
	tls_cert: { becomes: CREDENTIALS, of: [] },
	tls_key: { becomes: CREDENTIALS, of: [] },
	keyword: { becomes: "A content check `contains`, case-sensitive", of: ["keyword"] },
	invert_keyword: { becomes: "A content check `not_contains`", of: ["keyword"] },
	json_path: {
		becomes: "The JSONPath of a content check, where the JSONata is a plain path; others paused and listed",
		of: ["json-query"],
	},
	json_path_operator: {
		becomes: "`matches`, `less_than`, `greater_than`; `>=`, `<=` and `!=` paused and listed",
		of: ["json-query"],
		usual: ["=="],
	},
	expected_value: { becomes: "`expected`", of: ["json-query"] },
	retry_only_on_status_code_failure: { becomes: "Listed", of: ["json-query"] },
	save_response: { becomes: "Listed", of: WEB, instead: "Try the monitor in the dashboard to see a response." },
	save_error_response: { becomes: "—: no bodies are stored", isOwn: true },
	response_max_length: { becomes: "—: no bodies are stored", isOwn: true },
	hostname: { becomes: "`host`, `domain`", of: ["port", "ping", "dns", "smtp"] },
	port: { becomes: "`port`; of dns the port of `resolver`", of: ["port", "dns", "smtp"] },
	dns_resolve_type: { becomes: "`recordType`", of: ["dns"] },
	dns_resolve_server: {
		becomes: "`resolver`: the first address; more, and names, are listed",
		of: ["dns"],
	},
	dns_last_result: { becomes: "—", isOwn: true },
	conditions: {
		becomes:
			"`expected` with `mode: contains`, where a dns monitor has one condition `record equals`; others paused and listed",
		of: ["dns"],
	},
	packet_size: { becomes: "Listed unless it is 56", of: ["ping"], usual: [56] },
	ping_count: { becomes: "`packets`, 1 to 10; 1 where there is none", of: ["ping"] },
	ping_numeric: { becomes: "—", isOwn: true },
	ping_per_request_timeout: { becomes: "Listed unless it is 2", of: ["ping"], usual: [2] },
	push_token: { becomes: "`importedAddresses`, a secret: the job's old address `/api/push/…` goes on" },
	smtp_security: { becomes: "`tls`, `protocol`", of: ["smtp", "port"] },
	expected_tls_alert: { becomes: "Paused and listed", of: ["port"], usual: ["none"] },
	ws_ignore_sec_websocket_accept_header: { becomes: "Paused and listed", of: ["websocket-upgrade"] },
	ws_subprotocol: { becomes: "Paused and listed", of: ["websocket-upgrade"] },
	...others("docker", ["docker_container", "docker_host"]),
	...others("mqtt", ["mqtt_topic", "mqtt_success_message", "mqtt_username", "mqtt_password", "mqtt_check_type"]),
	...others("mqtt", ["mqtt_websocket_path"]),
	...others("databases", ["database_connection_string", "database_query"]),
	...others("grpc-keyword", ["grpc_url", "grpc_protobuf", "grpc_body", "grpc_metadata", "grpc_method"]),
	...others("grpc-keyword", ["grpc_service_name", "grpc_enable_tls"]),
	...others("radius", ["radius_username", "radius_password", "radius_calling_station_id", "radius_called_station_id"]),
	...others("radius", ["radius_secret"]),
	...others("kafka-producer", ["kafka_producer_topic", "kafka_producer_brokers", "kafka_producer_ssl"]),
	...others("kafka-producer", ["kafka_producer_allow_auto_topic_creation", "kafka_producer_sasl_options"]),
	...others("kafka-producer", ["kafka_producer_message"]),
	...others("rabbitmq", ["rabbitmq_nodes", "rabbitmq_username", "rabbitmq_password"]),
	...others("snmp", ["snmp_oid", "snmp_version", "snmp_v3_username"]),
	...others("gamedig", ["game", "gamedig_given_port_only", "gamedig_token"]),
	...others("real-browser", ["remote_browser", "screenshot_delay"]),
	...others("globalping", ["subtype", "location", "protocol"]),
	...others("manual", ["manual_status"]),
	...others("system-service", ["system_service_name"]),
	...others("ntp", ["ntp_stratum_threshold", "ntp_time_offset_threshold", "ntp_root_dispersion_threshold"]),
};

/** Fields of types that are not carried: the monitor is listed as a whole. */
function others(type: string, names: readonly string[]): FieldTable {
	return Object.fromEntries(names.map((name) => [name, { becomes: `Listed with its monitor (${type})`, of: [] }]));
}

/** The types that have no counterpart, with what to do instead. */
export const OTHER_TYPES: Readonly<Record<string, string>> = {
	docker: "Watch a port or a page of the container: `lapwing discover docker` finds them by their labels.",
	mqtt: "Watch the broker's port with a tcp monitor.",
	"grpc-keyword": "Watch the server's port with a tcp monitor, with tls where it speaks it.",
	"kafka-producer": "Watch a broker's port with a tcp monitor.",
	rabbitmq: "Watch the management API with an http monitor: /api/health/checks/alarms.",
	radius: "Have a job on the server try it and report: a cron monitor.",
	snmp: "Have a job read the value and report: a cron monitor.",
	sqlserver: "Watch the port with a tcp monitor, or have a job run the query and report: a cron monitor.",
	postgres: "Watch the port with a tcp monitor (tls: starttls, protocol: postgres), or have a job run the query.",
	mysql: "Watch the port with a tcp monitor, or have a job run the query and report: a cron monitor.",
	mongodb: "Watch the port with a tcp monitor, or have a job run the command and report: a cron monitor.",
	redis: "Watch the port with a tcp monitor that sends PING and expects +PONG.",
	oracledb: "Watch the port with a tcp monitor, or have a job run the query and report: a cron monitor.",
	"real-browser": "Watch the page with an http monitor, or what people do there with a flow.",
	"tailscale-ping": "Watch the address with a ping monitor from a prober within the tailnet.",
	globalping: "Watch it with an http, dns or ping monitor from several locations.",
	gamedig: "Watch the port with a tcp monitor, if the game has one.",
	steam: "Watch the port with a tcp monitor, if the game has one.",
	"sip-options": "Watch the port with a tcp monitor.",
	ntp: "Have a job on the machine compare its clock and report: a cron monitor.",
	pm2: "Have the process, or a job beside it, report: a cron monitor.",
	"system-service": "Have a timer of the machine report while the service is active: a cron monitor.",
	manual: "Write an incident on the status page: POST /api/v1/incidents.",
};
