/**
 * From a host to its addresses, untested: policy is ../addresses.ts, applied by ../dial.ts.
 *
 * Order: an address is itself; the hosts file; `localhost` (RFC 6761 §6.3); our name servers, both families at once;
 * and, where the system's own name servers are in use and do not know the name, the system's lookup. So search
 * domains, `nas` and `printer.local` work as they do in a browser on this machine, and no name that DNS knows ever
 * occupies a thread.
 *
 * A failure is put on the target only when our resolver was seen to work for another name meanwhile (./whose-fault.ts),
 * "no such name" only unless it denies names of other zones that it knew (./known-names.ts).
 */

import { isIP } from "node:net";
import { type Clock, SYSTEM_CLOCK } from "../clock.ts";
import type { ConnectError } from "../connect-error.ts";
import type { Deadline } from "../deadline.ts";
import { type Family, inOrder, type Resolved, resolvedTo } from "./addresses-in-order.ts";
import type { Asked, DnsAnswer, DnsFailure } from "./dns-client.ts";
import type { Question } from "./dns-message.ts";
import { HostsFile, SYSTEM_HOSTS_FILE } from "./hosts-file.ts";
import { KnownNames } from "./known-names.ts";
import { NameServer } from "./name-server.ts";
import { DENIES_ALL, noAddressOf } from "./resolve-errors.ts";
import { type LookupUnderWay, waitForLookup } from "./whose-fault.ts";

export interface ResolverOptions {
	/** Name servers, "ip", "ip:port" or "[v6]:port"; null means the system's. */
	readonly resolvers: readonly string[] | null;
	/** Default: the system's. */
	readonly hostsFile?: string;
	readonly clock?: Clock;
}

/** What a name server said about a question. */
export interface RecordsAnswer {
	readonly kind: "answer";
	readonly answer: Exclude<DnsAnswer, DnsFailure>;
	/** The server that said it; null where none was asked. */
	readonly address: string | null;
}

/** Names kept at most; about 300 bytes each. */
const MAX_CACHED_NAMES = 20_000;
/** A monitor should notice within a minute that a name points elsewhere, whatever its time to live. */
const MAX_TTL_MS = 30_000;
/** Thousands of monitors of one name with a time to live of 0 must not become thousands of questions a second. */
const MIN_TTL_MS = 1_000;
/** How long IPv4 addresses wait for IPv6 ones (RFC 8305 §3): some name servers never answer for AAAA. */
const RESOLUTION_DELAY_MS = 50;
type Lookup = Resolved | { readonly kind: "not_found" } | DnsFailure;

interface SharedLookup extends LookupUnderWay<Resolved | { readonly kind: "not_found" }> {
	readonly stop: AbortController;
	/** How many wait for it. */
	waiting: number;
}

interface Started {
	/** Those that the lookup waits for are added to it. */
	readonly questions: Asked[];
	readonly signal: AbortSignal;
}

export class NameResolver {
	readonly #hosts: HostsFile;
	readonly #server: NameServer;
	readonly #asksSystem: boolean;
	readonly #clock: Clock;
	readonly #knownNames = new KnownNames();
	readonly #cache = new Map<string, { readonly resolved: Resolved; readonly expiresAt: number }>();
	readonly #underWay = new Map<string, SharedLookup>();

	constructor({ resolvers, hostsFile = SYSTEM_HOSTS_FILE, clock = SYSTEM_CLOCK }: ResolverOptions) {
		this.#hosts = new HostsFile(hostsFile, clock);
		this.#server = new NameServer(resolvers, clock);
		this.#asksSystem = resolvers === null;
		this.#clock = clock;
	}

	/** The addresses of `host`, a name or an address without brackets; those of one `family` when it is given. */
	async resolve(host: string, deadline: Deadline, family?: Family): Promise<Resolved | ConnectError> {
		const known = this.#known(host, family);
		if (known !== null) return known.addresses.length > 0 ? known : noAddressOf(host, family);
		const underWay = this.#join(nameOf(host), family);
		underWay.waiting++;
		try {
			return await this.#waitFor(underWay, host, deadline, family);
		} finally {
			underWay.waiting--;
			if (underWay.waiting === 0) underWay.stop.abort();
		}
	}

