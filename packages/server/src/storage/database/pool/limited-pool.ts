/**
 * The pool of `pg`, with an end for every wait. A network that drops packets without a word leaves a query without an
 * answer and a socket without an error, for as long as TCP repeats itself: a quarter of an hour. Here a query that is
 * not answered in time fails as {@link DatabaseUnreachable}, and its connection is destroyed.
 *
 * Not by the `query_timeout` of `pg`: it fails the query alone. The connection goes back to the pool with its answer
 * outstanding, and whoever gets it next waits in vain (node-postgres issue 3399).
 *
 * The server, which hears nothing of all this, gets limits of its own with each connection: what is left of a
 * transaction that was given up ends soon, and its locks with it. By SET, because PgBouncer refuses parameters that it
 * does not know in the startup message.
 */

import type { Duplex } from "node:stream";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { DatabaseUnreachable } from "../tx.ts";
import { StatementNames } from "./statement-names.ts";

/** Milliseconds. */
export interface PoolLimits {
	/** For a new connection, or for one of the pool to be free. */
	readonly connectMs: number;
	/** For the answer to a statement. Longer than `statementMs`: a server that works and is slow can say so. */
	readonly answerMs: number;
	/** For one statement, in the server. */
	readonly statementMs: number;
	/** For the locks of others. Shorter than `statementMs`, so that a wait for a lock is known as one. */
	readonly lockMs: number;
	/** For the next statement of a transaction, in the server; then it ends the connection. */
	readonly idleInTransactionMs: number;
	/** For a connection and for the answer to a statement when the service stops, which must end within ten seconds. */
	readonly stopMs: number;
}

export const POOL_LIMITS: PoolLimits = {
	connectMs: 5_000,
	answerMs: 20_000,
	statementMs: 15_000,
	lockMs: 5_000,
	idleInTransactionMs: 10_000,
	stopMs: 1_500,
};
/** An idle connection asks its peer for a sign of life after this time, so that a dead one is not handed out. */
const KEEP_ALIVE_MS = 10_000;

/** What this pool needs of the one that it limits. */
export interface Connections {
	connect(): Promise<pg.PoolClient>;
	end(): Promise<void>;
	on(event: "connect", listener: (client: pg.PoolClient) => void): unknown;
	on(event: "error", listener: (error: Error) => void): unknown;
}

export class LimitedPool implements PostgresPool {
	readonly options = {};
	readonly #pool: Connections;
	readonly #limits: PoolLimits;
	readonly #clients = new WeakMap<pg.PoolClient, LimitedClient>();
	readonly #names = new StatementNames();
	/** Each gives up one query that waits for its answer. */
	readonly #waiting = new Set<() => void>();
	#answerMs: number;
	#isStopping = false;
	/** An answer was waited for in vain after the stop had begun: other old connections may be dead, too. */
	#distrustsOld = false;
	/** So was a connection: then no other one is waited for, because a stop has many waits in a row. */
	#isGivenUp = false;
	/** Works that may take as long as they need. */
	#unlimited = 0;

