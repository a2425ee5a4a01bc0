/** Gatus' configuration as ours. */

import { isCredentialHeader } from "../../../domain/config/open-secrets.ts";
import { asResolver } from "../../../domain/monitors/dns/dns.ts";
import { Fields, listOf, nameOr, objectOf, tagOf, within } from "../fields.ts";
import { secondsOf } from "../go-duration.ts";
import { Draft, type Imported } from "../imported.ts";
import { EVERY, GRACE, INTERVAL, statusesWithoutRedirects, TIMEOUT } from "../limits.ts";
import { readable, withoutUnknown } from "../unknown-variables.ts";
import { alertsOf, type Covered } from "./alerts.ts";
import { demandOf } from "./conditions.ts";
import { CLIENT_FIELDS, ENDPOINT_FIELDS, EXTERNAL_FIELDS, MAINTENANCE_FIELDS, TOP_FIELDS } from "./fields.ts";
import { withMarks, withoutMarks } from "./variables.ts";

type Members = Readonly<Record<string, unknown>>;

const DAYS: Readonly<Record<string, string>> = {
	monday: "MO",
	tuesday: "TU",
	wednesday: "WE",
	thursday: "TH",
	friday: "FR",
	saturday: "SA",
	sunday: "SU",
};

export function convertGatus(file: unknown): Imported {
	const draft = new Draft("GATUS");
	const top = new Fields(draft, "the file", objectOf(withMarks(file)));
	const covered: Covered[] = [];
	for (const each of listOf(top.get("endpoints")).map(objectOf)) convertEndpoint(draft, each, covered);
	for (const each of listOf(top.get("external-endpoints")).map(objectOf)) convertExternal(draft, each, covered);
	for (const { name } of listOf(top.get("suites")).map(objectOf)) {
		draft.note(`suite "${String(name)}"`, "suites", "It is not carried.", TOP_FIELDS["suites"]?.instead ?? "");
	}
	alertsOf(draft, objectOf(top.get("alerting")), covered);
	windowOf(draft, objectOf(top.get("maintenance")), "maintenance", null);
	top.done(TOP_FIELDS);
	const imported = withoutUnknown(draft.imported());
	return { ...imported, notes: imported.notes.map(readable) };
}

/** Where a variable can stand. */
const TAKES_VARIABLE = /^(name|url|body)$|^headers\b|^dns\.query-name$/;
/** Without them an endpoint is checked as it was. */
const LISTED_ALONE = /^(group|alerts|maintenance-windows|extra-labels|ui)\b/;

/** The fields of an endpoint, and whether none is left out that its checks depend on. */
function endpointOf(draft: Draft, what: string, values: Members) {
	const left: string[] = [];
	const kept = withoutMarks(values, TAKES_VARIABLE, (path) => left.push(path)) ?? {};
	const fields = new Fields(draft, what, kept);
	for (const path of left) {
		const isPaused = !LISTED_ALONE.test(path);
		const why = `A variable of the environment can't stand here${isPaused ? ": the monitor is paused" : ""}.`;
		fields.note(path, why, "Write its value.");
	}
	return { fields, kept, takesAll: left.every((path) => LISTED_ALONE.test(path)) };
}

function convertEndpoint(draft: Draft, given: Members, covered: Covered[]): void {
	const name = nameOr(typeof given["name"] === "string" ? given["name"] : null, String(given["url"] ?? "endpoint"));
	const { fields, kept: values, takesAll } = endpointOf(draft, `endpoint "${name}"`, given);
	fields.get("name");
	const target = targetOf(draft, fields, name);
	if (target === null) return;
	const key = draft.key("monitors", name);
	const client = new Fields(draft, fields.what, objectOf(fields.get("client")));
	const settings = clientOf(client, String(target["type"]));
	const { members, isWhole } = demandsOf(fields, { ...target, ...settings.members });
	const interval = values["interval"] === undefined ? 60 : secondsOf(fields.get("interval"));
	const enabled = values["enabled"] === undefined || fields.flag("enabled");
	fields.get("enabled");
	draft.add("monitors", {
		key,
		name,
		...target,
		...settings.members,
		...members,
		intervalSeconds: within(fields, "interval", interval, INTERVAL),
		...tagsOf(fields),
		...(!(enabled && takesAll && isWhole && settings.isWhole) && { enabled: false }),
	});
	addAround(draft, fields, { key, name }, covered);
	fields.done(ENDPOINT_FIELDS);
}

