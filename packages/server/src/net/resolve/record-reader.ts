/**
 * Reads the answer section of a reply (RFC 1035 §4.1). Each record is read within the length that it states, so a
 * record that lies about its length is found out, and one of a type that we do not know is passed over. The sections
 * after the answers are not read.
 */

import {
	caaText,
	canonicalName,
	canonicalRecord,
	printable,
	type RecordType,
} from "../../domain/monitors/dns/dns-records.ts";

export const TYPE_CODES: Readonly<Record<RecordType, number>> = {
	A: 1,
	NS: 2,
	CNAME: 5,
	SOA: 6,
	PTR: 12,
	MX: 15,
	TXT: 16,
	AAAA: 28,
	SRV: 33,
	CAA: 257,
};

export const HEADER_BYTES = 12;
const QUESTIONS_AT = 4;
const ANSWERS_AT = 6;
/** RFC 1035 §2.3.4; the last byte of a name ends it. */
const MAX_NAME_BYTES = 255;
const MAX_LABEL_BYTES = 63;
/** A length with both high bits set begins a pointer. */
const POINTER = 0xc0;
/** Records beyond are ignored. */
const MAX_RECORDS = 1_000;
/**
 * Of all names of a message. Pointers let a few bytes stand for a long name, so that no bound of bytes bounds the work
 * with names. A thousand records with an owner and a name of fifteen labels each; reading so many takes about 20 ms.
 */
const MAX_LABELS = 30_000;

export interface DnsRecord {
	/** The name that has it, in canonical form. */
	readonly owner: string;
	readonly type: RecordType;
	readonly ttlSeconds: number;
	/** In canonical form. */
	readonly text: string;
}

interface DnsReply {
	/** Name in lower case and number of the type; null where the server left the question out. */
	readonly question: { readonly name: string; readonly type: number } | null;
	/** Those of types and the class that we know; none are read of a reply to another question. */
	readonly answers: readonly DnsRecord[];
}

/** The question and the answers of `message`, a reply to `asked`; null when it is malformed. */
export function readMessage(message: Buffer, asked: NonNullable<DnsReply["question"]>): DnsReply | null {
	if (message.length < HEADER_BYTES) return null;
	try {
		const reader = new Reader(message, HEADER_BYTES, message.length, { left: MAX_LABELS });
		const questions = message.readUInt16BE(QUESTIONS_AT);
		// RFC 9619.
		if (questions > 1) return null;
		const question = questions === 0 ? null : readQuestion(reader);
		if (question !== null && (question.type !== asked.type || question.name !== asked.name)) {
			return { question, answers: [] };
		}
		const answers: DnsRecord[] = [];
		for (let left = Math.min(MAX_RECORDS, message.readUInt16BE(ANSWERS_AT)); left > 0; left--) {
			const record = readRecord(reader);
			if (record !== null) answers.push(record);
		}
		return { question, answers };
	} catch (error) {
		if (error instanceof Malformed) return null;
		throw error;
	}
}

class Malformed extends Error {}

function readQuestion(reader: Reader): NonNullable<DnsReply["question"]> {
	const name = reader.name().toLowerCase();
	const type = reader.uint16();
	reader.uint16();
	return { name, type };
}

const CLASS_IN = 1;

/** Null for a record of another type or class. */
function readRecord(reader: Reader): DnsRecord | null {
	const owner = canonicalName(reader.name());
	const code = reader.uint16();
	const isInternet = reader.uint16() === CLASS_IN;
	const ttl = reader.uint32();
	const data = reader.part(reader.uint16());
	const type = TYPES_BY_CODE.get(code);
	if (type === undefined || !isInternet || owner === null) return null;
	const text = readData(type, data);
	// What follows the data within the stated length is no part of it.
	if (text === null || !data.isAtEnd) throw new Malformed();
	// The highest bit must be taken for 0 (RFC 2181 §8).
	return { owner, type, ttlSeconds: ttl > 0x7fff_ffff ? 0 : ttl, text };
}

