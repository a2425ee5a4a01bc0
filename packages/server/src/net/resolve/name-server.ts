/**
 * Asks name servers for the addresses of a name, by c-ares: unlike getaddrinfo it tells "no such name" from "no
 * answer", blocks no thread, and gives the time to live.
 *
 * When a question fails it may be the name's own servers or ours. The control question tells: a name that no cache can
 * hold, so that a healthy resolver has to go out into the world and comes back with "no such name". (The root's name
 * servers would be the obvious thing to ask for, and would be answered from the cache of a resolver that is cut off;
 * the same goes for `.invalid` and for zones whose gaps are signed, RFC 8198.)
 */

import { randomBytes } from "node:crypto";
import { lookup, type RecordWithTtl, Resolver } from "node:dns";
import type { Clock } from "../clock.ts";

/** The first retransmission; c-ares doubles it. A lost packet must not cost a check of a one-second timeout its life. */
const FIRST_TRY_MS = 400;
const TRIES = 4;
/** `.com` is signed with opt-out gaps, from which a resolver can't conclude anything without asking. */
const CONTROL_ZONE = "com";
/** Names fail in crowds; the control question is asked no oftener than this. */
const CONTROL_SPACING_MS = 200;
/** Half of libuv's usual four threads: the rest is for decompression and the disk, however slow the system's lookup is. */
const MAX_SYSTEM_LOOKUPS = 2;
/** A resolver may change with the network (DHCP, VPN); after it failed, the system's setting is read again, this often at most. */
const REREAD_MS = 5_000;

export type Answer =
	| { readonly kind: "addresses"; readonly addresses: readonly string[]; readonly ttlMs: number }
	/** There is no such name, of any kind (NXDOMAIN). */
	| { readonly kind: "not_found" }
	/** The name exists, without an address of this family (NODATA). */
	| { readonly kind: "no_address" }
	/** No usable answer; `code` is c-ares' word for it. Whose fault it is takes a control question. */
	| { readonly kind: "failure"; readonly code: string };

export class NameServer {
	readonly #servers: readonly string[] | null;
	readonly #clock: Clock;
	#resolver: Resolver;
	#readAt: number;
	#controlling: Promise<boolean> | null = null;
	#controlAt = Number.NEGATIVE_INFINITY;
	#closed = false;
	#systemLookups = 0;
	readonly #systemQueue: { readonly name: string; begin(): void }[] = [];
	#nextControl: Promise<boolean> | null = null;

	constructor(servers: readonly string[] | null, clock: Clock) {
		this.#servers = servers;
		this.#clock = clock;
		this.#resolver = this.#create();
		this.#readAt = clock.monotonic();
	}

	/** The IPv4 or the IPv6 addresses of `name`. */
	ask(name: string, family: 4 | 6): Promise<Answer> {
		return new Promise((resolve) => {
			const settle = (error: NodeJS.ErrnoException | null, records: RecordWithTtl[]) =>
				resolve(answerOf(error, records));
			if (family === 4) this.#resolver.resolve4(name, { ttl: true }, settle);
			else this.#resolver.resolve6(name, { ttl: true }, settle);
		});
	}

	/**
	 * What the system itself makes of `name`: search domains, mDNS, NSS modules, none of which c-ares knows. It takes a
	 * thread of libuv's pool for as long as it lasts, so it is asked only after "not found" (see ./resolve.ts).
	 */
	async askSystem(name: string): Promise<Answer> {
		if (this.#systemLookups >= MAX_SYSTEM_LOOKUPS)
			await new Promise<void>((begin) => this.#systemQueue.push({ name, begin }));
		this.#systemLookups++;
		const answer = await this.#lookUpBySystem(name);
		this.#systemLookups--;
		this.#systemQueue.shift()?.begin();
		return answer;
	}

	/** Whether the system has not even been asked about `name`, for others come first: that is no silence of the name's. */
	isQueued(name: string): boolean {
		return this.#systemQueue.some((waiting) => waiting.name === name);
	}

	#lookUpBySystem(name: string): Promise<Answer> {
		return new Promise((resolve) => {
			lookup(name, { all: true, order: "verbatim" }, (error, found) => {
				if (error === null) resolve({ kind: "addresses", addresses: found.map(({ address }) => address), ttlMs: 0 });
				else resolve(error.code === "ENOTFOUND" ? NOT_FOUND : { kind: "failure", code: error.code ?? "UNKNOWN" });
			});
		});
	}

	/**
	 * Whether our resolver works, by a control question asked now or later, never earlier: an old answer proves nothing
	 * about the moment in which another question failed.
	 */
	works(): Promise<boolean> {
		if (this.#controlling === null) return this.#control();
		this.#nextControl ??= this.#controlling.then(() => {
			this.#nextControl = null;
			return this.#control();
		});
		return this.#nextControl;
	}

	close(): void {
		this.#closed = true;
		this.#resolver.cancel();
	}

	#control(): Promise<boolean> {
		const asked = this.#askControl();
		this.#controlling = asked;
		asked.then(() => {
			this.#controlling = null;
		});
		return asked;
	}

	async #askControl(): Promise<boolean> {
		const wait = this.#controlAt + CONTROL_SPACING_MS - this.#clock.monotonic();
		if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait).unref());
		if (this.#closed) return false;
		this.#controlAt = this.#clock.monotonic();
		const answer = await this.ask(`${randomBytes(8).toString("hex")}.${CONTROL_ZONE}`, 4);
		const works = answer.kind !== "failure";
		if (!works) this.#reread();
		return works;
	}

	/** Questions under way keep the old channel, which ends with the last of them. */
	#reread(): void {
		const now = this.#clock.monotonic();
		if (this.#servers !== null || now - this.#readAt < REREAD_MS) return;
		this.#readAt = now;
		this.#resolver = this.#create();
	}

	#create(): Resolver {
		const resolver = new Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });
		if (this.#servers !== null) resolver.setServers(this.#servers);
		return resolver;
	}
}

const NOT_FOUND: Answer = { kind: "not_found" };
const NO_ADDRESS: Answer = { kind: "no_address" };

function answerOf(error: NodeJS.ErrnoException | null, records: RecordWithTtl[]): Answer {
	if (error !== null) {
		switch (error.code) {
			case "ENODATA":
				return NO_ADDRESS;
			case "ENOTFOUND":
			// A name that can't be written in a question can't exist: an empty label, one of more than 63 octets.
			case "EBADNAME":
				return NOT_FOUND;
			default:
				return { kind: "failure", code: error.code ?? "UNKNOWN" };
		}
	}
	if (records.length === 0) return NO_ADDRESS;
	const ttlMs = Math.min(...records.map(({ ttl }) => ttl)) * 1_000;
	return { kind: "addresses", addresses: records.map(({ address }) => address), ttlMs };
}
