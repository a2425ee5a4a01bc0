/**
 * A name server over UDP and TCP whose every reply the test decides, byte by byte if it likes. What is well formed is
 * written by dns-packet, so that our reader is tested against another implementation.
 */

import { createSocket } from "node:dgram";
import { createServer, type Socket } from "node:net";
import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, RECURSION_AVAILABLE, TRUNCATED_RESPONSE } from "dns-packet";
import { bindBoth } from "./dns-server.ts";

export interface Asked {
	readonly id: number;
	/** In lower case. */
	readonly name: string;
	readonly type: string;
	readonly transport: "udp" | "tcp";
	/** Sends bytes as they are; over TCP without the length in front. */
	send(bytes: Buffer): void;
	/** Over TCP: ends the connection. */
	end(): void;
}

/** Bytes of one reply, or nothing to be sent; a function that sends by itself returns null. */
export type Reply = (asked: Asked) => Buffer | null;

export interface RecordServer extends AsyncDisposable {
	readonly address: string;
	readonly port: number;
	/** May be changed while it runs. */
	reply: Reply;
	readonly asked: Asked[];
}

export async function startRecordServer(reply: Reply): Promise<RecordServer> {
	const udp = createSocket("udp4");
	const open = new Set<Socket>();
	const tcp = createServer((socket) => {
		open.add(socket);
		socket.on("error", () => {}).on("close", () => open.delete(socket));
		socket.once("data", (bytes: Buffer) =>
			take(bytes.subarray(2), "tcp", {
				send: (each) => void socket.write(each),
				end: () => void socket.end(),
				answer: (each) => void socket.write(Buffer.concat([lengthOf(each), each])),
			}),
		);
	});
	const port = await bindBoth(udp, tcp);
	let isOpen = true;
	udp.on("message", (message, from) => {
		// A reply may be late, and the question have been asked twice: nobody waits for the second one.
		const send = (bytes: Buffer) => void (isOpen && udp.send(bytes, from.port, from.address));
		take(message, "udp", { send, end: () => {}, answer: send });
	});
	const server: RecordServer = {
		address: `127.0.0.1:${port}`,
		port,
		reply,
		asked: [],
		async [Symbol.asyncDispose]() {
			isOpen = false;
			for (const socket of open) socket.destroy();
			await Promise.all([
				new Promise<void>((resolve) => udp.close(resolve)),
				new Promise<void>((resolve) => tcp.close(() => resolve())),
			]);
		},
	};
	type Ways = Pick<Asked, "send" | "end"> & { answer(bytes: Buffer): void };
	function take(message: Buffer, transport: Asked["transport"], { answer, ...ways }: Ways): void {
		const [question] = decode(message).questions ?? [];
		const { name = "", type = "" } = question ?? {};
		const asked: Asked = { id: message.readUInt16BE(0), name: name.toLowerCase(), type, transport, ...ways };
		server.asked.push(asked);
		const bytes = server.reply(asked);
		if (bytes !== null) answer(bytes);
	}
	return server;
}

/** As it stands before a message over TCP. */
export function lengthOf(message: Buffer): Buffer {
	const length = Buffer.alloc(2);
	length.writeUInt16BE(message.length);
	return length;
}

interface AnswerOptions {
	readonly rcode?: number;
	readonly isTruncated?: boolean;
	/** Default: that of the question. */
	readonly id?: number;
	readonly question?: { readonly name: string; readonly type: string } | null;
	readonly authorities?: readonly Answer[];
}

/** A well-formed reply. */
export function answer(asked: Asked, answers: readonly Answer[], options: AnswerOptions = {}): Buffer {
	const { rcode = 0, isTruncated = false, id = asked.id, question = asked, authorities = [] } = options;
	return encode({
		type: "response",
		id,
		flags: RECURSION_AVAILABLE | AUTHORITATIVE_ANSWER | (isTruncated ? TRUNCATED_RESPONSE : 0) | rcode,
		questions: question === null ? [] : [{ name: question.name, type: question.type as "A" }],
		answers: [...answers],
		authorities: [...authorities],
	});
}

interface RawRecord {
	readonly type: number;
	readonly data: Buffer;
	/** What the record says its length is; default: the truth. */
	readonly length?: number;
	/** Default: a pointer to the question's name. */
	readonly owner?: Buffer;
	readonly class?: number;
}

/** A reply whose records are written byte by byte; `count`: how many it says there are. */
export function rawAnswer(asked: Asked, records: readonly RawRecord[], count = records.length): Buffer {
	const head = answer(asked, []);
	head.writeUInt16BE(count, 6);
	const bodies = records.map(({ type, data, length = data.length, owner = Buffer.from([0xc0, 12]), class: of = 1 }) => {
		const fixed = Buffer.alloc(10);
		fixed.writeUInt16BE(type, 0);
		fixed.writeUInt16BE(of, 2);
		fixed.writeUInt32BE(60, 4);
		fixed.writeUInt16BE(length, 8);
		return Buffer.concat([owner, fixed, data]);
	});
	return Buffer.concat([head, ...bodies]);
}
