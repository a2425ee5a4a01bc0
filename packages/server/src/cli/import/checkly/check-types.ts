/** The settings of each type of Checkly's checks. */

import { asResolver } from "../../../domain/monitors/dns/dns.ts";
import { Fields, listOf, objectOf, within } from "../fields.ts";
import type { Draft } from "../imported.ts";
import { EVERY, GRACE, statusesWithoutRedirects } from "../limits.ts";
import { demandsOf } from "./assertions.ts";
import { HEARTBEAT_FIELDS, REQUEST_FIELDS } from "./fields.ts";

type Members = Readonly<Record<string, unknown>>;

/** `isWhole`: false where it can't be checked as it was. */
interface Settings {
	readonly members: Members;
	/** Of an assertion on the response time. */
	readonly timeoutSeconds: number | null;
	readonly isWhole: boolean;
}

interface Check {
	readonly name: string;
	readonly request: Members;
	/** Of its group. */
	readonly defaults: Members;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
	JSON: "application/json",
	GRAPHQL: "application/json",
	FORM: "application/x-www-form-urlencoded",
};
const UNITS: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 };

export function httpSettings(draft: Draft, what: string, { name, request, defaults }: Check): Settings {
	const fields = new Fields(draft, what, request);
	const method = (fields.text("method") ?? "GET").toUpperCase();
	const follows = fields.get("followRedirects") !== false;
	const base = String(defaults["url"] ?? "");
	const given = (fields.text("url") ?? "").replace(/\{\{\s*GROUP_BASE_URL\s*\}\}/g, base);
	const url = withQuery(
		given,
		[...listOf(defaults["queryParameters"]), ...listOf(fields.get("queryParameters"))].map(objectOf),
	);
	const headers: Members[] = [...listOf(defaults["headers"]), ...listOf(fields.get("headers"))]
		.map(objectOf)
		.map(({ key, value }) => {
			return { name: key, value: draft.secret(String(value ?? ""), name, String(key)), secret: true };
		});
	const body = fields.text("body");
	const contentType = CONTENT_TYPES[fields.text("bodyType") ?? ""];
	const isSent = body !== null && method !== "GET" && method !== "HEAD";
	if (body !== null && !isSent) fields.note("body", `A body is not sent with ${method}: the monitor is paused.`, "");
	if (isSent && contentType !== undefined && !headers.some((header) => /^content-type$/i.test(String(header["name"]))))
		headers.push({ name: "Content-Type", value: contentType });
	const own = objectOf(fields.get("basicAuth"));
	const { username, password } = String(own["username"] ?? "") === "" ? objectOf(defaults["basicAuth"]) : own;
	const hasAuth = String(username ?? "") !== "";
	const request_ = {
		...(headers.length > 0 && { headers }),
		...(isSent && { body: draft.text(body, name, "body") }),
		...(hasAuth && {
			auth: { type: "basic", username, password: draft.secret(String(password ?? ""), name, "password") },
		}),
	};
	const assertions = [...listOf(defaults["assertions"]), ...listOf(fields.get("assertions"))];
	const demands = demandsOf(fields, assertions, "http");
	const family = fields.text("ipFamily");
	const isInsecure = fields.flag("skipSSL");
	const insertions = insertionsIn([url, body ?? "", ...Object.values({ ...request, headers: "" }).map(String)]);
	const inHeaders = insertionsIn(
		[...listOf(defaults["headers"]), ...listOf(request["headers"])].map((each) => JSON.stringify(each)),
	);
	const named = [...new Set([...insertions, ...inHeaders])];
	if (named.length > 0) {
		const why = `It names variables (${named.join(", ")}), whose values are not carried: the monitor is paused.`;
		fields.note("environmentVariables", why, "Write the values, as secrets where they are, and resume it.");
	}
	fields.done(REQUEST_FIELDS);
	const { statuses: demanded, contentChecks, timeoutSeconds } = demands;
	// Without an assertion every status below 400 passes.
	const unasserted = follows ? ["100-299"] : ["100-399"];
	const statuses = demanded ? statusesWithoutRedirects(fields, "assertions", demanded, follows) : unasserted;
	return {
		timeoutSeconds,
		isWhole: demands.isWhole && named.length === 0 && (body === null || isSent) && statuses !== null,
		members: {
			type: "http",
			url,
			// A content check needs a body.
			method: contentChecks.length > 0 && method === "HEAD" ? "GET" : method,
			...(statuses !== null && { acceptedStatuses: statuses }),
			...(Object.keys(request_).length > 0 && { request: request_ }),
			...(!follows && { followRedirects: false }),
			...(isInsecure && { verifyTls: false }),
			...(family === "IPv6" && { ipFamily: "6" }),
			...(contentChecks.length > 0 && { contentChecks }),
		},
	};
}

