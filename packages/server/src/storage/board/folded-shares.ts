/** The counts of a team's rolled-up hours and days, for its board. */

import { sql } from "kysely";
import type { Share } from "../../domain/figures/board.ts";
import { HOURS_A_DAY, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import { degradedIsSuccessful } from "../../domain/figures/uptime.ts";
import type { Session } from "../database/session.ts";
import { heavyTurn } from "../turns/heavy-turn.ts";
import type { BoardMonitor } from "./board-monitors.ts";
import { idRows, slices } from "./monitor-slices.ts";

/** Monitors read in one statement: some milliseconds. */
const MONITORS_A_SLICE = 500;

/** Counts of the folded hours of one monitor, and the hour from which on nothing is folded. */
export interface FoldedShare extends Share {
	readonly through: number;
}

/**
 * For each monitor, the counts of its folded hours from `fromHour` on: whole days from their rows, the rest from hours.
 */
export async function foldedShares(
	session: Session,
	monitors: readonly Pick<BoardMonitor, "id" | "type">[],
	fromHour: number,
): Promise<Map<number, FoldedShare>> {
	const shares = new Map<number, FoldedShare>();
	const firstDay = Math.ceil(fromHour / HOURS_A_DAY);
	const types = new Map(monitors.map(({ id, type }) => [id, type]));
	for (const ids of slices(
		monitors.map(({ id }) => id),
		MONITORS_A_SLICE,
	)) {
		await heavyTurn();
		const wanted = idRows(session, ids);
		const { rows } = await sql<ShareRow>`
			select w.monitor_id, s.hours_through as through,
				coalesce(d.up, 0) + coalesce(h.up, 0) as up,
				coalesce(d.degraded, 0) + coalesce(h.degraded, 0) as degraded,
				coalesce(d.down, 0) + coalesce(h.down, 0) as down
			from ${wanted} as w
			join roll_up_states as s on s.monitor_id = w.monitor_id
			left join (
				select d.monitor_id, ${SUMS} from daily_roll_ups as d
				join roll_up_states as s on s.monitor_id = d.monitor_id
				where d.monitor_id in (select monitor_id from ${wanted} as w) and d.day >= ${firstDay}
					and d.day < s.hours_through / ${sql.lit(HOURS_A_DAY)}
				group by d.monitor_id
			) as d on d.monitor_id = w.monitor_id
			left join (
				select h.monitor_id, ${SUMS} from hourly_roll_ups as h
				join roll_up_states as s on s.monitor_id = h.monitor_id
				where h.monitor_id in (select monitor_id from ${wanted} as w) and h.hour >= ${fromHour}
					and (h.hour < ${firstDay * HOURS_A_DAY} or h.hour >= s.hours_through - s.hours_through % ${sql.lit(HOURS_A_DAY)})
				group by h.monitor_id
			) as h on h.monitor_id = w.monitor_id`.execute(session.db);
		for (const row of rows) {
			const counted = row.up + row.degraded + row.down;
			const successful = degradedIsSuccessful(types.get(row.monitor_id) ?? "http") ? row.up + row.degraded : row.up;
			shares.set(row.monitor_id, { total: counted, successful, through: row.through });
		}
	}
	return shares;
}

interface ShareRow {
	readonly monitor_id: number;
	readonly through: number;
	readonly up: number;
	readonly degraded: number;
	readonly down: number;
}

const SUMS = sql`sum(up) as up, sum(degraded) as degraded, sum(down) as down`;

/** The first minute that is not folded. */
export function unfoldedFrom({ through }: FoldedShare): number {
	return through * MINUTES_AN_HOUR;
}
