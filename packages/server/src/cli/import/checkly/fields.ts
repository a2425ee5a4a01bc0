import type { FieldTable } from "../fields.ts";

const past = { becomes: "—: it follows from the rest, or from the past", isOwn: true } as const;
const script = {
	becomes: "Paused and listed",
	instead: "Make it a flow: its steps, saved values and content checks.",
} as const;
const places = { becomes: "Listed once", instead: "Choose locations of Lapwing." } as const;
const flows = "Write a flow for each file: its steps, saved values and content checks.";
const own = { becomes: "—: of Checkly's own", isOwn: true } as const;

export const CHECK_FIELDS: FieldTable = {
	id: { becomes: "—: its number there", isOwn: true },
	name: { becomes: "`name`, and the key made from it" },
	description: { becomes: "Listed", instead: "Keep it as a comment of the file." },
	checkType: {
		becomes: "`type`: API, URL `http`; TCP, DNS, ICMP `ping`, HEARTBEAT `cron`; others are listed",
	},
	frequency: { becomes: "`intervalSeconds`, 60 to 3,600; listed when it is another number" },
	frequencyOffset: { becomes: "The interval of a check more often than every minute; else nothing" },
	activated: { becomes: "`enabled`, of its group too" },
	muted: { becomes: "No alert covers it; of its group too" },
	shouldFail: { becomes: "Paused and listed: no monitor here is up because its target fails" },
	tags: { becomes: "`tags`" },
	groupId: { becomes: "A tag `group:…`, and the group's defaults" },
	groupOrder: { becomes: "—: the dashboard sorts by status and name", isOwn: true },
	degradedResponseTime: { becomes: "`degradedAfterMs`, 1,000 to 30,000; Checkly's own where there is none" },
	maxResponseTime: { becomes: "`timeoutSeconds`, rounded up; Checkly's own where there is none" },
	degradedPacketLossThreshold: { becomes: "Listed: lost packets are degraded" },
	maxPacketLossThreshold: { becomes: "Listed: the loss of all packets is down" },
	request: { becomes: "See below" },
	heartbeat: { becomes: "See below" },
	alertSettings: {
		becomes:
			"`failureThreshold` and `reminderMinutes` of its alerts; minutes of failing become checks; the rest is listed",
	},
	useGlobalAlertSettings: { becomes: "Its alerts notify at the first failing check: listed once" },
	alertChannelSubscriptions: { becomes: "`monitorIds` of the alerts, of its group too" },
	retryStrategy: {
		becomes: "Listed: a failing check is confirmed once, at once",
		usual: [{ type: "NO_RETRIES" }],
		instead: "Set failureThreshold of its alerts.",
	},
	doubleCheck: { becomes: "—: a failing check is confirmed once", isOwn: true },
	locations: places,
	privateLocations: places,
	runParallel: { becomes: "Listed with its locations" },
	environmentVariables: { becomes: "Listed with what names them", of: [] },
	setupSnippetId: script,
	tearDownSnippetId: script,
	localSetupScript: script,
	localTearDownScript: script,
	script: { becomes: "Listed with its check", of: [] },
	scriptPath: { becomes: "Listed with its check", of: [] },
	dependencies: { becomes: "Listed with its check", of: [] },
	playwrightConfig: { becomes: "Listed with its check", of: [] },
	runtimeId: own,
	triggerIncident: { becomes: "Listed", instead: "Set autoIncidentAfterMinutes of a status page." },
	sslCheck: { becomes: "—: certificates are watched", isOwn: true },
	sslCheckDomain: { becomes: "—: certificates are watched", isOwn: true },
	created_at: past,
	updated_at: past,
	createdAt: past,
	updatedAt: past,
};

export const REQUEST_FIELDS: FieldTable = {
	method: { becomes: "`method`" },
	url: { becomes: "`url`" },
	queryParameters: { becomes: "Joined to `url`" },
	headers: { becomes: "`request.headers`, values as secrets" },
	body: {
		becomes: "`request.body`, a variable where it may hold a secret; GET and HEAD can't have one: paused and listed",
	},
	bodyType: { becomes: "A header `Content-Type` of JSON, FORM and GRAPHQL" },
	basicAuth: { becomes: "`request.auth`, the password as a secret" },
	followRedirects: { becomes: "`followRedirects`" },
	skipSSL: { becomes: "`verifyTls: false`" },
	ipFamily: { becomes: "`ipFamily` of IPv6; of others than http listed", usual: ["IPv4"] },
	assertions: { becomes: "See below" },
	hostname: { becomes: "`host`" },
	port: { becomes: "`port`; of dns with the `resolver`" },
	data: { becomes: "`send`" },
	query: { becomes: "`domain`" },
	recordType: { becomes: "`recordType`" },
	nameServer: { becomes: "`resolver`, when it is an address; else paused and listed" },
	protocol: { becomes: "Listed where it is TCP: name servers are asked by UDP", usual: ["UDP"] },
	pingCount: { becomes: "`packets`" },
	id: own,
	checkId: own,
	created_at: past,
	updated_at: past,
};

