/** Modules of the prober http. */

import { isCredentialHeader } from "../../../domain/config/open-secrets.ts";
import { literalPattern } from "../../../domain/content/comparison.ts";

import { type Fields, listOf, objectOf } from "../fields.ts";
import type { Draft } from "../imported.ts";
import { statusesWithoutRedirects } from "../limits.ts";
import { HTTP_FIELDS } from "./fields.ts";
import { ipFamilyOf, type Settings } from "./other-modules.ts";

type Members = Readonly<Record<string, unknown>>;

const PAUSING = [
	...["body_file", "fail_if_ssl", "fail_if_body_json_matches_cel", "fail_if_body_json_not_matches_cel"],
	...["bearer_token_file", "oauth2", "proxy_url", "proxy_from_environment", "proxy_connect_header", "no_proxy"],
	...["skip_resolve_phase_with_proxy", "compression", "enable_http3"],
];

export function httpSettings(fields: Fields, target: string, draft: Draft): Settings {
	const url = /^[a-z]+:\/\//i.test(target) ? target : `http://${target}`;
	const method = (fields.text("method") ?? "GET").toUpperCase();
	const doubts: string[] = [];
	const doubt = (field: string, why: string, instead = "") => {
		doubts.push(field);
		fields.note(field, `${why} The monitor is paused.`, instead);
	};
	if (fields.flag("fail_if_not_ssl") && !/^https:/i.test(url))
		doubt("fail_if_not_ssl", `${target} is not https.`, "Give an https URL.");
	const versions = listOf(fields.get("valid_http_versions")).map(String);
	if (versions.length > 0 && !versions.includes("HTTP/1.1")) doubt("valid_http_versions", "Checks speak HTTP/1.1.");
	const { insecure_skip_verify: isInsecure, ...tls } = objectOf(fields.get("tls_config"));
	for (const name of Object.keys(tls)) doubt(`tls_config.${name}`, "Checks have no such setting.");
	const follows = fields.get("follow_redirects") !== false && !fields.flag("no_follow_redirects");
	const request = requestOf(fields, { target, method, draft, doubt });
	const contentChecks = contentChecksOf(fields, doubt);
	const ip = ipFamilyOf(fields);
	const statuses = statusesOf(fields, follows);
	const isWhole = fields.lacks(PAUSING, HTTP_FIELDS) && doubts.length === 0 && statuses !== null;
	const settings: Settings = {
		isWhole,
		members: {
			type: "http",
			url,
			method,
			...(statuses !== null && { acceptedStatuses: statuses }),
			...(Object.keys(request).length > 0 && { request }),
			...(!follows && { followRedirects: false }),
			...(isInsecure === true && { verifyTls: false }),
			...(ip !== null && { ipFamily: ip }),
			...(contentChecks.length > 0 && { contentChecks }),
		},
	};
	fields.done(HTTP_FIELDS);
	return settings;
}