const TYPES_BY_CODE = new Map(Object.entries(TYPE_CODES).map(([type, code]) => [code, type as RecordType]));

/** Null when the data is no record of `type`. */
function readData(type: RecordType, data: Reader): string | null {
	switch (type) {
		case "A":
			return [data.uint8(), data.uint8(), data.uint8(), data.uint8()].join(".");
		case "AAAA":
			return canonicalRecord(type, Array.from({ length: 8 }, () => data.uint16().toString(16)).join(":"));
		case "CNAME":
		case "NS":
		case "PTR":
			return canonicalName(data.name());
		case "MX":
			return canonicalRecord(type, `${data.uint16()} ${data.name()}`);
		case "SRV":
			return canonicalRecord(type, `${data.uint16()} ${data.uint16()} ${data.uint16()} ${data.name()}`);
		case "SOA": {
			const names = `${data.name()} ${data.name()}`;
			return canonicalRecord(type, `${names} ${Array.from({ length: 5 }, () => data.uint32()).join(" ")}`);
		}
		case "CAA":
			return caaText(data.uint8(), data.bytes(data.uint8()).toString("latin1"), data.rest().toString("utf8"));
		case "TXT": {
			const strings: Buffer[] = [];
			while (!data.isAtEnd) strings.push(data.bytes(data.uint8()));
			return printable(Buffer.concat(strings).toString("utf8"));
		}
	}
}

/** Reads a part of a message. Throws Malformed instead of reading past its end. */
class Reader {
	readonly #message: Buffer;
	#at: number;
	readonly #end: number;
	/** How many more labels may be read, for all readers of a message. */
	readonly #labels: { left: number };

	constructor(message: Buffer, at: number, end: number, labels: { left: number }) {
		this.#message = message;
		this.#at = at;
		this.#end = end;
		this.#labels = labels;
	}

	get isAtEnd(): boolean {
		return this.#at === this.#end;
	}

	uint8(): number {
		return this.#message.readUInt8(this.#pass(1));
	}

	uint16(): number {
		return this.#message.readUInt16BE(this.#pass(2));
	}

	uint32(): number {
		return this.#message.readUInt32BE(this.#pass(4));
	}

	bytes(length: number): Buffer {
		const start = this.#pass(length);
		return this.#message.subarray(start, start + length);
	}

	rest(): Buffer {
		return this.bytes(this.#end - this.#at);
	}

	part(length: number): Reader {
		const start = this.#pass(length);
		return new Reader(this.#message, start, start + length, this.#labels);
	}

	/** A name (RFC 1035 §4.1.4). Pointers lead back only, so that each chain of them has an end. */
	name(): string {
		const labels: string[] = [];
		let nameBytes = 0;
		let limit = this.#at;
		let reader: Reader = this;
		for (;;) {
			const length = reader.uint8();
			if (length === 0) return labels.length === 0 ? "." : labels.join(".");
			if (length >= POINTER) {
				const target = ((length - POINTER) << 8) | reader.uint8();
				if (target >= limit || target < HEADER_BYTES) throw new Malformed();
				limit = target;
				reader = new Reader(this.#message, target, this.#message.length, this.#labels);
				continue;
			}
			nameBytes += length + 1;
			if (length > MAX_LABEL_BYTES || nameBytes >= MAX_NAME_BYTES) throw new Malformed();
			if (--this.#labels.left < 0) throw new Malformed();
			labels.push(labelText(reader.bytes(length)));
		}
	}

	#pass(length: number): number {
		const start = this.#at;
		if (length < 0 || start + length > this.#end) throw new Malformed();
		this.#at += length;
		return start;
	}
}

/** ASCII: every other byte, and what has a meaning in a name's text, is escaped (RFC 1035 §5.1). */
function labelText(bytes: Buffer): string {
	return bytes
		.toString("latin1")
		.replace(/[.\\]/g, "\\$&")
		.replace(/[^\x21-\x7e]|"/g, (each) => `\\${String(each.charCodeAt(0)).padStart(3, "0")}`);
}
