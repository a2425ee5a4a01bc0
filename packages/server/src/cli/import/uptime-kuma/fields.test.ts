import { expect, test } from "vitest";
import { among, expectTable, listedBy, type Values } from "../testing/expect-table.ts";
import { CONFIG_FIELDS, NOTIFICATION_FIELDS } from "./alerts.ts";
import { CHANNEL_ROWS } from "./channels.ts";
import { convertKuma } from "./convert.ts";
import { EMPTY_KUMA } from "./kuma.ts";
import { MAINTENANCE_FIELDS } from "./maintenance.ts";
import { MONITOR_FIELDS, OTHER_TYPES } from "./monitor-fields.ts";
import { GROUP_FIELDS, MONITOR_GROUP_FIELDS, STATUS_PAGE_FIELDS } from "./status-pages.ts";
import { nameOf, VERSION_2 } from "./testing/kuma-schema.ts";

const HTTP: Values = {
	...{ id: 1, name: "M", type: "http", active: 1, url: "https://example.com/", interval: 60, timeout: 48 },
	...{ maxretries: 0, accepted_statuscodes_json: '["200-299"]', maxredirects: 10, expiry_notification: 1 },
};
const LINK = { monitor_id: 1, notification_id: 1 };
const CHAT: Values = {
	...{ id: 1, name: "Chat", active: 1 },
	config: '{"type":"slack","slackwebhookURL":"https://hooks.slack.com/services/T/B/x"}',
};
const PAGE: Values = { id: 1, slug: "main", title: "Status", published: 1, search_engine_index: 1, icon: "/icon.svg" };
const GROUP: Values = { id: 1, name: "Services", public: 1, active: 1, weight: 1, status_page_id: 1 };
const PLACE: Values = { id: 1, monitor_id: 1, group_id: 1, weight: 1 };
const WINDOW: Values = {
	...{ id: 1, title: "Patching", active: 1, strategy: "single", timezone: "UTC" },
	...{ start_date: "2026-07-01 22:00:00", end_date: "2026-07-01 23:30:00" },
};

interface Rows {
	readonly monitor?: Values;
	readonly chat?: Values;
	readonly page?: Values;
	readonly group?: Values;
	readonly place?: Values;
	readonly window?: Values;
	readonly pages?: readonly number[];
}
const convert = ({ monitor, chat, page, group, place, window, pages = [] }: Rows) =>
	convertKuma({
		...EMPTY_KUMA,
		monitor: [
			{ ...HTTP, ...monitor },
			{ ...HTTP, id: 2, name: "Other" },
			{ id: 9, name: "Group", type: "group", active: 1 },
		],
		notification: [{ ...CHAT, ...chat }],
		monitor_notification: [LINK],
		status_page: [{ ...PAGE, ...page }],
		group: [
			{ ...GROUP, ...group },
			{ ...GROUP, id: 2, name: "More" },
		],
		monitor_group: [
			{ ...PLACE, ...place },
			{ ...PLACE, id: 2, monitor_id: 2 },
		],
		maintenance: [{ ...WINDOW, ...window }],
		monitor_maintenance: [{ monitor_id: 1, maintenance_id: 1 }],
		maintenance_status_page: pages.map((status_page_id) => ({ status_page_id, maintenance_id: 1 })),
	});

/** Monitors of other types than http, as their fields need them. */
const KEYWORD = { type: "keyword", keyword: "a" };
const JSON_QUERY = { type: "json-query", json_path: "a", expected_value: "1" };
const PORT = { type: "port", hostname: "h.example.com", port: 22 };
const PING = { type: "ping", hostname: "h.example.com" };
const DNS = { type: "dns", hostname: "example.com", dns_resolve_type: "A", dns_resolve_server: "1.1.1.1", port: 53 };
const PUSH = { type: "push", push_token: "AbCdEf0123456789XyZ0", interval: 600 };
const WEBSOCKET = { type: "websocket-upgrade", url: "wss://example.com/", accepted_statuscodes_json: '["1000"]' };
const BASIC = { auth_method: "basic", basic_auth_user: "u", basic_auth_pass: "p" };
const NTLM = listedBy("auth_method", { auth_method: "ntlm" });
const ofTypes = (type: string, names: readonly string[]) =>
	Object.fromEntries(names.map((name) => [name, listedBy("type", { type })]));