	/** @param connect opens the connections; default: the pool of `pg` */
	constructor(
		config: pg.PoolConfig,
		limits: PoolLimits,
		connect: (config: pg.PoolConfig) => Connections = (all) => new pg.Pool(all),
	) {
		this.#limits = limits;
		this.#answerMs = limits.answerMs;
		this.#pool = connect({
			...config,
			connectionTimeoutMillis: limits.connectMs,
			keepAlive: true,
			keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
		});
		// A connection that breaks while idle is replaced by the pool; without a listener Node would end the process.
		this.#pool.on("error", () => {});
		// The pool does not listen while a connection is in use. Whoever uses it gets the error from its own query.
		this.#pool.on("connect", (client) => client.on("error", () => {}));
	}

	async connect(): Promise<PostgresPoolClient> {
		for (;;) {
			const client = await this.#connected();
			const known = this.#clients.get(client);
			if (known === undefined) return asClient(await this.#limited(client));
			if (known.isUnlimited === this.#unlimited > 0 && !this.#distrustsOld) return asClient(known);
			client.release(true);
		}
	}

	/** Runs `work`, whose statements may take as long as they need. */
	async withoutLimits<T>(work: () => Promise<T>): Promise<T> {
		this.#unlimited += 1;
		try {
			return await work();
		} finally {
			this.#unlimited -= 1;
		}
	}

	/** From now on nothing waits for longer than `stopMs`; after one connection was waited for in vain, no other is. */
	stopWaiting(): void {
		this.#isStopping = true;
		this.#answerMs = this.#limits.stopMs;
		const waiting = [...this.#waiting];
		setTimeout(() => {
			for (const giveUp of waiting) if (this.#waiting.has(giveUp)) giveUp();
		}, this.#limits.stopMs).unref();
	}

	end(): Promise<void> {
		return this.#pool.end();
	}

	/** As the pool's own, which knows one limit for all its time. */
	async #connected(): Promise<pg.PoolClient> {
		if (this.#isGivenUp) throw new DatabaseUnreachable(new Error("it gave no answer, and this process stops"));
		const { promise: givenUp, reject } = Promise.withResolvers<never>();
		const connected = this.#waitFor(
			(afterMs) => reject(new Error(`there was no connection within ${afterMs} ms`)),
			true,
		);
		const connecting = this.#pool.connect();
		try {
			return await Promise.race([connecting, givenUp]);
		} catch (cause) {
			connecting.then(
				(client) => client.release(true),
				() => {},
			);
			if (cause instanceof pg.DatabaseError) throw cause;
			this.#isGivenUp = this.#isStopping;
			throw new DatabaseUnreachable(cause);
		} finally {
			connected();
		}
	}

	async #limited(client: pg.PoolClient): Promise<LimitedClient> {
		const isUnlimited = this.#unlimited > 0;
		const limited = new LimitedClient(client, {
			isUnlimited,
			names: this.#names,
			waitFor: (giveUp) => this.#waitFor(giveUp, isUnlimited),
		});
		this.#clients.set(client, limited);
		const { statementMs, lockMs, idleInTransactionMs } = this.#limits;
		const ofServer = isUnlimited
			? { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 }
			: {
					statement_timeout: statementMs,
					lock_timeout: lockMs,
					idle_in_transaction_session_timeout: idleInTransactionMs,
				};
		try {
			await limited.query(settings(ofServer), []);
			return limited;
		} catch (error) {
			limited.release(true);
			throw error;
		}
	}

	/** Calls `giveUp` when the time for an answer is over; returns what ends the wait. Without limit until the stop. */
	#waitFor(giveUp: (afterMs: number) => void, isUnlimited: boolean): () => void {
		const startedAt = performance.now();
		const end = () => {
			this.#distrustsOld = this.#isStopping;
			giveUp(Math.round(performance.now() - startedAt));
		};
		this.#waiting.add(end);
		const timer = isUnlimited && !this.#isStopping ? undefined : setTimeout(end, this.#answerMs);
		return () => {
			clearTimeout(timer);
			this.#waiting.delete(end);
		};
	}
}

/** `set_config` for all of them in one statement; SET takes no parameters, and one statement each. */
function settings(values: Readonly<Record<string, number>>): string {
	const calls = Object.entries(values).map(([name, ms]) => `set_config('${name}', '${ms}', false)`);
	return `select ${calls.join(", ")}`;
}

/** Kysely's client takes cursors too, which nothing here uses. */
function asClient(client: LimitedClient): PostgresPoolClient {
	return client as unknown as PostgresPoolClient;
}

/** Calls `giveUp` when the time for an answer is over; returns what ends the wait. */
type WaitFor = (giveUp: (afterMs: number) => void) => () => void;

class LimitedClient {
	readonly isUnlimited: boolean;
	readonly #client: pg.PoolClient;
	readonly #names: StatementNames;
	readonly #waitFor: WaitFor;

	constructor(
		client: pg.PoolClient,
		{ isUnlimited, names, waitFor }: { isUnlimited: boolean; names: StatementNames; waitFor: WaitFor },
	) {
		this.#client = client;
		this.isUnlimited = isUnlimited;
		this.#names = names;
		this.#waitFor = waitFor;
	}

	async query(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
		const values = [...parameters];
		const name = this.#names.of(text);
		if (name === undefined) return this.#send({ text, values });
		try {
			return await this.#send({ name, text, values });
		} catch (error) {
			if (!this.#names.failed(error)) throw error;
			return this.#send({ text, values });
		}
	}

	async #send(query: pg.QueryConfig): Promise<pg.QueryResult> {
		const stream = streamOf(this.#client);
		const answered = this.#waitFor((afterMs) => stream.destroy(new Error(`there was no answer within ${afterMs} ms`)));
		try {
			return await this.#client.query(query);
		} catch (cause) {
			// A mistake in a parameter leaves the connection whole.
			if (cause instanceof pg.DatabaseError || !stream.destroyed) throw cause;
			throw new DatabaseUnreachable(cause);
		} finally {
			answered();
		}
	}

	release(destroy?: boolean): void {
		this.#client.release(destroy);
	}
}

/** What is destroyed where no end would arrive; the types of pg lack it. */
export function streamOf(client: pg.ClientBase): Duplex {
	return (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream;
}
