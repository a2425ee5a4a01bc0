import type { FieldTable } from "../fields.ts";

const past = { becomes: "—: it follows from the rest, or from the past", isOwn: true } as const;
const people = {
	becomes: "Listed once: people and escalation policies are not carried",
} as const;
const paused = { becomes: "Paused and listed" } as const;
const maintenance = { becomes: "A maintenance window that recurs" } as const;

/** What monitors and heartbeats have alike. */
const BOTH: FieldTable = {
	policy_id: people,
	call: people,
	sms: people,
	email: people,
	push: people,
	critical_alert: people,
	team_wait: people,
	maintenance_from: maintenance,
	maintenance_to: maintenance,
	maintenance_timezone: {
		becomes: "The window's `timeZone`; one that the IANA does not name is listed, and UTC written",
	},
	maintenance_days: { becomes: "BYDAY of the window; of none every day" },
	paused: { becomes: "`enabled: false`" },
	paused_at: { becomes: "`enabled: false`" },
	status: past,
	created_at: past,
	updated_at: past,
	team_name: { becomes: "—: the team of the key", isOwn: true },
	team_id: { becomes: "—: the team of the key", isOwn: true },
};

export const MONITOR_FIELDS: FieldTable = {
	pronounceable_name: { becomes: "`name`, and the key made from it; of none, the target" },
	monitor_type: {
		becomes:
			"`type`: status, expected_status_code, keyword, keyword_absence `http`; ping; tcp; smtp, imap, pop `tcp` with the " +
			"greeting, one for each port; dns; others are listed",
	},
	url: { becomes: "`url`, `host`, or the `resolver` of dns" },
	required_keyword: {
		becomes: "A content check; of dns and tcp listed. Other statuses than 2xx are not accepted here: listed",
	},
	expected_status_codes: {
		becomes: "`acceptedStatuses`; 3xx is left out and listed where redirects are followed",
	},
	port: { becomes: "`port`; of smtp, imap and pop without one the usual port, and listed" },
	check_frequency: { becomes: "`intervalSeconds`, 60 to 3,600; listed when it is another number" },
	request_timeout: { becomes: "`timeoutSeconds`; milliseconds of ping, tcp, smtp, imap, pop and dns are rounded up" },
	confirmation_period: {
		becomes: "Listed: a failing check makes a monitor down at once",
		instead: "Set failureThreshold of its alerts.",
	},
	recovery_period: { becomes: "Listed: the first good check ends an outage", instead: "Nothing can be done." },
	http_method: { becomes: "`method`" },
	request_headers: { becomes: "`request.headers`, values as secrets" },
	request_body: {
		becomes:
			"`request.body`, a variable where it may hold a secret; of dns `domain`. GET and HEAD can't have one: paused and listed",
	},
	auth_username: { becomes: "`request.auth.username`" },
	auth_password: { becomes: "`request.auth.password`, a secret" },
	follow_redirects: { becomes: "`followRedirects`" },
	remember_cookies: { becomes: "Listed where it is off: there are no cookies between redirects", usual: [true] },
	verify_ssl: { becomes: "`verifyTls`" },
	ssl_expiration: { becomes: "`sslExpiryWarningDays`; none, or -1: `sslMonitoringEnabled: false`" },
	domain_expiration: { becomes: "Listed", usual: [-1], instead: "Watch the end of domains with another tool." },
	expiration_policy_id: people,
	ip_version: { becomes: "`ipFamily` of http; of others listed" },
	proxy_host: paused,
	proxy_port: { becomes: "With `proxy_host`", of: [] },
	regions: { becomes: "Listed once", instead: "Choose locations." },
	monitor_group_id: { becomes: "A tag `group:…`" },
	playwright_script: { becomes: "Listed with its monitor" },
	scenario_name: { becomes: "Listed with its monitor" },
	environment_variables: { becomes: "Listed with its monitor" },
	last_checked_at: past,
	...BOTH,
};

export const HEARTBEAT_FIELDS: FieldTable = {
	name: { becomes: "`name`, and the key made from it" },
	url: { becomes: "Listed: a job must report to the monitor's `pingUrl`" },
	period: { becomes: "`every`" },
	grace: { becomes: "`graceSeconds`, 60 to 86,400" },
	server_timezone: { becomes: "—: of how it is shown", isOwn: true },
	heartbeat_group_id: { becomes: "A tag `group:…`" },
	sort_index: { becomes: "—: the dashboard sorts by status and name", isOwn: true },
	...BOTH,
};

