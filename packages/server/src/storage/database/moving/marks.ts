/** What source and target of a move know of it (the table `moves`). */

import type { MoveState } from "../tables/installation.ts";
import type { Tx } from "../tx.ts";
import type { Key } from "./moved-tables.ts";

export type Side = "source" | "target";

/** How far the target is: by table the cursor of the next page, or null when all pages were copied. */
type Progress = Readonly<Record<string, Key | null>>;

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

interface MoveMark {
	readonly id: string;
	readonly other: string;
	readonly state: MoveState;
	/** Of a target that is `open`; of others it is empty. */
	readonly progress: Progress;
	/** Of a target that is `done`. */
	readonly moved: Moved | null;
	/**
	 * Of a source that is `open`: when its move went on last, in milliseconds since 1970. Of a target that is: when the
	 * process began that has it, later than of each before.
	 */
	readonly changedAt: number;
}

export async function moveMark({ db }: Tx, side: Side): Promise<MoveMark | null> {
	const row = await db.selectFrom("moves").selectAll().where("side", "=", side).executeTakeFirst();
	if (row === undefined) return null;
	const { id, other, state, changed_at: changedAt } = row;
	const stored = JSON.parse(row.progress);
	const isMoved = side === "target" && state === "done";
	return { id, other, state, progress: isMoved ? {} : stored, moved: isMoved ? stored : null, changedAt };
}

/**
 * A source may have a mark of a target that was thrown away, which this one replaces.
 *
 * @returns whether it was written: a target that has a mark belongs to the move that wrote it
 */
export async function writeMark(
	{ db }: Tx,
	side: Side,
	{ id, other, state, progress }: Pick<MoveMark, "id" | "other" | "state" | "progress">,
	now: number,
): Promise<boolean> {
	const values = { id, other, state, progress: JSON.stringify(progress), changed_at: now };
	const written = await db
		.insertInto("moves")
		.values({ side, ...values })
		.onConflict((conflict) => {
			const known = conflict.column("side");
			return side === "source" ? known.doUpdateSet(values) : known.doNothing();
		})
		.returning("side")
		.executeTakeFirst();
	return written !== undefined;
}

/** Whether the mark was that of this move, and in this state: what others made of it meanwhile holds. */
export async function changeMark(
	{ db }: Tx,
	side: Side,
	from: { readonly id: string; readonly state: MoveState },
	to: { readonly state: MoveState; readonly moved?: Moved },
): Promise<boolean> {
	const changed = await db
		.updateTable("moves")
		.set({ state: to.state, progress: JSON.stringify(to.moved ?? {}) })
		.where("side", "=", side)
		.where("id", "=", from.id)
		.where("state", "=", from.state)
		.returning("side")
		.executeTakeFirst();
	return changed !== undefined;
}

/** Whether the target is still this process's, and open. */
export async function writeProgress(
	{ db }: Tx,
	{ id, progress, changedAt }: Pick<MoveMark, "id" | "progress" | "changedAt">,
): Promise<boolean> {
	const written = await db
		.updateTable("moves")
		.set({ progress: JSON.stringify(progress) })
		.where("side", "=", "target")
		.where("id", "=", id)
		.where("state", "=", "open")
		.where("changed_at", "=", changedAt)
		.returning("side")
		.executeTakeFirst();
	return written !== undefined;
}

/** Whether the mark was that of this move, which goes on. */
export async function renewMark({ db }: Tx, side: Side, id: string, now: number): Promise<boolean> {
	const renewed = await db
		.updateTable("moves")
		.set({ changed_at: now })
		.where("side", "=", side)
		.where("id", "=", id)
		.returning("side")
		.executeTakeFirst();
	return renewed !== undefined;
}

/** The mark of the target, after the transaction that changes it, perhaps of a process that is gone, has ended. */
export function settledMark(target: Tx): Promise<MoveMark | null> {
	return target.transaction(async (tx) => {
		await tx.db.updateTable("moves").set({ side: "target" }).where("side", "=", "target").execute();
		return moveMark(tx, "target");
	});
}

/** Whether the mark of the source was that of this move, and in this state; otherwise it stays. */
export async function deleteMark({ db }: Tx, { id, state }: Pick<MoveMark, "id" | "state">): Promise<boolean> {
	const deleted = await db
		.deleteFrom("moves")
		.where("side", "=", "source")
		.where("id", "=", id)
		.where("state", "=", state)
		.returning("side")
		.executeTakeFirst();
	return deleted !== undefined;
}

/** Why a database takes no changes. */
interface Fence {
	/** The database that has them, or may soon have; without its password. */
	readonly other: string;
	/** False within a switch. */
	readonly isDecided: boolean;
}

/** Null: the database takes changes, unless a move into it is under way. */
export async function fenceOf({ db }: Tx): Promise<Fence | null> {
	const rows = await db.selectFrom("moves").select(["side", "other", "state"]).execute();
	const fencing = rows.find(({ side, state }) => (side === "source" ? state !== "open" : state === "fenced"));
	if (fencing === undefined) return null;
	const { side, other, state } = fencing;
	return { other, isDecided: side === "target" || state === "done" };
}
