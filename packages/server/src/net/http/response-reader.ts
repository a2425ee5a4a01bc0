/**
 * Reads one HTTP/1.x response from the bytes of a connection (RFC 9112), as they come. It owns no socket and no clock,
 * and keeps nothing but an unfinished line: the body goes to the sink. Everything a peer can make grow is bounded by
 * the constants of ./response-head.ts and by the sink, which returns false when it has enough.
 */

import {
	continueField,
	type Framing,
	framingOf,
	MAX_HEAD_BYTES,
	parseFieldLine,
	parseStatusLine,
	quoted,
	type ResponseHead,
	type Violation,
} from "./response-head.ts";

/** Digits of a chunk's size: no real chunk has 2^52 octets. */
const MAX_CHUNK_SIZE_DIGITS = 13;
/** A chunk's size and its line ends are paid for by the chunk's data; extensions beyond count like headers. */
const FREE_CHUNK_LINE_BYTES = 20;
/**
 * Bytes made into text at once: most heads, and most chunk sizes, fit; what is left over is body and would be made text
 * in vain.
 */
const HEAD_WINDOW_BYTES = 2_048;
const CHUNK_WINDOW_BYTES = 64;
const HTTP_PREFIX = "HTTP/";

/** Where the response goes. Both methods return whether more is wanted; false completes the response at once. */
export interface ResponseSink {
	head(head: ResponseHead): boolean;
	body(bytes: Buffer): boolean;
}

/** "complete" and a violation are final: nothing may be pushed after them. */
export type Progress = "incomplete" | "complete" | Violation;

type State = "status" | "fields" | "counted" | "until_close" | "chunk_size" | "chunk_data" | "chunk_end" | "trailers";

export class ResponseReader {
	readonly #method: string;
	readonly #sink: ResponseSink;
	#state: State = "status";
	#unfinishedLine = "";
	#headBytes = 0;
	#status = 0;
	#minorVersion = 0;
	#headers = new Map<string, string>();
	/** The field that a folded line would continue. */
	#lastField: string | null = null;
	/** Octets still to come of a body or of a chunk. */
	#remaining = 0;

	constructor(method: string, sink: ResponseSink) {
		this.#method = method;
		this.#sink = sink;
	}

	push(bytes: Buffer): Progress {
		let offset = 0;
		while (offset < bytes.length) {
			if (this.#isInBody()) {
				const taken = Math.min(bytes.length - offset, this.#remaining);
				const piece = offset === 0 && taken === bytes.length ? bytes : bytes.subarray(offset, offset + taken);
				const progress = this.#body(piece);
				if (progress !== "incomplete") return progress;
				offset += taken;
			} else {
				// Text is made of many lines at once: a call into native code for each would cost more than all the parsing.
				const window = bytes.toString(
					"latin1",
					offset,
					offset + (this.#isAtChunk() ? CHUNK_WINDOW_BYTES : HEAD_WINDOW_BYTES),
				);
				const taken = this.#lines(window);
				if (typeof taken !== "number") return taken;
				offset += taken;
			}
		}
		return "incomplete";
	}

	/** The peer will send no more. True when that completes the response; else it was cut off. */
	end(): boolean {
		return this.#state === "until_close";
	}

	#isInBody(): boolean {
		return this.#state === "counted" || this.#state === "chunk_data" || this.#state === "until_close";
	}

	#isAtChunk(): boolean {
		return this.#state === "chunk_size" || this.#state === "chunk_end";
	}

