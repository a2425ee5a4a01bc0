/**
 * Moves an installation to another database, of either engine, also while a service uses it.
 *
 * 1. Triggers log the key of each row that changes in the source (./change-log.ts).
 * 2. Rounds, each on one snapshot of the source: what was logged is copied as it is now, then pages of a table that
 *    was not copied yet. A round ends with its table or after ROUND_MS, so that the source's WAL does not grow.
 *    The target keeps the cursor in the transaction of the rows; the log is shortened after that. So whatever is
 *    killed, the next start goes on, and follows first.
 * 3. Every table is compared, each on a snapshot whose changes were followed.
 * 4. The switch: the source refuses changes, the last ones are followed, what changed since is compared again.
 * 5. The target takes over (./target.ts). To a service this is a crash of one database and a start on the other: what
 *    survives a crash survives the switch.
 */

import { randomUUID } from "node:crypto";
import type { MoveState } from "../tables/installation.ts";
import type { Database, Tx } from "../tx.ts";
import { dropFence, dropLog, fence, forgetChanges, type LoggedChanges, logChanges, readChanges } from "./change-log.ts";
import { TableDigest } from "./digest.ts";
import { deleteMark, type MoveMark, moveMark, type Progress, writeMark } from "./marks.ts";
import { type Key, MOVED_TABLES, type MovedTable, type Row } from "./moved-tables.ts";
import { cursorAfter, deleteRows, freeUniqueValues, keyOf, pageOf, rowsOf, writeRows } from "./rows.ts";
import { deferredTransaction, foreignRows, prepareTarget, takeOver } from "./target.ts";

const ROUND_MS = 20_000;
/** Rounds of following go on until one has so few rows: the last one, in the switch, has about as many. */
const FEW_CHANGES = 5_000;
/** How long tables may be compared as a whole within the switch; those that are left are compared by what changed. */
const COMPARE_IN_SWITCH_MS = 3_000;
/** How often a write to the source is tried whose turn does not come: a busy service on SQLite leaves few gaps. */
const WRITE_ATTEMPTS = 20;

/** The operator can correct it; the message says how. */
export class MoveRefused extends Error {
	override readonly name = "MoveRefused";
}

interface Compared {
	readonly table: string;
	readonly rows: number;
	readonly digest: string;
	/** Rows that changed between the comparison of the whole table and the switch, compared one by one; 0: none did. */
	readonly changedSince: number;
}

export interface Moved {
	readonly tables: readonly Compared[];
	/** From the first change that the source refused until the target was ready. */
	readonly switchMs: number;
}

export interface MoveOptions {
	/** Addresses without passwords. */
	readonly from: string;
	readonly to: string;
	now(): number;
	onProgress(line: string): void;
}

/** Throws {@link MoveRefused}; any other error can be followed by another attempt, which goes on. */
export async function moveDatabase(source: Database, target: Database, options: MoveOptions): Promise<Moved> {
	const work = () => target.withoutTimeLimit(() => new Move(source, target, options).run());
	return source.withoutTimeLimit(work);
}

/** The source is usable again. */
export async function unfence(source: Database): Promise<void> {
	await source.withoutTimeLimit(async () => {
		await dropFence(source);
		await dropLog(source);
		await deleteMark(source, "source");
	});
}

class Move {
	readonly #source: Database;
	readonly #target: Database;
	readonly #options: MoveOptions;
	#progress: Record<string, Key | null> = {};
	#id = "";
	/** What was compared; from then on by key. */
	readonly #compared = new Map<MovedTable, { digest: TableDigest; readonly changed: Set<string>; tookMs: number }>();

	constructor(source: Database, target: Database, options: MoveOptions) {
		this.#source = source;
		this.#target = target;
		this.#options = options;
	}

