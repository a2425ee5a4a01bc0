/** Servers that open WebSockets, or do something else in answer to the opening handshake. */

import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Identity } from "./certificates.ts";
import { listen, type Target } from "./listening.ts";
import { startRawTarget } from "./raw-target.ts";

/** RFC 6455 §1.3. */
const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** The answer that opens a WebSocket; `request` is the client's head. */
export function accepted(request: string): string {
	const [, key = ""] = /^sec-websocket-key: (.*)\r$/im.exec(request) ?? [];
	const accept = createHash("sha1")
		.update(key + GUID)
		.digest("base64");
	return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
}

/** Called with the head of the client's handshake. */
export type OnRequest = (socket: Socket, request: string) => void;

export function startWebSocketTarget(onRequest: OnRequest, identity?: Identity): Promise<Target> {
	const onSocket = (socket: Socket) => {
		socket.on("error", () => {});
		socket.once("data", (bytes) => onRequest(socket, bytes.toString("latin1")));
	};
	if (identity === undefined) return startRawTarget(onSocket);
	const server = createTlsServer({ cert: identity.chain, key: identity.key }, onSocket);
	server.on("tlsClientError", () => {});
	return listen(server, { scheme: "https", name: "localhost" });
}

/** Opens the WebSocket, and then sends `frames`; with `onData`, what the client sends is handed on. */
export function opens(frames: readonly Buffer[] = [], onData?: (socket: Socket, bytes: Buffer) => void): OnRequest {
	return (socket, request) => {
		socket.write(Buffer.concat([Buffer.from(accepted(request)), ...frames]));
		if (onData) socket.on("data", (bytes: Buffer) => onData(socket, bytes));
		else socket.resume();
	};
}

interface FrameOptions {
	/** Default 1, text. */
	readonly opcode?: number;
	readonly isLast?: boolean;
	/** Bits RSV1–3. */
	readonly reserved?: number;
	readonly isMasked?: boolean;
	/** What the frame says its length is; default: the truth. */
	readonly length?: number | bigint;
}

/** A frame of a server. */
export function frame(payload: string | Buffer, options: FrameOptions = {}): Buffer {
	const data = Buffer.from(payload);
	const { opcode = 1, isLast = true, reserved = 0, isMasked = false, length = data.length } = options;
	const long = typeof length === "bigint" || length > 0xffff ? 8 : length > 125 ? 2 : 0;
	const header = Buffer.alloc(2 + long);
	header.writeUInt8((isLast ? 0x80 : 0) | (reserved << 4) | opcode, 0);
	header.writeUInt8((isMasked ? 0x80 : 0) | (long === 8 ? 127 : long === 2 ? 126 : Number(length)), 1);
	if (long === 8) header.writeBigUInt64BE(BigInt(length), 2);
	if (long === 2) header.writeUInt16BE(Number(length), 2);
	return Buffer.concat([header, data]);
}

/** The payload of a client's frame of at most 125 bytes, unmasked; its opcode. */
export function clientFrameOf(bytes: Buffer): { readonly opcode: number; readonly payload: string } {
	const length = bytes.readUInt8(1) & 0x7f;
	const mask = bytes.subarray(2, 6);
	const payload = Buffer.from(bytes.subarray(6, 6 + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
	return { opcode: bytes.readUInt8(0) & 0x0f, payload: payload.toString() };
}
