/**
 * One move at a time of a database, as its source or as its target: two would write over each other.
 *
 * On SQLite a file is locked (../sqlite/instance-lock.ts). On PostgreSQL an open transaction holds an advisory lock.
 * Not a session, because PgBouncer may give each statement another one. The transaction has no snapshot between its
 * statements, so that VACUUM goes on. After a power cut the server ends it within {@link SILENT_AT_MOST_MS}.
 */

import pg from "pg";
import { POOL_LIMITS, streamOf } from "../pool/limited-pool.ts";
import { InstanceLocked, lockInstance } from "../sqlite/instance-lock.ts";
import { DatabaseUnreachable } from "../tx.ts";
import { MoveRefused } from "./handing-over.ts";

/** "lapwing" in ASCII. */
const KEY = "x'6c617077696e67'::bigint";
/** From when the server takes a silent holder for gone. */
const SILENT_AT_MOST_MS = 60_000;
const SIGN_OF_LIFE_EVERY_MS = 10_000;

interface MoveLock extends AsyncDisposable {
	/** Aborted when the lock was lost: another move may hold it. */
	readonly lost: AbortSignal;
}

/** Throws {@link MoveRefused} when another move holds the lock. */
export async function lockMove(url: string): Promise<MoveLock> {
	if (/^postgres(ql)?:/.test(url)) return lockPostgresql(url);
	try {
		const lock = url.startsWith("sqlite:") ? lockInstance(`${url}.move`) : undefined;
		return { lost: new AbortController().signal, [Symbol.asyncDispose]: async () => lock?.[Symbol.dispose]() };
	} catch (error) {
		throw error instanceof InstanceLocked ? new MoveRefused("Another move of this database runs.") : error;
	}
}

async function lockPostgresql(url: string): Promise<MoveLock> {
	const client = new pg.Client({
		connectionString: url,
		// Not that of services, which are counted (./services.ts).
		application_name: "lapwing move",
		connectionTimeoutMillis: POOL_LIMITS.connectMs,
		query_timeout: POOL_LIMITS.answerMs,
	});
	const end = async () => {
		// A network that drops packets says nothing of the end either.
		const tooLate = setTimeout(() => streamOf(client).destroy(), POOL_LIMITS.connectMs);
		await client.end().catch(() => {});
		clearTimeout(tooLate);
	};
	const losing = new AbortController();
	const lose = (cause?: unknown) =>
		losing.abort(new Error("The connection that keeps other moves of this database away was lost.", { cause }));
	client.on("error", lose).on("end", () => lose());
	try {
		if (!(await isLocked(client))) {
			throw new MoveRefused(
				`Another move of this database runs. If its machine is gone, its lock ends within ${SILENT_AT_MOST_MS / 1000} s.`,
			);
		}
	} catch (error) {
		await end();
		throw error;
	}
	const signs = setInterval(() => void client.query("select 1").catch(lose), SIGN_OF_LIFE_EVERY_MS).unref();
	return {
		lost: losing.signal,
		async [Symbol.asyncDispose]() {
			clearInterval(signs);
			await end();
		},
	};
}

async function isLocked(client: pg.Client): Promise<boolean> {
	try {
		await client.connect();
	} catch (cause) {
		throw cause instanceof pg.DatabaseError ? cause : new DatabaseUnreachable(cause);
	}
	await client.query("begin isolation level read committed");
	// `transaction_timeout` is known from PostgreSQL 17 on.
	await client.query(`select set_config('idle_in_transaction_session_timeout', '${SILENT_AT_MOST_MS}', true),
		set_config(name, '0', true) from pg_settings where name in ('statement_timeout', 'transaction_timeout')`);
	const { rows } = await client.query(`select pg_try_advisory_xact_lock(${KEY}) as locked`);
	return rows[0]?.locked === true;
}
