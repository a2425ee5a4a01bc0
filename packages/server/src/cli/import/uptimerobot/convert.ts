/** What UptimeRobot's API v3 answers, as a document of ours: monitors here, what is around them in ./around.ts. */

import { RECORD_TYPES } from "../../../domain/monitors/dns/dns-records.ts";
import { acceptedStatusesField } from "../../../domain/monitors/http/accepted-statuses.ts";
import { METHODS } from "../../../domain/monitors/monitor.ts";
import {
	type FieldTable,
	type Foreign,
	INTERVAL,
	isForeign,
	NOTHING,
	nameOr,
	noteUnknown,
	numberOf,
	objectsOf,
	TIMEOUT,
	tagsOf,
	textOf,
	textsOf,
	within,
} from "../converting.ts";
import { Draft, type Imported } from "../imported.ts";
import { addAlerts, addPages, addWindows } from "./around.ts";

/** The lists of the API, each with the items of all its pages. */
interface UptimeRobotInput {
	readonly monitors: unknown;
	readonly integrations: unknown;
	readonly alertContacts: unknown;
	readonly maintenanceWindows: unknown;
	readonly psps: unknown;
}

const DERIVED = `${NOTHING}: it follows from the rest, or from the past.`;
export const MONITOR_FIELDS: FieldTable = {
	id: "Finds its alerts, windows and status pages.",
	friendlyName: "`name`; of none, the target.",
	type: "`type`: HTTP, KEYWORD and API `http`, PING `ping`, PORT `tcp`, HEARTBEAT `cron`, DNS `dns`; others are listed.",
	url: "`url` or `host`. A heartbeat has a new address, and is listed.",
	interval: "`intervalSeconds`, 60–3600; of a heartbeat `every`.",
	timeout: "`timeoutSeconds`, 1–60.",
	status: "`enabled: false` of PAUSED; the others are the past.",
	tags: "`tags`.",
	groupId: "The tag `group:<id>`; 0 is no group.",
	httpMethodType: "`method`; a monitor with OPTIONS or QUERY is left out and listed.",
	successHttpResponseCodes: "`acceptedStatuses`; of none 2xx and 3xx. 3xx is left out where redirects are followed.",
	followRedirections: "`followRedirects`.",
	checkSSLErrors: "`verifyTls`.",
	sslExpirationReminder: "`sslMonitoringEnabled`.",
	domainExpirationReminder: "Listed: the expiry of domains is not watched.",
	authType: "`request.auth` of HTTP_BASIC and BEARER; a monitor with DIGEST is left out and listed.",
	httpUsername: "`request.auth.username`.",
	httpPassword: "`request.auth.password`, a secret; of BEARER its token.",
	customHttpHeaders: "`request.headers`, their values as secrets.",
	postValueData: "`request.body`.",
	postValueType: "A header Content-Type.",
	keywordType: "A content check: ALERT_EXISTS `not_contains`, ALERT_NOT_EXISTS `contains`.",
	keywordValue: "The content check's `value`.",
	keywordCaseType: "`caseSensitive`: 0 is sensitive.",
	port: "`port`.",
	gracePeriod: "`graceSeconds`.",
	responseTimeThreshold: "Listed: a slow response can make a monitor degraded here, not down.",
	config: "Records of DNS as `expected`, API assertions as content checks; the rest is listed.",
	regionalData: "Listed when regions were chosen: choose locations here.",
	customFields: "Listed.",
	assignedAlertContacts: "`monitorIds` of the alerts; recurrence as `reminderMinutes`; a threshold is listed.",
	maintenanceWindows: `${NOTHING}: the windows name their monitors.`,
	psps: `${NOTHING}: the pages name their monitors.`,
	sslBrand: DERIVED,
	sslExpiryDateTime: DERIVED,
	domainExpireDate: DERIVED,
	currentStateDuration: DERIVED,
	lastIncidentId: DERIVED,
	lastIncident: DERIVED,
	lastDayUptimes: DERIVED,
	userId: DERIVED,
	createDateTime: DERIVED,
	apiKey: `${NOTHING}: a key of UptimeRobot's API.`,
};

