/** What UptimeRobot's API v3 answers, as a document of ours: monitors here, what is around them in ./around.ts. */

import { RECORD_TYPES } from "../../../domain/monitors/dns/dns-records.ts";
import { acceptedStatusesField } from "../../../domain/monitors/http/accepted-statuses.ts";
import { METHODS } from "../../../domain/monitors/monitor.ts";
import { Fields, type FieldTable, listOf, objectOf, tagsFrom, within } from "../fields.ts";
import { Draft, type Imported } from "../imported.ts";
import { EVERY, GRACE, INTERVAL, LATEST_DEGRADED_MS, statusesWithoutRedirects, TIMEOUT } from "../limits.ts";
import { addAlerts, addPages, addWindows, nameOfMonitor } from "./around.ts";

/** The lists of the API, each with the items of all its pages. */
interface UptimeRobotInput {
	readonly monitors: unknown;
	readonly integrations: unknown;
	readonly alertContacts: unknown;
	readonly maintenanceWindows: unknown;
	readonly psps: unknown;
}

const past = { becomes: "—: it follows from the rest, or from the past", isOwn: true } as const;
export const MONITOR_FIELDS: FieldTable = {
	id: { becomes: "Finds its alerts, windows and status pages" },
	friendlyName: { becomes: "`name`; of none, the target" },
	type: {
		becomes:
			"`type`: HTTP, KEYWORD and API `http`, PING `ping`, PORT `tcp`, HEARTBEAT `cron`, DNS `dns`; others are listed",
	},
	url: { becomes: "`url` or `host`. A heartbeat has a new address, and is listed" },
	interval: { becomes: "`intervalSeconds`, 60–3600; of a heartbeat `every`" },
	timeout: { becomes: "`timeoutSeconds`, 1–60" },
	status: { becomes: "`enabled: false` of PAUSED; the others are the past" },
	tags: { becomes: "`tags`" },
	groupId: { becomes: "The tag `group:<id>`; 0 is no group" },
	httpMethodType: { becomes: "`method`; a monitor with OPTIONS or QUERY is left out and listed" },
	successHttpResponseCodes: {
		becomes:
			"`acceptedStatuses`; of none 2xx and 3xx. 3xx is left out, and listed if given, where redirects are followed",
	},
	followRedirections: { becomes: "`followRedirects`" },
	checkSSLErrors: { becomes: "`verifyTls`" },
	sslExpirationReminder: { becomes: "`sslMonitoringEnabled`" },
	domainExpirationReminder: { becomes: "Listed: the expiry of domains is not watched" },
	authType: { becomes: "`request.auth` of HTTP_BASIC and BEARER; a monitor with DIGEST is left out and listed" },
	httpUsername: { becomes: "`request.auth.username`" },
	httpPassword: { becomes: "`request.auth.password`, a secret; of BEARER its token" },
	customHttpHeaders: { becomes: "`request.headers`, their values as secrets" },
	postValueData: {
		becomes: "`request.body`, a variable where it may hold a secret; of GET and HEAD, which send none, listed",
	},
	postValueType: { becomes: "A header Content-Type" },
	keywordType: { becomes: "A content check: ALERT_EXISTS `not_contains`, ALERT_NOT_EXISTS `contains`" },
	keywordValue: { becomes: "The content check's `value`" },
	keywordCaseType: { becomes: "`caseSensitive`: 0 is sensitive" },
	port: { becomes: "`port`" },
	gracePeriod: { becomes: "`graceSeconds`" },
	responseTimeThreshold: { becomes: "Listed: a slow response can make a monitor degraded here, not down" },
	config: { becomes: "Records of DNS as `expected`, API assertions as content checks; the rest is listed" },
	regionalData: { becomes: "Listed when regions were chosen: choose locations here" },
	customFields: { becomes: "Listed" },
	assignedAlertContacts: {
		becomes: "`monitorIds` of the alerts; recurrence as `reminderMinutes`; a threshold is listed",
	},
	maintenanceWindows: { becomes: "—: the windows name their monitors", isOwn: true },
	psps: { becomes: "—: the pages name their monitors", isOwn: true },
	sslBrand: past,
	sslExpiryDateTime: past,
	domainExpireDate: past,
	currentStateDuration: past,
	lastIncidentId: past,
	lastIncident: past,
	lastDayUptimes: past,
	userId: past,
	createDateTime: past,
	apiKey: { becomes: "—: a key of UptimeRobot's API", isOwn: true },
};

