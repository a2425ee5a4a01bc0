import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { startRawTarget } from "../probe/targets/raw-target.ts";
import { Inbox } from "./inbox.ts";

test("bytes that come before there is a receiver wait for it, and none is lost", async () => {
	const sent = Buffer.alloc(300_000, "0123456789");
	await using target = await startRawTarget((socket) => socket.end(sent));
	const inbox = new Inbox();
	const socket = connect({ host: "127.0.0.1", port: target.port, onread: inbox.onread });
	await once(socket, "connect");
	// Until the first bytes have come: with nobody to receive them, the socket stops reading.
	await expect.poll(() => socket.bytesRead).toBeGreaterThan(0);
	const received: Buffer[] = [];
	inbox.open((bytes) => received.push(Buffer.from(bytes)));
	socket.resume();
	await once(socket, "close");
	expect(Buffer.concat(received).equals(sent)).toBe(true);
});

test("two connections that are read into the same memory keep their bytes apart", async () => {
	await using target = await startRawTarget((socket) =>
		socket.once("data", (letter) => socket.end(Buffer.alloc(200_000, letter))),
	);
	const read = async (letter: string) => {
		const inbox = new Inbox();
		const received: Buffer[] = [];
		inbox.open((bytes) => received.push(Buffer.from(bytes)));
		const socket = connect({ host: "127.0.0.1", port: target.port, onread: inbox.onread });
		socket.write(letter);
		await once(socket, "close");
		return Buffer.concat(received).toString("latin1");
	};
	expect(await Promise.all(["a", "b"].map(read))).toEqual(["a".repeat(200_000), "b".repeat(200_000)]);
});
