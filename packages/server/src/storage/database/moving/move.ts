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
 *
 * The commit of 5 decides (./handing-over.ts). An error before it gives the source back; after it nothing does.
 */

import { randomUUID } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import type { Database, Tx } from "../tx.ts";
import { countOf, dropLog, forgetChanges, type LoggedChanges, logChanges, readChanges } from "./change-log.ts";
import { TableDigest } from "./digest.ts";
import { fenceSource, giveBack, MoveRefused, patiently } from "./handing-over.ts";
import {
	changeMark,
	type Moved,
	moveMark,
	renewMark,
	type Side,
	settledMark,
	writeMark,
	writeProgress,
} from "./marks.ts";
import { type Key, MOVED_TABLES, type MovedTable, type Row } from "./moved-tables.ts";
import { cursorAfter, deleteRows, freeUniqueValues, keyOf, pageOf, rowsOf, writeRows } from "./rows.ts";
import { deferredTransaction, foreignRows, prepareTarget, takeOver } from "./target.ts";

const ROUND_MS = 20_000;
/** Rounds of following go on until one has so few rows: the last one, in the switch, has about as many. */
const FEW_CHANGES = 5_000;
/** Tables whose comparison took no longer are compared without a line. */
const SAID_FROM_MS = 1_000;
/** How long tables may be compared as a whole within the switch; those that are left are compared by what changed. */
const COMPARE_IN_SWITCH_MS = 3_000;
/**
 * From when the source refuses changes; a switch that is not over by then gives the source back. It is looked at
 * between statements, which may take 20 s more where a database does not answer (../pool/limited-pool.ts). Before,
 * the lock for the fence is tried for up to 12 s on PostgreSQL (./change-log.ts); writers wait 0.5 s at a time.
 */
const SWITCH_AT_MOST_MS = 10_000;
/** How often a move says in the source that it goes on; see FORGOTTEN_AFTER_MS of the service. */
const RENEWED_EVERY_MS = 60_000;

export const SWITCH_STEPS = [
	"fencing",
	"fenced",
	"followed",
	"compared",
	/** Before the commit that decides. */
	"handing over",
	"handed over",
	"marked",
	"done",
] as const;
export type SwitchStep = (typeof SWITCH_STEPS)[number];

/** The switch was not made; the message says what the source does. */
export class SwitchFailed extends Error {
	override readonly name = "SwitchFailed";
}

/** The source was given back although the target took over, by `--target-is-gone` or by hand. */
class BothTakeChanges extends MoveRefused {
	constructor() {
		super(
			"The target took over, and the source was given back meanwhile: both may take changes. Stop the service on one " +
				"of them now, for good; what it has recorded since is not in the other.",
		);
	}
}

export interface MoveOptions {
	/** Addresses without passwords. */
	readonly from: string;
	readonly to: string;
	now(): number;
	onProgress(line: string): void;
	/** Called when a step of the switch begins. What it throws, or aborts, stops the move there. */
	onStep?(step: SwitchStep): void;
	/** Stops the move, which goes on with its next start; without effect once the target took over. */
	readonly signal?: AbortSignal;
}

/**
 * Throws {@link MoveRefused}, or {@link SwitchFailed}; any error can be followed by another attempt, which goes on. One
 * after a complete move answers what that compared.
 */
export function moveDatabase(source: Database, target: Database, options: MoveOptions): Promise<Moved> {
	return new Move(source, target, options).run();
}

const OF_ANOTHER_MOVE = "The target belongs to another move. Name an empty one.";

class Move {
	readonly #source: Database;
	readonly #target: Database;
	readonly #options: MoveOptions;
	readonly #signal: AbortSignal;
	/** Looked at: a timer would not fire while SQLite answers at once, statement by statement. */
	#switchUntil = Number.POSITIVE_INFINITY;
	#renewedAt = Number.NEGATIVE_INFINITY;
	#progress: Record<string, Key | null> = {};
	#id = "";
	/** By which the target knows this process from others of the same move. */
	#beganAt = 0;
	/** What was compared; from then on by key. */
	readonly #compared = new Map<MovedTable, { digest: TableDigest; readonly changed: Set<string>; tookMs: number }>();

	constructor(source: Database, target: Database, options: MoveOptions) {
		this.#source = source;
		this.#target = target;
		this.#options = options;
		this.#signal = options.signal ?? new AbortController().signal;
	}