test("the columns of monitors become what their table says", () => {
	expectTable(MONITOR_FIELDS, (monitor) => convert({ monitor }), {
		id: 5,
		name: "Another",
		description: "Ours",
		active: 0,
		type: "ping",
		parent: 9,
		interval: 120,
		timeout: 10,
		maxretries: 2,
		retry_interval: among({ maxretries: 2 }, 90),
		resend_interval: 10,
		upside_down: 1,
		expiry_notification: 0,
		domain_expiry_notification: 1,
		url: "https://example.org/",
		method: "PUT",
		headers: '{"X-Env":"prod"}',
		body: among({ method: "POST" }, '{"a":1}'),
		http_body_encoding: among({ method: "POST", body: "a=1" }, "form"),
		accepted_statuscodes_json: '["200-299","404"]',
		maxredirects: 0,
		ignore_tls: 1,
		ip_family: "ipv4",
		cache_bust: 1,
		proxy_id: 1,
		auth_method: among({ basic_auth_user: "u", basic_auth_pass: "p" }, "basic"),
		basic_auth_user: among(BASIC, "you"),
		basic_auth_pass: among(BASIC, "other"),
		bearer_token: among({ auth_method: "bearer", bearer_token: "a" }, "b"),
		...{ auth_domain: NTLM, auth_workstation: NTLM, oauth_client_id: NTLM, oauth_client_secret: NTLM },
		...{ oauth_token_url: NTLM, oauth_scopes: NTLM, oauth_auth_method: NTLM, oauth_audience: NTLM },
		...{ tls_ca: NTLM, tls_cert: NTLM, tls_key: NTLM },
		keyword: among(KEYWORD, "b"),
		invert_keyword: among(KEYWORD, 1),
		json_path: among(JSON_QUERY, "b"),
		json_path_operator: among(JSON_QUERY, "<"),
		expected_value: among(JSON_QUERY, "2"),
		retry_only_on_status_code_failure: among(JSON_QUERY, 1),
		save_response: 1,
		hostname: among(PORT, "other.example.com"),
		port: among(PORT, 23),
		dns_resolve_type: among(DNS, "AAAA"),
		dns_resolve_server: among(DNS, "9.9.9.9"),
		conditions: among(DNS, '[{"type":"expression","variable":"record","operator":"equals","value":"192.0.2.1"}]'),
		packet_size: among(PING, 1_000),
		ping_count: among(PING, 3),
		ping_per_request_timeout: among(PING, 5),
		push_token: among(PUSH, "ZyXdEf0123456789XyZ0"),
		smtp_security: among({ ...PORT, type: "smtp" }, "starttls"),
		expected_tls_alert: among(PORT, "unknown_ca"),
		ws_ignore_sec_websocket_accept_header: among(WEBSOCKET, 1),
		ws_subprotocol: among(WEBSOCKET, "mqtt"),
		...ofTypes("docker", ["docker_container", "docker_host"]),
		...ofTypes("mqtt", ["mqtt_topic", "mqtt_success_message", "mqtt_username", "mqtt_password", "mqtt_check_type"]),
		...ofTypes("mqtt", ["mqtt_websocket_path"]),
		...ofTypes("postgres", ["database_connection_string", "database_query"]),
		...ofTypes("grpc-keyword", ["grpc_url", "grpc_protobuf", "grpc_body", "grpc_metadata", "grpc_method"]),
		...ofTypes("grpc-keyword", ["grpc_service_name", "grpc_enable_tls"]),
		...ofTypes("radius", ["radius_username", "radius_password", "radius_calling_station_id", "radius_secret"]),
		...ofTypes("radius", ["radius_called_station_id"]),
		...ofTypes("kafka-producer", ["kafka_producer_topic", "kafka_producer_brokers", "kafka_producer_ssl"]),
		...ofTypes("kafka-producer", ["kafka_producer_allow_auto_topic_creation", "kafka_producer_sasl_options"]),
		...ofTypes("kafka-producer", ["kafka_producer_message"]),
		...ofTypes("rabbitmq", ["rabbitmq_nodes", "rabbitmq_username", "rabbitmq_password"]),
		...ofTypes("snmp", ["snmp_oid", "snmp_version", "snmp_v3_username"]),
		...ofTypes("gamedig", ["game", "gamedig_given_port_only", "gamedig_token"]),
		...ofTypes("real-browser", ["remote_browser", "screenshot_delay"]),
		...ofTypes("globalping", ["subtype", "location", "protocol"]),
		...ofTypes("manual", ["manual_status"]),
		...ofTypes("system-service", ["system_service_name"]),
		...ofTypes("ntp", ["ntp_stratum_threshold", "ntp_time_offset_threshold", "ntp_root_dispersion_threshold"]),
	});
	expect(Object.keys(MONITOR_FIELDS).toSorted()).toEqual((VERSION_2["monitor"] ?? []).map(nameOf).toSorted());
});

test.each(Object.keys(OTHER_TYPES))("a monitor of the type %s is listed as a whole", (type) => {
	const { document, notes } = convert({ monitor: { type } });
	expect(document.monitors?.map(({ key }) => key)).toEqual(["other"]);
	expect(notes.map(({ what, field }) => `${what} ${field}`)).toContain('monitor "M" type');
});