	/** One lookup for all concurrent requests of a name. It ends when none of them waits any more. */
	#join(name: string, family: Family | undefined): SharedLookup {
		const key = keyOf(name, family);
		const known = this.#underWay.get(key);
		if (known !== undefined) return known;
		const stop = new AbortController();
		const remove = () => {
			if (this.#underWay.get(key) === started) this.#underWay.delete(key);
		};
		const questions: Asked[] = [];
		const found = this.#lookUp(name, family, { questions, signal: stop.signal }).finally(remove);
		const started: SharedLookup = { found, questions, startedAt: this.#clock.monotonic(), stop, waiting: 0 };
		stop.signal.addEventListener("abort", remove, { once: true });
		this.#underWay.set(key, started);
		return started;
	}

	/** `host` is asked for anew next time: its addresses turned out to be of no use. */
	prune(host: string): void {
		for (const family of [undefined, 4, 6] as const) this.#cache.delete(keyOf(nameOf(host), family));
	}

	close(): void {
		this.#server.close();
		this.#cache.clear();
	}

	/** What is known without asking; no addresses: there are none of that family. */
	#known(host: string, family: Family | undefined): Resolved | null {
		if (isIP(host) !== 0) return resolvedTo([host], family);
		const name = nameOf(host);
		const listed = this.#hosts.addressesOf(name);
		const ofFamily = resolvedTo(inOrder(listed), family);
		if (ofFamily.addresses.length > 0) return ofFamily;
		if (name === "localhost" || name.endsWith(".localhost")) return resolvedTo(["127.0.0.1", "::1"], family);
		if (listed.length > 0) return ofFamily;
		const key = keyOf(name, family);
		const cached = this.#cache.get(key);
		if (cached === undefined) return null;
		if (this.#clock.monotonic() < cached.expiresAt) return cached.resolved;
		this.#cache.delete(key);
		return null;
	}

	/** The records of a name by our own servers alone: the hosts file and the system's lookup know of no records. */
	async records(question: Question, deadline: Deadline): Promise<RecordsAnswer | ConnectError> {
		const asked = this.#server.ask(question);
		const underWay = { found: asked.answer, questions: [asked], startedAt: this.#clock.monotonic() };
		const looked = await waitForLookup(underWay, question.name, deadline, this.#server);
		asked.cancel();
		if (looked.kind !== "looked_up") return looked;
		if (looked.found.kind === "not_found" && (await this.#deniesAll(question.name, deadline))) return DENIES_ALL;
		if (looked.found.kind === "records") this.#knownNames.note(question.name, this.#clock.monotonic());
		return { kind: "answer", answer: looked.found, address: asked.answeredBy() };
	}

	async #waitFor(
		lookup: SharedLookup,
		host: string,
		deadline: Deadline,
		family: Family | undefined,
	): Promise<Resolved | ConnectError> {
		const looked = await waitForLookup(lookup, nameOf(host), deadline, this.#server);
		if (looked.kind !== "looked_up") return looked;
		if (looked.found.kind === "resolved") return looked.found;
		return (await this.#deniesAll(host, deadline)) ? DENIES_ALL : noAddressOf(host, family);
	}

	/** Whether our name servers deny names, too, that they knew: then "no such name" says nothing about `host`. */
	async #deniesAll(host: string, deadline: Deadline): Promise<boolean> {
		const others = this.#knownNames.besides(nameOf(host), this.#clock.monotonic());
		if (others.length === 0) return false;
		const asked = others.map((name) => this.#server.ask({ name, type: "A" }));
		const answers = await deadline.within(Promise.all(asked.map(({ answer }) => answer)));
		for (const { cancel } of asked) cancel();
		return answers?.every(({ kind }) => kind === "not_found") ?? false;
	}

	async #lookUp(name: string, family: Family | undefined, lookup: Started): Promise<Lookup> {
		if (family !== undefined) return this.#lookUpOne(name, family, lookup);
		const [v4, v6] = await this.#askBoth(name, lookup);
		const ttls = [v4, v6].flatMap((answer) => (answer?.kind === "records" ? [answer.ttlMs] : []));
		const addresses = [v6, v4].flatMap((answer) => (answer?.kind === "records" ? answer.records : []));
		if (addresses.length > 0) {
			this.#knownNames.note(name, this.#clock.monotonic());
			return this.#remember(name, resolvedTo(inOrder(addresses)), Math.min(...ttls));
		}
		if (v4.kind === "not_found" || v6?.kind === "not_found") return this.#askSystemToo(name);
		// "No address of this family" says nothing about the other family, whose question failed.
		if (v4.kind === "failure") return v4;
		if (v6?.kind === "failure") return v6;
		return this.#askSystemToo(name);
	}

	/** One family alone is waited for as long as there is time. */
	async #lookUpOne(name: string, family: Family, { questions, signal }: Started): Promise<Lookup> {
		const query = this.#server.ask({ name, type: family === 4 ? "A" : "AAAA" });
		questions.push(query);
		signal.addEventListener("abort", () => query.cancel(), { once: true });
		const answer = await query.answer;
		if (answer.kind === "failure") return answer;
		if (answer.kind !== "records") return this.#askSystemToo(name, family);
		this.#knownNames.note(name, this.#clock.monotonic());
		return this.#remember(keyOf(name, family), resolvedTo(inOrder(answer.records)), answer.ttlMs);
	}

	/**
	 * Both families. IPv4 addresses don't wait long for IPv6 ones (null then); IPv6 ones wait for IPv4, which is fast.
	 */
	async #askBoth(name: string, { questions, signal }: Started): Promise<[v4: DnsAnswer, v6: DnsAnswer | null]> {
		const query6 = this.#server.ask({ name, type: "AAAA" });
		const query4 = this.#server.ask({ name, type: "A" });
		questions.push(query4);
		const cancel = () => {
			query4.cancel();
			query6.cancel();
		};
		signal.addEventListener("abort", cancel, { once: true });
		const v4 = await query4.answer;
		if (v4.kind !== "records") {
			questions.push(query6);
			return [v4, await query6.answer];
		}
		let timer: NodeJS.Timeout | undefined;
		const tooLate = new Promise<null>((resolve) => {
			timer = setTimeout(() => resolve(null), RESOLUTION_DELAY_MS);
		});
		const v6 = await Promise.race([query6.answer, tooLate]);
		clearTimeout(timer);
		query6.cancel();
		return [v4, v6];
	}

	async #askSystemToo(name: string, family?: Family): Promise<Lookup> {
		if (!this.#asksSystem) return { kind: "not_found" };
		const answer = await this.#server.askSystem(name);
		const resolved = resolvedTo(answer.kind === "records" ? inOrder(answer.records) : [], family);
		if (resolved.addresses.length > 0) return this.#remember(keyOf(name, family), resolved, MAX_TTL_MS);
		// The name servers have replied that there is no such name; a failed lookup of the system does not change that.
		return { kind: "not_found" };
	}

	#remember(key: string, resolved: Resolved, ttlMs: number): Resolved {
		// The oldest leaves. With more names than places each is asked for again: slower, never wrong.
		if (this.#cache.size >= MAX_CACHED_NAMES) this.#cache.delete(this.#cache.keys().next().value ?? "");
		const lifeMs = Math.min(MAX_TTL_MS, Math.max(MIN_TTL_MS, ttlMs));
		this.#cache.set(key, { resolved, expiresAt: this.#clock.monotonic() + lifeMs });
		return resolved;
	}
}

/** A name's addresses of one family are kept beside those of both. No name holds a space. */
function keyOf(name: string, family: Family | undefined): string {
	return family === undefined ? name : `${name} ${family}`;
}

function nameOf(host: string): string {
	return host.toLowerCase().replace(/\.$/, "");
}