	#body(piece: Buffer): Progress {
		this.#remaining -= piece.length;
		if (!this.#sink.body(piece)) return "complete";
		if (this.#remaining > 0) return "incomplete";
		if (this.#state === "counted") return "complete";
		this.#state = "chunk_end";
		return "incomplete";
	}

	/** Reads lines until the text ends or the body begins; answers how much of the text it took. */
	#lines(text: string): number | Progress {
		let start = 0;
		while (start < text.length && !this.#isInBody()) {
			const end = text.indexOf("\n", start);
			const piece = text.slice(start, end === -1 ? text.length : end);
			const line = this.#unfinishedLine === "" ? piece : this.#unfinishedLine + piece;
			const counted = Math.max(0, line.length + 1 - (this.#isAtChunk() ? FREE_CHUNK_LINE_BYTES : 0));
			if (this.#headBytes + counted > MAX_HEAD_BYTES)
				return { violation: `has more than ${MAX_HEAD_BYTES} bytes of headers` };
			if (end === -1) return this.#keepUnfinished(line) ?? text.length;
			this.#unfinishedLine = "";
			this.#headBytes += counted;
			const progress = this.#line(withoutLineEnd(line));
			if (progress !== "incomplete") return progress;
			start = end + 1;
		}
		return start;
	}

	#line(line: string): Progress {
		switch (this.#state) {
			case "status": {
				const parsed = parseStatusLine(line);
				if ("violation" in parsed) return parsed;
				this.#status = parsed.status;
				this.#minorVersion = parsed.minorVersion;
				this.#lastField = null;
				this.#state = "fields";
				return "incomplete";
			}
			case "fields":
			case "trailers": {
				if (line === "") return this.#state === "fields" ? this.#endOfHead() : "complete";
				return this.#state === "fields" ? this.#field(line) : trailer(line);
			}
			case "chunk_end":
				if (line !== "") return { violation: "has a chunk that is longer than its size" };
				this.#state = "chunk_size";
				return "incomplete";
			default:
				return this.#chunkSize(line);
		}
	}

	#field(line: string): Progress {
		const isFolded = line.startsWith(" ") || line.startsWith("\t");
		const name = isFolded ? continueField(line, this.#lastField, this.#headers) : parseFieldLine(line, this.#headers);
		if (typeof name !== "string") return name;
		this.#lastField = name;
		return "incomplete";
	}

	#endOfHead(): Progress {
		const head: ResponseHead = { status: this.#status, minorVersion: this.#minorVersion, headers: this.#headers };
		// 101 is final here: no other protocol was asked for, so nothing else can follow it.
		if (head.status < 200 && head.status !== 101) {
			this.#headers = new Map();
			this.#state = "status";
			return "incomplete";
		}
		const framing = framingOf(head, this.#method);
		if ("violation" in framing) return framing;
		return this.#sink.head(head) ? this.#beginBody(framing) : "complete";
	}

	#beginBody(framing: Framing): Progress {
		switch (framing.kind) {
			case "none":
				return "complete";
			case "length":
				this.#remaining = framing.length;
				this.#state = "counted";
				return framing.length === 0 ? "complete" : "incomplete";
			case "chunked":
				this.#state = "chunk_size";
				return "incomplete";
			case "close":
				this.#remaining = Number.POSITIVE_INFINITY;
				this.#state = "until_close";
				return "incomplete";
		}
	}

	#chunkSize(line: string): Progress {
		// What follows a semicolon are extensions, which mean nothing to us (RFC 9112 §7.1.1).
		const [text = ""] = line.split(";", 1);
		const size = text.trimEnd();
		if (!/^[0-9A-Fa-f]+$/.test(size) || size.replace(/^0+/, "").length > MAX_CHUNK_SIZE_DIGITS) {
			return { violation: `has a malformed chunk size: ${quoted(line)}` };
		}
		this.#remaining = Number.parseInt(size, 16);
		this.#state = this.#remaining === 0 ? "trailers" : "chunk_data";
		return "incomplete";
	}

	#keepUnfinished(line: string): Violation | null {
		this.#unfinishedLine = line;
		// No status line can come of a mail server's greeting, a TLS alert or HTTP/2 frames: that is reported at once.
		if (this.#state !== "status" || HTTP_PREFIX.startsWith(line.slice(0, HTTP_PREFIX.length).toUpperCase()))
			return null;
		return { violation: `does not begin with an HTTP/1.x status line: ${quoted(line)}` };
	}
}

/** A line ends with CR LF, with LF alone (RFC 9112 §2.2), or, as curl reads it, with more than one CR before the LF. */
function withoutLineEnd(line: string): string {
	let end = line.length;
	while (end > 0 && line[end - 1] === "\r") end--;
	return line.slice(0, end);
}

/** Trailers mean nothing to us; a folded one belongs to the line before it, whatever that was. */
function trailer(line: string): Progress {
	const isFolded = line.startsWith(" ") || line.startsWith("\t");
	const name = isFolded ? continueField(line, "", new Map()) : parseFieldLine(line, new Map());
	return typeof name === "string" ? "incomplete" : name;
}
