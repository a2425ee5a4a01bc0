/**
 * Blocks that cannot be read. They are moved out of the sealed tables with their bytes, so that everything else is
 * read, folded and recorded as ever; the figures of their hours stay as they were folded. Once one can be read again,
 * for example by a version that knows its layout, its checks are put back.
 *
 * Whoever meets one throws BrokenBlock; {@link pastDamage} then looks through all blocks of that monitor.
 */

import { sql } from "kysely";
import { idRows } from "../../database/id-rows.ts";
import type { Tx } from "../../database/tx.ts";
import { markSpans } from "../../figures/mark-late.ts";
import { heavyTurn } from "../../turns/heavy-turn.ts";
import type { ResultRow } from "../check-row.ts";
import { lockChecksOf } from "../lock-checks.ts";
import type { SealedTable } from "../store/result-store.ts";
import type { CheckSteps } from "../stored-steps.ts";
import { decodeDay } from "./day-block.ts";
import { BrokenBlock, decodeHour, decodeSteps } from "./hour-block.ts";
import { unpackDays } from "./pack-days.ts";
import { DAYS, HOURS } from "./sealed-blocks.ts";

/** A block of an hour or of a day. */
export interface SpanBlock {
	readonly monitor_id: number;
	/** Its first hour, since the epoch. */
	readonly hour: number;
	/** 1, or those of a day. */
	readonly hours: number;
	readonly checks: number;
	readonly block: Uint8Array;
}

/** What the log says of it. */
export const SET_ASIDE =
	"Results that can't be read were set aside; their figures stay, and `lapwing doctor` lists them";

/** Blocks looked through between two turns of the event loop: those of days take some 0.5 ms each. */
const BLOCKS_A_TURN = 4;
/** Monitors whose damage one read gets past. The next read goes on from there. */
const MOST_MONITORS = 20;

/**
 * What `read` answers; repeated after the damaged blocks of a monitor were set aside.
 * @param read is safe to repeat
 */
export async function pastDamage<Answer>(
	database: Tx,
	read: () => Promise<Answer>,
	onDamage: (error: BrokenBlock, hours: number) => void,
): Promise<Answer> {
	for (let monitors = 0; ; monitors += 1) {
		try {
			return await read();
		} catch (error) {
			if (!(error instanceof BrokenBlock) || monitors === MOST_MONITORS) throw error;
			onDamage(error, await setDamageAside(database, error.monitorId));
		}
	}
}

/** Sets aside every block of a monitor that cannot be read. Returns how many hours they hold. */
function setDamageAside(database: Tx, monitorId: number): Promise<number> {
	return database.transaction(async (tx) => {
		await lockChecksOf(tx, [monitorId]);
		let hours = 0;
		for (const table of [DAYS, HOURS]) {
			for (const [index, block] of (await blocksOfMonitor(tx, table, monitorId)).entries()) {
				if (index % BLOCKS_A_TURN === 0) await heavyTurn();
				const code = faultOf(block);
				if (code === null) continue;
				// A day whose hours can be told apart is among the hours then, and they are looked at one by one.
				const days = table === DAYS ? [{ monitor_id: monitorId, day: block.hour / DAYS.hours }] : [];
				if (table === DAYS && (await unpackDays(tx, days)).length === 0) continue;
				await setAside(tx, block, code);
				hours += block.hours;
			}
		}
		return hours;
	});
}

/** The blocks of a monitor in one of the sealed tables, oldest first. */
async function blocksOfMonitor({ db, dialect }: Tx, table: SealedTable, monitorId: number): Promise<SpanBlock[]> {
	const { results } = dialect;
	const span = sql.ref(table.column);
	const scope = results.boundsOf(monitorId);
	const { rows: ends } = await sql<{ first: number | null; last: number | null }>`select
		(select min(${span}) from ${sql.table(table.table)} ${scope}) as first,
		(select max(${span}) from ${sql.table(table.table)} ${scope}) as last`.execute(db);
	const { first = null, last = null } = ends[0] ?? {};
	if (first === null || last === null) return [];
	const { rows } = await sql<SpanBlock>`
		select b.monitor_id, b.${span} * ${sql.lit(table.hours)} as hour, b.checks, b.block
		from ${results.sealedOfMonitor(table, monitorId, first, last + 1)} order by b.${span}`.execute(db);
	return rows.map((row) => ({ ...row, hours: table.hours }));
}

/** Moves a block aside, in the transaction that found that it cannot be read. */
export async function setAside(tx: Tx, span: SpanBlock, code: BrokenBlock["code"]): Promise<void> {
	const { db } = tx;
	const { table, column, hours } = span.hours === HOURS.hours ? HOURS : DAYS;
	await sql`delete from ${sql.table(table)}
		where ${sql.ref(column)} = ${span.hour / hours} and monitor_id = ${span.monitor_id}`.execute(db);
	await db
		.insertInto("damaged_blocks")
		.values({ ...span, block: Buffer.from(span.block), code })
		.execute();
	await markSpans(tx, [span]);
}

/** Why a block cannot be read; null when it can. */
export function faultOf(block: SpanBlock): BrokenBlock["code"] | null {
	try {
		checksIn(block);
		stepsIn(block);
		return null;
	} catch (error) {
		if (!(error instanceof BrokenBlock)) throw error;
		return error.code;
	}
}

/** The checks of a block. Throws {@link BrokenBlock}. */
export function checksIn(block: SpanBlock): ResultRow[] {
	const { monitor_id: monitorId } = block;
	return hoursIn(block).flatMap((each) => decodeHour({ monitorId, hour: each.hour }, each.block));
}

/** The steps of a flow's checks in a block. Throws {@link BrokenBlock}. */
export function stepsIn(block: SpanBlock): CheckSteps[] {
	const { monitor_id } = block;
	return hoursIn(block).flatMap(({ hour, block }) =>
		Array.from(decodeSteps({ monitorId: monitor_id, hour }, block), ([minute, steps]) => ({
			minute,
			monitor_id,
			steps,
		})),
	);
}

function hoursIn({ monitor_id: monitorId, hour, hours, block }: SpanBlock) {
	return hours === HOURS.hours ? [{ hour, block }] : decodeDay({ monitorId, day: hour / DAYS.hours }, block);
}

/** The spans of these monitors that were set aside, oldest first. */
export async function damagedOf(
	{ db, dialect }: Tx,
	monitorIds: readonly number[],
): Promise<Omit<SpanBlock, "block">[]> {
	const { rows } = await sql<Omit<SpanBlock, "block">>`
		select monitor_id, hour, hours, checks from damaged_blocks
		where monitor_id in (select monitor_id from ${idRows(dialect, monitorIds, "monitor_id")} as r)
		order by hour, id`.execute(db);
	return rows;
}

/** A monitor with results that cannot be read, for people. */
export interface DamagedMonitor {
	readonly name: string;
	readonly teamSlug: string;
	readonly hours: number;
}

/** Monitors with blocks that were set aside, those with the most hours first. */
export async function damagedMonitors({ db }: Tx): Promise<DamagedMonitor[]> {
	const { rows } = await sql<DamagedMonitor>`
		select m.name, t.slug as "teamSlug", sum(d.hours) as hours
		from damaged_blocks as d join monitors as m on m.id = d.monitor_id join teams as t on t.id = m.team_id
		group by m.id, m.name, t.slug order by sum(d.hours) desc, m.id`.execute(db);
	return rows.map((row) => ({ ...row, hours: Number(row.hours) }));
}

export function holds(span: Pick<SpanBlock, "hour" | "hours">, hour: number): boolean {
	return hour >= span.hour && hour < span.hour + span.hours;
}