function withQuery(url: string, parameters: readonly Members[]): string {
	if (parameters.length === 0) return url;
	const query = parameters.map(
		({ key, value }) => `${encodeURIComponent(String(key))}=${encodeURIComponent(String(value ?? ""))}`,
	);
	return `${url}${url.includes("?") ? "&" : "?"}${query.join("&")}`;
}

/** The names in `{{NAME}}`. */
function insertionsIn(texts: readonly string[]): readonly string[] {
	return texts.flatMap((text) =>
		[...text.matchAll(/\{\{\{?\s*([^{}\s]{1,60})\s*\}?\}\}/g)].map(([, name = ""]) => name),
	);
}

export function tcpSettings(draft: Draft, what: string, { request }: Check): Settings {
	const fields = new Fields(draft, what, request);
	const demands = demandsOf(fields, fields.get("assertions"), "tcp");
	const data = fields.text("data");
	const members = { type: "tcp", host: fields.text("hostname") ?? fields.text("url"), port: fields.number("port") };
	fields.done(REQUEST_FIELDS);
	return {
		isWhole: demands.isWhole,
		timeoutSeconds: demands.timeoutSeconds,
		members: {
			...members,
			...(data !== null && { send: data.replaceAll("\\", "\\\\") }),
			...(demands.expect !== null && { expect: demands.expect }),
		},
	};
}

export function dnsSettings(draft: Draft, what: string, { request }: Check): Settings {
	const fields = new Fields(draft, what, request);
	const demands = demandsOf(fields, fields.get("assertions"), "dns");
	const [server, port] = [fields.text("nameServer"), fields.number("port")];
	const resolver =
		server === null ? null : (asResolver(port === null ? server : `${server}:${port}`)?.text ?? undefined);
	if (resolver === undefined)
		fields.note("nameServer", `${server} is no address of a name server: the monitor is paused.`, "Set `resolver`.");
	const members = { type: "dns", domain: fields.text("query"), recordType: fields.text("recordType") ?? "A" };
	fields.done(REQUEST_FIELDS);
	return {
		isWhole: demands.isWhole && resolver !== undefined,
		timeoutSeconds: demands.timeoutSeconds,
		members: { ...members, ...(resolver != null && { resolver }) },
	};
}

export function icmpSettings(draft: Draft, what: string, { request }: Check): Settings {
	const fields = new Fields(draft, what, request);
	const demands = demandsOf(fields, fields.get("assertions"), "ping");
	const packets = within(fields, "pingCount", fields.number("pingCount") ?? 3, { least: 1, most: 10, unit: "packets" });
	const members = { type: "ping", host: fields.text("hostname"), packets };
	fields.done(REQUEST_FIELDS);
	return { isWhole: demands.isWhole, timeoutSeconds: demands.timeoutSeconds, members };
}

export function heartbeatSettings(draft: Draft, what: string, values: Members): Members {
	const fields = new Fields(draft, what, values);
	const seconds = (name: string, usual: number) =>
		(fields.number(name) ?? usual) * (UNITS[fields.text(`${name}Unit`) ?? "seconds"] ?? 1);
	const why = "Its address is Checkly's own, so the job must report to a new one.";
	for (const name of ["pingToken", "pingUrl"]) fields.get(name);
	fields.note("pingUrl", why, "After apply, put the monitor's pingUrl into the job.");
	const members = {
		type: "cron",
		every: within(fields, "period", seconds("period", 86_400), EVERY),
		graceSeconds: within(fields, "grace", seconds("grace", 300), GRACE),
	};
	fields.done(HEARTBEAT_FIELDS);
	return members;
}
