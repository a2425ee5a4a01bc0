/**
 * Limits connections, so that no client can use them all. One client address may hold a share; a trusted reverse proxy,
 * which connects for all of its clients, a larger share. A connection above a limit is not closed at once: a few are
 * reserved for health and metrics, because load balancers and scrapers must be answered while the service is flooded.
 * When the reserve is full, the oldest connection in it that has sent no request is closed: health checks send their
 * request at once, connections that are only held open do not.
 */

import type { Socket } from "node:net";
import { networkOf, type TrustedProxies } from "../access/client.ts";

export interface ConnectionLimits {
	/** All together, without the reserved ones. */
	readonly total: number;
	/** Of one client address; of IPv6, of its /64. */
	readonly perAddress: number;
	/** Of the address of one trusted proxy. */
	readonly perProxy: number;
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
	reserved: 64,
	// Ten times the time of a health check on a busy machine.
	reservedMs: 5_000,
};

export class Connections {
	readonly #limits: ConnectionLimits;
	readonly #proxies: TrustedProxies;
	/** How many of #total each address holds. */
	readonly #perAddress = new Map<string, number>();
	#total = 0;
	/** Those that were opened above a limit, oldest first. */
	readonly #reserved = new Set<Socket>();
	/** Those of the reserve that have sent their request. */
	readonly #asking = new WeakSet<Socket>();

	constructor(limits: ConnectionLimits, proxies: TrustedProxies) {
		this.#limits = limits;
		this.#proxies = proxies;
	}

	/** Keeps a new connection, or reserves it for health and metrics, or closes it. */
	admit(socket: Socket): void {
		const peer = socket.remoteAddress;
		// The client closed it already.
		if (peer === undefined) {
			socket.destroy();
			return;
		}
		const address = networkOf(peer);
		const { total, perAddress, perProxy } = this.#limits;
		const count = this.#perAddress.get(address) ?? 0;
		if (this.#total >= total || count >= (this.#proxies.trusts(peer) ? perProxy : perAddress)) {
			this.#reserve(socket);
			return;
		}
		this.#total += 1;
		this.#perAddress.set(address, count + 1);
		socket.once("close", () => this.#uncount(address));
	}

	/** Notes that a request has arrived. Answers whether its connection is reserved for health and metrics. */
	beginsRequest(socket: Socket): { isReserved: boolean } {
		const isReserved = this.#reserved.has(socket);
		if (isReserved) this.#asking.add(socket);
		return { isReserved };
	}

	#reserve(socket: Socket): void {
		if (this.#reserved.size >= this.#limits.reserved && !this.#closeOldestIdle()) {
			socket.destroy();
			return;
		}
		this.#reserved.add(socket);
		const end = setTimeout(() => socket.destroy(), this.#limits.reservedMs);
		socket.once("close", () => {
			clearTimeout(end);
			this.#reserved.delete(socket);
		});
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

	#uncount(address: string): void {
		const count = this.#perAddress.get(address) ?? 0;
		if (count > 1) this.#perAddress.set(address, count - 1);
		else this.#perAddress.delete(address);
		this.#total -= 1;
	}
}