export function convertUptimeRobot(input: UptimeRobotInput): Imported {
	const draft = new Draft("UPTIMEROBOT");
	const monitors = objectsOf(input.monitors);
	/** Our keys by their ids; a DNS monitor may be several of ours. */
	const keys = new Map<string, readonly string[]>();
	for (const monitor of monitors) keys.set(textOf(monitor, "id"), addMonitor(draft, monitor));
	addAlerts(draft, [...objectsOf(input.alertContacts), ...objectsOf(input.integrations)], monitors, keys);
	const pages = objectsOf(input.psps);
	addPages(draft, pages, monitors, keys);
	addWindows(draft, objectsOf(input.maintenanceWindows), keys);
	return draft.imported();
}

function addMonitor(draft: Draft, monitor: Foreign): readonly string[] {
	const name = nameOr(textOf(monitor, "friendlyName"), textOf(monitor, "url"));
	const what = `monitor ${JSON.stringify(name)}`;
	noteUnknown(draft, what, monitor, MONITOR_FIELDS);
	const own = ownOf(draft, what, monitor);
	if (own === null) return [];
	noteRest(draft, what, monitor);
	const tags = objectsOf(monitor["tags"]).map((tag) => textOf(tag, "name"));
	const group = numberOf(monitor, "groupId") ?? 0;
	const named = tagsOf(draft, what, "tags", group === 0 ? tags : [...tags, `group:${group}`]);
	return own.map((settings) => {
		const suffix = settings["recordType"];
		const full = own.length > 1 ? `${name} (${String(suffix)})` : name;
		const key = draft.key("monitors", full);
		draft.add("monitors", {
			key,
			name: full,
			...settings,
			...(named.length > 0 && { tags: named }),
			...(textOf(monitor, "status") === "PAUSED" && { enabled: false }),
		});
		return key;
	});
}

type Settings = Readonly<Record<string, unknown>>;

/** The settings of its type, one of ours or several; null for one that can't be carried. */
function ownOf(draft: Draft, what: string, monitor: Foreign): readonly Settings[] | null {
	const type = textOf(monitor, "type").toUpperCase();
	const timing = () => ({
		intervalSeconds: within(draft, what, "interval", numberOf(monitor, "interval") ?? 300, INTERVAL),
		timeoutSeconds: within(draft, what, "timeout", numberOf(monitor, "timeout") ?? 30, TIMEOUT),
	});
	const host = hostOf(textOf(monitor, "url"));
	switch (type) {
		case "HTTP":
		case "KEYWORD":
		case "API": {
			const http = httpOf(draft, what, monitor, type);
			return http && [{ ...http, ...timing(), ...certificateOf(monitor) }];
		}
		case "PING":
			return [{ type: "ping", host, ...timing() }];
		case "PORT":
			return [{ type: "tcp", host, port: numberOf(monitor, "port") ?? 0, ...timing() }];
		case "DNS":
			return dnsOf(draft, what, monitor, host).map((dns) => ({ ...dns, ...timing() }));
		case "HEARTBEAT": {
			const every = { least: 60, most: 31_536_000, unit: "seconds" };
			const grace = { least: 60, most: 86_400, unit: "seconds" };
			const why = "Its address is UptimeRobot's own, so the job must report to a new one.";
			draft.note(what, "url", why, "After `apply`, put the monitor's pingUrl into the job.");
			return [
				{
					type: "cron",
					every: within(draft, what, "interval", numberOf(monitor, "interval") ?? 300, every),
					graceSeconds: within(draft, what, "gracePeriod", numberOf(monitor, "gracePeriod") ?? 300, grace),
				},
			];
		}
		default:
			draft.note(
				what,
				"type",
				`There is no type ${type || "without a name"} here.`,
				"It is left out; see docs/use/monitors.",
			);
			return null;
	}
}

