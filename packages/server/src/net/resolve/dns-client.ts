/**
 * Asks name servers for the records of names, each question for itself: whatever happens to one ends no other. (The
 * resolver that Node brings, c-ares, fails all questions under way at once when one malformed reply comes.)
 *
 * A question goes to one server after another, again and again with growing pauses, until there is a reply, every
 * server has failed it, or whoever asked has stopped waiting. A reply that comes late counts all the same.
 */

import { encodeQuestion, isEncodable, type Question, type Reply, readReply } from "./dns-message.ts";
import { DnsTransport, type ServerAddress, type TransportFault } from "./dns-transport.ts";

/** The first pause; each round of servers doubles it. A check with a timeout of 1 s survives one lost packet. */
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 5_000;
const DNS_PORT = 53;
/** Replies to earlier tries come with the one that is the answer, in any order; they are waited for this long. */
const LATE_REPLIES_MS = 100;
/** Malformed datagrams that are read for one question: reading each may take 20 ms, and a server can send thousands. */
const MAX_MALFORMED = 10;

export type DnsAnswer = Extract<Reply, { kind: "records" | "not_found" | "no_record" }> | DnsFailure;

/** No usable reply. */
export interface DnsFailure {
	readonly kind: "failure";
	/** A response code of RFC 1035, BADRESP, TIMEOUT, CANCELLED, or the code of `fault`. */
	readonly code: string;
	/** Why the server could not be reached; absent when it was. */
	readonly fault?: TransportFault;
}

export interface Asked {
	readonly answer: Promise<DnsAnswer>;
	/** The address of the server whose reply is the answer; null before, and for a failure. */
	answeredBy(): string | null;
	/**
	 * For how long the question was asked in vain: milliseconds from its start until the first of those tries that got a
	 * reply. 0 where the server had it all the while, Infinity where no try got one. Known shortly after the answer.
	 */
	readonly unheardMs: Promise<number>;
	/** Ends the question; its answer is a failure then. */
	cancel(): void;
}

export class DnsClient {
	readonly #servers: readonly DnsTransport[];
	readonly #queries = new Set<Query>();
	#isRetired = false;

	/** `servers`: "ip", "ip:port" or "[v6]:port"; at least one. */
	constructor(servers: readonly string[]) {
		this.#servers = servers.map((server) => new DnsTransport(parseServer(server)));
	}

