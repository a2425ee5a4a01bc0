/** Frames of a WebSocket (RFC 6455 §5): those of a server are read as they come, those of a client are written. */

import { randomBytes } from "node:crypto";
import type { Violation } from "../http/response-head.ts";

const OPCODES = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
const FIRST_CONTROL = 8;
const MAX_CONTROL_BYTES = 125;
const NORMAL_CLOSURE = 1000;
const MESSAGE_END = Buffer.from("\n");
/** Pings that are answered at most, so that a flood of them costs little. */
const MAX_PONGS = 100;

/** Of one connection. Empty frames cost work but no bytes, so a limit of bytes is not enough. */
const MAX_FRAMES = 10_000;

/** What a piece of the connection held. */
interface FramesRead {
	/** Of messages, a line feed after each. */
	readonly payload: Buffer;
	/** To be sent: answers to pings. */
	readonly answers: Buffer;
	/** Of the close frame, once the server has sent one. */
	readonly close: ServerClose | null;
}

/** RFC 6455 §7.1.5, §7.1.6. */
export interface ServerClose {
	/** Null when the server gave none. */
	readonly code: number | null;
	readonly reason: string;
}

/** Reads the frames of one connection. It keeps at most a header or a control frame, never a message. */
export class FrameReader {
	#unread: Buffer = Buffer.alloc(0);
	/** Of the frame whose payload is passing. */
	#remaining = 0;
	#isLastFrame = true;
	/** A message was begun whose last frame has not come. */
	#isInMessage = false;
	/** Of the text message whose frames are coming; null for a binary one. */
	#text: TextDecoder | null = null;
	#pongs = 0;
	#frames = 0;

	push(bytes: Buffer): FramesRead | Violation {
		let left = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes]);
		const payload: Buffer[] = [];
		const answers: Buffer[] = [];
		for (;;) {
			if (this.#remaining > 0) {
				const piece = left.subarray(0, this.#remaining);
				left = left.subarray(piece.length);
				payload.push(piece);
				this.#remaining -= piece.length;
				if (!this.#isUtf8(piece, this.#remaining === 0 && this.#isLastFrame)) return NOT_UTF_8;
				if (this.#remaining > 0) break;
				this.#endFrame(payload);
			}
			const header = readHeader(left);
			if (header === null) break;
			const violation = "violation" in header ? header : this.#violationOf(header);
			if (violation !== null) return violation;
			const { opcode, length, headerBytes, isLast } = header as FrameHeader;
			if (opcode < FIRST_CONTROL) {
				left = left.subarray(headerBytes);
				this.#isInMessage = true;
				this.#isLastFrame = isLast;
				this.#remaining = length;
				if (opcode !== OPCODES.continuation) this.#text = opcode === OPCODES.text ? utf8() : null;
				if (length > 0) continue;
				if (!this.#isUtf8(NOTHING, isLast)) return NOT_UTF_8;
				this.#endFrame(payload);
				continue;
			}
			if (left.length < headerBytes + length) break;
			const data = left.subarray(headerBytes, headerBytes + length);
			left = left.subarray(headerBytes + length);
			if (opcode === OPCODES.close) {
				const close = readClose(data);
				if ("violation" in close) return close;
				return { payload: Buffer.concat(payload), answers: Buffer.concat(answers), close };
			}
			if (opcode === OPCODES.ping && this.#pongs++ < MAX_PONGS) answers.push(clientFrame("pong", data));
		}
		this.#unread = left;
		return { payload: Buffer.concat(payload), answers: Buffer.concat(answers), close: null };
	}

	/** Whether a text message goes on as UTF-8 (RFC 6455 §8.1). */
	#isUtf8(piece: Buffer, isEnd: boolean): boolean {
		try {
			this.#text?.decode(piece, { stream: !isEnd });
			return true;
		} catch {
			return false;
		}
	}

	#endFrame(payload: Buffer[]): void {
		if (!this.#isLastFrame) return;
		this.#isInMessage = false;
		payload.push(MESSAGE_END);
	}

	#violationOf({ opcode, length, isLast }: FrameHeader): Violation | null {
		if (this.#frames++ === MAX_FRAMES) return { violation: `has more than ${MAX_FRAMES} frames` };
		if (opcode >= FIRST_CONTROL) {
			if (!isLast) return { violation: "has a control frame in pieces" };
			return length > MAX_CONTROL_BYTES ? { violation: `has a control frame of ${length} bytes` } : null;
		}
		if (opcode === OPCODES.continuation) {
			return this.#isInMessage ? null : { violation: "continues a message that was not begun" };
		}
		return this.#isInMessage ? { violation: "begins a message within another" } : null;
	}
}

const NOTHING = Buffer.alloc(0);
const NOT_UTF_8: Violation = { violation: "has a text message that is not UTF-8" };

function utf8(): TextDecoder {
	return new TextDecoder("utf-8", { fatal: true });
}

function readClose(data: Buffer): ServerClose | Violation {
	if (data.length === 0) return { code: null, reason: "" };
	if (data.length === 1) return { violation: "has a close frame with half a code" };
	try {
		return { code: data.readUInt16BE(0), reason: utf8().decode(data.subarray(2)) };
	} catch {
		return { violation: "has a close frame whose reason is not UTF-8" };
	}
}

interface FrameHeader {
	readonly opcode: number;
	readonly isLast: boolean;
	readonly length: number;
	readonly headerBytes: number;
}

const KNOWN_OPCODES: ReadonlySet<number> = new Set(Object.values(OPCODES));

/** Null when more bytes are needed. */
function readHeader(bytes: Buffer): FrameHeader | Violation | null {
	if (bytes.length < 2) return null;
	const [first = 0, second = 0] = bytes;
	const opcode = first & 0x0f;
	if ((first & 0x70) !== 0) return { violation: "uses an extension that was not agreed on" };
	if (!KNOWN_OPCODES.has(opcode)) return { violation: `has a frame of the unknown kind ${opcode}` };
	if ((second & 0x80) !== 0) return { violation: "has a masked frame, as only clients send them" };
	const isLast = (first & 0x80) !== 0;
	const short = second & 0x7f;
	const headerBytes = short === 127 ? 10 : short === 126 ? 4 : 2;
	if (bytes.length < headerBytes) return null;
	if (short < 126) return { opcode, isLast, length: short, headerBytes };
	if (short === 126) return { opcode, isLast, length: bytes.readUInt16BE(2), headerBytes };
	const length = bytes.readBigUInt64BE(2);
	if (length > BigInt(Number.MAX_SAFE_INTEGER)) return { violation: "has a frame whose length is no length" };
	return { opcode, isLast, length: Number(length), headerBytes };
}

/** A frame of a client: masked, in one piece. */
export function clientFrame(kind: keyof typeof OPCODES, data: Uint8Array): Buffer {
	const mask = randomBytes(4);
	const header = Buffer.alloc(data.length > MAX_CONTROL_BYTES ? 4 : 2);
	header.writeUInt8(0x80 | OPCODES[kind], 0);
	header.writeUInt8(0x80 | Math.min(data.length, 126), 1);
	if (data.length > MAX_CONTROL_BYTES) header.writeUInt16BE(data.length, 2);
	const masked = Buffer.from(data.map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
	return Buffer.concat([header, mask, masked]);
}

/** A close frame: normal closure. */
export function closeFrame(): Buffer {
	const code = Buffer.alloc(2);
	code.writeUInt16BE(NORMAL_CLOSURE);
	return clientFrame("close", code);
}