/** What each assertion becomes; `X` is its target. */
export const ASSERTION_FIELDS: FieldTable = {
	"STATUS_CODE EQUALS, LESS_THAN, GREATER_THAN X": { becomes: "`acceptedStatuses`; without one 1xx to 3xx" },
	"JSON_BODY path EQUALS, CONTAINS, GREATER_THAN, LESS_THAN X": { becomes: "A content check `json`" },
	"TEXT_BODY CONTAINS, NOT_CONTAINS, EQUALS X": { becomes: "A content check" },
	"HEADERS name EQUALS, CONTAINS, NOT_EMPTY": { becomes: "A content check `header`" },
	"RESPONSE_TIME LESS_THAN X": { becomes: "`timeoutSeconds`, where X is whole seconds" },
	"RESPONSE_CODE EQUALS NOERROR of dns": { becomes: "—: every dns check demands a record" },
	"RESPONSE_DATA CONTAINS X of tcp": { becomes: "`expect`" },
	"all others, and those with a regex": { becomes: "Paused and listed" },
};

export const HEARTBEAT_FIELDS: FieldTable = {
	period: { becomes: "`every`, with its unit" },
	periodUnit: { becomes: "The unit of `every`" },
	grace: { becomes: "`graceSeconds`, with its unit; 60 to 86,400" },
	graceUnit: { becomes: "The unit of `graceSeconds`" },
	pingToken: { becomes: "Listed: a job must report to the monitor's `pingUrl`" },
	alertSettings: own,
	pingUrl: { becomes: "Listed: a job must report to the monitor's `pingUrl`" },
};

export const GROUP_FIELDS: FieldTable = {
	id: { becomes: "Finds its checks" },
	name: { becomes: "The tag `group:…` of its checks" },
	activated: { becomes: "Off: its checks are paused" },
	muted: { becomes: "No alert covers its checks" },
	tags: { becomes: "Tags of its checks" },
	apiCheckDefaults: {
		becomes: "Headers, query, credentials and assertions of its API checks, and `{{GROUP_BASE_URL}}`",
	},
	alertChannelSubscriptions: { becomes: "`monitorIds` of the alerts" },
	alertSettings: { becomes: "In place of those of its checks, when `useGlobalAlertSettings` is off" },
	v: own,
	useGlobalAlertSettings: { becomes: "Off: its `alertSettings` are those of its checks" },
	retryStrategy: { becomes: "Listed: a failing check is confirmed once, at once", usual: [{ type: "NO_RETRIES" }] },
	doubleCheck: { becomes: "—: a failing check is confirmed once", isOwn: true },
	environmentVariables: { becomes: "Listed with what names them", of: [] },
	locations: places,
	privateLocations: places,
	concurrency: own,
	runParallel: own,
	runtimeId: own,
	browserCheckDefaults: own,
	browserChecks: { becomes: "Listed", instead: flows },
	multiStepChecks: { becomes: "Listed", instead: flows },
	setupSnippetId: script,
	tearDownSnippetId: script,
	localSetupScript: script,
	localTearDownScript: script,
	created_at: past,
	updated_at: past,
};

export const CHANNEL_FIELDS: FieldTable = {
	id: { becomes: "Finds the checks that use it; of an unnamed channel part of `name`" },
	type: {
		becomes:
			"`channel.type`: EMAIL, SLACK, WEBHOOK (Teams, Telegram and incident.io their own), PAGERDUTY, OPSGENIE; others are listed",
	},
	config: { becomes: "Address or key, as a secret but for email; the rest is listed" },
	subscriptions: { becomes: "—: the checks name it", isOwn: true },
	sendFailure: { becomes: "The event `down`" },
	sendRecovery: { becomes: "The event `up`" },
	sendDegraded: { becomes: "The event `degraded`" },
	sslExpiry: { becomes: "The event `certificate`" },
	sslExpiryThreshold: {
		becomes: "Listed unless it is 30",
		usual: [30],
		instead: "Set sslExpiryWarningDays of the monitors.",
	},
	autoSubscribe: { becomes: "Listed: an alert covers the monitors that it names", instead: "Set monitorIds to null." },
	created_at: past,
	updated_at: past,
};

export const WINDOW_FIELDS: FieldTable = {
	id: { becomes: "—: its number there", isOwn: true },
	name: { becomes: "`name`" },
	tags: { becomes: "`monitorIds`: the monitors with one of them; of none all" },
	startsAt: { becomes: "`startsAt`" },
	endsAt: { becomes: "`endsAt`, or `durationMinutes`" },
	repeatInterval: { becomes: "INTERVAL of the recurrence" },
	repeatUnit: { becomes: "FREQ of the recurrence, in UTC" },
	repeatEndsAt: { becomes: "UNTIL of the recurrence" },
	created_at: past,
	updated_at: past,
};

export const PAGE_FIELDS: FieldTable = {
	id: { becomes: "—: its logical id", isOwn: true },
	name: { becomes: "`name`" },
	url: { becomes: "`slug`" },
	cards: { becomes: "`sections`; a service is a component of the monitors whose `triggerIncident` names it" },
	customDomain: { becomes: "`domain`; listed, because it must be proven" },
	defaultTheme: { becomes: "`theme.scheme`" },
	logo: { becomes: "Listed", instead: "Upload a logo to the page." },
	favicon: { becomes: "Listed", instead: "Upload an icon to the page." },
	redirectTo: { becomes: "Listed: the logo leads to the page itself" },
};

export const OTHER_TYPES: Readonly<Record<string, string>> = {
	BROWSER: "Write a flow: its steps, saved values and content checks.",
	MULTI_STEP: "Write a flow: its steps, saved values and content checks.",
	PLAYWRIGHT: "Write a flow: its steps, saved values and content checks.",
	AGENTIC: "Write a flow: its steps, saved values and content checks.",
	GRPC: "Watch its port with a tcp monitor.",
	SSL: "Watch an https URL: its certificate is watched.",
	TRACEROUTE: "Watch the host with ping.",
};
