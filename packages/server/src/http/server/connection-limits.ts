/**
 * Limits connections, so that no client can use them all. Readers of public status pages have a budget of their own,
 * for many come at once when something is down, and must not keep out those who repair it. One client address may hold
 * a share of a budget; a trusted reverse proxy, which connects for all of its clients, a larger share.
 *
 * What a connection is for shows with its request: it is counted among the readers until then, and counted anew when
 * the next request is for something else. A connection above the limits is not closed at once: a few are reserved for
 * health and metrics, because load balancers and scrapers must be answered while the service is flooded. When the
 * reserve is full, the oldest connection in it that has sent no request is closed: health checks send their request at
 * once, connections that are only held open do not.
 */

import type { Socket } from "node:net";
import { networkOf, type TrustedProxies } from "../access/client.ts";

export interface ConnectionLimits {
	/** All together, without readers and the reserved ones. */
	readonly total: number;
	/** Of one client address; of IPv6, of its /64. */
	readonly perAddress: number;
	/** Of the address of one trusted proxy. */
	readonly perProxy: number;
	/** Of readers of status pages, and of those that have sent no request yet. A trusted proxy may hold all of them. */
	readonly readers: number;
	readonly readersPerAddress: number;
	/** Further connections that are answered for health and metrics alone. */
	readonly reserved: number;
	/** A reserved connection is closed after this time, whether it was answered or not. */
	readonly reservedMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
	// Far below the usual limit of file descriptors, of which probes need most.
	total: 2_000,
	// An office of 40 people behind one address, each with a dashboard: six connections of a browser.
	perAddress: 256,
	// A quarter is left for clients that do not use the proxy.
	perProxy: 1_500,
	readers: 10_000,
	// A mobile network has many people behind one address.
	readersPerAddress: 1_000,
	reserved: 64,
	// Ten times the time of a health check on a busy machine.
	reservedMs: 5_000,
};

/** Of the readers' budget: from here on a reader's connection ends with its answer, so that others find a place. */
const CROWDED_FROM_SHARE = 0.9;

/** Connections that are counted together, and how many of them each address holds. */
class Budget {
	readonly #total: number;
	readonly #perAddress = new Map<string, number>();
	#count = 0;

	constructor(total: number) {
		this.#total = total;
	}

	/** Whether there was a place. */
	take(address: string, most: number): boolean {
		const count = this.#perAddress.get(address) ?? 0;
		if (this.#count >= this.#total || count >= most) return false;
		this.#count += 1;
		this.#perAddress.set(address, count + 1);
		return true;
	}

	free(address: string): void {
		const count = this.#perAddress.get(address) ?? 0;
		if (count > 1) this.#perAddress.set(address, count - 1);
		else this.#perAddress.delete(address);
		this.#count -= 1;
	}

	get isCrowded(): boolean {
		return this.#count >= this.#total * CROWDED_FROM_SHARE;
	}
}

interface Connection {
	readonly address: string;
	readonly isProxy: boolean;
	/** Null: it is reserved. */
	budget: Budget | null;
}

/** What becomes of a request on its connection. */
type Admission = "answered" | "reserved" | "refused";

export class Connections {
	readonly #limits: ConnectionLimits;
	readonly #proxies: TrustedProxies;
	readonly #readers: Budget;
	readonly #others: Budget;
	readonly #connections = new WeakMap<Socket, Connection>();
	/** Those that were opened above a limit, oldest first. */
	readonly #reserved = new Set<Socket>();
	/** Those of the reserve that have sent their request. */
	readonly #asking = new WeakSet<Socket>();

	constructor(limits: ConnectionLimits, proxies: TrustedProxies) {
		this.#limits = limits;
		this.#proxies = proxies;
		this.#readers = new Budget(limits.readers);
		this.#others = new Budget(limits.total);
	}

	/** Whether readers' connections should end with their answers. */
	get areReadersCrowded(): boolean {
		return this.#readers.isCrowded;
	}

	/** Keeps a new connection, or reserves it for health and metrics, or closes it. */
	admit(socket: Socket): void {
		const peer = socket.remoteAddress;
		// The client closed it already.
		if (peer === undefined) {
			socket.destroy();
			return;
		}
		const connection: Connection = { address: networkOf(peer), isProxy: this.#proxies.trusts(peer), budget: null };
		this.#connections.set(socket, connection);
		socket.once("close", () => connection.budget?.free(connection.address));
		if (!this.#moveTo(this.#readers, connection) && !this.#moveTo(this.#others, connection)) this.#reserve(socket);
	}

	/**
	 * Notes that a request has arrived. `reserved`: its connection is for health and metrics alone. `refused`: there are
	 * too many readers, or the reserve is full too.
	 * @param isReader whether it is for a public page
	 */
	beginsRequest(socket: Socket, isReader: boolean): Admission {
		const connection = this.#connections.get(socket);
		// It was closed before it was counted.
		if (connection === undefined) return "refused";
		if (connection.budget === null) {
			this.#asking.add(socket);
			return "reserved";
		}
		const wanted = isReader ? this.#readers : this.#others;
		if (connection.budget === wanted || this.#moveTo(wanted, connection)) return "answered";
		if (isReader) return "refused";
		connection.budget.free(connection.address);
		connection.budget = null;
		if (!this.#reserve(socket)) return "refused";
		this.#asking.add(socket);
		return "reserved";
	}

	#moveTo(budget: Budget, connection: Connection): boolean {
		const { address, isProxy } = connection;
		const { perAddress, perProxy, readers, readersPerAddress } = this.#limits;
		const most = budget === this.#readers ? (isProxy ? readers : readersPerAddress) : isProxy ? perProxy : perAddress;
		if (!budget.take(address, most)) return false;
		connection.budget?.free(address);
		connection.budget = budget;
		return true;
	}

	#reserve(socket: Socket): boolean {
		if (this.#reserved.size >= this.#limits.reserved && !this.#closeOldestIdle()) {
			socket.destroy();
			return false;
		}
		this.#reserved.add(socket);
		const end = setTimeout(() => socket.destroy(), this.#limits.reservedMs);
		socket.once("close", () => {
			clearTimeout(end);
			this.#reserved.delete(socket);
		});
		return true;
	}

	/** False when every reserved connection has a request. */
	#closeOldestIdle(): boolean {
		for (const socket of this.#reserved) {
			if (this.#asking.has(socket)) continue;
			this.#reserved.delete(socket);
			socket.destroy();
			return true;
		}
		return false;
	}
}