	async run(): Promise<Moved> {
		await this.#begin();
		while (!(await this.#round())) {}
		while ((await this.#follow()) > FEW_CHANGES) {}
		for (const table of MOVED_TABLES) await this.#compare(table);
		while ((await this.#follow()) > FEW_CHANGES) {}
		const { now, onProgress } = this.#options;
		onProgress("Switching: the source takes no more changes");
		const startedAt = now();
		await fence(this.#source, (tx) => this.#mark(tx, "source", "fenced"));
		await this.#follow();
		await this.#compareAgain();
		await this.#target.transaction(async (tx) => {
			await takeOver(this.#source, tx, now());
			await this.#mark(tx, "target", "done");
		});
		const switchMs = now() - startedAt;
		await this.#patiently(() => this.#mark(this.#source, "source", "done"));
		await this.#patiently(() => dropLog(this.#source));
		const tables = Array.from(this.#compared, ([{ name }, { digest, changed }]) => {
			return { table: name, rows: digest.rows, digest: digest.text, changedSince: changed.size };
		});
		return { tables, switchMs };
	}

	async #begin(): Promise<void> {
		const [from, to] = [await moveMark(this.#source, "source"), await moveMark(this.#target, "target")];
		if (from?.state === "done")
			throw new MoveRefused(`The source was moved to ${from.other} already. --unfence undoes that.`);
		if (to?.state === "done")
			throw new MoveRefused(`A move from ${to.other} into this target is complete. Name an empty one.`);
		if (to !== null && to.id !== from?.id)
			throw new MoveRefused("The target belongs to another move. Name an empty one.");
		if (to === null) {
			const table = await foreignRows(this.#target);
			if (table !== null) throw new MoveRefused(`The target is not empty: ${table} has rows. Name an empty database.`);
			// A source that has a mark of a target that was thrown away begins anew.
			this.#id = randomUUID();
			await this.#patiently(() => this.#mark(this.#source, "source", "open"));
			await this.#mark(this.#target, "target", "open");
		} else {
			this.#id = to.id;
			this.#progress = { ...to.progress };
			this.#options.onProgress("Going on with the move that was begun");
		}
		await prepareTarget(this.#target);
		await this.#patiently(() => logChanges(this.#source));
	}

	/** Writes to the source, which its service writes to as well. Each of these can be done twice. */
	async #patiently<T>(write: () => Promise<T>): Promise<T> {
		for (let attempt = 1; ; attempt += 1) {
			try {
				return await write();
			} catch (error) {
				if (!this.#source.dialect.isTransient(error) || attempt === WRITE_ATTEMPTS) throw error;
				this.#options.onProgress("The source is busy: trying again");
			}
		}
	}

	#mark(tx: Tx, side: "source" | "target", state: MoveState): Promise<void> {
		const { from, to, now } = this.#options;
		const progress: Progress = side === "target" ? this.#progress : {};
		const mark: MoveMark = { id: this.#id, other: side === "source" ? to : from, state, progress };
		return writeMark(tx, side, mark, now());
	}

	/** Whether all tables are copied. */
	async #round(): Promise<boolean> {
		const { ids, isLast } = await this.#source.snapshot(async (from) => {
			const changes = await readChanges(from);
			await this.#apply(from, changes);
			const table = MOVED_TABLES.find(({ name }) => this.#progress[name] !== null);
			if (table !== undefined) await this.#copy(from, table);
			return { ids: changes.ids, isLast: table === undefined };
		});
		await this.#patiently(() => forgetChanges(this.#source, ids));
		return isLast;
	}

	async #copy(from: Tx, table: MovedTable): Promise<void> {
		const { now, onProgress } = this.#options;
		const until = now() + ROUND_MS;
		let copied = 0;
		for (let cursor = this.#progress[table.name] ?? null; ; ) {
			const rows = await pageOf(from, table, cursor);
			cursor = cursorAfter(from, table, rows);
			copied += rows.length;
			const isPersisted = cursor === null || !table.refersToItself;
			await deferredTransaction(this.#target, async (tx) => {
				await writeRows(tx, table, rows);
				if (isPersisted) this.#progress[table.name] = cursor;
				await this.#mark(tx, "target", "open");
			});
			if (cursor === null) break;
			if (isPersisted && now() > until) break;
		}
		onProgress(`${table.name}: ${copied.toLocaleString("en")} rows copied`);
	}

	/** How many changes were followed. */
	async #follow(): Promise<number> {
		const changes = await this.#source.snapshot(async (from) => {
			const read = await readChanges(from);
			await this.#apply(from, read);
			return read;
		});
		await this.#patiently(() => forgetChanges(this.#source, changes.ids));
		return changes.ids.length;
	}

	/** Copies the present state of changed rows: those that are gone first, which refer to others before these. */
	async #apply(from: Tx, { keys }: LoggedChanges): Promise<void> {
		const changed = MOVED_TABLES.filter((table) => keys.has(table));
		if (changed.length === 0) return;
		const present = new Map<MovedTable, Row[]>();
		for (const table of changed) {
			const rows: Row[] = [];
			for await (const slice of rowsOf(from, table, keys.get(table) ?? [])) rows.push(...slice);
			present.set(table, rows);
			const known = this.#compared.get(table);
			for (const key of known ? (keys.get(table) ?? []) : []) known?.changed.add(JSON.stringify(key));
		}
		await deferredTransaction(this.#target, async (tx) => {
			for (const table of changed.toReversed()) {
				const there = new Set(present.get(table)?.map((row) => JSON.stringify(keyOf(table, row))));
				const gone = keys.get(table)?.filter((key) => !there.has(JSON.stringify(key))) ?? [];
				await deleteRows(tx, table, gone);
			}
			for (const table of changed) {
				// Those of a table that was not begun are copied with it.
				if (this.#progress[table.name] === undefined) continue;
				const rows = present.get(table) ?? [];
				const keys = rows.map((row) => keyOf(table, row));
				await freeUniqueValues(tx, table, keys);
				await writeRows(tx, table, rows);
			}
		});
	}

