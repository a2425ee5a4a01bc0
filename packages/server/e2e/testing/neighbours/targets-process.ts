/**
 * All targets of ./scenario.ts in one process, so that what they do costs the service nothing: healthy ones, hanging
 * ones, a slow TLS server, a large page, a receiver that never answers, a name server that garbles the answers of some
 * names, and the targets of ./typed-neighbours.ts. Sends its ports once, then runs until it is killed.
 */

import { getDiffieHellman } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { createAuthority } from "../../../src/probe/targets/certificates.ts";
import { drip, startRawTarget } from "../../../src/probe/targets/raw-target.ts";
import { type Asked, answer, rawAnswer, startRecordServer } from "../../../src/probe/targets/record-server.ts";
import { accepted, frame, opens, startWebSocketTarget } from "../../../src/probe/targets/websocket-target.ts";

export interface Ports {
	readonly healthy: number;
	readonly hanging: number;
	/** Nobody listens there. */
	readonly refused: number;
	readonly slowTls: number;
	readonly page: number;
	/** `ip:port` of the name server. */
	readonly resolver: string;
	/** `ip:port` of a name server whose every reply is as costly to read as it can be. */
	readonly pointerBomb: string;
	/** Opens a WebSocket and sends a message. */
	readonly websocket: number;
	/** Opens a WebSocket and sends pings without end. */
	readonly pingFlood: number;
	/** Sends one line. */
	readonly banner: number;
	/** Sends a greeting byte by byte that never ends. */
	readonly dribble: number;
}

/** 32 KB. */
const PAGE = "the quick brown fox jumps over the lazy dog and ".repeat(680);

async function listen(server: Server): Promise<number> {
	server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 });
	await once(server, "listening");
	return (server.address() as AddressInfo).port;
}

function ignoreErrors(socket: Socket): void {
	socket.on("error", () => {});
}

/** Reads what comes and never answers. Unread, a connection that the client closed would keep its descriptor. */
function readForever(socket: Socket): void {
	ignoreErrors(socket);
	socket.resume();
}

/** Finite-field Diffie-Hellman over 8,192 bits: some hundred milliseconds of the client's time for each handshake. */
async function slowTlsServer(): Promise<Server> {
	const authority = await createAuthority();
	const { chain, key } = await authority.issue({ keyType: "rsa" });
	const server = createTlsServer({
		key,
		cert: chain,
		dhparam: dhParameters(getDiffieHellman("modp18").getPrime()),
		ciphers: "DHE-RSA-AES128-GCM-SHA256",
		maxVersion: "TLSv1.2",
	});
	server.on("tlsClientError", () => {});
	server.on("connection", ignoreErrors);
	return server;
}

/** PKCS #3, as PEM. */
function dhParameters(prime: Buffer): string {
	const integer = (bytes: Buffer) =>
		element(0x02, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
	const der = element(0x30, Buffer.concat([integer(prime), integer(Buffer.of(2))]));
	return `-----BEGIN DH PARAMETERS-----\n${der.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END DH PARAMETERS-----\n`;
}

function element(tag: number, content: Buffer): Buffer {
	const { length } = content;
	const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.of(tag, ...size), content]);
}

/** Every name is this machine; those below malformed.example get an answer that no parser accepts. */
async function startNameServer(): Promise<string> {
	const socket = createSocket("udp4");
	socket.on("message", (question, { port, address }) => {
		const end = question.indexOf(0, 12) + 5;
		const isA = question.readUInt16BE(end - 4) === 1;
		const header = Buffer.from(question.subarray(0, 12));
		header.writeUInt16BE(0x8180, 2);
		header.writeUInt16BE(isA ? 1 : 0, 6);
		header.writeUInt32BE(0, 8);
		const isMalformed = question.includes("malformed", 12);
		// Points at itself for a name, and claims more data than there is.
		const garbled = Buffer.from("c00cc00c0001000100000e10ffff", "hex");
		const record = Buffer.from("c00c00010001000000000004" + "7f000001", "hex");
		const answer = isMalformed ? garbled : isA ? record : Buffer.alloc(0);
		socket.send(Buffer.concat([header, question.subarray(12, end), answer]), port, address);
	});
	socket.bind(0, "127.0.0.1");
	await once(socket, "listening");
	return `127.0.0.1:${socket.address().port}`;
}

/** The most labels that a name can have; each needs an escape as text. */
const LONG_NAME = Buffer.concat([...Array.from({ length: 126 }, () => Buffer.from([1, 0x80])), Buffer.alloc(1)]);
/** Owner, type, class, time to live and length, before the data of a record. */
const RECORD_HEAD_BYTES = 12;
const SOA = 6;
const UNKNOWN_TYPE = 255;

/** Over TCP: a thousand records whose names are pointers to one long name. */
function pointerBomb(asked: Asked): Buffer {
	const head = answer(asked, [], { isTruncated: asked.transport === "udp" });
	if (asked.transport === "udp") return head;
	const pointer = Buffer.from([0xc0, head.length + RECORD_HEAD_BYTES]);
	const soa = { type: SOA, owner: pointer, data: Buffer.concat([pointer, pointer, Buffer.alloc(20)]) };
	return rawAnswer(asked, [{ type: UNKNOWN_TYPE, data: LONG_NAME }, ...Array<typeof soa>(999).fill(soa)]);
}

function floodWithPings(socket: Socket, request: string): void {
	const pings = Buffer.concat(Array.from({ length: 1_000 }, () => frame("", { opcode: 9 })));
	socket.resume();
	drip(socket, pings, { first: accepted(request) });
}

const closed = createServer();
const refused = await listen(closed);
closed.close();
await once(closed, "close");

const ports: Ports = {
	healthy: await listen(createHttpServer((_request, response) => response.end("ok"))),
	hanging: await listen(createServer(readForever)),
	refused,
	slowTls: await listen(await slowTlsServer()),
	page: await listen(createHttpServer((_request, response) => response.end(PAGE))),
	resolver: await startNameServer(),
	pointerBomb: (await startRecordServer(pointerBomb)).address,
	websocket: (await startWebSocketTarget(opens([frame("ok")]))).port,
	pingFlood: (await startWebSocketTarget(floodWithPings)).port,
	banner: (await startRawTarget((socket) => void socket.end("ok\r\n"))).port,
	dribble: (await startRawTarget((socket) => drip(socket, "2", { everyMs: 1 }))).port,
};
process.send?.(ports);
// Whoever started this process is gone.
process.on("disconnect", () => process.exit());
