/** Monitors of Uptime Kuma that send an HTTP request: http, keyword, json-query. */

import { isCredentialHeader } from "../../../domain/config/open-secrets.ts";
import { literalPattern } from "../../../domain/content/comparison.ts";
import { METHODS } from "../../../domain/monitors/monitor.ts";
import { type Fields, listOf, objectOf } from "../fields.ts";
import type { Draft } from "../imported.ts";
import { statusesWithoutRedirects } from "../limits.ts";
import type { Settings } from "./kuma.ts";

const ENCODINGS: Readonly<Record<string, string>> = {
	json: "application/json",
	form: "application/x-www-form-urlencoded",
	xml: "text/xml; charset=utf-8",
};
/** As ours (net/http/redirect.ts). */
const MAX_REDIRECTS = 10;

export function httpSettings(fields: Fields, draft: Draft, name: string): Settings {
	const type = fields.text("type");
	const content = type === "keyword" ? keywordCheck(fields) : type === "json-query" ? jsonCheck(fields) : [];
	const request = requestOf(fields, draft, name);
	const method = (fields.text("method") ?? "GET").toUpperCase();
	const isKnown = (METHODS as readonly string[]).includes(method);
	if (!isKnown)
		fields.note("method", `There are no checks by ${method}: the monitor is paused.`, `Use ${METHODS.join(", ")}.`);
	const proxy = fields.number("proxy_id");
	if (proxy)
		fields.note("proxy_id", "Checks go out directly: the monitor is paused.", "Resume it if it is reached without.");
	const redirects = fields.number("maxredirects") ?? MAX_REDIRECTS;
	if (redirects !== 0 && redirects !== MAX_REDIRECTS) {
		fields.note("maxredirects", `It is ${redirects} there; here up to ${MAX_REDIRECTS} are followed, or none.`, "");
	}
	const family = fields.text("ip_family");
	const statuses = statusesOf(fields, redirects !== 0);
	return {
		isWhole: isKnown && !proxy && request !== null && content !== null && statuses !== null,
		members: {
			type: "http",
			url: fields.text("url"),
			method: isKnown ? method : "GET",
			...(statuses !== null && { acceptedStatuses: statuses }),
			...(request !== null && Object.keys(request).length > 0 && { request }),
			...(redirects === 0 && { followRedirects: false }),
			...(fields.flag("ignore_tls") && { verifyTls: false }),
			...(family !== null && { ipFamily: family.replace("ipv", "") }),
			...(content !== null && content.length > 0 && { contentChecks: content }),
		},
	};
}

/** Kuma judges the status that it ends at, after the redirects that it follows (`maxRedirects` of axios). */
function statusesOf(fields: Fields, follows: boolean): readonly string[] | null {
	const given = listOf(fields.json("accepted_statuscodes_json")).map(String);
	const ours = given.filter((each) => /^[1-9]\d\d(-[1-9]\d\d)?$/.test(each));
	if (ours.length < given.length)
		fields.note("accepted_statuscodes_json", `${given.join(", ")}: only HTTP statuses are kept.`, "");
	if (ours.length === 0) return ["200-299"];
	return statusesWithoutRedirects(fields, "accepted_statuscodes_json", ours, follows);
}

