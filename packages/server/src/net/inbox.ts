/**
 * The bytes of a connection as they come, without the machinery of a stream: all connections of a thread are read into
 * one piece of memory, where a stream takes 64 KiB for each read (`onread` of net.connect).
 */

import type { OnReadOpts, Socket } from "node:net";

/** As much as Node reads at once. */
const SHARED = Buffer.allocUnsafeSlow(64 * 1024);

/** `bytes` are valid during the call alone: what is kept of them has to be copied. */
type Receiver = (bytes: Buffer) => void;

export class Inbox {
	/** For net.connect. The socket then has no "data" events. */
	readonly onread: OnReadOpts = {
		buffer: SHARED,
		callback: (length) => this.#push(SHARED.subarray(0, length)),
	};
	#receiver: Receiver | null = null;
	/** What came before there was a receiver. */
	#early: Buffer[] = [];

	/** For a connection that was read as a stream until now. */
	static of(socket: Socket): Inbox {
		const inbox = new Inbox();
		socket.on("data", (bytes: Buffer) => inbox.#push(bytes));
		return inbox;
	}

	open(receiver: Receiver): void {
		this.#receiver = receiver;
		for (const bytes of this.#early.splice(0)) receiver(bytes);
	}

	/** False stops the reading until the socket is resumed. */
	#push(bytes: Buffer): boolean {
		if (this.#receiver === null) this.#early.push(Buffer.from(bytes));
		else this.#receiver(bytes);
		return this.#receiver !== null;
	}
}
