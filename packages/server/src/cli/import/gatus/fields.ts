import type { FieldTable } from "../fields.ts";

const installation = { becomes: "Listed: a setting of the installation, not of what is watched" };

/** The top of a configuration. */
export const TOP_FIELDS: FieldTable = {
	endpoints: { becomes: "Monitors: below" },
	"external-endpoints": { becomes: "Cron monitors: below" },
	suites: { becomes: "Listed", instead: "Write a flow: its steps, saved values and content checks." },
	alerting: { becomes: "The channels of alerts: below" },
	maintenance: { becomes: "A maintenance window of all monitors: below" },
	ui: { becomes: "Listed", instead: "Make a status page: name, headline, theme, logo." },
	announcements: { becomes: "Listed", instead: "Write an incident or a maintenance window." },
	storage: installation,
	web: installation,
	security: installation,
	metrics: installation,
	debug: installation,
	concurrency: installation,
	"disable-monitoring-lock": installation,
	"skip-invalid-config-update": installation,
	connectivity: { becomes: "Listed", instead: "Set PROBE_CANARIES of Lapwing." },
	remote: installation,
	tunneling: { becomes: "Listed with the endpoints that use it" },
};

export const ENDPOINT_FIELDS: FieldTable = {
	enabled: { becomes: "`enabled`" },
	name: { becomes: "`name`, and the key made from it" },
	group: { becomes: "A tag `group:…`" },
	url: {
		becomes: "`type` and target, by its scheme: http, tcp, tls, starttls, icmp, ws; dns by `dns`; others are listed",
	},
	method: { becomes: "`method`" },
	body: { becomes: "`request.body`, a variable where it may hold a secret; of tcp `send`; of ws `send`" },
	graphql: { becomes: '`request.body` as `{"query":…}`' },
	headers: { becomes: "`request.headers`; those that carry credentials become secrets" },
	"extra-labels": { becomes: "Listed", instead: "Use tags." },
	interval: { becomes: "`intervalSeconds`, 60 to 3,600; 60 where there is none" },
	conditions: { becomes: "See conditions below; one without a counterpart: paused and listed" },
	alerts: { becomes: "Alerts, one for each provider and way of notifying" },
	"maintenance-windows": { becomes: "Maintenance windows of this monitor" },
	dns: { becomes: "`domain` and `recordType`" },
	ssh: { becomes: "Listed with its endpoint" },
	client: { becomes: "See client below" },
	ui: { becomes: "—: how Gatus shows it", isOwn: true },
	store: { becomes: "Listed with its suite" },
	"always-run": { becomes: "Listed with its suite" },
};

export const EXTERNAL_FIELDS: FieldTable = {
	enabled: { becomes: "`enabled`" },
	name: { becomes: "`name`, and the key made from it" },
	group: { becomes: "A tag `group:…`" },
	token: { becomes: "Listed: the job must report to the monitor's `pingUrl`" },
	heartbeat: {
		becomes: "`every` of its interval, with 60 seconds of grace: listed. An endpoint without an interval is listed",
	},
	alerts: { becomes: "Alerts, as of endpoints" },
	"maintenance-windows": { becomes: "Maintenance windows of this monitor" },
};

export const CLIENT_FIELDS: FieldTable = {
	timeout: { becomes: "`timeoutSeconds`; 10 where there is none" },
	insecure: { becomes: "`verifyTls: false` of http; else listed" },
	"ignore-redirect": { becomes: "`followRedirects: false` of http; else listed" },
	network: { becomes: "`ipFamily` of http; else listed" },
	"proxy-url": { becomes: "Paused and listed" },
	"dns-resolver": { becomes: "Paused and listed" },
	oauth2: { becomes: "Paused and listed", instead: "Make it a flow whose first step fetches the token." },
	"identity-aware-proxy": { becomes: "Paused and listed" },
	tls: { becomes: "Paused and listed" },
	tunnel: { becomes: "Paused and listed" },
	"store-cookies": { becomes: "Paused and listed" },
};

/** What each condition becomes; `X` is a value. */
export const CONDITION_FIELDS: FieldTable = {
	"[STATUS] == X, any(X, Y), <, <=, >, >=": {
		becomes: "`acceptedStatuses`; 3xx is left out and listed where redirects are followed",
	},
	"[CONNECTED] == true": { becomes: "—: every check demands it" },
	"[RESPONSE_TIME] < X": { becomes: "`degradedAfterMs` from 1,000 to 30,000; it is degraded then, not down: listed" },
	"[CERTIFICATE_EXPIRATION] > X": { becomes: "`sslExpiryWarningDays`; a warning, not down: listed" },
	"[BODY] == pat(*X*)": { becomes: "A content check `contains`" },
	"[BODY].path == X, any(X, Y), pat(X*)": { becomes: "A content check `json` that `matches` the text" },
	"[BODY].path > X, < X": { becomes: "A content check `json`" },
	"has([BODY].path) == true, false": { becomes: "A content check `json` with `exists`" },
	"[DNS_RCODE] == NOERROR": { becomes: "—: every dns check demands a record" },
	"[BODY] == X of dns": { becomes: "`expected`" },
	"all others": { becomes: "Paused and listed" },
};

export const ALERT_FIELDS: FieldTable = {
	type: { becomes: "The channel" },
	enabled: { becomes: "`isEnabled`" },
	"failure-threshold": { becomes: "`failureThreshold`, 3 where there is none; 1 to 10" },
	"success-threshold": { becomes: "Listed: `up` is notified at the first good check" },
	"minimum-reminder-interval": { becomes: "`reminderMinutes`, 5 to 1,440" },
	"send-on-resolved": { becomes: "The event `up`" },
	description: { becomes: "Listed", instead: "Set textTemplate of the alert." },
	"provider-override": { becomes: "Listed", instead: "Make an alert of its own with another channel." },
};

export const MAINTENANCE_FIELDS: FieldTable = {
	enabled: { becomes: "Off: not carried" },
	start: { becomes: "`recurrence.startsAt`" },
	duration: { becomes: "`recurrence.durationMinutes`" },
	timezone: { becomes: "`recurrence.timeZone`; UTC where there is none" },
	every: { becomes: "BYDAY of the recurrence" },
};