/** Null: something of it has no counterpart, and is listed. */
function requestOf(fields: Fields, draft: Draft, name: string): Readonly<Record<string, unknown>> | null {
	const auth = authOf(fields, draft, name);
	const headers = Object.entries(objectOf(fields.json("headers"))).map(([header, value]) => {
		if (!isCredentialHeader(header)) return { name: header, value: String(value) };
		return { name: header, value: draft.secret(String(value), name, header), secret: true };
	});
	const body = fields.text("body");
	const encoding = fields.text("http_body_encoding") ?? "json";
	const method = fields.text("method")?.toUpperCase() ?? "GET";
	const hasBody = body !== null && body.trim() !== "";
	if (hasBody && (method === "GET" || method === "HEAD")) {
		fields.note("body", `A ${method} request has no body: the monitor is paused.`, "Send it with another method.");
		return null;
	}
	if (auth === null) return null;
	const hasType = headers.some((header) => header.name.toLowerCase() === "content-type");
	const typed = hasBody && !hasType ? [{ name: "Content-Type", value: ENCODINGS[encoding] ?? "text/plain" }] : [];
	// Kuma's own headers give way to those that its owner wrote.
	const isWritten = headers.some((header) => header.name.toLowerCase() === "authorization");
	const all = [...headers, ...typed];
	return {
		...(all.length > 0 && { headers: all }),
		...(hasBody && { body: draft.text(body, name, "body") }),
		...(Object.keys(auth).length > 0 && !isWritten && { auth }),
	};
}

/** No members: none. Null: one that has no counterpart. */
function authOf(fields: Fields, draft: Draft, name: string): Readonly<Record<string, unknown>> | null {
	const method = fields.text("auth_method");
	switch (method) {
		case null:
		case "null":
			return {};
		case "basic": {
			const password = fields.text("basic_auth_pass") ?? "";
			return {
				type: "basic",
				username: fields.text("basic_auth_user") ?? "",
				password: draft.secret(password, name, "password"),
			};
		}
		case "bearer":
			return { type: "bearer", token: draft.secret(fields.text("bearer_token") ?? "", name, "token") };
		default: {
			const instead =
				method === "oauth2-cc"
					? "Make it a flow whose first step fetches the token."
					: "Watch it from within, by a job.";
			fields.note("auth_method", `There is no authentication by ${method}: the monitor is paused.`, instead);
			return null;
		}
	}
}

function keywordCheck(fields: Fields): readonly object[] | null {
	const value = fields.text("keyword");
	if (value === null) return [];
	return [{ type: fields.flag("invert_keyword") ? "not_contains" : "contains", value, caseSensitive: true }];
}

/** A path that JSONata and JSONPath read alike: `$.a.b[0]`, `a.b`. */
const PLAIN_PATH = /^(?:\$\.?)?(?:[A-Za-z_]\w*(?:\[\d+\])*)?(?:\.[A-Za-z_]\w*(?:\[\d+\])*)*$/;

function jsonCheck(fields: Fields): readonly object[] | null {
	const path = fields.text("json_path") ?? "$";
	const operator = fields.text("json_path_operator") ?? "==";
	const expected = fields.text("expected_value") ?? "";
	const comparison = comparisonOf(operator, expected);
	if (!PLAIN_PATH.test(path)) {
		const instead = "Add a content check of the type json, then resume it.";
		fields.note("json_path", `"${path}" is JSONata, which has no counterpart: the monitor is paused.`, instead);
		return null;
	}
	if (comparison === null) {
		const instead = "Add a content check of the type json with another comparison, then resume it.";
		fields.note("json_path_operator", `Values are not compared by ${operator}: the monitor is paused.`, instead);
		return null;
	}
	const rest = path.replace(/^\$\.?/, "");
	return [{ type: "json", value: rest === "" ? "$" : `$.${rest}`, ...comparison, caseSensitive: true }];
}

/** Kuma compares texts: 5 equals "5" there, so equality is a pattern here, which numbers meet by their text. */
function comparisonOf(operator: string, expected: string): object | null {
	const isNumber = expected.trim() !== "" && Number.isFinite(Number(expected));
	switch (operator) {
		case "==":
			return { operator: "matches", expected: `^${literalPattern(expected)}$` };
		case "contains":
			return expected === "" ? null : { operator: "matches", expected: literalPattern(expected) };
		case "<":
			return isNumber ? { operator: "less_than", expected: Number(expected) } : null;
		case ">":
			return isNumber ? { operator: "greater_than", expected: Number(expected) } : null;
		default:
			return null;
	}
}
