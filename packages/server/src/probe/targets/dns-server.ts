/** A real name server over UDP and TCP (RFC 1035) that knows a few names and can be made to fail in any way. */

import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer, isIPv4, type Server } from "node:net";

/** Addresses, or how the question fails. Names that are not in the zone do not exist. */
export type Reply =
	| { readonly addresses: readonly string[]; readonly ttlSeconds?: number; readonly delayMs?: number }
	| "nxdomain"
	| "nodata"
	| "servfail"
	| "refused"
	| "formerr"
	/** The right id and question, and then a record that does not end. */
	| "malformed"
	/** The right id and another question. */
	| "another_question"
	| "silence";

/** Replies by name, in lower case; `*` stands for every other name. A function is asked each time. */
export type Zone = Record<string, Reply | ((type: "A" | "AAAA") => Reply)>;

export interface DnsServer extends AsyncDisposable {
	/** For the `resolvers` of a prober. */
	readonly address: string;
	/** May be changed while it runs. */
	zone: Zone;
	/** What was asked so far, as "name TYPE". */
	readonly questions: readonly string[];
	close(): Promise<void>;
}

const RESPONSE_CODES = {
	malformed: 0,
	another_question: 0,
	nodata: 0,
	formerr: 1,
	servfail: 2,
	nxdomain: 3,
	refused: 5,
} as const;
/** Ports that are tried. */
const MAX_TRIES = 10;
const HEADER_BYTES = 12;
const TYPE_A = 1;
const TYPE_AAAA = 28;

interface DnsServerOptions {
	/** Replies FORMERR to questions with extensions (EDNS), as some old servers do. */
	readonly refusesExtensions?: boolean;
	/** Replies over UDP that have more bytes are truncated; default 512. */
	readonly maxUdpBytes?: number;
}

export async function startDnsServer(zone: Zone, options: DnsServerOptions = {}): Promise<DnsServer> {
	const socket = createSocket("udp4");
	const questions: string[] = [];
	let isOpen = true;
	const server: DnsServer = {
		address: "",
		zone,
		questions,
		close: async () => {},
		[Symbol.asyncDispose]: () => server.close(),
	};
	const replyTo = (message: Buffer, transport: string, send: (reply: Buffer) => void) => {
		const { name, type, end } = readQuestion(message);
		questions.push(`${name} ${type === TYPE_AAAA ? "AAAA" : "A"}${transport}`);
		const entry = server.zone[name] ?? server.zone["*"] ?? "nxdomain";
		const known = typeof entry === "function" ? entry(type === TYPE_AAAA ? "AAAA" : "A") : entry;
		const reply = options.refusesExtensions && message.readUInt16BE(10) > 0 ? "formerr" : known;
		if (reply === "silence") return;
		const bytes = response(message.subarray(0, end), type, reply);
		const delayMs = typeof reply === "object" ? (reply.delayMs ?? 0) : 0;
		if (delayMs === 0) send(bytes);
		else setTimeout(() => isOpen && send(bytes), delayMs);
	};
	const { maxUdpBytes = 512 } = options;
	socket.on("message", (message, { port, address }) =>
		replyTo(message, "", (reply) => socket.send(reply.length > maxUdpBytes ? truncated(reply) : reply, port, address)),
	);
	const tcp = createServer((connection) => {
		connection.on("error", () => {});
		connection.once("data", (bytes: Buffer) =>
			replyTo(bytes.subarray(2), " over TCP", (reply) => {
				const length = Buffer.alloc(2);
				length.writeUInt16BE(reply.length);
				connection.end(Buffer.concat([length, reply]));
			}),
		);
	});
	const port = await bindBoth(socket, tcp);
	return Object.assign(server, {
		address: `127.0.0.1:${port}`,
		close: async () => {
			if (!isOpen) return;
			isOpen = false;
			tcp.close();
			await new Promise<void>((resolve) => socket.close(resolve));
		},
	});
}

/** Binds both to one port. One that is free for TCP may be in use as a source port of UDP: then the next is tried. */
export async function bindBoth(socket: Socket, tcp: Server): Promise<number> {
	for (let tries = 1; ; tries += 1) {
		tcp.listen(0, "127.0.0.1");
		await once(tcp, "listening");
		const { port } = tcp.address() as AddressInfo;
		socket.bind(port, "127.0.0.1");
		try {
			await once(socket, "listening");
			return port;
		} catch (error) {
			tcp.close();
			await once(tcp, "close");
			if (tries === MAX_TRIES) throw error;
		}
	}
}

function truncated(reply: Buffer): Buffer {
	const head = Buffer.from(reply.subarray(0, HEADER_BYTES));
	head.writeUInt8(head.readUInt8(2) | 0x02, 2);
	head.writeUInt16BE(0, 4);
	head.writeUInt16BE(0, 6);
	return head;
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
	const labels: string[] = [];
	let offset = HEADER_BYTES;
	for (let length = message.readUInt8(offset); length > 0; length = message.readUInt8(offset)) {
		labels.push(message.toString("latin1", offset + 1, offset + 1 + length));
		offset += 1 + length;
	}
	return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(offset + 1), end: offset + 5 };
}

/** `question`: the header and the question of the request. */
function response(question: Buffer, type: number, reply: Exclude<Reply, "silence">): Buffer {
	const head = Buffer.from(question);
	head.writeUInt16BE(0x8180 | (typeof reply === "string" ? RESPONSE_CODES[reply] : 0), 2);
	head.writeUInt16BE(0, 8);
	head.writeUInt16BE(0, 10);
	if (reply === "malformed") {
		head.writeUInt16BE(1, 6);
		return Buffer.concat([head, Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 9, 0, 4, 192, 0])]);
	}
	// The first letter of the name.
	if (reply === "another_question") head.writeUInt8(head.readUInt8(HEADER_BYTES + 1) ^ 0x01, HEADER_BYTES + 1);
	const answers = typeof reply === "string" ? [] : reply.addresses.filter((each) => isIPv4(each) === (type === TYPE_A));
	head.writeUInt16BE(answers.length, 6);
	const ttlSeconds = typeof reply === "string" ? 0 : (reply.ttlSeconds ?? 0);
	return Buffer.concat([head, ...answers.map((address) => record(address, type, ttlSeconds))]);
}

function record(address: string, type: number, ttlSeconds: number): Buffer {
	const data = type === TYPE_A ? Buffer.from(address.split(".").map(Number)) : ipv6Bytes(address);
	const fixed = Buffer.alloc(12);
	// A pointer to the question's name.
	fixed.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
	fixed.writeUInt16BE(type, 2);
	fixed.writeUInt16BE(1, 4);
	fixed.writeUInt32BE(ttlSeconds, 6);
	fixed.writeUInt16BE(data.length, 10);
	return Buffer.concat([fixed, data]);
}

function ipv6Bytes(address: string): Buffer {
	const [left = "", right = ""] = address.split("::");
	const groups = (text: string) => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
	const before = groups(left);
	const after = groups(right);
	const all = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
	return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}