function httpOf(draft: Draft, what: string, monitor: Foreign, type: string): Settings | null {
	const url = textOf(monitor, "url");
	const wanted = textOf(monitor, "httpMethodType").toUpperCase() || "HEAD";
	// A keyword is looked for in a body.
	const method = type !== "HTTP" && wanted === "HEAD" ? "GET" : wanted;
	const auth = authOf(draft, what, monitor);
	if (!METHODS.some((each) => each === method) || auth === "unknown") {
		const field = auth === "unknown" ? "authType" : "httpMethodType";
		draft.note(what, field, `There is no ${textOf(monitor, field)} here.`, "It is left out: use another one.");
		return null;
	}
	const followRedirects = monitor["followRedirections"] !== false;
	const statuses = statusesOf(draft, what, monitor, followRedirects);
	const request = { ...requestOf(draft, what, monitor, method), ...(auth !== null && { auth }) };
	const contentChecks = type === "KEYWORD" ? keywordOf(monitor) : assertionsOf(draft, what, monitor);
	return {
		type: "http",
		url: /^https?:\/\//i.test(url) ? url : `http://${url}`,
		method,
		acceptedStatuses: statuses,
		...(!followRedirects && { followRedirects }),
		...(monitor["checkSSLErrors"] !== true && { verifyTls: false }),
		...(Object.keys(request).length > 0 && { request }),
		...(contentChecks.length > 0 && { contentChecks }),
	};
}

/** A status that is accepted is not followed here, so classes of redirects are not accepted where they are followed. */
function statusesOf(draft: Draft, what: string, monitor: Foreign, follows: boolean): readonly string[] {
	const given = textsOf(monitor["successHttpResponseCodes"]).map((each) => each.trim().toLowerCase());
	const wanted = given.length === 0 ? ["2xx", "3xx"] : given;
	const kept = wanted.filter((each) => !(follows && each.startsWith("3")));
	const valid = acceptedStatusesField.safeParse(kept);
	if (valid.success) return valid.data;
	const why = `${JSON.stringify(wanted)} can't be a list of accepted statuses with the redirects that it follows.`;
	draft.note(
		what,
		"successHttpResponseCodes",
		why,
		"It accepts 2xx: set acceptedStatuses or followRedirects yourself.",
	);
	return ["2xx"];
}

function authOf(draft: Draft, what: string, monitor: Foreign) {
	const type = textOf(monitor, "authType").toUpperCase();
	const [username, password] = [textOf(monitor, "httpUsername"), textOf(monitor, "httpPassword")];
	if (type === "HTTP_BASIC" || (type === "" && username !== "")) {
		return { type: "basic", username, password: draft.secret(password, what, "password") };
	}
	if (type === "BEARER") return { type: "bearer", token: draft.secret(password || username, what, "token") };
	return type === "" || type === "NONE" ? null : "unknown";
}

function requestOf(draft: Draft, what: string, monitor: Foreign, method: string) {
	const given = isForeign(monitor["customHttpHeaders"]) ? Object.entries(monitor["customHttpHeaders"]) : [];
	const headers: object[] = given.map(([name, value]) => {
		return { name, value: draft.secret(String(value), what, "header", name), secret: true };
	});
	const data = monitor["postValueData"];
	if (data === null || data === undefined || data === "" || method === "GET" || method === "HEAD") {
		return headers.length > 0 ? { headers } : {};
	}
	const isForm = textOf(monitor, "postValueType") === "KEY_VALUE";
	const body =
		isForm && isForeign(data)
			? new URLSearchParams(Object.entries(data).map(([name, value]) => [name, String(value)])).toString()
			: typeof data === "string"
				? data
				: JSON.stringify(data);
	if (!given.some(([name]) => name.toLowerCase() === "content-type")) {
		headers.push({ name: "Content-Type", value: isForm ? "application/x-www-form-urlencoded" : "application/json" });
	}
	return { headers, body };
}

