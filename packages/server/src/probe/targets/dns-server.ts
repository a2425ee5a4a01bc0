/** A real name server over UDP (RFC 1035) that knows a few names and can be told to fail in any way. */

import { createSocket } from "node:dgram";
import { isIPv4 } from "node:net";

/** Addresses, or how the question fails. Names that are not in the zone do not exist. */
export type Reply =
	| { readonly addresses: readonly string[]; readonly ttlSeconds?: number }
	| "nxdomain"
	| "nodata"
	| "servfail"
	| "refused"
	| "formerr"
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

const RESPONSE_CODES = { nodata: 0, formerr: 1, servfail: 2, nxdomain: 3, refused: 5 } as const;
const HEADER_BYTES = 12;
const TYPE_A = 1;
const TYPE_AAAA = 28;

export async function startDnsServer(zone: Zone): Promise<DnsServer> {
	const socket = createSocket("udp4");
	const questions: string[] = [];
	let isOpen = true;
	const server: DnsServer = {
		address: "",
		zone,
		questions,
		close: async () => {
			if (!isOpen) return;
			isOpen = false;
			await new Promise<void>((resolve) => socket.close(resolve));
		},
		[Symbol.asyncDispose]: () => server.close(),
	};
	socket.on("message", (message, { port, address }) => {
		const { name, type, end } = readQuestion(message);
		questions.push(`${name} ${type === TYPE_AAAA ? "AAAA" : "A"}`);
		const entry = server.zone[name] ?? server.zone["*"] ?? "nxdomain";
		const reply = typeof entry === "function" ? entry(type === TYPE_AAAA ? "AAAA" : "A") : entry;
		if (reply !== "silence") socket.send(response(message.subarray(0, end), type, reply), port, address);
	});
	await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
	return Object.assign(server, { address: `127.0.0.1:${socket.address().port}` });
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
