/**
 * The days of a team's monitors, added up: one row for each type of monitor, because reports can be of one type. A
 * report over all monitors reads these; adding up the days of 10,000 monitors would take it half a second
 * (bench/reports.ts).
 *
 * Always equal to the sums of daily_roll_ups over the monitors that exist: whoever writes a monitor's days, or deletes
 * the monitor, changes them in the same transaction, under the lock of its row of roll_up_states.
 */

import { type RawBuilder, sql } from "kysely";
import type { DayRange } from "../../domain/figures/report.ts";
import { DAY_STATUSES, type DayStatus } from "../../domain/figures/uptime.ts";
import { type MonitorType, STATUSES } from "../../domain/monitors/monitor.ts";
import { codeOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";

/** The checks of some monitors together on one day. */
export interface DaySum {
	readonly day: number;
	readonly total: number;
	readonly successful: number;
	readonly degraded: number;
	readonly down: number;
	/** Monitors whose day was of that status. */
	readonly monitorsUp: number;
	readonly monitorsDegraded: number;
	readonly monitorsDown: number;
}

/** What daily_roll_ups says of a monitor and a day. */
export interface DayCounts {
	readonly monitor_id: number;
	readonly day: number;
	readonly up: number;
	readonly degraded: number;
	readonly down: number;
	readonly successful: number;
	readonly status: number;
}

const COUNTS = ["up", "degraded", "down", "successful", "monitors_up", "monitors_degraded", "monitors_down"] as const;
type Counts = Record<(typeof COUNTS)[number], number>;

const MONITORS_OF = { up: "monitors_up", degraded: "monitors_degraded", down: "monitors_down" } as const;
const STATUS_OF = new Map(DAY_STATUSES.map((status) => [codeOf(STATUSES, status), status]));

/** The status of a day by its code in daily_roll_ups. */
export function dayStatusOf(code: number): DayStatus {
	return STATUS_OF.get(code) ?? "down";
}

/** SQL: how many rows of daily_roll_ups, named `d`, are of that status. */
export function daysOfStatus(status: DayStatus): RawBuilder<number> {
	return sql`sum(case when d.status = ${sql.lit(codeOf(STATUSES, status))} then 1 else 0 end)`;
}

/** The days with checks of a team's monitors, or of those of one type, oldest first. */
export async function teamDays(
	tx: Tx,
	teamId: number,
	type: MonitorType | undefined,
	range: DayRange,
): Promise<DaySum[]> {
	const { rows } = await sql<DaySum>`
		select day, sum(up + degraded + down) as total, sum(successful) as successful, sum(degraded) as degraded,
			sum(down) as down, sum(monitors_up) as "monitorsUp", sum(monitors_degraded) as "monitorsDegraded",
			sum(monitors_down) as "monitorsDown"
		from team_days where team_id = ${teamId} and day >= ${range.fromDay} and day <= ${range.toDay}
			${type === undefined ? sql`` : sql`and type = ${type}`}
		group by day having sum(up + degraded + down) > 0 order by day`.execute(tx.db);
	return rows;
}

/** Replaces days of monitors, which must be locked, in the sums of their teams. Deleted monitors are in none. */
export async function changeTeamDays(tx: Tx, before: readonly DayCounts[], after: readonly DayCounts[]): Promise<void> {
	const ids = new Set([...before, ...after].map(({ monitor_id }) => monitor_id));
	if (ids.size === 0) return;
	const monitors = await tx.db
		.selectFrom("monitors")
		.select(["id", "team_id", "type"])
		.where("id", "in", [...ids])
		.where("deleted_at", "is", null)
		.execute();
	const known = new Map(monitors.map((monitor) => [monitor.id, monitor]));
	const sums = new Map<string, Counts & { team_id: number; day: number; type: MonitorType }>();
	const add = (days: readonly DayCounts[], sign: 1 | -1) => {
		for (const each of days) {
			const monitor = known.get(each.monitor_id);
			if (monitor === undefined) continue;
			const { team_id, type } = monitor;
			const key = `${team_id}:${each.day}:${type}`;
			const sum = sums.get(key) ?? { team_id, day: each.day, type, ...NOTHING };
			sum.up += sign * each.up;
			sum.degraded += sign * each.degraded;
			sum.down += sign * each.down;
			sum.successful += sign * each.successful;
			sum[MONITORS_OF[dayStatusOf(each.status)]] += sign;
			sums.set(key, sum);
		}
	};
	add(before, -1);
	add(after, 1);
	const changed = [...sums.values()].filter((sum) => COUNTS.some((count) => sum[count] !== 0));
	if (changed.length === 0) return;
	const columns = { team_id: "integer", day: "integer", type: "text", ...INTEGERS } as const;
	await addRows(tx, sql`${tx.dialect.rows(columns, changed)} as r where true`);
}

/** Takes the days of monitors out of the sums of their teams, in the transaction that deletes the monitors. */
export async function subtractDeleted(tx: Tx, ids: readonly number[]): Promise<void> {
	const wanted = idRows(tx.dialect, ids, "monitor_id");
	// As a fold does: one that has begun is over, and one that begins finds the monitors deleted.
	await sql`select 1 from roll_up_states where monitor_id in (select monitor_id from ${wanted} as w)
		order by monitor_id${tx.dialect.forUpdate}`.execute(tx.db);
	const sums = (["up", "degraded", "down", "successful"] as const).map(
		(name) => sql`-sum(${sql.ref(`d.${name}`)}) as ${sql.ref(name)}`,
	);
	const monitors = DAY_STATUSES.map((status) => sql`-${daysOfStatus(status)} as ${sql.ref(MONITORS_OF[status])}`);
	await addRows(
		tx,
		sql`(
			select m.team_id, d.day, m.type, ${sql.join([...sums, ...monitors])}
			from ${wanted} as w cross join monitors as m cross join daily_roll_ups as d
			where m.id = w.monitor_id and d.monitor_id = m.id group by m.team_id, d.day, m.type
		) as r where true`,
	);
}

const NOTHING = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Counts;
const INTEGERS = Object.fromEntries(COUNTS.map((name) => [name, "integer"])) as Record<keyof Counts, "integer">;

/** In the order of the key, so that two transactions never wait for each other in a circle. */
async function addRows(tx: Tx, rows: RawBuilder<unknown>): Promise<void> {
	const names = sql.join(COUNTS.map((name) => sql.ref(name)));
	const sums = COUNTS.map(
		(name) => sql`${sql.ref(name)} = ${sql.ref(`team_days.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
	);
	await sql`
		insert into team_days (team_id, day, type, ${names})
		select team_id, day, type, ${names} from ${rows} order by team_id, day, type
		on conflict (team_id, day, type) do update set ${sql.join(sums)}`.execute(tx.db);
}
