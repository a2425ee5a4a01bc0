/**
 * The orders of each team that wait in the server for its probers, in bytes. All locations share the server's memory
 * (MAX_MEMORY in ../server-config.ts), and probers of one team that take nothing would fill it for everybody.
 */

import { jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { ALL_TEAMS, ordersSubject } from "../subjects.ts";

/** Of one team. What another `control` sends at the same time may come on top. */
const BYTES_AT_MOST = 16 * 1024 * 1024;

interface Waiting {
	/** What the server had when it was asked last, and all that was sent since. */
	bytes: number;
	/** Of them, what is being sent. */
	underWay: number;
	/** While the server is asked. */
	asking: Promise<void> | null;
}

export class WaitingBytes {
	readonly #byOwner = new Map<string, Waiting>();

	/**
	 * Sends `bytes` by `publish`. Resolves with false, and sends nothing, when too much of their owner waits. The server
	 * is asked only once so much was sent: a team whose probers take their orders is rarely asked about.
	 */
	async send(connection: NatsConnection, owner: string, bytes: number, publish: () => Promise<unknown>) {
		if (owner === ALL_TEAMS) {
			await publish();
			return true;
		}
		const waiting = this.#byOwner.get(owner) ?? { bytes: 0, underWay: 0, asking: null };
		this.#byOwner.set(owner, waiting);
		if (waiting.bytes + bytes > BYTES_AT_MOST) {
			waiting.asking ??= ask(connection, owner, waiting);
			await waiting.asking;
		}
		if (waiting.bytes + bytes > BYTES_AT_MOST) return false;
		waiting.bytes += bytes;
		waiting.underWay += bytes;
		try {
			await publish();
			return true;
		} finally {
			waiting.underWay -= bytes;
		}
	}
}

async function ask(connection: NatsConnection, owner: string, waiting: Waiting): Promise<void> {
	try {
		// What is being sent may be there or not.
		const settled = waiting.bytes - waiting.underWay;
		const { streams } = await jetstreamManager(connection, { checkAPI: false });
		let there = 0;
		for await (const { state } of streams.list(ordersSubject({ owner, location: "*" }))) there += state.bytes;
		waiting.bytes += there - settled;
	} finally {
		waiting.asking = null;
	}
}