/** What reports by itself: a job, which is down when no report comes within the interval. */
function convertExternal(draft: Draft, { token: _, ...given }: Members, covered: Covered[]): void {
	const name = nameOr(typeof given["name"] === "string" ? given["name"] : null, "external endpoint");
	const { fields, kept: values, takesAll } = endpointOf(draft, `external endpoint "${name}"`, given);
	for (const field of ["name", "enabled"]) fields.get(field);
	const interval = secondsOf(objectOf(fields.get("heartbeat"))["interval"] ?? 0);
	if (!(interval > 0)) {
		const why = "Without an interval no report is expected there: it is not carried.";
		fields.note("heartbeat.interval", why, "Make a cron monitor with `every`, and report to its address.");
		return;
	}
	const why = "Its address and token are Gatus' own, so the job must report to a new one.";
	fields.note("token", why, "After apply, put the monitor's pingUrl into the job.");
	fields.note("heartbeat.interval", `Here it waits ${GRACE.least} seconds beyond the interval.`, "");
	const key = draft.key("monitors", name);
	draft.add("monitors", {
		key,
		name,
		type: "cron",
		every: within(fields, "heartbeat.interval", interval, EVERY),
		graceSeconds: GRACE.least,
		...tagsOf(fields),
		...((values["enabled"] === false || !takesAll) && { enabled: false }),
	});
	addAround(draft, fields, { key, name }, covered);
	fields.done(EXTERNAL_FIELDS);
}

function tagsOf(fields: Fields): Members {
	const group = fields.text("group");
	return group === null ? {} : { tags: [tagOf("group", group)] };
}

/** Alerts and maintenance of a monitor. */
function addAround(
	draft: Draft,
	fields: Fields,
	{ key, name }: { readonly key: string; readonly name: string },
	covered: Covered[],
): void {
	for (const alert of listOf(fields.get("alerts")).map(objectOf)) covered.push({ key, name, alert });
	for (const window of listOf(fields.get("maintenance-windows")).map(objectOf))
		windowOf(draft, window, `maintenance of ${name}`, key);
}

