/**
 * The name servers that are asked, those of the options or of the system, and whether they work.
 *
 * When a question fails, the name's own servers may be at fault, or ours. A control question distinguishes the two: for
 * a name that no cache can hold, so that a healthy resolver must ask other servers and replies "no such name". (The
 * root's name servers would be the obvious thing to ask for, and would be answered from the cache of a resolver that is
 * cut off; the same goes for `.invalid` and for zones whose gaps are signed, RFC 8198.)
 */

import { randomBytes } from "node:crypto";
import { lookup, Resolver } from "node:dns";
import type { Clock } from "../clock.ts";
import { type Asked, type DnsAnswer, DnsClient } from "./dns-client.ts";
import type { Question } from "./dns-message.ts";

/** Longer than any check may take. */
const QUESTION_LIFE_MS = 120_000;
/** The control question: a resolver that takes longer for a name that is not there does not work. */
const CONTROL_LIFE_MS = 3_000;
/** `.com` is signed with opt-out gaps, from which a resolver can't conclude anything without asking. */
const CONTROL_ZONE = "com";
/** Many names fail at the same time; the control question is asked at most this often. */
const CONTROL_SPACING_MS = 200;
/**
 * Half of libuv's usual four threads: the rest is for decompression and the disk, however slow the system's lookup is.
 */
const MAX_SYSTEM_LOOKUPS = 2;
/**
 * A resolver may change with the network (DHCP, VPN): after a failure the system's setting is read again, at most this
 * often.
 */
const REREAD_MS = 5_000;

/** The system's name servers as it is set now. */
export function systemServers(): readonly string[] {
	return new Resolver().getServers();
}

export class NameServer {
	readonly #servers: readonly string[] | null;
	readonly #clock: Clock;
	#client: DnsClient;
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
		this.#client = this.#create();
		this.#readAt = clock.monotonic();
	}

	ask(question: Question): Asked {
		return this.#client.ask(question, QUESTION_LIFE_MS);
	}

	/**
	 * What the system's own lookup returns for `name`: search domains, mDNS, NSS modules, none of which a name server
	 * knows. It takes a thread of libuv's pool for as long as it lasts, so it is asked only after "not found" (see
	 * ./resolve.ts).
	 */
	async askSystem(name: string): Promise<DnsAnswer> {
		if (this.#systemLookups >= MAX_SYSTEM_LOOKUPS)
			await new Promise<void>((begin) => this.#systemQueue.push({ name, begin }));
		this.#systemLookups++;
		const answer = await this.#lookUpBySystem(name);
		this.#systemLookups--;
		this.#systemQueue.shift()?.begin();
		return answer;
	}

	/** By the clock that everything here goes by, milliseconds. */
	now(): number {
		return this.#clock.monotonic();
	}

	/** Whether the system's lookup of `name` has not begun because others come first. */
	isQueued(name: string): boolean {
		return this.#systemQueue.some((waiting) => waiting.name === name);
	}

	#lookUpBySystem(name: string): Promise<DnsAnswer> {
		return new Promise((resolve) => {
			lookup(name, { all: true, order: "verbatim" }, (error, found) => {
				if (error === null) resolve({ kind: "records", records: found.map(({ address }) => address), ttlMs: 0 });
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
		this.#client.close();
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
		const name = `${randomBytes(8).toString("hex")}.${CONTROL_ZONE}`;
		const answer = await this.#client.ask({ name, type: "A" }, CONTROL_LIFE_MS).answer;
		const works = answer.kind !== "failure";
		if (!works) this.#reread();
		return works;
	}

	#reread(): void {
		const now = this.#clock.monotonic();
		if (this.#servers !== null || now - this.#readAt < REREAD_MS) return;
		this.#readAt = now;
		const before = this.#client;
		this.#client = this.#create();
		before.closeWhenIdle();
	}

	#create(): DnsClient {
		// A new resolver has read the system's setting just now.
		return new DnsClient(this.#servers ?? systemServers());
	}
}

const NOT_FOUND: DnsAnswer = { kind: "not_found" };
