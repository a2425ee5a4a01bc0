/** Questions to name servers and their answers, as bytes (RFC 1035 §4, RFC 6891). */

import { encode, RECURSION_DESIRED } from "dns-packet";
import type { RecordType } from "../../domain/monitors/dns/dns-records.ts";
import { type DnsRecord, HEADER_BYTES, readMessage, TYPE_CODES } from "./record-reader.ts";

export interface Question {
	/** ASCII in lower case, no trailing dot. */
	readonly name: string;
	readonly type: RecordType;
}

export type Reply =
	/** At least one, in canonical form (../../domain/monitors/dns/dns-records.ts): an address as it is written. */
	| { readonly kind: "records"; readonly records: readonly string[]; readonly ttlMs: number }
	/** There is no such name, of any kind (NXDOMAIN). */
	| { readonly kind: "not_found" }
	/** The name exists, without a record of this type (NODATA). */
	| { readonly kind: "no_record" }
	/** The reply did not fit into a datagram. */
	| { readonly kind: "truncated" }
	/** The server can't or won't answer; `code` is the RFC's name of its response code. */
	| { readonly kind: "refused"; readonly code: string }
	/** The reply to this question makes no sense. */
	| { readonly kind: "malformed" };

/** What passes every network unfragmented (DNS Flag Day 2020). */
const UDP_PAYLOAD_BYTES = 1_232;
const MAX_LABEL_BYTES = 63;
const MAX_NAME_BYTES = 253;

/** Whether `name` can be asked about at all: not with an empty label, or one of more than 63 octets. */
export function isEncodable(name: string): boolean {
	if (name.length > MAX_NAME_BYTES) return false;
	return name.split(".").every((label) => label.length > 0 && label.length <= MAX_LABEL_BYTES);
}

/** `withExtensions`: that we take longer replies (EDNS), which some old servers answer with an error. */
export function encodeQuestion(id: number, { name, type }: Question, withExtensions: boolean): Buffer {
	return encode({
		type: "query",
		id,
		flags: RECURSION_DESIRED,
		questions: [{ type, name }],
		...(withExtensions && {
			additionals: [
				{
					type: "OPT",
					name: ".",
					udpPayloadSize: UDP_PAYLOAD_BYTES,
					extendedRcode: 0,
					ednsVersion: 0,
					flags: 0,
					flag_do: false,
					options: [],
				},
			],
		}),
	});
}

/** RFC 1035 §4.1.1: the bit QR, and with it the four of OPCODE, which are 0 in a standard query and its reply. */
const REPLY = 0x80;
const REPLY_AND_OPCODE = 0xf8;

/** The id of the question that a message replies to; null when it replies to none of ours: to no standard query. */
export function repliedId(message: Buffer): number | null {
	const isReply = message.length >= HEADER_BYTES && (message.readUInt8(2) & REPLY_AND_OPCODE) === REPLY;
	return isReply ? message.readUInt16BE(0) : null;
}

/** Reads the reply to `question`; null when it is to another one, for it may be forged. */
export function readReply(message: Buffer, question: Question): Reply | null {
	const expected = { name: question.name, type: TYPE_CODES[question.type] };
	const read = readMessage(message, expected);
	if (read === null) return isTruncated(message) ? { kind: "truncated" } : { kind: "malformed" };
	const { question: asked, answers } = read;
	// Servers may leave the question out of an error.
	if (asked !== null && !(asked.type === expected.type && asked.name === expected.name)) return null;
	if (isTruncated(message)) return { kind: "truncated" };
	switch (message.readUInt8(3) & 0x0f) {
		case 0:
			return asked === null ? { kind: "malformed" } : recordsOf(answers, question);
		case 1:
			return { kind: "refused", code: "FORMERR" };
		case 2:
			return { kind: "refused", code: "SERVFAIL" };
		case 3:
			return { kind: "not_found" };
		case 4:
			return { kind: "refused", code: "NOTIMP" };
		case 5:
			return { kind: "refused", code: "REFUSED" };
		default:
			return { kind: "refused", code: `RCODE ${message.readUInt8(3) & 0x0f}` };
	}
}

function isTruncated(message: Buffer): boolean {
	return message.length >= HEADER_BYTES && (message.readUInt8(2) & 0x02) !== 0;
}

/**
 * The records of the name, or of what its aliases lead to: a resolver has followed them for us. Records of other names
 * are no answer.
 */
function recordsOf(answers: readonly DnsRecord[], { name, type }: Question): Reply {
	const owners = new Set([name]);
	if (type !== "CNAME") {
		let known = 0;
		while (known !== owners.size) {
			known = owners.size;
			for (const each of answers) if (each.type === "CNAME" && owners.has(each.owner)) owners.add(each.text);
		}
	}
	const found = answers.filter((each) => each.type === type && owners.has(each.owner));
	if (found.length === 0) return { kind: "no_record" };
	const ttlSeconds = Math.min(...found.map((each) => each.ttlSeconds));
	return { kind: "records", records: [...new Set(found.map(({ text }) => text))], ttlMs: ttlSeconds * 1_000 };
}