function targetOf(draft: Draft, fields: Fields, name: string): Members | null {
	const url = fields.text("url") ?? "";
	const dns = objectOf(fields.get("dns"));
	if (Object.keys(dns).length > 0) {
		const resolver = asResolver(url.replace(/^[a-z]+:\/\//, ""))?.text ?? null;
		if (resolver === null)
			fields.note("url", `${url} is no address of a name server: those of the machine are asked.`, "Set resolver.");
		return {
			type: "dns",
			domain: dns["query-name"],
			recordType: dns["query-type"] ?? "A",
			...(resolver && { resolver }),
		};
	}
	const scheme = /^([a-z]+):\/\//i.exec(url)?.[1]?.toLowerCase();
	switch (scheme) {
		case "http":
		case "https":
			return { type: "http", url, ...requestOf(draft, fields, name) };
		case "ws":
		case "wss": {
			const send = fields.text("body");
			return { type: "websocket", url, ...(send !== null && { send: draft.text(send, name, "body") }) };
		}
		case "icmp":
			return { type: "ping", host: url.slice("icmp://".length) };
		case "tcp":
		case "tls":
		case "starttls": {
			const [, host, port] = /^[a-z]+:\/\/(\[[^\]]+\]|[^/:]+)(?::(\d+))?(?:\/.*)?$/i.exec(url) ?? [];
			if (host === undefined) {
				fields.note("url", `${url} is no address with a port: it is not carried.`, "Create it by hand.");
				return null;
			}
			const send = fields.text("body");
			const tls = scheme === "tcp" ? {} : scheme === "tls" ? { tls: "tls" } : { tls: "starttls", protocol: "smtp" };
			return {
				type: "tcp",
				host: host.replace(/^\[|\]$/g, ""),
				port: Number(port || 80),
				...tls,
				...(send !== null && { send: draft.text(send.replaceAll("\\", "\\\\"), name, "body") }),
			};
		}
		default:
			fields.note(
				"url",
				`There is no monitor for ${scheme === undefined ? "an address without a scheme" : scheme}: it is not carried.`,
				"Watch its port with a tcp monitor, or report it as a job.",
			);
			return null;
	}
}

function requestOf(draft: Draft, fields: Fields, name: string): Members {
	const headers = Object.entries(objectOf(fields.get("headers"))).map(([header, value]) => {
		if (!isCredentialHeader(header)) return { name: header, value: String(value) };
		return { name: header, value: draft.secret(String(value), name, header), secret: true };
	});
	const plain = fields.text("body");
	const isGraphql = fields.flag("graphql");
	const body = plain !== null && isGraphql ? JSON.stringify({ query: plain }) : plain;
	const typed = isGraphql && !headers.some((header) => header.name.toLowerCase() === "content-type");
	const all = typed ? [...headers, { name: "Content-Type", value: "application/json" }] : headers;
	const request = {
		...(all.length > 0 && { headers: all }),
		...(body !== null && { body: draft.text(body, name, "body") }),
	};
	const method = (fields.text("method") ?? "GET").toUpperCase();
	return { method, ...(Object.keys(request).length > 0 && { request }) };
}

interface Part {
	readonly members: Members;
	readonly isWhole: boolean;
}

const DEFAULT_TIMEOUT_S = 10;

function clientOf(client: Fields, type: string): Part {
	const timeout = client.get("timeout");
	const seconds = timeout === undefined ? DEFAULT_TIMEOUT_S : secondsOf(timeout);
	const network = client.text("network") ?? "ip";
	const [insecure, ignoresRedirects] = [client.flag("insecure"), client.flag("ignore-redirect")];
	const pausing = ["proxy-url", "dns-resolver", "oauth2", "identity-aware-proxy", "tls", "tunnel", "store-cookies"];
	const present = pausing.filter((field) => Boolean(client.get(field)));
	for (const field of present) {
		client.note(
			`client.${field}`,
			"Checks have no such setting: the monitor is paused.",
			CLIENT_FIELDS[field]?.instead ?? "",
		);
	}
	const isHttp = type === "http";
	const ofHttp = { insecure, "ignore-redirect": ignoresRedirects, network: network !== "ip" };
	for (const [field, isSet] of Object.entries(ofHttp))
		if (isSet && !isHttp) client.note(`client.${field}`, "It is of http alone here.", "");
	client.done(CLIENT_FIELDS);
	return {
		isWhole: present.length === 0,
		members: {
			timeoutSeconds: within(client, "client.timeout", seconds, TIMEOUT),
			...(isHttp && insecure && { verifyTls: false }),
			...(isHttp && ignoresRedirects && { followRedirects: false }),
			...(isHttp && network !== "ip" && { ipFamily: network.replace("ip", "") }),
		},
	};
}

function demandsOf(fields: Fields, { type, followRedirects = true }: Members): Part {
	const contentChecks: object[] = [];
	const expected: string[] = [];
	let members: Members = { degradedAfterMs: 30_000 };
	let isWhole = true;
	for (const condition of listOf(fields.get("conditions")).map(String)) {
		const demand = demandOf(condition, String(type));
		const isSecond = demand?.statuses !== undefined && "acceptedStatuses" in members;
		if (demand === null || isSecond) {
			fields.note(
				"conditions",
				`${condition} has no counterpart: the monitor is paused.`,
				"Add what stands for it, then resume it.",
			);
			isWhole = false;
			continue;
		}
		if (demand.differs !== undefined) fields.note("conditions", `${condition}: ${demand.differs}`, "");
		if (demand.contentCheck !== undefined) contentChecks.push(demand.contentCheck);
		if (demand.expectedRecord !== undefined) expected.push(demand.expectedRecord);
		members = {
			...members,
			...(demand.statuses !== undefined && { acceptedStatuses: demand.statuses }),
			...(demand.degradedAfterMs !== undefined && { degradedAfterMs: demand.degradedAfterMs }),
			...(demand.expiryDays !== undefined && { sslExpiryWarningDays: demand.expiryDays }),
		};
	}
	const { acceptedStatuses, ...others } = members;
	const statuses = type === "http" ? statusesOf(fields, acceptedStatuses, followRedirects === true) : null;
	return {
		isWhole: isWhole && (type !== "http" || statuses !== null),
		members: {
			...others,
			...(statuses !== null && { acceptedStatuses: statuses }),
			...(contentChecks.length > 0 && { contentChecks }),
			...(expected.length > 0 && { expected, mode: "contains" }),
		},
	};
}

/** Gatus judges the status that it ends at, after every redirect, unless its client ignores them. */
function statusesOf(fields: Fields, demanded: unknown, follows: boolean): readonly string[] | null {
	if (demanded !== undefined)
		return statusesWithoutRedirects(fields, "conditions", listOf(demanded).map(String), follows);
	// Without a condition on it, it takes every status.
	return follows ? ["100-299", "400-599"] : ["100-599"];
}

/** @param monitor key; null: every monitor */
function windowOf(draft: Draft, given: Members, name: string, monitor: string | null): void {
	const left: string[] = [];
	const values = withoutMarks(given, null, (path) => left.push(path)) ?? {};
	for (const path of left) {
		const why = "A variable of the environment can't stand here: the window is not carried.";
		draft.note(name, path, why, "Add it by hand.");
	}
	const fields = new Fields(draft, name, values);
	const isOff = values["enabled"] === false;
	for (const field of Object.keys(MAINTENANCE_FIELDS)) fields.get(field);
	fields.done(MAINTENANCE_FIELDS);
	if (Object.keys(values).length === 0 || isOff || left.length > 0) return;
	const days = listOf(values["every"]).flatMap((day) => DAYS[String(day).toLowerCase()] ?? []);
	draft.add("maintenance", {
		key: draft.key("maintenance", name),
		name: nameOr(name, "maintenance"),
		monitorIds: monitor === null ? null : [monitor],
		recurrence: {
			rrule: days.length === 0 ? "FREQ=DAILY" : `FREQ=WEEKLY;BYDAY=${days.join(",")}`,
			startsAt: `2020-01-01T${String(values["start"] ?? "")}`,
			timeZone: values["timezone"] ?? "UTC",
			durationMinutes: Math.ceil(secondsOf(values["duration"]) / 60),
		},
	});
}
