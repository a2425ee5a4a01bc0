/**
 * The peer's certificate out of a session as OpenSSL writes it (SSL_SESSION_ASN1 of ssl/ssl_asn1.c). Asking Node for
 * the certificate itself copies and parses it anew, which costs seven times as much: 29 µs instead of 4.
 */

import { elementAt, SEQUENCE } from "./der.ts";

/** `[3] X509 peer`, an explicit tag. */
const PEER = 0xa3;
/** Its first field: version 1, an INTEGER. No other sequence in a session begins with it, nor does a certificate. */
const VERSION = Buffer.from([0x02, 0x01, 0x01]);
/** In front of the session Node writes for whom it is: a prefix of its own and the name, which RFC 1035 bounds. */
const MAX_PREFIX_BYTES = 320;

/** DER; null when the session has no certificate, or is not written as expected. */
export function certificateIn(session: Buffer | undefined): Buffer | null {
	if (session === undefined) return null;
	const fields = fieldsOf(session);
	if (fields === null) return null;
	let offset = 0;
	while (offset < fields.length) {
		const tag = fields[offset] as number;
		const field = elementAt(fields, offset, tag);
		if (field === null) return null;
		if (tag === PEER) {
			const certificate = elementAt(field.content, 0, SEQUENCE);
			return certificate?.end === field.content.length ? field.content : null;
		}
		offset = field.end;
	}
	return null;
}

/** The session is the sequence that ends where the bytes do. A name in front of it can't look like one: it is ASCII. */
function fieldsOf(session: Buffer): Buffer | null {
	for (let offset = 0; offset <= MAX_PREFIX_BYTES && offset < session.length; offset += 1) {
		const isLong = (session[offset + 1] ?? 0) > 0x80;
		const sequence = isLong ? elementAt(session, offset, SEQUENCE) : null;
		if (sequence?.end !== session.length) continue;
		return sequence.content.subarray(0, VERSION.length).equals(VERSION) ? sequence.content : null;
	}
	return null;
}