	/** Compares a whole table, on a snapshot whose changes were followed. */
	async #compare(table: MovedTable): Promise<void> {
		const startedAt = performance.now();
		const { ids, digest } = await this.#source.snapshot(async (from) => {
			const changes = await readChanges(from);
			await this.#apply(from, changes);
			const [here, there] = [await digestOf(from, table), await digestOf(this.#target, table)];
			refuseDifference(table, here, there);
			return { ids: changes.ids, digest: here };
		});
		await this.#patiently(() => forgetChanges(this.#source, ids));
		this.#compared.set(table, { digest, changed: new Set(), tookMs: performance.now() - startedAt });
	}

	/** Within the switch, when nothing changes any more: what changed since each table was compared. */
	async #compareAgain(): Promise<void> {
		let leftMs = COMPARE_IN_SWITCH_MS;
		for (const [table, known] of [...this.#compared].toSorted(([, a], [, b]) => a.tookMs - b.tookMs)) {
			if (known.changed.size === 0) continue;
			if (known.tookMs <= leftMs) {
				leftMs -= known.tookMs;
				await this.#compare(table);
				continue;
			}
			const keys = Array.from(known.changed, (text) => JSON.parse(text) as Key);
			const [here, there] = [new TableDigest(), new TableDigest()];
			for await (const rows of rowsOf(this.#source, table, keys)) for (const row of rows) here.add(table, row);
			for await (const rows of rowsOf(this.#target, table, keys)) for (const row of rows) there.add(table, row);
			refuseDifference(table, here, there);
		}
	}
}

function refuseDifference({ name }: MovedTable, source: TableDigest, target: TableDigest): void {
	if (source.equals(target)) return;
	throw new MoveRefused(
		`${name} differs: ${source.rows} rows with the digest ${source.text} in the source, ${target.rows} with ` +
			`${target.text} in the target. Did something else write to the target? Begin again with an empty one.`,
	);
}

/** Of all rows of a table. */
export async function digestOf(tx: Tx, table: MovedTable): Promise<TableDigest> {
	const digest = new TableDigest();
	let cursor: Key | null = null;
	do {
		const rows: readonly Row[] = await pageOf(tx, table, cursor);
		for (const row of rows) digest.add(table, row);
		cursor = cursorAfter(tx, table, rows);
	} while (cursor !== null);
	return digest;
}
