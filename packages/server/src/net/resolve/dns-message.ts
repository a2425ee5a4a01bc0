/** Questions to name servers and their answers, as bytes (RFC 1035 §4, RFC 6891). */

import { isIP } from "node:net";
import { type Answer as DnsRecord, decode, encode, RECURSION_DESIRED } from "dns-packet";

export type AddressType = "A" | "AAAA";

export interface Question {
	/** ASCII in lower case, no trailing dot. */
	readonly name: string;
	readonly type: AddressType;
}

export type Reply =
	| { readonly kind: "addresses"; readonly addresses: readonly string[]; readonly ttlMs: number }
	/** There is no such name, of any kind (NXDOMAIN). */
	| { readonly kind: "not_found" }
	/** The name exists, without an address of this family (NODATA). */
	| { readonly kind: "no_address" }
	/** The reply did not fit into a datagram. */
	| { readonly kind: "truncated" }
	/** The server can't or won't answer; `code` is the RFC's name of its response code. */
	| { readonly kind: "refused"; readonly code: string }
	/** The reply to this question makes no sense. */
	| { readonly kind: "malformed" };

const FAMILY = { A: 4, AAAA: 6 } as const;
/** What passes every network unfragmented (DNS Flag Day 2020). */
const UDP_PAYLOAD_BYTES = 1_232;
const HEADER_BYTES = 12;
const MAX_LABEL_BYTES = 63;
const MAX_NAME_BYTES = 253;
/** Records beyond are ignored. */
const MAX_ADDRESSES = 1_000;

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

/** The id of the question that a message replies to; null when it replies to none. */
export function repliedId(message: Buffer): number | null {
	const isReply = message.length >= HEADER_BYTES && (message.readUInt8(2) & 0x80) !== 0;
	return isReply ? message.readUInt16BE(0) : null;
}

/** Reads the reply to `question`; null when it is to another one, for it may be forged. */
export function readReply(message: Buffer, question: Question): Reply | null {
	let packet: ReturnType<typeof decode>;
	try {
		packet = decode(message);
	} catch {
		return { kind: "malformed" };
	}
	// The library reads past the end of a message that breaks off.
	if (bytesRead() > message.length) return { kind: "malformed" };
	const [asked] = packet.questions ?? [];
	// Servers may leave the question out of an error.
	if (asked !== undefined && !(asked.type === question.type && asked.name.toLowerCase() === question.name)) return null;
	if (packet.flag_tc) return { kind: "truncated" };
	switch (message.readUInt8(3) & 0x0f) {
		case 0:
			return asked === undefined ? { kind: "malformed" } : addressesOf(packet.answers ?? [], question.type);
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

/** How far the decoder read in its last message: a property of the function that its types lack. */
function bytesRead(): number {
	return (decode as unknown as { bytes: number }).bytes;
}

/** All of the records count, also those at the end of aliases: a resolver has followed them for us. */
function addressesOf(records: readonly DnsRecord[], type: AddressType): Reply {
	const addresses: string[] = [];
	let ttlSeconds = Number.POSITIVE_INFINITY;
	for (const record of records.slice(0, MAX_ADDRESSES)) {
		if (record.type !== type) continue;
		if (isIP(record.data) !== FAMILY[type]) return { kind: "malformed" };
		addresses.push(record.data);
		// The highest bit must be taken for 0 (RFC 2181 §8).
		ttlSeconds = Math.min(ttlSeconds, (record.ttl ?? 0) > 0x7fffffff ? 0 : (record.ttl ?? 0));
	}
	return addresses.length === 0 ? { kind: "no_address" } : { kind: "addresses", addresses, ttlMs: ttlSeconds * 1_000 };
}