export function convertUptimeRobot(input: UptimeRobotInput): Imported {
	const draft = new Draft("UPTIMEROBOT");
	const monitors = listOf(input.monitors).map(objectOf);
	/** Our keys by their ids; a DNS monitor may be several of ours. */
	const keys = new Map<string, readonly string[]>();
	for (const monitor of monitors) keys.set(String(monitor["id"]), addMonitor(draft, monitor));
	addAlerts(draft, [...listOf(input.alertContacts), ...listOf(input.integrations)].map(objectOf), monitors, keys);
	addPages(draft, listOf(input.psps).map(objectOf), monitors, keys);
	addWindows(draft, listOf(input.maintenanceWindows).map(objectOf), keys);
	return draft.imported();
}

function addMonitor(draft: Draft, values: Settings): readonly string[] {
	const name = nameOfMonitor(values);
	const fields = new Fields(draft, `monitor ${JSON.stringify(name)}`, values);
	const own = ownOf(draft, fields);
	fields.doneBut(MONITOR_FIELDS);
	if (own === null) return [];
	noteRest(fields);
	const tags = listOf(fields.get("tags")).map((tag) => String(objectOf(tag)["name"] ?? ""));
	const group = fields.number("groupId") ?? 0;
	const named = tagsFrom(fields, "tags", group === 0 ? tags : [...tags, `group:${group}`]);
	return own.map((settings) => {
		const suffix = settings["recordType"];
		const full = own.length > 1 ? `${name} (${String(suffix)})` : name;
		const key = draft.key("monitors", full);
		draft.add("monitors", {
			key,
			name: full,
			...settings,
			...(named.length > 0 && { tags: named }),
			...(fields.text("status") === "PAUSED" && { enabled: false }),
		});
		return key;
	});
}

type Settings = Readonly<Record<string, unknown>>;

/** The settings of its type, one of ours or several; null for one that can't be carried. */
function ownOf(draft: Draft, fields: Fields): readonly Settings[] | null {
	const type = (fields.text("type") ?? "").toUpperCase();
	const timing = () => ({
		intervalSeconds: within(fields, "interval", fields.number("interval") ?? 300, INTERVAL),
		timeoutSeconds: within(fields, "timeout", fields.number("timeout") ?? 30, TIMEOUT),
		degradedAfterMs: LATEST_DEGRADED_MS,
	});
	const host = hostOf(fields.text("url") ?? "");
	switch (type) {
		case "HTTP":
		case "KEYWORD":
		case "API": {
			const http = httpOf(draft, fields, type);
			return http && [{ ...http, ...timing(), ...certificateOf(fields) }];
		}
		case "PING":
			return [{ type: "ping", host, ...timing() }];
		case "PORT":
			return [{ type: "tcp", host, port: fields.number("port") ?? 0, ...timing() }];
		case "DNS":
			return dnsOf(fields, host).map((dns) => ({ ...dns, ...timing() }));
		case "HEARTBEAT": {
			const why = "Its address is UptimeRobot's own, so the job must report to a new one.";
			fields.note("url", why, "After `apply`, put the monitor's pingUrl into the job.");
			return [
				{
					type: "cron",
					every: within(fields, "interval", fields.number("interval") ?? 300, EVERY),
					graceSeconds: within(fields, "gracePeriod", fields.number("gracePeriod") ?? 300, GRACE),
				},
			];
		}
		default:
			fields.note(
				"type",
				`There is no type ${type || "without a name"} here.`,
				"It is left out; see docs/use/monitors.",
			);
			return null;
	}
}