test("the columns of notifications, pages and maintenance become what their tables say", () => {
	const discord = '{"type":"discord","discordWebhookUrl":"https://discord.com/api/webhooks/1/x"}';
	expectTable(NOTIFICATION_FIELDS, (chat) => convert({ chat }), {
		...{ id: 5, name: "Other", active: 0, is_default: 1, config: discord },
	});
	expectTable(STATUS_PAGE_FIELDS, (page) => convert({ page }), {
		...{ id: 5, slug: "other", title: "Other", description: "Hello", icon: "data:x", theme: "dark", published: 0 },
		...{ search_engine_index: 0, show_tags: 1, password: "x", footer_text: "Bye", custom_css: "a{}" },
		...{ google_analytics_tag_id: "G", analytics_id: "A", analytics_script_url: "u", analytics_type: "t" },
		...{ show_certificate_expiry: 1, show_only_last_heartbeat: 1, rss_title: "R" },
	});
	expectTable(GROUP_FIELDS, (group) => convert({ group }), {
		...{ id: 5, name: "Other", weight: 2, status_page_id: 2, public: 0, active: 0 },
	});
	expectTable(MONITOR_GROUP_FIELDS, (place) => convert({ place }), {
		...{ id: 5, monitor_id: 2, group_id: 2, weight: 2, send_url: 1, custom_url: listedBy("send_url", { send_url: 1 }) },
	});
	const weekly = { strategy: "recurring-weekday", weekdays: "[1]", start_time: "02:00", end_time: "03:00" };
	expectTable(MAINTENANCE_FIELDS, (window) => convert({ window, pages: [1] }), {
		...{ id: 5, title: "Other", description: "Short", active: 0, strategy: among(weekly, "recurring-interval") },
		...{ start_date: "2026-07-01 21:00:00", end_date: "2026-07-01 23:00:00", timezone: "Europe/Berlin" },
		...{ start_time: among(weekly, "01:00"), end_time: among(weekly, "04:00"), weekdays: among(weekly, "[2]") },
		days_of_month: among({ ...weekly, strategy: "recurring-day-of-month", days_of_month: "[1]" }, "[2]"),
		interval_day: among({ ...weekly, strategy: "recurring-interval" }, 3),
		cron: among({ strategy: "cron", cron: "30 2 * * *", duration: 3_600 }, "30 3 * * *"),
		duration: among({ strategy: "cron", cron: "30 2 * * *", duration: 3_600 }, 7_200),
	});
	expect(convert({ window: { description: "Short" } }).notes.map(({ field }) => field)).toContain("description");
});

/** Of each channel what it needs, and of the fields that depend on another, that one. */
const CONFIGS: Readonly<Record<string, Values>> = {
	webhook: { webhookURL: "https://example.com/" },
	ntfy: { ntfytopic: "t", ntfyAuthenticationMethod: "none" },
	PagerDuty: { pagerdutyAutoResolve: "resolve" },
};
const SMTP = listedBy("smtpHost");
const NTFY_USER = listedBy("ntfyAuthenticationMethod", { ntfyAuthenticationMethod: "usernamePassword" });
const CHANGES: Values = {
	webhookAdditionalHeaders: '{"a":"b"}',
	pagerdutyIntegrationUrl: "https://x.eu.y",
	pagerdutyAutoResolve: "0",
	opsgenieRegion: "eu",
	httpMethod: "put",
	pushoverpriority: 2,
	ntfyaccesstoken: among({ ntfyAuthenticationMethod: "accessToken" }, "tk"),
	ntfyAuthenticationMethod: "accessToken",
	...{ ntfyusername: NTFY_USER, ntfypassword: NTFY_USER },
	...{ smtpHost: SMTP, smtpPort: SMTP, smtpSecure: SMTP, smtpIgnoreSTARTTLS: SMTP, smtpIgnoreTLSError: SMTP },
	...{ smtpUsername: SMTP, smtpPassword: SMTP, smtpFrom: SMTP, smtpDkimDomain: SMTP, smtpDkimHashAlgo: SMTP },
	...{ smtpDkimKeySelector: SMTP, smtpDkimPrivateKey: SMTP, smtpDkimheaderFieldNames: SMTP, smtpDkimskipFields: SMTP },
	webhookContentType: listedBy("webhookContentType"),
};

test.each(Object.entries(CHANNEL_ROWS))(
	"the fields of the channel %s become what their table says",
	(type, { fields }) => {
		const shown = Object.keys(fields).filter((name) => !fields[name]?.isOwn);
		const changes = Object.fromEntries(shown.map((name) => [name, CHANGES[name] ?? "zzz"]));
		expectTable(
			fields,
			(change) => convert({ chat: { config: JSON.stringify({ type, ...CONFIGS[type], ...change }) } }),
			changes,
		);
	},
);

test("the members that every notification has become what their table says", () => {
	const slack = { slackwebhookURL: "https://hooks.slack.com/services/T/B/x", type: "slack" };
	expectTable(CONFIG_FIELDS, (change) => convert({ chat: { config: JSON.stringify({ ...slack, ...change }) } }), {
		type: "mattermost",
	});
});
