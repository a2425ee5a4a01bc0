/** Servers that send exactly the bytes that a test wants, or none. */

import { createServer, type Socket } from "node:net";
import { type ListenOptions, listen, type Target } from "./listening.ts";

interface RawTargetOptions extends Pick<ListenOptions, "host" | "port" | "name"> {
	readonly scheme?: "http" | "https";
}

/** `onSocket` gets each connection as it is accepted, before anything was read. */
export function startRawTarget(
	onSocket: (socket: Socket) => void,
	{ scheme = "http", ...where }: RawTargetOptions = {},
): Promise<Target> {
	return listen(createServer({ allowHalfOpen: true }, onSocket), { scheme, ...where });
}

/** Answers every request with `bytes` and closes. */
export function startReplyingTarget(bytes: string | Buffer): Promise<Target> {
	return startRawTarget((socket) => socket.once("data", () => socket.end(bytes, "latin1")));
}

interface DripOptions {
	/** Sent once, before. */
	readonly first?: string;
	/** Default: as fast as it is read. */
	readonly everyMs?: number;
}

/** Sends `piece` again and again until the connection ends. */
export function drip(socket: Socket, piece: string | Buffer, { first = "", everyMs = 0 }: DripOptions = {}): void {
	socket.write(first);
	if (everyMs > 0) {
		const timer = setInterval(() => socket.write(piece), everyMs);
		socket.on("close", () => clearInterval(timer));
		return;
	}
	const fill = () => {
		while (!socket.destroyed && socket.write(piece));
	};
	socket.on("drain", fill);
	fill();
}

/** Sends `bytes` one at a time, each in a turn of the event loop of its own. */
export function byteByByte(bytes: Buffer, send: (byte: Buffer) => void, after: () => void = () => {}): void {
	let sent = 0;
	const next = () => {
		if (sent === bytes.length) return after();
		send(bytes.subarray(sent, ++sent));
		setImmediate(next);
	};
	next();
}