function certificateOf(monitor: Foreign) {
	return monitor["sslExpirationReminder"] === true ? {} : { sslMonitoringEnabled: false };
}

function keywordOf(monitor: Foreign): readonly Settings[] {
	const type = textOf(monitor, "keywordType") === "ALERT_EXISTS" ? "not_contains" : "contains";
	const caseSensitive = ["0", "CaseSensitive"].includes(textOf(monitor, "keywordCaseType"));
	return [{ type, value: textOf(monitor, "keywordValue"), caseSensitive }];
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

function assertionsOf(draft: Draft, what: string, { config }: Foreign): readonly Settings[] {
	const api = isForeign(config) && isForeign(config["apiAssertions"]) ? config["apiAssertions"] : {};
	const checks = objectsOf(api["checks"]);
	if (textOf(api, "logic") === "OR" && checks.length > 1) {
		const why = "Content checks must all hold; here one of several assertions is enough.";
		draft.note(what, "config.apiAssertions", why, "They are left out: write one check that covers them.");
		return [];
	}
	return checks.flatMap((check) => {
		const comparison = COMPARISONS[textOf(check, "comparison")];
		if (comparison !== undefined) {
			return [{ type: "json", value: textOf(check, "property"), ...comparison(check["target"]) }];
		}
		const why = `There is no comparison ${textOf(check, "comparison")} (of ${textOf(check, "property")}).`;
		draft.note(what, "config.apiAssertions", why, "It is left out: write a content check in its place.");
		return [];
	});
}

function dnsOf(draft: Draft, what: string, { config }: Foreign, domain: string): readonly Settings[] {
	const records = isForeign(config) && isForeign(config["dnsRecords"]) ? config["dnsRecords"] : {};
	const wanted = Object.entries(records).filter(([, values]) => textsOf(values).length > 0);
	const known = wanted.filter(([type]) => RECORD_TYPES.some((each) => each === type));
	for (const [type] of wanted.filter((each) => !known.includes(each))) {
		draft.note(what, "config.dnsRecords", `Records of type ${type} are not watched.`, "They are left out.");
	}
	if (wanted.length === 0) return [{ type: "dns", domain, recordType: "A" }];
	return known.map(([recordType, values]) => ({ type: "dns", domain, recordType, expected: textsOf(values) }));
}

function noteRest(draft: Draft, what: string, monitor: Foreign): void {
	const { config, regionalData, customFields } = monitor;
	if (monitor["domainExpirationReminder"] === true) {
		const why = "The expiry of domains is not watched.";
		draft.note(what, "domainExpirationReminder", why, "Ask your registrar for reminders.");
	}
	const threshold = numberOf(monitor, "responseTimeThreshold") ?? 0;
	if (threshold > 0) {
		const why = `A response over ${threshold} ms opens an incident there; here it can make the monitor degraded.`;
		draft.note(what, "responseTimeThreshold", why, "Set degradedAfterMs (1000–30000), or a shorter timeoutSeconds.");
	}
	if (isForeign(regionalData) && regionalData["MANUAL_SELECTED"] === true) {
		const why = `It is checked from ${textsOf(regionalData["REGION"]).join(", ")} there.`;
		draft.note(what, "regionalData", why, "Set locations, where your installation has several.");
	}
	if (isForeign(customFields) && Object.keys(customFields).length > 0) {
		const why = `Monitors have no fields of your own: ${JSON.stringify(customFields)}`;
		draft.note(what, "customFields", why, "Write them as tags.");
	}
	const carried = ["dnsRecords", "apiAssertions"];
	for (const [name, value] of isForeign(config) ? Object.entries(config) : []) {
		if (carried.includes(name) || value === null) continue;
		draft.note(
			what,
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