/** Statuses in a row as ranges: a list has at most twenty. */
function statusesOf(fields: Fields, follows: boolean): readonly string[] | null {
	const field = "valid_status_codes";
	const wanted = listOf(fields.get(field)).map(String);
	if (wanted.length === 0) return ["2xx"];
	const kept = statusesWithoutRedirects(fields, field, wanted, follows);
	if (kept === null) return null;
	const ranges: [from: number, to: number][] = [];
	for (const status of kept.map(Number).toSorted((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last !== undefined && status <= last[1] + 1) last[1] = status;
		else ranges.push([status, status]);
	}
	return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`));
}

type Doubt = (field: string, why: string, instead?: string) => void;

interface RequestContext {
	readonly target: string;
	readonly method: string;
	readonly draft: Draft;
	readonly doubt: Doubt;
}

function requestOf(fields: Fields, { target, method, draft, doubt }: RequestContext): Members {
	const plain = Object.entries(objectOf(fields.get("headers"))).map(
		([name, value]) => [name, String(value), false] as const,
	);
	const long = Object.entries(objectOf(fields.get("http_headers"))).flatMap(([name, value]) => {
		const { values, secrets, files } = objectOf(value);
		if (listOf(files).length > 0) doubt(`http_headers.${name}`, "Its value is in a file.", "Set it as a secret.");
		const of = (list: unknown, isSecret: boolean) =>
			listOf(list).map((each) => [name, String(each), isSecret] as const);
		return [...of(values, false), ...of(secrets, true)];
	});
	const headers = [...plain, ...long].flatMap(([name, value, isSecret]): Members[] => {
		if (name.toLowerCase() === "host") {
			doubt("headers.Host", "Checks send the host of the URL.", "Give the name as the URL's host.");
			return [];
		}
		if (!isSecret && !isCredentialHeader(name)) return [{ name, value }];
		return [{ name, value: draft.secret(value, target, name), secret: true }];
	});
	const body = fields.text("body");
	const isSent = body !== null && (method === "GET" || method === "HEAD") === false;
	if (body !== null && !isSent) doubt("body", `A body is not sent with ${method}.`);
	const auth = authOf(fields, { target, method, draft, doubt });
	return {
		...(headers.length > 0 && { headers }),
		...(isSent && { body: draft.text(body, target, "body") }),
		...(auth !== null && { auth }),
	};
}

function authOf(fields: Fields, { target, draft, doubt }: RequestContext): Members | null {
	const { username, password, ...files } = objectOf(fields.get("basic_auth"));
	for (const name of Object.keys(files))
		doubt(`basic_auth.${name}`, "It is in a file, or in a store of secrets.", "Set request.auth.");
	if (username !== undefined)
		return {
			type: "basic",
			username: String(username),
			password: draft.secret(String(password ?? ""), target, "password"),
		};
	const { type = "Bearer", credentials, ...others } = objectOf(fields.get("authorization"));
	for (const name of Object.keys(others))
		doubt(`authorization.${name}`, "It is in a file, or in a store of secrets.", "Set request.auth.");
	const token = fields.text("bearer_token") ?? (credentials === undefined ? null : String(credentials));
	if (token === null) return null;
	if (String(type).toLowerCase() !== "bearer") {
		doubt("authorization.type", `There is no ${String(type)}.`, "Set the header Authorization.");
		return null;
	}
	return { type: "bearer", token: draft.secret(token, target, "token") };
}

function contentChecksOf(fields: Fields, doubt: Doubt): readonly Members[] {
	const must = listOf(fields.get("fail_if_body_not_matches_regexp")).map((value) => {
		return { type: "regex", value: String(value), caseSensitive: true };
	});
	const mustNot = listOf(fields.get("fail_if_body_matches_regexp")).flatMap((each) => {
		const value = String(each);
		if (literalPattern(value) === value) return [{ type: "not_contains", value, caseSensitive: true }];
		doubt(
			"fail_if_body_matches_regexp",
			`Nothing demands that ${value} does not match.`,
			"Write not_contains with a text.",
		);
		return [];
	});
	const headers = listOf(fields.get("fail_if_header_not_matches"))
		.map(objectOf)
		.flatMap((each) => {
			if (each["allow_missing"] === true) {
				doubt("fail_if_header_not_matches", `The header ${String(each["header"])} may be missing there, and not here.`);
				return [];
			}
			return [
				{ type: "header", name: each["header"], operator: "matches", expected: each["regexp"], caseSensitive: true },
			];
		});
	const noHeaders = listOf(fields.get("fail_if_header_matches"))
		.map(objectOf)
		.flatMap((each) => {
			if (each["allow_missing"] === true && [".*", ".+"].includes(String(each["regexp"])))
				return [{ type: "header", name: each["header"], operator: "exists", expected: false }];
			doubt("fail_if_header_matches", `Nothing demands that the header ${String(each["header"])} does not match.`);
			return [];
		});
	return [...must, ...mustNot, ...headers, ...noHeaders];
}
