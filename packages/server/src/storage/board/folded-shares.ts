/**
 * The counts of a team's rolled-up hours and days, for its board: those of the last day and the last month.
 *
 * They are counted for two hours at once, the present one and the next: at the turn of an hour no monitor has to be
 * read, only the hour that leaves the window is left out.
 */

import { type RawBuilder, sql } from "kysely";
import { HOURS_A_DAY, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import { sumOf, type VerdictCounts } from "../../domain/figures/uptime.ts";
import { idRows, slices } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { heavyTurn } from "../turns/heavy-turn.ts";
import { numbersIn } from "./joined-columns.ts";

/** Monitors read in one statement: about 5 ms on SQLite, where they have a month of hours and days. */
const MONITORS_A_SLICE = 400;
/** Whole hours, the present one among them. */
const WINDOW_HOURS = { day: 24, month: 720 } as const;

/** Counts of the folded hours of the last day and the last month. */
export interface WindowShares {
	readonly day: VerdictCounts;
	readonly month: VerdictCounts;
	/** The first minute that is not folded, and not counted. */
	readonly unfoldedFrom: number;
}

/** Of one monitor. */
export interface FoldedShares {
	/** The hour (since the epoch) that was the present one. */
	readonly hour: number;
	/** Of the windows that end with `hour`. */
	readonly present: WindowShares;
	/** Of those that end with the hour after it. */
	readonly next: WindowShares;
}

/**
 * The shares of some monitors by id, and of those alone that have a state of their roll-ups.
 * @param hour the present one
 */
export async function foldedShares(
	tx: Tx,
	monitorIds: readonly number[],
	hour: number,
): Promise<Map<number, FoldedShares>> {
	const shares = new Map<number, FoldedShares>();
	// In the order of their keys their rows lie side by side.
	const inOrder = monitorIds.toSorted((a, b) => a - b);
	for (const ids of slices(inOrder, MONITORS_A_SLICE)) {
		await heavyTurn();
		const { rows } = await sql<JoinedShares>`${select(tx, ids, hour)}`.execute(tx.db);
		for (const row of rows) addShares(shares, row, hour);
	}
	return shares;
}

function addShares(shares: Map<number, FoldedShares>, row: JoinedShares, hour: number): void {
	if (row.ids === null) return;
	const through = numbersIn(row.through);
	const numbers = new Map(PARTS.map((part) => [part, numbersIn(row[part])]));
	for (const [at, id] of numbersIn(row.ids).entries()) {
		const share = (part: Part): VerdictCounts => {
			const [up = 0, degraded = 0, down = 0] = numbers.get(part)?.slice(3 * at, 3 * at + 3) ?? [];
			return { up, degraded, down };
		};
		const day = share("day_hours");
		const month = sumOf(sumOf(share("month_hours"), share("month_days")), share("month_today"));
		const unfoldedFrom = (through[at] ?? 0) * MINUTES_AN_HOUR;
		shares.set(id, {
			hour,
			present: { day: sumOf(share("day_leaving"), day), month: sumOf(share("month_leaving"), month), unfoldedFrom },
			next: { day, month, unfoldedFrom },
		});
	}
}

/** Parts of the windows: the hour that leaves each after the present hour, and what stays in it. */
const PARTS = ["day_leaving", "day_hours", "month_leaving", "month_hours", "month_days", "month_today"] as const;
type Part = (typeof PARTS)[number];

/** Texts of numbers: one a monitor, and in each part three: the checks that were up, degraded, down. */
type JoinedShares = { readonly ids: string | null; readonly through: string } & Readonly<Record<Part, string>>;

/** One row, from one state of the database: what is folded meanwhile is in all parts or in none. */
function select(tx: Tx, ids: readonly number[], hour: number): RawBuilder<unknown> {
	const sum = (verdict: keyof VerdictCounts) => sql`coalesce(sum(${sql.ref(`r.${verdict}`)}), 0)`;
	const counts = sql`${sum("up")} || ',' || ${sum("degraded")} || ',' || ${sum("down")}`;
	const [dayFrom, monthFrom] = [hour - WINDOW_HOURS.day + 1, hour - WINDOW_HOURS.month + 1];
	const firstDay = Math.ceil((monthFrom + 1) / HOURS_A_DAY);
	const today = sql`s.hours_through - s.hours_through % ${sql.lit(HOURS_A_DAY)}`;
	// Hours may be folded before they are settled (../figures/roll-ups.ts); they are folded for good later.
	const ofHours = (range: RawBuilder<unknown>) => sql`(
		select ${counts} from hourly_roll_ups as r
		where r.monitor_id = s.monitor_id and ${range} and r.hour < s.hours_through)`;
	const ofDays = sql`(
		select ${counts} from daily_roll_ups as r
		where r.monitor_id = s.monitor_id and r.day >= ${firstDay} and r.day < s.hours_through / ${sql.lit(HOURS_A_DAY)})`;
	const joined = (value: RawBuilder<unknown>) => tx.dialect.joined(value, ",", sql`s.monitor_id`);
	return sql`
		select ${joined(sql`s.monitor_id`)} as ids, ${joined(sql`s.hours_through`)} as through,
			${joined(ofHours(sql`r.hour = ${dayFrom}`))} as day_leaving,
			${joined(ofHours(sql`r.hour > ${dayFrom}`))} as day_hours,
			${joined(ofHours(sql`r.hour = ${monthFrom}`))} as month_leaving,
			${joined(ofHours(sql`r.hour > ${monthFrom} and r.hour < ${firstDay * HOURS_A_DAY}`))} as month_hours,
			${joined(ofDays)} as month_days,
			${joined(ofHours(sql`r.hour >= ${today} and r.hour >= ${firstDay * HOURS_A_DAY}`))} as month_today
		from ${idRows(tx.dialect, ids, "monitor_id")} as w
		join roll_up_states as s on s.monitor_id = w.monitor_id`;
}