function httpOf(draft: Draft, fields: Fields, type: string): Settings | null {
	const url = fields.text("url") ?? "";
	const wanted = (fields.text("httpMethodType") ?? "").toUpperCase() || "HEAD";
	// A keyword is looked for in a body.
	const method = type !== "HTTP" && wanted === "HEAD" ? "GET" : wanted;
	const auth = authOf(draft, fields);
	if (!METHODS.some((each) => each === method) || auth === "unknown") {
		const field = auth === "unknown" ? "authType" : "httpMethodType";
		fields.note(field, `There is no ${fields.text(field) ?? ""} here.`, "It is left out: use another one.");
		return null;
	}
	const followRedirects = fields.get("followRedirections") !== false;
	const statuses = statusesOf(fields, followRedirects);
	const request = { ...requestOf(draft, fields, method), ...(auth !== null && { auth }) };
	const contentChecks = type === "KEYWORD" ? keywordOf(fields) : assertionsOf(fields);
	return {
		type: "http",
		url: /^https?:\/\//i.test(url) ? url : `http://${url}`,
		method,
		...(statuses === null ? { enabled: false } : { acceptedStatuses: statuses }),
		...(!followRedirects && { followRedirects }),
		...(fields.get("checkSSLErrors") !== true && { verifyTls: false }),
		...(Object.keys(request).length > 0 && { request }),
		...(contentChecks.length > 0 && { contentChecks }),
	};
}

/** Null: the monitor is paused, and it is listed why. */
function statusesOf(fields: Fields, follows: boolean): readonly string[] | null {
	const field = "successHttpResponseCodes";
	const given = listOf(fields.get(field))
		.map(String)
		.map((each) => each.trim().toLowerCase());
	if (given.length === 0) return follows ? ["2xx"] : ["2xx", "3xx"];
	if (acceptedStatusesField.safeParse(given).success) return statusesWithoutRedirects(fields, field, given, follows);
	fields.note(
		field,
		`${JSON.stringify(given)} is no list of statuses: the monitor is paused.`,
		"Set acceptedStatuses.",
	);
	return null;
}

function authOf(draft: Draft, fields: Fields) {
	const type = (fields.text("authType") ?? "").toUpperCase();
	const [username, password] = [fields.text("httpUsername") ?? "", fields.text("httpPassword") ?? ""];
	if (type === "HTTP_BASIC" || (type === "" && username !== "")) {
		return { type: "basic", username, password: draft.secret(password, fields.what, "password") };
	}
	if (type === "BEARER") return { type: "bearer", token: draft.secret(password || username, fields.what, "token") };
	return type === "" || type === "NONE" ? null : "unknown";
}

function requestOf(draft: Draft, fields: Fields, method: string) {
	const given = Object.entries(objectOf(fields.get("customHttpHeaders")));
	const headers: object[] = given.map(([name, value]) => {
		return { name, value: draft.secret(String(value), fields.what, "header", name), secret: true };
	});
	const data = fields.get("postValueData") ?? "";
	const isEmpty = ["", "{}", "[]"].includes(typeof data === "string" ? data : JSON.stringify(data));
	const isSent = !isEmpty && method !== "GET" && method !== "HEAD";
	if (!isEmpty && !isSent) {
		fields.note("postValueData", `A body is not sent with ${method}.`, "Choose another method, and set its body.");
	}
	if (!isSent) return headers.length > 0 ? { headers } : {};
	const isForm = (fields.text("postValueType") ?? "") === "KEY_VALUE";
	const body =
		isForm && typeof data === "object"
			? new URLSearchParams(Object.entries(data).map(([name, value]) => [name, String(value)])).toString()
			: typeof data === "string"
				? data
				: JSON.stringify(data);
	if (!given.some(([name]) => name.toLowerCase() === "content-type")) {
		headers.push({ name: "Content-Type", value: isForm ? "application/x-www-form-urlencoded" : "application/json" });
	}
	return { headers, body: draft.text(body, fields.what, "body") };
}

function certificateOf(fields: Fields) {
	return fields.get("sslExpirationReminder") === true ? {} : { sslMonitoringEnabled: false };
}

function keywordOf(fields: Fields): readonly Settings[] {
	const type = (fields.text("keywordType") ?? "") === "ALERT_EXISTS" ? "not_contains" : "contains";
	const caseSensitive = ["0", "CaseSensitive"].includes(fields.text("keywordCaseType") ?? "");
	return [{ type, value: fields.text("keywordValue") ?? "", caseSensitive }];
}