export const PAGE_FIELDS: FieldTable = {
	company_name: { becomes: "`name`" },
	subdomain: { becomes: "`slug`" },
	custom_domain: { becomes: "`domain`, which has to be proven: listed" },
	published: { becomes: "`isPublished`; a page with a password, SSO or a list of addresses is not published" },
	hide_from_search_engines: { becomes: "`allowsIndexing`" },
	timezone: { becomes: "`timeZone`, where the IANA names it; else listed" },
	theme: { becomes: "`theme.scheme` of light and dark" },
	announcement: { becomes: "`headline`" },
	password_enabled: { becomes: "Not published, and listed: the API does not tell the password" },
	password: { becomes: "See `password_enabled`", of: [] },
	require_sso: { becomes: "Not published, and listed", instead: "Set access to members." },
	ip_allowlist: { becomes: "Not published, and listed", instead: "Restrict it at your proxy." },
	company_url: { becomes: "Listed", instead: "Put the link into the headline." },
	contact_url: { becomes: "Listed", instead: "Put the link into the footer." },
	logo_remote_url: { becomes: "Listed", instead: "Upload the logo to the page." },
	dark_logo_remote_url: { becomes: "Listed", instead: "Upload the logo to the page." },
	history: { becomes: "Listed", usual: [90], instead: "Choose `days`." },
	min_incident_length: { becomes: "Listed", instead: "Nothing can be done." },
	subscribable: { becomes: "Listed where it is off: readers of a page can subscribe", usual: [true] },
	custom_css: { becomes: "Listed", instead: "Write theme.css anew: the page has other elements." },
	custom_javascript: { becomes: "Listed: pages run no scripts of others" },
	google_analytics_id: { becomes: "Listed: pages load nothing of others" },
	navigation_links: { becomes: "Listed", instead: "Put the links into the footer." },
	whitelabeled: { becomes: "—", isOwn: true },
	design: { becomes: "—", isOwn: true },
	layout: { becomes: "—", isOwn: true },
	aggregate_state: past,
	automatic_reports: { becomes: "Listed", instead: "Set autoIncidentAfterMinutes." },
	announcement_embed_visible: { becomes: "Listed: there are no embeds of announcements" },
	announcement_embed_link: { becomes: "Listed: there are no embeds of announcements" },
	announcement_embed_css: { becomes: "Listed: there are no embeds of announcements" },
	announcement_embed_custom_css: { becomes: "Listed: there are no embeds of announcements" },
	status_page_group_id: { becomes: "—", isOwn: true },
	created_at: past,
	updated_at: past,
	team_name: { becomes: "—: the team of the key", isOwn: true },
};

export const SECTION_FIELDS: FieldTable = {
	name: { becomes: "`sections[].name`" },
	position: { becomes: "The order of the sections" },
	fixed_position: { becomes: "—", isOwn: true },
	status_page_id: { becomes: "—: it is read with its page", isOwn: true },
};

export const RESOURCE_FIELDS: FieldTable = {
	public_name: { becomes: "`components[].name`" },
	explanation: { becomes: "`components[].description`" },
	resource_type: {
		becomes: "Monitor, MonitorGroup, Heartbeat, HeartbeatGroup; others are components without monitors, and listed",
	},
	resource_id: { becomes: "`components[].monitorIds`" },
	status_page_section_id: { becomes: "The section" },
	position: { becomes: "The order of the components" },
	history: { becomes: "`showsUptime`" },
	widget_type: { becomes: "`showsUptime: false` of plain; `showsResponseTime` of response_times" },
	fixed_position: { becomes: "—", isOwn: true },
	availability: past,
	status: past,
	status_history: past,
	mark_as_down_for: { becomes: "Listed with its component" },
	mark_as_degraded_for: { becomes: "Listed with its component" },
	mark_as_down_metadata_rule: { becomes: "Listed with its component" },
	mark_as_degraded_metadata_rule: { becomes: "Listed with its component" },
};

/** What to do about monitors of types that there are not. */
export const OTHER_TYPES: Readonly<Record<string, string>> = {
	udp: "Watch another port of it, or report it as a job.",
	playwright: "Write a flow: its steps, saved values and content checks.",
};
