/**
 * Carries questions to one name server and replies back: over UDP, and over TCP what does not fit (RFC 7766). A reply
 * goes to the question with its id alone, so a malformed one affects no other question.
 */

import { randomInt } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { connect } from "node:net";
import { refusalsHere } from "../connect.ts";
import { repliedId } from "./dns-message.ts";

/** A port that is in use for longer is easier to guess, and replies easier to forge. */
const SOCKET_LIFE_MS = 10_000;
/** Of a message over TCP: its length has 16 bits. */
const LENGTH_BYTES = 2;

export interface ServerAddress {
	readonly host: string;
	readonly port: number;
}

/** Why a server can't be reached. */
export interface TransportFault {
	/** Of the system (errno), or ENDED: the server closed a connection before its reply was complete. */
	readonly code: string;
	/** The system refused before anything was sent. */
	readonly isImmediate: boolean;
}

/** Called with each message under the question's id, and with a fault when the server can't be reached at all. */
type OnReply = (message: Buffer | TransportFault) => void;

interface Channel {
	readonly socket: Socket;
	readonly waiting: Map<number, OnReply>;
	/** Messages from before the socket was connected; null since then. */
	unsent: Buffer[] | null;
	readonly openedAt: number;
}

export class DnsTransport {
	readonly #server: ServerAddress;
	#channel: Channel | null = null;
	#isClosed = false;

	constructor(server: ServerAddress) {
		this.#server = server;
	}

	get host(): string {
		return this.#server.host;
	}

	/** Sends what `encode` makes for a fresh id. `onReply` may be called until the returned function is. */
	send(encode: (id: number) => Buffer, onReply: OnReply): () => void {
		if (this.#isClosed) return () => {};
		const channel = this.#openChannel();
		const id = freshId(channel.waiting);
		channel.waiting.set(id, onReply);
		if (channel.unsent === null) sendOver(channel, encode(id));
		else channel.unsent.push(encode(id));
		return () => {
			channel.waiting.delete(id);
			if (channel.waiting.size === 0 && channel !== this.#channel) closeChannel(channel);
		};
	}

	/** As `send`, on a connection of its own that ends with the reply. */
	sendByTcp(encode: (id: number) => Buffer, onReply: OnReply): () => void {
		const id = randomInt(0x10000);
		const message = encode(id);
		const socket = connect({ ...this.#server, autoSelectFamily: false });
		const isRefusedHere = refusalsHere(socket);
		const pieces: Buffer[] = [];
		let receivedBytes = 0;
		/** Known once the length has come. */
		let end: number | null = null;
		const settle = (reply: Buffer | TransportFault) => {
			socket.destroy();
			onReply(reply);
		};
		socket.on("connect", () => {
			const length = Buffer.alloc(LENGTH_BYTES);
			length.writeUInt16BE(message.length);
			socket.write(Buffer.concat([length, message]));
		});
		socket.on("data", (bytes: Buffer) => {
			pieces.push(bytes);
			receivedBytes += bytes.length;
			if (receivedBytes < LENGTH_BYTES) return;
			end ??= LENGTH_BYTES + Buffer.concat(pieces).readUInt16BE(0);
			if (receivedBytes < end) return;
			const reply = Buffer.concat(pieces).subarray(LENGTH_BYTES, end);
			settle(repliedId(reply) === id ? reply : NO_REPLY);
		});
		socket.on("error", (error) => settle(faultOf(error, isRefusedHere())));
		socket.on("end", () => settle({ code: "ENDED", isImmediate: false }));
		return () => socket.destroy();
	}

	close(): void {
		this.#isClosed = true;
		if (this.#channel !== null) closeChannel(this.#channel);
		this.#channel = null;
	}

	#openChannel(): Channel {
		const known = this.#channel;
		if (known !== null && performance.now() - known.openedAt < SOCKET_LIFE_MS) return known;
		const { host, port } = this.#server;
		const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
		const channel: Channel = { socket, waiting: new Map(), unsent: [], openedAt: performance.now() };
		socket.on("message", (message) => {
			const id = repliedId(message);
			if (id !== null) channel.waiting.get(id)?.(message);
		});
		// "Port unreachable" is about the server, so about every question.
		const fail = (fault: TransportFault) => {
			// First, so that the last question to end closes it.
			if (this.#channel === channel) this.#channel = null;
			for (const onReply of [...channel.waiting.values()]) onReply(fault);
			if (channel.waiting.size === 0) closeChannel(channel);
		};
		socket.on("error", (error) => fail(faultOf(error, false)));
		// Connected, so that the system hands on what comes from the server alone. The types lack the error.
		socket.connect(port, host, ((error?: NodeJS.ErrnoException) => {
			if (error) return fail(faultOf(error, true));
			for (const message of channel.unsent ?? []) sendOver(channel, message);
			channel.unsent = null;
		}) as () => void);
		// A question that waits has a timer of its own; an idle socket keeps no process alive.
		socket.unref();
		this.#channel = channel;
		// The one before ends with its last question.
		if (known !== null && known.waiting.size === 0) closeChannel(known);
		return channel;
	}
}

/** Is no reply to anything. */
const NO_REPLY = Buffer.alloc(0);

/** What the system refuses to send is lost for every question; the next ones get a channel of their own. */
function sendOver({ socket }: Channel, message: Buffer): void {
	socket.send(message, (error) => {
		if (error !== null) socket.emit("error", error);
	});
}

function faultOf({ code = "UNKNOWN" }: NodeJS.ErrnoException, isImmediate: boolean): TransportFault {
	return { code, isImmediate };
}

function closeChannel({ socket, waiting }: Channel): void {
	waiting.clear();
	try {
		socket.close();
	} catch {
		// It was closed before.
	}
}

function freshId(taken: ReadonlyMap<number, unknown>): number {
	let id = randomInt(0x10000);
	while (taken.has(id)) id = randomInt(0x10000);
	return id;
}
