/** The settings of each type of Better Stack's monitors. */

import { asResolver } from "../../../domain/monitors/dns/dns.ts";
import { type Fields, listOf, objectOf } from "../fields.ts";
import type { Draft } from "../imported.ts";
import { statusesWithoutRedirects } from "../limits.ts";
import { MONITOR_FIELDS, OTHER_TYPES } from "./fields.ts";

/** One of ours; `suffix` tells several of one apart. `isWhole`: false where it can't be checked as it was. */
interface Made {
	readonly suffix: string;
	readonly members: Readonly<Record<string, unknown>>;
	readonly isWhole: boolean;
}

/** The greeting of each protocol, its port, and the one at which TLS begins with the first byte. */
const GREETINGS = {
	smtp: { expect: "^220", usualPort: 25, tlsPort: 465 },
	imap: { expect: "^\\* OK", usualPort: 143, tlsPort: 993 },
	pop: { expect: "^\\+OK", usualPort: 110, tlsPort: 995 },
} as const;

/** None for a type that is listed. */
export function settingsOf(fields: Fields, type: string, draft: Draft, name: string): readonly Made[] {
	const isWhole = fields.lacks(["proxy_host"], MONITOR_FIELDS);
	const one = (members: Made["members"], whole = true) => [{ suffix: "", members, isWhole: isWhole && whole }];
	switch (type) {
		case "status":
		case "expected_status_code":
		case "keyword":
		case "keyword_absence": {
			const { members, isWhole: isHttpWhole } = httpSettings(fields, type, draft, name);
			return one(members, isHttpWhole);
		}
		case "ping":
			return one({ type: "ping", host: hostOf(fields) });
		case "tcp":
			return one({ type: "tcp", host: hostOf(fields), port: fields.number("port") });
		case "smtp":
		case "imap":
		case "pop": {
			const { expect: value, usualPort, tlsPort } = GREETINGS[type];
			const host = hostOf(fields);
			const given = (fields.text("port") ?? "")
				.split(",")
				.map(Number)
				.filter((port) => port > 0);
			if (given.length === 0) {
				const why = `The API does not tell which port is watched; here it is ${usualPort}.`;
				fields.note("port", why, `Set port: with TLS it is ${tlsPort}, with tls: tls.`);
			}
			const ports = given.length === 0 ? [usualPort] : given;
			return ports.map((port) => ({
				suffix: ports.length > 1 ? String(port) : "",
				isWhole,
				members: {
					...{ type: "tcp", host, port },
					...(port === tlsPort && { tls: "tls" }),
					expect: { type: "regex", value, caseSensitive: true },
				},
			}));
		}
		case "dns": {
			const server = hostOf(fields);
			const resolver = asResolver(server)?.text ?? null;
			if (resolver === null) {
				const why = `${server} is no address of a name server: the monitor is paused.`;
				fields.note("url", why, "Set `resolver` to its address.");
			}
			fields.note(
				"request_body",
				"The API does not tell which records it asks for; here they are A.",
				"Set recordType.",
			);
			const members = { type: "dns", domain: fields.text("request_body"), recordType: "A" };
			return one({ ...members, ...(resolver !== null && { resolver }) }, resolver !== null);
		}
		default:
			fields.note(
				"monitor_type",
				`There are no monitors of the type ${type || "without a name"}.`,
				OTHER_TYPES[type] ?? "Report it as a job: cron.",
			);
			return [];
	}
}

function hostOf(fields: Fields): string {
	const url = fields.text("url") ?? "";
	return URL.canParse(url) && url.includes("://") ? new URL(url).hostname.replace(/^\[|\]$/g, "") : url;
}

function httpSettings(fields: Fields, type: string, draft: Draft, name: string) {
	const method = (fields.text("http_method") ?? "GET").toUpperCase();
	const follows = fields.get("follow_redirects") !== false;
	const headers = listOf(fields.get("request_headers"))
		.map(objectOf)
		.map(({ name: header, value }) => ({
			name: header,
			value: draft.secret(String(value ?? ""), name, String(header)),
			secret: true,
		}));
	const [body, username] = [fields.text("request_body"), fields.text("auth_username")];
	const password = fields.text("auth_password");
	const isSent = body !== null && method !== "GET" && method !== "HEAD";
	if (body !== null && !isSent)
		fields.note("request_body", `A body is not sent with ${method}: the monitor is paused.`, "Choose another method.");
	const request = {
		...(headers.length > 0 && { headers }),
		...(isSent && { body: draft.text(body, name, "body") }),
		...(username !== null && {
			auth: { type: "basic", username, password: draft.secret(password ?? "", name, "password") },
		}),
	};
	const family = fields.text("ip_version");
	const keyword = type.startsWith("keyword") ? fields.text("required_keyword") : null;
	if (keyword !== null) {
		const why = "Here the status must be 2xx as well.";
		fields.note("required_keyword", why, "Set acceptedStatuses when other pages are to be searched.");
	}
	const statuses = statusesOf(fields, type, follows);
	return {
		isWhole: (body === null || isSent) && statuses !== null,
		members: {
			type: "http",
			url: fields.text("url"),
			method: keyword !== null && method === "HEAD" ? "GET" : method,
			...(statuses !== null && { acceptedStatuses: statuses }),
			...(Object.keys(request).length > 0 && { request }),
			...(!follows && { followRedirects: false }),
			...(fields.get("verify_ssl") === false && { verifyTls: false }),
			...(family !== null && { ipFamily: family.replace("ipv", "") }),
			...(keyword !== null && {
				contentChecks: [
					{ type: type === "keyword" ? "contains" : "not_contains", value: keyword, caseSensitive: false },
				],
			}),
		},
	};
}

function statusesOf(fields: Fields, type: string, follows: boolean): readonly string[] | null {
	if (type !== "expected_status_code") return ["2xx"];
	const wanted = listOf(fields.get("expected_status_codes")).map(String);
	return wanted.length === 0 ? ["2xx"] : statusesWithoutRedirects(fields, "expected_status_codes", wanted, follows);
}