	/** The answer comes at the latest after `lifetimeMs`. */
	ask(question: Question, lifetimeMs: number): Asked {
		// What can't be written in a question can't exist.
		if (!isEncodable(question.name)) {
			const answer = Promise.resolve({ kind: "not_found" } as const);
			return { answer, answeredBy: () => null, unheardMs: Promise.resolve(0), cancel: () => {} };
		}
		const query = new Query(question, this.#servers, lifetimeMs);
		this.#queries.add(query);
		const answer = query.answer.finally(() => {
			this.#queries.delete(query);
			if (this.#isRetired) this.closeWhenIdle();
		});
		const { unheardMs } = query;
		return { answer, answeredBy: () => query.answeredBy, unheardMs, cancel: () => query.settle(CANCELLED) };
	}

	/** Closes once the questions under way have their answers. */
	closeWhenIdle(): void {
		this.#isRetired = true;
		if (this.#queries.size === 0) this.close();
	}

	/** Ends the questions under way. */
	close(): void {
		for (const query of this.#queries) query.settle(CANCELLED);
		for (const server of this.#servers) server.close();
	}
}

const CANCELLED: DnsAnswer = { kind: "failure", code: "CANCELLED" };

/** One question under way. */
class Query {
	readonly answer: Promise<DnsAnswer>;
	readonly unheardMs: Promise<number>;
	answeredBy: string | null = null;
	readonly #startedAt = performance.now();
	readonly #question: Question;
	/** Those that have not failed it. */
	readonly #servers: DnsTransport[];
	readonly #settleAnswer: (answer: DnsAnswer) => void;
	readonly #settleUnheard: (ms: number) => void;
	readonly #lifeTimer: NodeJS.Timeout;
	#pauseTimer: NodeJS.Timeout | undefined;
	readonly #cancels: (() => void)[] = [];
	#tries = 0;
	#malformed = 0;
	/** When the first of the tries that got a reply was sent. */
	#heardFromMs = Number.POSITIVE_INFINITY;
	#isSettled = false;
	/** Servers that had the question without extensions, or over TCP. */
	readonly #withoutExtensions = new Set<DnsTransport>();
	readonly #byTcp = new Set<DnsTransport>();

	constructor(question: Question, servers: readonly DnsTransport[], lifetimeMs: number) {
		const { promise, resolve } = Promise.withResolvers<DnsAnswer>();
		this.answer = promise;
		this.#settleAnswer = resolve;
		const unheard = Promise.withResolvers<number>();
		this.unheardMs = unheard.promise;
		this.#settleUnheard = unheard.resolve;
		this.#question = question;
		this.#servers = [...servers];
		this.#lifeTimer = setTimeout(() => this.settle({ kind: "failure", code: "TIMEOUT" }), lifetimeMs);
		this.#tryNext();
	}

	settle(answer: DnsAnswer): void {
		if (this.#isSettled) return;
		this.#isSettled = true;
		clearTimeout(this.#lifeTimer);
		clearTimeout(this.#pauseTimer);
		this.#settleAnswer(answer);
		if (this.#heardFromMs === 0 || answer === CANCELLED) this.#stopListening();
		// What has arrived by then is read first, even when this process has stood still: sockets come after timers.
		else setTimeout(() => setImmediate(() => setImmediate(() => this.#stopListening())), LATE_REPLIES_MS);
	}

	#stopListening(): void {
		for (const cancel of this.#cancels) cancel();
		this.#settleUnheard(this.#heardFromMs);
	}

	#tryNext(): void {
		const round = Math.floor(this.#tries / this.#servers.length);
		const server = this.#servers[this.#tries++ % this.#servers.length];
		if (server === undefined || this.#isSettled) return;
		this.#send(server);
		clearTimeout(this.#pauseTimer);
		this.#pauseTimer = setTimeout(() => this.#tryNext(), Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** round));
	}

	#send(server: DnsTransport): void {
		const encode = (id: number) => encodeQuestion(id, this.#question, !this.#withoutExtensions.has(server));
		const sentMs = this.#tries === 1 ? 0 : performance.now() - this.#startedAt;
		const onReply = (message: Buffer | TransportFault) => {
			if (Buffer.isBuffer(message)) this.#heardFromMs = Math.min(this.#heardFromMs, sentMs);
			this.#receive(server, message, false);
		};
		this.#cancels.push(server.send(encode, onReply));
	}

	#sendByTcp(server: DnsTransport): void {
		this.#byTcp.add(server);
		const encode = (id: number) => encodeQuestion(id, this.#question, !this.#withoutExtensions.has(server));
		this.#cancels.push(server.sendByTcp(encode, (message) => this.#receive(server, message, true)));
	}

	#receive(server: DnsTransport, message: Buffer | TransportFault, isTcp: boolean): void {
		if (this.#isSettled) return;
		if (!Buffer.isBuffer(message)) {
			this.#fail(server, { kind: "failure", code: message.code, fault: message });
			return;
		}
		if (!isTcp && this.#malformed === MAX_MALFORMED) return;
		const reply = readReply(message, this.#question);
		if (!isTcp && reply?.kind === "malformed") this.#malformed += 1;
		switch (reply?.kind) {
			case undefined:
				break;
			case "records":
			case "not_found":
			case "no_record":
				this.answeredBy = server.host;
				this.settle(reply);
				break;
			case "truncated":
			case "malformed":
				if (isTcp) this.#fail(server, { kind: "failure", code: "BADRESP" });
				else if (!this.#byTcp.has(server)) this.#sendByTcp(server);
				break;
			case "refused":
				this.#refused(server, reply.code, isTcp);
		}
	}

	#refused(server: DnsTransport, code: string, isTcp: boolean): void {
		const mayBeExtensions = code === "FORMERR" || code === "NOTIMP";
		if (!mayBeExtensions || this.#withoutExtensions.has(server)) {
			this.#fail(server, { kind: "failure", code });
			return;
		}
		this.#withoutExtensions.add(server);
		if (isTcp) this.#sendByTcp(server);
		else this.#send(server);
	}

	/** The question is asked of the others, at once. */
	#fail(server: DnsTransport, failure: DnsFailure): void {
		const index = this.#servers.indexOf(server);
		if (index === -1) return;
		this.#servers.splice(index, 1);
		if (this.#servers.length === 0) this.settle(failure);
		else this.#tryNext();
	}
}

function parseServer(server: string): ServerAddress {
	const match = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(server);
	// An IPv6 address without brackets has no port.
	if (match === null) return { host: server, port: DNS_PORT };
	return { host: match[1] ?? match[2] ?? server, port: Number(match[3] ?? DNS_PORT) };
}
