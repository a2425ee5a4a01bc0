/** Monitors of records in the DNS: up when a name has the records that are expected. */

import { z } from "zod";
import { text } from "../../text.ts";
import { hostAndPort } from "../host.ts";
import { monitorType } from "../type.ts";
import { canonicalName, canonicalRecord, RECORD_TYPES, type RecordType, recordProblem } from "./dns-records.ts";

/** RFC 1035 §2.3.4, without the last dot. */
const MAX_NAME_LENGTH = 253;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const MAX_EXPECTED = 50;
/** A TXT record may have 65,535 bytes; those that people publish stay below this. */
const MAX_RECORD_LENGTH = 4_096;
const DNS_PORT = 53;
/** Characters of one record, and of all records of one side, that a message shows. */
const MAX_RECORD_SHOWN = 120;
const MAX_SIDE_SHOWN = 360;

const MODES = ["equals", "contains"] as const;

const domainField = z
	.string()
	.superRefine((value, context) => {
		const problem = domainProblem(value);
		if (problem !== null) context.addIssue({ code: "custom", message: problem });
	})
	.meta({
		minLength: 1,
		maxLength: MAX_NAME_LENGTH,
		example: "example.com",
		description: "The name to ask for. With `PTR` an IP address is accepted and asked for in its reverse form.",
	});

const resolverField = z
	.string()
	.superRefine((value, context) => {
		if (asResolver(value) !== null) return;
		const message =
			"Give an IP address, with a port if it is not 53: 192.0.2.53, 192.0.2.53:5353, [2001:db8::53]:5353.";
		context.addIssue({ code: "custom", message });
	})
	.nullable()
	.meta({
		example: "192.0.2.53",
		description:
			"The name server to ask, `address[:port]`: it is what is watched, and its silence is down. Null: those of this " +
			"machine; when these answer nobody, the check is missed.",
	})
	.default(null);

export const dns = monitorType({
	type: "dns",
	fields: {
		domain: domainField,
		recordType: z.enum(RECORD_TYPES).meta({ example: "A" }).default("A"),
		resolver: resolverField,
		expected: z
			.array(text(1, MAX_RECORD_LENGTH))
			.min(1, "Give at least one record, or null if any will do.")
			.max(MAX_EXPECTED)
			.nullable()
			.meta({
				example: ["192.0.2.1", "192.0.2.2"],
				description:
					"The records as in a zone file, in any order: `10 mail.example.com` for MX. Null: any record will do.",
			})
			.default(null),
		mode: z
			.enum(MODES)
			.meta({
				example: "equals",
				description: "`equals`: these records and no others; `contains`: these and perhaps others.",
			})
			.default("equals"),
	},
	example: { name: "Mail exchangers", domain: "example.com", recordType: "MX", expected: ["10 mail.example.com"] },
	takesContentChecks: false,
	degradedIsSuccessful: true,
	problemsOf({ domain, recordType, expected }) {
		const problems = (expected ?? []).flatMap((record, index) => {
			const message = recordProblem(recordType, record);
			return message === null ? [] : [{ path: `/expected/${index}`, message }];
		});
		if (recordType === "PTR" || addressOf(domain) === null) return problems;
		const message = "This is an address. Only PTR records are asked for by address; give a name for all others.";
		return [{ path: "/domain", message }, ...problems];
	},
	normalized: (settings) => ({
		...settings,
		domain: asDomain(settings.domain, settings.recordType),
		resolver: settings.resolver && (asResolver(settings.resolver)?.text ?? settings.resolver),
		expected: settings.expected && canonicalSet(settings.recordType, settings.expected),
	}),
	targetOf: ({ domain }) => domain,
	expectationOf: ({ domain, recordType, resolver, expected, mode }) => ({
		domain,
		recordType,
		resolver,
		expected,
		mode,
	}),
	speaksTls: () => false,
	shortfallOf({ domain, recordType, expected, mode }, { records, exists }) {
		const missing = (expected ?? []).filter((record) => !records.includes(record));
		const isWrong = expected === null ? records.length === 0 : missing.length > 0 || surplus(records, expected, mode);
		if (!isWrong) return null;
		const seen =
			records.length > 0 ? shown(records) : exists ? "no such record" : "no such record: the name does not exist";
		const wanted = expected === null ? "at least one" : `${mode === "contains" ? "at least " : ""}${shown(expected)}`;
		const name = domain.length <= 100 ? domain : `${domain.slice(0, 99)}…`;
		return { reason: "dns_records", message: `${recordType} records of ${name}: ${seen}. Expected: ${wanted}.` };
	},
});

/** The address and the port of `address[:port]`; null when it is no such thing. */
export function asResolver(
	text: string,
): { readonly host: string; readonly port: number; readonly text: string } | null {
	const [, bracketed, plain, port = String(DNS_PORT)] =
		/^(?:\[([0-9a-f:.]+)\]|([0-9.]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
	const host = addressOf(bracketed ?? plain ?? text);
	if (host === null || Number(port) < 1 || Number(port) > 65_535) return null;
	const isUsual = Number(port) === DNS_PORT;
	return { host, port: Number(port), text: isUsual ? host : hostAndPort(host, Number(port)) };
}

function surplus(records: readonly string[], expected: readonly string[], mode: (typeof MODES)[number]): boolean {
	return mode === "equals" && records.some((record) => !expected.includes(record));
}

function addressOf(text: string): string | null {
	return canonicalRecord("A", text) ?? canonicalRecord("AAAA", text);
}

function domainProblem(domain: string): string | null {
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(domain)) return "Give the name alone, without a scheme such as https://.";
	if (addressOf(domain) !== null) return null;
	const name = /[\s/?#@\\:[\]]/.test(domain) ? null : canonicalName(domain);
	if (name === null) return "This is not a domain name.";
	if (name.length > MAX_NAME_LENGTH) return `A domain name has at most ${MAX_NAME_LENGTH} characters.`;
	return name.split(".").every((label) => LABEL.test(label)) ? null : "This is not a valid domain name.";
}

function asDomain(domain: string, type: RecordType): string {
	const address = addressOf(domain);
	return address !== null && type === "PTR" ? reverseName(address) : (canonicalName(domain) ?? domain);
}

/** The name under which the names of an address are kept (RFC 1035 §3.5, RFC 3596 §2.5). */
function reverseName(address: string): string {
	if (!address.includes(":")) return `${address.split(".").toReversed().join(".")}.in-addr.arpa`;
	const [left = "", right = ""] = address.split("::");
	const groups = (part: string) => (part === "" ? [] : part.split(":"));
	const before = groups(left);
	const after = groups(right);
	const zeros = Array<string>(8 - before.length - after.length).fill("0");
	const digits = [...before, ...zeros, ...after].map((group) => group.padStart(4, "0")).join("");
	return `${[...digits].toReversed().join(".")}.ip6.arpa`;
}

function canonicalSet(type: RecordType, records: readonly string[]): string[] {
	return [...new Set(records.map((record) => canonicalRecord(type, record) ?? record))];
}

/** The records of one side, as much as a message has room for. */
function shown(records: readonly string[]): string {
	const texts: string[] = [];
	let length = 0;
	for (const record of records) {
		const text = record.length <= MAX_RECORD_SHOWN ? record : `${record.slice(0, MAX_RECORD_SHOWN - 1)}…`;
		length += text.length;
		if (length > MAX_SIDE_SHOWN) return `${texts.join(", ")} and ${records.length - texts.length} more`;
		texts.push(text);
	}
	return texts.join(", ");
}
