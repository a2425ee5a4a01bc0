/** What source and target of a move know of it (the table `moves`). */

import type { MoveState } from "../tables/installation.ts";
import type { Tx } from "../tx.ts";
import type { Key } from "./moved-tables.ts";

/** How far the target is: by table the cursor of the next page, or null when all pages were copied. */
export type Progress = Readonly<Record<string, Key | null>>;

export interface MoveMark {
	readonly id: string;
	readonly other: string;
	readonly state: MoveState;
	readonly progress: Progress;
}

export async function moveMark({ db }: Tx, side: "source" | "target"): Promise<MoveMark | null> {
	const row = await db.selectFrom("moves").selectAll().where("side", "=", side).executeTakeFirst();
	if (row === undefined) return null;
	return { id: row.id, other: row.other, state: row.state, progress: JSON.parse(row.progress) as Progress };
}

export async function writeMark(
	{ db }: Tx,
	side: "source" | "target",
	{ id, other, state, progress }: MoveMark,
	now: number,
): Promise<void> {
	const values = {
		id,
		other,
		state,
		progress: JSON.stringify(progress),
		changed_at: now,
	};
	await db
		.insertInto("moves")
		.values({ side, ...values })
		.onConflict((conflict) => conflict.column("side").doUpdateSet(values))
		.execute();
}

export async function deleteMark({ db }: Tx, side: "source" | "target"): Promise<void> {
	await db.deleteFrom("moves").where("side", "=", side).execute();
}

/** Whether the database takes no changes because it was moved, or its switch has begun. */
export async function isFenced(tx: Tx): Promise<boolean> {
	const mark = await moveMark(tx, "source");
	return mark !== null && mark.state !== "open";
}
