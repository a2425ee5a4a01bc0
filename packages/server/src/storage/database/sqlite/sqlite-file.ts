/**
 * The one connection to a SQLite file, shared by turns, with its statements kept prepared.
 *
 * `node:sqlite` is synchronous, so a busy timeout of SQLite's own would stop the whole process while another one holds
 * the write lock. Here it is 0: a statement that finds the file busy leaves its turn to others, sleeps, and tries again
 * until its time is up. Readers go on meanwhile, for in WAL mode a writer does not keep them out.
 */

import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { CompiledQuery, QueryResult } from "kysely";
import { DatabaseBusy } from "../tx.ts";

/**
 * Statements kept prepared. The service has a few hundred distinct texts; the bound is for those with lists in them.
 */
const STATEMENT_CACHE = 500;
/**
 * What a power cut may undo. In WAL mode NORMAL loses the last commits, in their order, and never damages the file
 * (sqlite.org/pragma.html#pragma_synchronous); the next FULL commit brings them to the disk with its own.
 */
const SYNCED = "PRAGMA synchronous = FULL";
const UNSYNCED = "PRAGMA synchronous = NORMAL";
/** Pauses between two attempts at a busy file: short at first, for other processes of ours write for milliseconds. */
const RETRY_MS = { first: 2, most: 100 };
/**
 * Primary result codes of a file that another connection has locked (sqlite.org/rescode.html): SQLITE_BUSY,
 * SQLITE_LOCKED.
 */
const BUSY_CODES = new Set([5, 6]);

/** The primary result code of an error of SQLite; null for other errors. */
export function resultCode(error: unknown): number | null {
	// An extended code holds the primary one in its lowest byte.
	return error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : null;
}

/**
 * Parameters of a statement that is run once for each of several rows, as one query: a prepared statement costs SQLite
 * a fifth of what the same rows cost as JSON. The answer has a row `{ place }`, its index, for each that changed
 * something.
 */
export class EachRow {
	readonly rows: readonly (readonly SQLInputValue[])[];

	constructor(rows: readonly (readonly SQLInputValue[])[]) {
		this.rows = rows;
	}
}

interface Prepared {
	readonly statement: StatementSync;
	/** Of the columns of its rows; empty for a statement that answers none. */
	readonly names: readonly string[];
}

/** Whoever may run any other statement holds the write lock, so no other process keeps it. */
const NEEDS_NO_WRITE_LOCK = /^\s*(select|with|pragma|begin(?! immediate)|commit|rollback)\b/i;
/**
 * SQLite reads a LIMIT that is a parameter alone when it plans, and so plans anew at each run: the read of one notice
 * and of what it depends on takes 420 µs more, and the simplest one 30 µs (3.53, sqlite3ExprIsInteger in its source). A
 * sum it does not read.
 */
const BARE_LIMIT = /\blimit \?/gi;
/** After such a statement the columns of others may have other names. */
const CHANGES_SCHEMA = /^\s*(create|alter|drop)\b/i;

/** The open file. Several drivers, of different patience, may share it. */
export class SqliteFile {
	readonly #file: DatabaseSync;
	readonly #statements = new Map<string, Prepared>();
	#isTaken = false;
	readonly #queue: (() => void)[] = [];
	#blockedSince: number | null = null;
	#waits = true;

	constructor(file: DatabaseSync) {
		this.#file = file;
	}

	get isInTransaction(): boolean {
		return this.#file.isTransaction;
	}

	/** How long another process has kept this one from writing, milliseconds; null when it does not. */
	blockedForMs(): number | null {
		return this.#blockedSince === null ? null : performance.now() - this.#blockedSince;
	}

	/** From now on a busy file is not waited for. */
	stopWaiting(): void {
		this.#waits = false;
	}

