import { expect, test } from "vitest";
import { among, expectTable, listedBy, type Values } from "../testing/expect-table.ts";
import { convertBetterStack } from "./convert.ts";
import {
	HEARTBEAT_FIELDS,
	MONITOR_FIELDS,
	OTHER_TYPES,
	PAGE_FIELDS,
	RESOURCE_FIELDS,
	SECTION_FIELDS,
} from "./fields.ts";

const MONITOR: Values = {
	...{ pronounceable_name: "Shop", monitor_type: "status", url: "https://example.com/", http_method: "post" },
	...{ check_frequency: 180, request_timeout: 30, verify_ssl: true, follow_redirects: true, remember_cookies: true },
	...{ ssl_expiration: 14, domain_expiration: -1, regions: [], paused: false, maintenance_days: [] },
};
const HEARTBEAT: Values = { name: "Backup", url: "https://example.com/x", period: 3_600, grace: 300 };
const PAGE: Values = {
	...{ company_name: "Acme", subdomain: "acme", published: true, hide_from_search_engines: false, theme: "light" },
	...{ timezone: "UTC", subscribable: true, history: 90 },
};
const SECTION: Values = { name: "Services", position: 1, status_page_id: 1 };
const RESOURCE: Values = {
	...{ public_name: "Shop", resource_type: "Monitor", resource_id: 1, status_page_section_id: 1, position: 1 },
	...{ history: true, widget_type: "history" },
};

interface Account {
	readonly monitor?: Values;
	readonly heartbeat?: Values;
	readonly page?: Values;
	readonly section?: Values;
	readonly resource?: Values;
}
const item = (id: string, attributes: Values) => ({ id, attributes });
const convert = ({ monitor, heartbeat, page, section, resource }: Account) =>
	convertBetterStack({
		monitors: [item("1", { ...MONITOR, ...monitor })],
		monitorGroups: [item("7", { name: "Front" })],
		heartbeats: heartbeat === undefined ? [] : [item("2", { ...HEARTBEAT, ...heartbeat })],
		heartbeatGroups: [item("8", { name: "Jobs" })],
		pages: [
			{
				page: item("1", { ...PAGE, ...page }),
				sections: [item("1", { ...SECTION, ...section }), item("2", { ...SECTION, name: "More", position: 2 })],
				resources: [
					item("1", { ...RESOURCE, ...resource }),
					item("2", { ...RESOURCE, public_name: "Two", position: 2 }),
				],
			},
		],
	});

const people = (field: string) => listedBy("policy_id", { [field]: "12" });
const NIGHT = { maintenance_from: "01:00:00", maintenance_to: "03:00:00" };
const BOTH: Values = {
	...{ policy_id: people("policy_id"), call: people("call"), sms: people("sms"), email: people("email") },
	...{ push: people("push"), critical_alert: people("critical_alert"), team_wait: people("team_wait") },
	maintenance_from: among({ maintenance_to: "03:00:00" }, "01:00:00"),
	maintenance_to: among({ maintenance_from: "01:00:00" }, "03:00:00"),
	maintenance_timezone: among(NIGHT, "Europe/Berlin"),
	maintenance_days: among(NIGHT, ["mon"]),
	...{ paused: true, paused_at: "2025-01-01T00:00:00Z" },
};

test("monitors become what their table says", () => {
	const proxied = listedBy("proxy_host", { proxy_host: "p.example.com" });
	const played = listedBy("monitor_type", { monitor_type: "playwright" });
	expectTable(MONITOR_FIELDS, (monitor) => convert({ monitor }), {
		...{ pronounceable_name: "Other", monitor_type: "ping", url: "https://example.org/" },
		required_keyword: among({ monitor_type: "keyword", required_keyword: "a" }, "b"),
		expected_status_codes: among({ monitor_type: "expected_status_code" }, [404]),
		port: among({ monitor_type: "tcp", url: "example.com", port: "22" }, "23"),
		...{ check_frequency: 300, request_timeout: 10, confirmation_period: 5, recovery_period: 180 },
		...{ http_method: "put", request_headers: [{ name: "X-A", value: "b" }], request_body: "x" },
		...{ auth_username: "u", auth_password: among({ auth_username: "u" }, "p"), follow_redirects: false },
		...{ remember_cookies: false, verify_ssl: false, ssl_expiration: 30, domain_expiration: 30 },
		...{ expiration_policy_id: people("expiration_policy_id"), ip_version: "ipv4", proxy_host: "p.example.com" },
		...{ proxy_port: proxied, regions: ["eu"], monitor_group_id: 7 },
		...{ playwright_script: played, scenario_name: played, environment_variables: played, ...BOTH },
	});
});

test.each(Object.keys(OTHER_TYPES))("a monitor of the type %s is listed as a whole", (type) => {
	const { document, notes } = convert({ monitor: { monitor_type: type } });
	expect(document.monitors).toBeUndefined();
	expect(notes.map(({ field }) => field)).toContain("monitor_type");
});

test("heartbeats, pages, sections and resources become what their tables say", () => {
	expectTable(HEARTBEAT_FIELDS, (heartbeat) => convert({ heartbeat }), {
		...{ name: "Other", url: listedBy("url"), period: 7_200, grace: 600, heartbeat_group_id: 8, ...BOTH },
	});
	expectTable(PAGE_FIELDS, (page) => convert({ page }), {
		...{ company_name: "Other", subdomain: "other", custom_domain: "s.example.com", published: false },
		...{ hide_from_search_engines: true, timezone: "Europe/Berlin", theme: "dark", announcement: "Hello" },
		...{ password_enabled: true, password: listedBy("password_enabled", { password_enabled: true }) },
		...{ require_sso: true, ip_allowlist: ["192.0.2.1"], company_url: "https://a.example" },
		...{ contact_url: "https://a.example", logo_remote_url: "https://a.example/l", dark_logo_remote_url: "u" },
		...{ history: 30, min_incident_length: 5, subscribable: false, custom_css: "a{}", custom_javascript: "a()" },
		...{ google_analytics_id: "G", navigation_links: [{ text: "a" }], automatic_reports: true },
		...{ announcement_embed_visible: true, announcement_embed_link: "l", announcement_embed_css: "c" },
		announcement_embed_custom_css: "c",
	});
	expectTable(SECTION_FIELDS, (section) => convert({ section }), { name: "Other", position: 3 });
	expectTable(RESOURCE_FIELDS, (resource) => convert({ resource }), {
		...{ public_name: "Other", explanation: "Ours", resource_type: "Heartbeat", resource_id: 9, history: false },
		...{ status_page_section_id: 2, position: 3, widget_type: "plain" },
		...{ mark_as_down_for: ["x"], mark_as_degraded_for: ["x"] },
		...{ mark_as_down_metadata_rule: { a: 1 }, mark_as_degraded_metadata_rule: { a: 1 } },
	});
});
