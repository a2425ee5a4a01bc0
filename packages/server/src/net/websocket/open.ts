/** The opening handshake of a WebSocket (RFC 6455 §4.1), on a connected socket. No extension is offered. */

import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { ConnectError } from "../connect-error.ts";
import type { Deadline } from "../deadline.ts";
import type { Connected, RunningPhases } from "../dial.ts";
import { transportErrorOf } from "../errno.ts";
import { requestLines } from "../http/endpoint.ts";
import { protocolErrorOf } from "../http/exchange.ts";
import { parseFieldLine, parseStatusLine, quoted, type Violation } from "../http/response-head.ts";
import { isTlsError, tlsErrorOf } from "../tls/handshake.ts";

/** More than any server sends in answer to a handshake. */
const MAX_HEAD_BYTES = 32 * 1024;
const SWITCHED = 101;
/** RFC 6455 §1.3. */
const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

interface OpenRequest {
	readonly connected: Connected;
	/** ws: or wss:. */
	readonly url: URL;
	readonly userAgent: string;
	readonly deadline: Deadline;
	readonly clock: Clock;
	/** Time to the first byte and from there to the end of the head is added here. */
	readonly phases: RunningPhases;
}

/** The server's status; 101 means that the socket, paused, is a WebSocket now. Otherwise the socket is destroyed. */
export async function openWebSocket(request: OpenRequest): Promise<{ readonly status: number } | ConnectError> {
	const { connected, url, userAgent } = request;
	const key = randomBytes(16).toString("base64");
	const head = await exchangeHeads(
		request,
		`${requestLines("GET", url)}User-Agent: ${userAgent}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
			`Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
	);
	if ("kind" in head) {
		connected.socket.destroy();
		return head;
	}
	const answer = readHead(head.lines);
	const violation = "violation" in answer ? answer : violationOf(answer, key);
	if (violation !== null || "violation" in answer || answer.status !== SWITCHED) connected.socket.destroy();
	if (violation !== null) {
		const { address, certificate } = connected;
		return { ...protocolErrorOf(`The response ${violation.violation}.`, address), phase: "first_byte", certificate };
	}
	return { status: (answer as Answer).status };
}

interface Answer {
	readonly status: number;
	readonly headers: ReadonlyMap<string, string>;
}

function readHead([first = "", ...fields]: readonly string[]): Answer | Violation {
	const parsed = parseStatusLine(first);
	if ("violation" in parsed) return parsed;
	const headers = new Map<string, string>();
	for (const field of fields) {
		const name = parseFieldLine(field, headers);
		if (typeof name === "object") return name;
	}
	return { status: parsed.status, headers };
}

/** RFC 6455 §4.1, the client's requirements of the response, in their order. */
function violationOf({ status, headers }: Answer, key: string): Violation | null {
	if (status !== SWITCHED) return null;
	const upgrade = headers.get("upgrade") ?? "";
	if (upgrade.toLowerCase() !== "websocket") return { violation: `switches to ${quoted(upgrade)}, not to a WebSocket` };
	const connection = (headers.get("connection") ?? "").toLowerCase().split(",");
	if (!connection.some((token) => token.trim() === "upgrade")) return { violation: "lacks Connection: Upgrade" };
	const accept = createHash("sha1")
		.update(key + GUID)
		.digest("base64");
	if (headers.get("sec-websocket-accept") !== accept) {
		return { violation: "does not answer the key of the handshake (Sec-WebSocket-Accept)" };
	}
	if (headers.has("sec-websocket-extensions")) return { violation: "uses an extension that was not offered" };
	if (headers.has("sec-websocket-protocol")) return { violation: "uses a protocol that was not offered" };
	return null;
}

/** Sends `head` and reads the server's; what follows it goes back into the socket, which is paused. */
function exchangeHeads(
	{ connected, deadline, clock, phases }: OpenRequest,
	head: string,
): Promise<{ readonly lines: readonly string[] } | ConnectError> {
	const { socket, address, certificate } = connected;
	return new Promise((resolve) => {
		const sentAt = clock.monotonic();
		let firstByteAt: number | null = null;
		const reader = new HeadReader();
		const phase = () => (firstByteAt === null ? "first_byte" : "transfer");
		const settle = (outcome: { readonly lines: readonly string[] } | ConnectError) => {
			const endedAt = clock.monotonic();
			phases.first_byte += (firstByteAt ?? endedAt) - sentAt;
			phases.transfer += endedAt - (firstByteAt ?? endedAt);
			deadline.finish();
			socket.pause();
			socket.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onError);
			resolve("kind" in outcome && outcome.kind === "failed" ? { ...outcome, certificate } : outcome);
		};
		const onData = (bytes: Buffer) => {
			firstByteAt ??= clock.monotonic();
			const rest = reader.push(bytes);
			if (rest === "too_long") {
				return settle(protocolErrorOf(`The response has more than ${MAX_HEAD_BYTES} bytes of headers.`, address));
			}
			if (rest === null) return;
			settle({ lines: reader.lines });
			if (rest.length > 0) socket.unshift(rest);
		};
		const onEnd = () => {
			const message = `${address} closed the connection before the WebSocket was open.`;
			settle({ kind: "failed", fault: "reset", phase: phase(), message, address, certificate });
		};
		const onError = (error: NodeJS.ErrnoException) =>
			settle(isTlsError(error) ? tlsErrorOf(error, phase(), address) : transportErrorOf(error, phase(), address));

		deadline.begin(() => settle(deadline.connectError(phase(), address, certificate)));
		if (deadline.cut !== null) return;
		if (socket.destroyed) return onEnd();
		socket.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", onError);
		socket.write(head, "latin1");
	});
}

const LINE_FEED = 0x0a;

/** Reads the lines of a head as they come; each byte once, however many pieces they come in. */
class HeadReader {
	readonly lines: string[] = [];
	#unfinishedLine = "";
	#bytes = 0;

	/** What follows the head once it is whole; null while it is not. */
	push(bytes: Buffer): Buffer | null | "too_long" {
		let start = 0;
		for (;;) {
			const lineFeed = bytes.indexOf(LINE_FEED, start);
			const end = lineFeed === -1 ? bytes.length : lineFeed + 1;
			this.#bytes += end - start;
			if (this.#bytes > MAX_HEAD_BYTES) return "too_long";
			this.#unfinishedLine += bytes.toString("latin1", start, end);
			if (lineFeed === -1) return null;
			const line = this.#unfinishedLine.replace(/\r?\n$/, "");
			this.#unfinishedLine = "";
			start = end;
			if (line === "" && this.lines.length > 0) return bytes.subarray(start);
			this.lines.push(line);
		}
	}
}