const COMPARISONS: Readonly<Record<string, (target: unknown) => Settings>> = {
	equals: (expected) => ({ operator: "equals", expected, caseSensitive: true }),
	not_equals: (expected) => ({ operator: "not_equals", expected, caseSensitive: true }),
	greater_than: (expected) => ({ operator: "greater_than", expected: Number(expected) }),
	less_than: (expected) => ({ operator: "less_than", expected: Number(expected) }),
	contains: (target) => ({
		operator: "matches",
		expected: String(target).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"),
		caseSensitive: true,
	}),
	is_null: () => ({ operator: "equals", expected: null }),
	is_not_null: () => ({ operator: "not_equals", expected: null }),
};

function assertionsOf(fields: Fields): readonly Settings[] {
	const api = objectOf(objectOf(fields.get("config"))["apiAssertions"]);
	const checks = listOf(api["checks"]).map(objectOf);
	if (api["logic"] === "OR" && checks.length > 1) {
		const why = "Content checks must all hold; here one of several assertions is enough.";
		fields.note("config.apiAssertions", why, "They are left out: write one check that covers them.");
		return [];
	}
	return checks.flatMap((check) => {
		const comparison = COMPARISONS[String(check["comparison"])];
		if (comparison !== undefined) {
			return [{ type: "json", value: check["property"], ...comparison(check["target"]) }];
		}
		const why = `There is no comparison ${String(check["comparison"])} (of ${String(check["property"])}).`;
		fields.note("config.apiAssertions", why, "It is left out: write a content check in its place.");
		return [];
	});
}

function dnsOf(fields: Fields, domain: string): readonly Settings[] {
	const records = objectOf(objectOf(fields.get("config"))["dnsRecords"]);
	const wanted = Object.entries(records).filter(([, values]) => listOf(values).map(String).length > 0);
	const known = wanted.filter(([type]) => RECORD_TYPES.some((each) => each === type));
	for (const [type] of wanted.filter((each) => !known.includes(each))) {
		fields.note("config.dnsRecords", `Records of type ${type} are not watched.`, "They are left out.");
	}
	if (wanted.length === 0) return [{ type: "dns", domain, recordType: "A" }];
	return known.map(([recordType, values]) => ({
		type: "dns",
		domain,
		recordType,
		expected: listOf(values).map(String),
	}));
}

function noteRest(fields: Fields): void {
	const [config, customFields] = [objectOf(fields.get("config")), objectOf(fields.get("customFields"))];
	const regional = objectOf(fields.get("regionalData"));
	if (fields.get("domainExpirationReminder") === true) {
		const why = "The expiry of domains is not watched.";
		fields.note("domainExpirationReminder", why, "Ask your registrar for reminders.");
	}
	const threshold = fields.number("responseTimeThreshold") ?? 0;
	if (threshold > 0) {
		const why = `A response over ${threshold} ms opens an incident there; here it can make the monitor degraded.`;
		fields.note("responseTimeThreshold", why, "Set degradedAfterMs (1000–30000), or a shorter timeoutSeconds.");
	}
	if (regional["MANUAL_SELECTED"] === true) {
		const why = `It is checked from ${listOf(regional["REGION"]).map(String).join(", ")} there.`;
		fields.note("regionalData", why, "Set locations, where your installation has several.");
	}
	if (Object.keys(customFields).length > 0) {
		const why = `Monitors have no fields of your own: ${JSON.stringify(customFields)}`;
		fields.note("customFields", why, "Write them as tags.");
	}
	const carried = ["dnsRecords", "apiAssertions"];
	for (const [name, value] of Object.entries(config)) {
		if (carried.includes(name) || value === null) continue;
		fields.note(
			`config.${name}`,
			`${JSON.stringify(value)} is not carried.`,
			"See docs/use/monitors for what there is.",
		);
	}
}

/** Of `https://host:port/path`, and of a host alone. */
function hostOf(url: string): string {
	return URL.parse(url)?.hostname || url.replace(/[/:].*$/, "");
}
