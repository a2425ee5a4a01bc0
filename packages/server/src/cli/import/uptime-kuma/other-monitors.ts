/** Monitors of Uptime Kuma that send no HTTP request: dns, port, ping, push, smtp, websocket-upgrade. */

import { asResolver } from "../../../domain/monitors/dns/dns.ts";
import { hostAndPort } from "../../../domain/monitors/host.ts";
import { type Fields, listOf, objectOf, within } from "../fields.ts";
import type { Draft } from "../imported.ts";
import { EVERY, GRACE } from "../limits.ts";
import type { Settings } from "./kuma.ts";

export function dnsSettings(fields: Fields): Settings {
	const recordType = fields.text("dns_resolve_type") ?? "A";
	const { resolver, isWhole } = resolverOf(fields);
	const expected = expectedRecord(fields, recordType);
	return {
		isWhole: isWhole && expected !== undefined,
		members: {
			type: "dns",
			domain: fields.text("hostname"),
			recordType,
			...(resolver !== null && { resolver }),
			...(expected && { expected: [expected], mode: "contains" }),
		},
	};
}

function resolverOf(fields: Fields): { readonly resolver: string | null; readonly isWhole: boolean } {
	const port = fields.number("port") ?? 53;
	const [first = "", ...others] = (fields.text("dns_resolve_server") ?? "")
		.replace(/\s/g, "")
		.split(",")
		.filter(Boolean);
	if (others.length > 0) {
		fields.note(
			"dns_resolve_server",
			`One name server is asked: ${first}. ${others.join(", ")} are left out.`,
			"Make a monitor for each.",
		);
	}
	if (first === "") return { resolver: null, isWhole: true };
	const resolver = asResolver(hostAndPort(first, port))?.text ?? null;
	if (resolver === null) {
		fields.note(
			"dns_resolve_server",
			`A name server is given by its address, and ${first} is a name: the monitor is paused.`,
			"Set resolver.",
		);
	}
	return { resolver, isWhole: resolver !== null };
}

/** Record types whose conditions are about the record as zone files write it. */
const WHOLE_RECORDS: ReadonlySet<string> = new Set(["A", "AAAA", "CNAME", "NS", "PTR"]);

/** Null: any record will do. Undefined: a condition that has no counterpart. */
function expectedRecord(fields: Fields, recordType: string): string | null | undefined {
	const conditions = listOf(fields.json("conditions")).map(objectOf);
	if (conditions.length === 0) return null;
	const [only = {}] = conditions;
	const isOne = conditions.length === 1 && only["type"] === "expression" && only["variable"] === "record";
	if (isOne && only["operator"] === "equals" && WHOLE_RECORDS.has(recordType)) return String(only["value"] ?? "");
	const why = "Only one condition `record equals` has a counterpart: the monitor is paused.";
	fields.note("conditions", why, "Set expected and mode, then resume it.");
	return undefined;
}

export function portSettings(fields: Fields): Settings {
	const security = fields.text("smtp_security");
	const alert = fields.text("expected_tls_alert") ?? "none";
	if (alert !== "none") {
		fields.note("expected_tls_alert", "No monitor is up because of a TLS alert: it is paused.", "");
	}
	const isStarttls = security === "starttls";
	if (security === "secure") {
		fields.note(
			"smtp_security",
			"Here a certificate that is not valid is down, too.",
			"Set tls: none to connect alone.",
		);
	} else if (isStarttls) {
		const why = "STARTTLS needs the name of its protocol here; the port is connected to alone.";
		fields.note("smtp_security", why, "Set tls: starttls, with protocol smtp, imap, pop3 or postgres.");
	}
	const members = {
		type: "tcp",
		host: fields.text("hostname"),
		port: fields.number("port"),
		...(security === "secure" && { tls: "tls" }),
	};
	return { isWhole: alert === "none", members };
}

export function smtpSettings(fields: Fields): Settings {
	const security = fields.text("smtp_security");
	if (security === null) {
		fields.note(
			"smtp_security",
			"Here STARTTLS is not tried because a server offers it.",
			"Set tls: starttls, protocol: smtp.",
		);
	}
	return {
		isWhole: true,
		members: {
			type: "tcp",
			host: fields.text("hostname"),
			port: fields.number("port") ?? 25,
			...(security === "secure" && { tls: "tls" }),
			...(security === "starttls" && { tls: "starttls", protocol: "smtp" }),
			...(security !== "starttls" && { expect: { type: "contains", value: "220" } }),
		},
	};
}

export function pingSettings(fields: Fields): Settings {
	const packets = within(fields, "ping_count", fields.number("ping_count") ?? 1, {
		least: 1,
		most: 10,
		unit: "packets",
	});
	return { isWhole: true, members: { type: "ping", host: fields.text("hostname"), packets } };
}

export function pushSettings(fields: Fields, draft: Draft, name: string): Settings {
	const interval = fields.number("interval") ?? 60;
	const retries = fields.number("maxretries") ?? 0;
	// Kuma is down after the interval and its retries, with a second for the clocks.
	const grace = 1 + retries * (fields.number("retry_interval") || interval);
	const token = fields.text("push_token");
	fields.get("timeout");
	if (retries > 0) {
		const why = "A push with another status than up makes the monitor down at once, whatever its retries were.";
		fields.note("maxretries", why, "Notify later: failureThreshold of its alerts.");
	}
	return {
		isWhole: true,
		members: {
			type: "cron",
			every: within(fields, "interval", interval, EVERY),
			graceSeconds: within(fields, "maxretries", grace, GRACE),
			...(token !== null && {
				importedAddresses: { kumaToken: draft.secret(token, name, "push token") },
			}),
		},
	};
}

export function websocketSettings(fields: Fields): Settings {
	const accepted = listOf(fields.json("accepted_statuscodes_json")).map(String);
	const isNormal = accepted.some((each) => {
		const [first = 0, last = first] = each.split("-").map(Number);
		return first <= 1_000 && 1_000 <= last;
	});
	const pausing: string[] = [];
	if (!isNormal) pausing.push("accepted_statuscodes_json");
	if (Object.keys(objectOf(fields.json("headers"))).length > 0) pausing.push("headers");
	if (!["null", null].includes(fields.text("auth_method"))) pausing.push("auth_method");
	if (fields.text("ws_subprotocol") !== null) pausing.push("ws_subprotocol");
	if (fields.flag("ws_ignore_sec_websocket_accept_header")) pausing.push("ws_ignore_sec_websocket_accept_header");
	if (fields.flag("ignore_tls")) pausing.push("ignore_tls");
	const instead = "Resume it if the server takes a plain handshake.";
	for (const field of pausing) fields.note(field, "WebSocket monitors have no such setting: it is paused.", instead);
	return { isWhole: pausing.length === 0, members: { type: "websocket", url: fields.text("url") } };
}