	async run(): Promise<Moved> {
		const earlier = await this.#withoutTimeLimit(() => this.#copied());
		if (earlier === null) return this.#switch();
		await this.#finish();
		return earlier;
	}

	#withoutTimeLimit<T>(work: () => Promise<T>): Promise<T> {
		return this.#source.withoutTimeLimit(() => this.#target.withoutTimeLimit(work));
	}

	/** Copies and compares until the switch can begin. Answers what an earlier run compared if that was made. */
	async #copied(): Promise<Moved | null> {
		const earlier = await this.#begin();
		if (earlier !== null) return earlier;
		while (!(await this.#round())) {}
		while ((await this.#follow()) > FEW_CHANGES) {}
		this.#options.onProgress("Comparing all tables");
		for (const table of MOVED_TABLES) {
			await this.#compare(table);
			const { digest, tookMs } = this.#compared.get(table) ?? {};
			if (digest !== undefined && (tookMs ?? 0) > SAID_FROM_MS) {
				this.#options.onProgress(`${table.name}: ${digest.rows.toLocaleString("en")} rows are equal`);
			}
		}
		while ((await this.#follow()) > FEW_CHANGES) {}
		return null;
	}

	async #switch(): Promise<Moved> {
		const { now, onProgress, onStep = () => {} } = this.#options;
		const step = (name: SwitchStep) => {
			onStep(name);
			this.#throwIfStopped();
		};
		onProgress("Switching: the source takes no more changes");
		const startedAt = now();
		let isDecided = false;
		try {
			step("fencing");
			await fenceSource(this.#source, this.#id);
			this.#switchUntil = now() + SWITCH_AT_MOST_MS;
			step("fenced");
			await this.#follow();
			step("followed");
			await this.#compareAgain();
			step("compared");
			await this.#target.transaction(async (tx) => {
				await this.#holdTarget(tx);
				await takeOver(this.#source, tx, now());
				const done = { state: "done", moved: this.#moved(now() - startedAt) } as const;
				if (!(await changeMark(tx, "target", { id: this.#id, state: "open" }, done))) {
					throw new MoveRefused("The target was given to another move.");
				}
				step("handing over");
				isDecided = true;
			});
		} catch (error) {
			// An answer to the commit that is lost says nothing about it.
			if (!isDecided || !(await this.#tookOver(error))) throw await this.#gaveBack(error);
		}
		onStep("handed over");
		const moved = this.#moved(now() - startedAt);
		await this.#finish();
		return moved;
	}

	#throwIfStopped(): void {
		this.#signal.throwIfAborted();
		if (this.#options.now() > this.#switchUntil) throw new Error("The switch took too long.");
	}

	/** Between two pages: whether the move goes on, which it says to the source. */
	async #goOn(): Promise<void> {
		// SQLite answers at once: without this, no signal would be heard until a table has ended.
		await turn();
		this.#throwIfStopped();
		const now = this.#options.now();
		if (now < this.#renewedAt + RENEWED_EVERY_MS) return;
		// On a connection of its own, for a snapshot may be under way.
		const source = this.#source.background();
		if (!(await this.#patiently(() => renewMark(source, "source", this.#id, now)))) {
			throw new MoveRefused("This move was given up, or another one from this database was begun.");
		}
		this.#renewedAt = now;
	}

	#moved(switchMs: number): Moved {
		const tables = Array.from(this.#compared, ([{ name }, { digest, changed }]) => {
			return { table: name, rows: digest.rows, digest: digest.text, changedSince: changed.size };
		});
		return { tables, switchMs };
	}

	async #tookOver(cause: unknown): Promise<boolean> {
		try {
			const mark = await patiently(this.#target, () => settledMark(this.#target));
			return mark?.id === this.#id && mark.state === "done";
		} catch {
			throw new SwitchFailed(
				"The target does not answer, so whether it took over is not known: nobody takes changes. Run the same move " +
					"again once it answers; if it never will, --unfence with --target-is-gone.",
				{ cause },
			);
		}
	}

	/** @returns the error that says what became of the source */
	async #gaveBack(cause: unknown): Promise<SwitchFailed> {
		try {
			await patiently(this.#source, () => giveBack(this.#source, this.#id));
		} catch (error) {
			const both = new AggregateError([cause, error]);
			return new SwitchFailed(
				"The switch failed, and the source can't be told to take changes again. Run the same move again, or --unfence.",
				{ cause: both },
			);
		}
		// The message of a refusal says what to do.
		const advice = cause instanceof MoveRefused ? "" : " Run the same move again: it goes on.";
		return new SwitchFailed(`The switch failed, and the source takes changes as before.${advice}`, { cause });
	}

	/** After the target took over. Can be done twice. */
	async #finish(): Promise<void> {
		const { onProgress, onStep = () => {} } = this.#options;
		try {
			const id = this.#id;
			await patiently(this.#source, () =>
				changeMark(this.#source, "source", { id, state: "fenced" }, { state: "done" }),
			);
			const mark = await moveMark(this.#source, "source");
			if (mark?.id !== id || mark.state !== "done") throw new BothTakeChanges();
			onStep("marked");
			await this.#source.withoutTimeLimit(() => patiently(this.#source, () => dropLog(this.#source), onProgress));
			onStep("done");
		} catch (cause) {
			if (cause instanceof BothTakeChanges) throw cause;
			throw new Error(
				"The target took over, and the source can't be marked as moved. It takes no changes; run the same move again.",
				{ cause },
			);
		}
	}

	/** What an earlier run compared that came through the switch; null: there is work. */
	async #begin(): Promise<Moved | null> {
		const [from, to] = [await moveMark(this.#source, "source"), await settledMark(this.#target)];
		const isOwn = from !== null && from.id === to?.id;
		if (to?.state === "fenced")
			throw new MoveRefused(`The target was given back to ${to.other}, which goes on without it. Name an empty one.`);
		if (isOwn && to?.moved != null) {
			this.#id = to.id;
			this.#options.onProgress("The move is complete already: the target took over");
			return to.moved;
		}
		if (from?.state === "done")
			throw new MoveRefused(`The source was moved to ${from.other} already. --unfence undoes that.`);
		if (from?.state === "fenced" && !isOwn)
			throw new MoveRefused(
				`A move to ${from.other} stopped in its switch. Move there again, or give that move up with --unfence.`,
			);
		if (to?.state === "done")
			throw new MoveRefused(`A move from ${to.other} into this target is complete. Name an empty one.`);
		if (to !== null && !isOwn) throw new MoveRefused(OF_ANOTHER_MOVE);
		if (to === null) {
			const table = await foreignRows(this.#target);
			if (table !== null) throw new MoveRefused(`The target is not empty: ${table} has rows. Name an empty database.`);
			this.#id = randomUUID();
			this.#beganAt = this.#options.now();
			await this.#patiently(() => this.#begun(this.#source, "source"));
			this.#renewedAt = this.#options.now();
			if (!(await this.#begun(this.#target, "target"))) throw new MoveRefused(OF_ANOTHER_MOVE);
		} else {
			this.#id = to.id;
			this.#progress = { ...to.progress };
			this.#beganAt = Math.max(to.changedAt + 1, this.#options.now());
			await renewMark(this.#target, "target", this.#id, this.#beganAt);
			this.#options.onProgress("Going on with the move that was begun");
			if (from?.state === "fenced") {
				this.#options.onProgress("It stopped in its switch: the source takes changes again until the next one");
				await giveBack(this.#source, this.#id);
			}
			await this.#goOn();
		}
		await prepareTarget(this.#target);
		await this.#patiently(() => logChanges(this.#source));
		return null;
	}

	#patiently<T>(write: () => Promise<T>): Promise<T> {
		return patiently(this.#source, write, this.#options.onProgress);
	}

	#begun(tx: Tx, side: Side): Promise<boolean> {
		const { from, to } = this.#options;
		const mark = { id: this.#id, other: side === "source" ? to : from, state: "open", progress: {} } as const;
		return writeMark(tx, side, mark, this.#beganAt);
	}

	/** Whether all tables are copied. */
	async #round(): Promise<boolean> {
		const { changes, isLast } = await this.#source.snapshot(async (from) => {
			const changes = await readChanges(from);
			await this.#apply(from, changes);
			const table = MOVED_TABLES.find(({ name }) => this.#progress[name] !== null);
			if (table !== undefined) await this.#copy(from, table);
			return { changes, isLast: table === undefined };
		});
		await this.#patiently(() => forgetChanges(this.#source, changes));
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
			await this.#inTarget(async (tx) => {
				await writeRows(tx, table, rows);
				if (isPersisted) this.#progress[table.name] = cursor;
			});
			await this.#goOn();
			if (cursor === null) break;
			if (isPersisted && now() > until) break;
		}
		const done = MOVED_TABLES.filter(({ name }) => this.#progress[name] === null).length;
		const rows = `${table.name}: ${copied.toLocaleString("en")} rows copied`;
		onProgress(`${rows}; tables: ${done} of ${MOVED_TABLES.length}`);
	}

	/** How many changes were followed. */
	async #follow(): Promise<number> {
		this.#throwIfStopped();
		const changes = await this.#source.snapshot(async (from) => {
			const read = await readChanges(from);
			await this.#apply(from, read);
			return read;
		});
		await this.#patiently(() => forgetChanges(this.#source, changes));
		return countOf(changes);
	}

	/** Copies the present state of changed rows: those that are gone first, which refer to others before these. */
	async #apply(from: Tx, { keys }: LoggedChanges): Promise<void> {
		const changed = MOVED_TABLES.filter((table) => keys.has(table));
		if (changed.length === 0) return;
		// Keys, and not rows: there may be many.
		const present = new Map<MovedTable, ReadonlySet<string>>();
		for (const table of changed) {
			const there = new Set<string>();
			for await (const rows of rowsOf(from, table, keys.get(table) ?? [])) {
				await this.#goOn();
				for (const row of rows) there.add(JSON.stringify(keyOf(table, row)));
			}
			present.set(table, there);
			const known = this.#compared.get(table);
			for (const key of known ? (keys.get(table) ?? []) : []) known?.changed.add(JSON.stringify(key));
		}
		await this.#inTarget(async (tx) => {
			for (const table of changed.toReversed()) {
				const gone = keys.get(table)?.filter((key) => !present.get(table)?.has(JSON.stringify(key))) ?? [];
				await deleteRows(tx, table, gone);
			}
			for (const table of changed) {
				// Those of a table that was not begun are copied with it.
				if (this.#progress[table.name] === undefined) continue;
				const written = Array.from(present.get(table) ?? [], (text) => JSON.parse(text) as Key);
				await freeUniqueValues(tx, table, written);
				for await (const rows of rowsOf(from, table, written)) {
					await this.#goOn();
					await writeRows(tx, table, rows);
				}
			}
		});
	}

	/** A transaction of the target with the progress after it, undone when another process has it or it took over. */
	#inTarget(work: (tx: Tx) => Promise<void>): Promise<void> {
		return deferredTransaction(this.#target, async (tx) => {
			await work(tx);
			await this.#holdTarget(tx);
		});
	}

	async #holdTarget(tx: Tx): Promise<void> {
		if (await writeProgress(tx, { id: this.#id, progress: this.#progress, changedAt: this.#beganAt })) return;
		throw new MoveRefused("The target took over, or was given to another move: another process went on meanwhile.");
	}

	/** Compares a whole table, on a snapshot whose changes were followed. */
	async #compare(table: MovedTable): Promise<void> {
		this.#throwIfStopped();
		const startedAt = performance.now();
		const { changes, digest } = await this.#source.snapshot(async (from) => {
			const changes = await readChanges(from);
			await this.#apply(from, changes);
			const [here, there] = [await this.#digestOf(from, table), await this.#digestOf(this.#target, table)];
			refuseDifference(table, here, there);
			return { changes, digest: here };
		});
		await this.#patiently(() => forgetChanges(this.#source, changes));
		this.#compared.set(table, { digest, changed: new Set(), tookMs: performance.now() - startedAt });
	}

	#digestOf(tx: Tx, table: MovedTable): Promise<TableDigest> {
		return digestOf(tx, table, () => this.#goOn());
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
			for (const [tx, digest] of [
				[this.#source, here],
				[this.#target, there],
			] as const) {
				for await (const rows of rowsOf(tx, table, keys)) {
					await this.#goOn();
					for (const row of rows) digest.add(table, row);
				}
			}
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

/**
 * Of all rows of a table.
 * @param onPage called after each page; what it throws ends the reading
 */
export async function digestOf(tx: Tx, table: MovedTable, onPage = async () => {}): Promise<TableDigest> {
	const digest = new TableDigest();
	let cursor: Key | null = null;
	do {
		const rows: readonly Row[] = await pageOf(tx, table, cursor);
		for (const row of rows) digest.add(table, row);
		await onPage();
		cursor = cursorAfter(tx, table, rows);
	} while (cursor !== null);
	return digest;
}
