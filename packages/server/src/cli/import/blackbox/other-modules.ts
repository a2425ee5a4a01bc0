/** Modules of the probers tcp, icmp, dns and websocket, and what the modules share. */

import { asResolver } from "../../../domain/monitors/dns/dns.ts";
import { RECORD_TYPES } from "../../../domain/monitors/dns/dns-records.ts";
import { type Fields, listOf, objectOf } from "../fields.ts";
import { DNS_FIELDS, ICMP_FIELDS, TCP_FIELDS, WEBSOCKET_FIELDS } from "./fields.ts";

type Members = Readonly<Record<string, unknown>>;

/** `isWhole`: false where it can't be checked as it was. */
export interface Settings {
	readonly members: Members;
	readonly isWhole: boolean;
}

/** The version of IP that alone may be used; null: any. ip6 is the exporter's own preference. */
export function ipFamilyOf(fields: Fields): "4" | "6" | null {
	const preferred = fields.text("preferred_ip_protocol") ?? "ip6";
	return fields.get("ip_protocol_fallback") === false ? (preferred === "ip4" ? "4" : "6") : null;
}

function noteIpFamily(fields: Fields): void {
	const family = ipFamilyOf(fields);
	if (family === null) return;
	const why = `It uses IPv${family} alone; these monitors have no such setting.`;
	fields.note("preferred_ip_protocol", why, "Give the address in place of the name.");
}

export function tcpSettings(fields: Fields, target: string): Settings | null {
	const at = hostAndPortOf(target);
	if (at === null) {
		fields.note("", `${target} names no port: it is not carried.`, "Give HOST:PORT.");
		return null;
	}
	const tls = fields.flag("tls") ? { tls: "tls" } : {};
	const exchange = exchangeOf(fields);
	noteIpFamily(fields);
	const isWhole = fields.lacks(["tls_config", "source_ip_address"], TCP_FIELDS) && exchange !== null;
	fields.done(TCP_FIELDS);
	const { send, ...expected } = exchange ?? {};
	return {
		isWhole,
		members: {
			type: "tcp",
			...at,
			...tls,
			...expected,
			// A line is ended by the exporter.
			...(typeof send === "string" && { send: `${send.replaceAll("\\", "\\\\").replaceAll("\r", "\\r")}\\n` }),
		},
	};
}

function hostAndPortOf(target: string): { readonly host: string; readonly port: number } | null {
	const [, host = "", port = ""] = /^(?:tcp:\/\/)?\[?([^\]/]*?)\]?:(\d{1,5})$/.exec(target) ?? [];
	return host === "" ? null : { host, port: Number(port) };
}

/** STARTTLS by the first texts of an exchange that ends with it. */
const STARTTLS: readonly (readonly [RegExp, string])[] = [
	[/EHLO|ESMTP/, "smtp"],
	[/CAPABILITY|\. STARTTLS|OK\.\*STARTTLS/i, "imap"],
	[/STLS/, "pop3"],
	// The end of PostgreSQL's SSLRequest; what is before it are control characters.
	[/\xd2.\/$/s, "postgres"],
];

/** One text sent and one expected, or STARTTLS; null for more than that. */
function exchangeOf(fields: Fields): Members | null {
	const steps = listOf(fields.get("query_response")).map(objectOf);
	if (steps.length === 0) return {};
	const [first = {}, second] = steps;
	const isOne = steps.length === 1 && !("send" in first && "expect" in first);
	const isPair = steps.length === 2 && !("expect" in first) && second !== undefined && !("send" in second);
	const known = ["send", "expect", "labels"];
	if ((isOne || isPair) && steps.every((step) => Object.keys(step).every((name) => known.includes(name)))) {
		const { send, expect } = { ...first, ...second };
		return {
			...(send !== undefined && { send: textOf(send) }),
			...(expect !== undefined && { expect: { type: "regex", value: textOf(expect), caseSensitive: true } }),
		};
	}
	const said = steps.flatMap(({ send, expect }) => [send, expect]).filter((each) => each !== undefined);
	const protocol = STARTTLS.find(([pattern]) => said.some((text) => pattern.test(textOf(text))))?.[1];
	if (steps.some(({ starttls }) => starttls === true) && protocol !== undefined) {
		const why = `It becomes STARTTLS of ${protocol}; what is said after that is not expected here.`;
		fields.note("query_response", why, "");
		return { tls: "starttls", protocol };
	}
	const why = "A monitor sends once and expects once: the exchange is left out, and the monitor is paused.";
	fields.note("query_response", why, "Set `send` and `expect` to what matters of it.");
	return null;
}

/** Bytes of YAML (`!!binary`) as text. */
function textOf(value: unknown): string {
	return value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value);
}

export function icmpSettings(fields: Fields, target: string): Settings {
	noteIpFamily(fields);
	const isWhole = fields.lacks(["source_ip_address", "payload_size", "dont_fragment", "ttl"], ICMP_FIELDS);
	fields.done(ICMP_FIELDS);
	// The exporter sends one.
	return { isWhole, members: { type: "ping", host: target, packets: 1 } };
}

export function dnsSettings(fields: Fields, target: string): Settings | null {
	const recordType = (fields.text("query_type") ?? "ANY").toUpperCase();
	if (!RECORD_TYPES.some((each) => each === recordType)) {
		fields.note(
			"query_type",
			`Records of ${recordType} can't be asked for: ${target} is not carried.`,
			"Give a type of records.",
		);
		return null;
	}
	const resolver = asResolver(target)?.text ?? null;
	if (resolver === null) {
		const why = `${target} is no address of a name server: the monitor is paused.`;
		fields.note("", why, "Set `resolver` to its address.");
	}
	const pausing = Object.keys(DNS_FIELDS).filter((name) => /^Paused|: paused/.test(DNS_FIELDS[name]?.becomes ?? ""));
	const isWhole = fields.lacks(pausing, DNS_FIELDS) && resolver !== null;
	const domain = fields.text("query_name");
	fields.note("validate_answer_rrs", "At least one record is expected here; there an empty answer is one, too.", "");
	fields.done(DNS_FIELDS);
	return { isWhole, members: { type: "dns", domain, recordType, ...(resolver !== null && { resolver }) } };
}

export function websocketSettings(fields: Fields, target: string): Settings {
	const exchange = exchangeOf(fields);
	noteIpFamily(fields);
	const isWhole = fields.lacks(["http_config", "headers"], WEBSOCKET_FIELDS) && exchange !== null;
	fields.done(WEBSOCKET_FIELDS);
	return {
		isWhole,
		members: { type: "websocket", url: /^wss?:/i.test(target) ? target : `ws://${target}`, ...exchange },
	};
}