	/** Waits for the connection's turn; `release` ends it. */
	acquire(): Promise<void> | undefined {
		if (this.#isTaken) return new Promise((resolve) => this.#queue.push(resolve));
		this.#isTaken = true;
		return undefined;
	}

	release(): void {
		const next = this.#queue.shift();
		if (next) next();
		else this.#isTaken = false;
	}

	/**
	 * Runs `work` in a turn of its own, again and again while the file is busy. Rejects with {@link DatabaseBusy} after
	 * `waitMs`.
	 *
	 * @param keepsTurn leaves the turn to the caller when `work` succeeded
	 */
	async whenFree<T>(work: () => T, waitMs: number, keepsTurn = false): Promise<T> {
		const startedAt = performance.now();
		for (let pauseMs = RETRY_MS.first; ; pauseMs = Math.min(RETRY_MS.most, pauseMs * 2)) {
			await this.acquire();
			let isKept = false;
			try {
				const result = work();
				isKept = keepsTurn;
				return result;
			} catch (error) {
				if (!BUSY_CODES.has(resultCode(error) ?? 0)) throw error;
				this.#blockedSince ??= performance.now();
				const waitedMs = performance.now() - startedAt;
				if (waitedMs >= waitMs || !this.#waits) throw new DatabaseBusy(this.blockedForMs() ?? waitedMs, error);
			} finally {
				if (!isKept) this.release();
			}
			await sleep(pauseMs);
		}
	}

	run<Row>({ sql, parameters }: Pick<CompiledQuery, "sql" | "parameters">): QueryResult<Row> {
		const { statement, names } = this.#prepare(sql);
		const [first] = parameters;
		if (first instanceof EachRow) return runEach<Row>(statement, first);
		const values = parameters as readonly SQLInputValue[];
		const result =
			names.length > 0
				? { rows: asRows<Row>(names, statement.all(...values) as unknown as SQLOutputValue[][]) }
				: affected<Row>(statement.run(...values));
		if (names.length === 0 && CHANGES_SCHEMA.test(sql)) this.#statements.clear();
		if (this.#blockedSince !== null && !NEEDS_NO_WRITE_LOCK.test(sql)) this.#blockedSince = null;
		return result;
	}

	exec(text: string): void {
		this.#file.exec(text);
	}

	/** @param isSynced whether the commit waits until the disk has it */
	begin(sql: string, isSynced: boolean): void {
		// SQLite changes the level outside of transactions alone.
		if (!isSynced) this.exec(UNSYNCED);
		try {
			this.run({ sql, parameters: [] });
		} catch (error) {
			if (!isSynced) this.syncAgain();
			throw error;
		}
	}

	/** After the end of a transaction whose commit did not wait for the disk. */
	syncAgain(): void {
		this.exec(SYNCED);
	}

	#prepare(text: string): Prepared {
		const known = this.#statements.get(text);
		if (known) {
			// Least recently used first: a Map keeps the order of insertion.
			this.#statements.delete(text);
			this.#statements.set(text, known);
			return known;
		}
		const statement = this.#file.prepare(text.replaceAll(BARE_LIMIT, "limit ? + 0"));
		const names = statement.columns().map(({ name }) => name);
		if (names.length > 0) statement.setReturnArrays(true);
		const prepared = { statement, names };
		this.#statements.set(text, prepared);
		if (this.#statements.size > STATEMENT_CACHE) {
			const oldest = this.#statements.keys().next().value;
			if (oldest !== undefined) this.#statements.delete(oldest);
		}
		return prepared;
	}

	close(): void {
		this.#statements.clear();
		if (this.#file.isOpen) this.#file.close();
	}
}

/**
 * Objects from the values of each row. `node:sqlite` would make them itself, at twice the cost, and in a form whose
 * members are slow to read (51 rows of 25 columns: 355 µs of CPU against 184 µs and 20 µs for this).
 */
function asRows<Row>(names: readonly string[], values: readonly SQLOutputValue[][]): Row[] {
	return values.map((row) => {
		const made: Record<string, SQLOutputValue> = {};
		for (let index = 0; index < names.length; index += 1) made[names[index] as string] = row[index] as SQLOutputValue;
		return made as Row;
	});
}

function runEach<Row>(statement: StatementSync, { rows }: EachRow): QueryResult<Row> {
	const changed: { readonly place: number }[] = [];
	for (let place = 0; place < rows.length; place += 1) {
		const { changes } = statement.run(...(rows[place] as readonly SQLInputValue[]));
		if (changes !== 0) changed.push({ place });
	}
	return { rows: changed as Row[] };
}

function affected<Row>({ changes, lastInsertRowid }: ReturnType<StatementSync["run"]>): QueryResult<Row> {
	return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
}
