/** Counts checks by minute, for the figures of a team. */

import { type RawBuilder, sql } from "kysely";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import { dayOfHour, HOURS_A_DAY, hourOf, MINUTES_A_DAY, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import { isSuccessful } from "../../domain/figures/uptime.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import type { Tx } from "../database/tx.ts";
import { degradedCounts } from "../figures/successful.ts";
import { hasVerdict, verdictIndex } from "./outcome-code.ts";
import { sealedHoursOf } from "./sealed/day-block.ts";
import { decodeOutcomes } from "./sealed/hour-block.ts";
import { DAYS, HOURS, sealedBetween, sealedOfHours } from "./sealed/sealed-blocks.ts";
import { hoursOf } from "./stored-checks.ts";

/** Judged checks of a team in one minute, and the successful ones among them; missed ones are in neither. */
export interface MinuteCount {
	readonly teamId: number;
	readonly minute: number;
	readonly total: number;
	readonly successful: number;
}

/** @param type SQL: that of the monitor of a check `c` */
function countsOf(type: RawBuilder<unknown>): RawBuilder<unknown> {
	const isSuccessful = sql`${hasVerdict("c.outcome", "up")}
		or (${hasVerdict("c.outcome", "degraded")} and ${degradedCounts(type)})`;
	return sql`c.minute, null, sum(case when ${hasVerdict("c.outcome", "missed")} then 0 else 1 end),
		sum(case when ${isSuccessful} then 1 else 0 end), null, null`;
}

const COUNTS = sql`min(m.team_id), ${countsOf(sql`m.type`)}`;
/** Looked up for the few that are degraded. */
const TYPE_OF_CHECK = sql`(select m.type from monitors as m where m.id = c.monitor_id)`;

/** SQL: whether a check from a minute on may be of another team, or of a deleted monitor and subtracted already. */
function isOfOthers(teamId: number, fromMinute: number): RawBuilder<boolean> {
	// Each from an index.
	return sql`exists (
		select 1 from monitors where deleted_at is null and team_id < ${teamId} union all
		select 1 from monitors where deleted_at is null and team_id > ${teamId} union all
		select 1 from monitors where deleted_at is not null and (team_id <> ${teamId} or counted_from > ${fromMinute})
	)`;
}

/** Counts the checks of every monitor, or of one team's; of deleted ones those that are not subtracted yet. */
export async function countByMinute(
	tx: Tx,
	fromMinute: number,
	toMinute: number,
	teamId: number | null,
): Promise<MinuteCount[]> {
	const ofTeam = teamId === null ? sql`` : sql` and m.team_id = ${teamId}`;
	// By the minute alone, as the rows lie: SQLite would sort all checks to group them by more.
	const teams = teamId === null ? sql`, m.team_id` : sql``;
	const [fromHour, toHour] = hoursOf(fromMinute, toMinute);
	const checks = sql`select minute, monitor_id, outcome from check_results where minute >= ${fromMinute} and minute < ${toMinute}`;
	// A look at the monitor of each check takes SQLite three times as long as the check: only where it can differ.
	const others = teamId === null ? sql`true` : isOfOthers(teamId, fromMinute);
	// CROSS JOIN makes SQLite read only the part of the key that holds these minutes.
	const { rows } = await sql<CountRow>`
		select ${BLOCKS} from ${sealedBetween(fromHour, toHour)}
		cross join monitors as m where m.id = b.monitor_id and b.hour * ${sql.lit(MINUTES_AN_HOUR)} >= m.counted_from${ofTeam}
		union all
		select cast(${teamId} as bigint), ${countsOf(TYPE_OF_CHECK)} from (${checks} and not ${others}) as c group by c.minute
		union all
		select ${COUNTS} from (${checks} and ${others}) as c cross join monitors as m
		where m.id = c.monitor_id and c.minute >= m.counted_from${ofTeam}
		group by c.minute ${teams}`.execute(tx.db);
	return added(rows, () => ({ fromMinute, toMinute }));
}

/**
 * Counts the checks of some hours (since the epoch) of some monitors, from `fromMinute` on; those of deleted monitors
 * too, until they are pruned.
 */
export async function countInHours(
	tx: Tx,
	hours: readonly { readonly monitorId: number; readonly hour: number }[],
	fromMinute: number,
): Promise<MinuteCount[]> {
	if (hours.length === 0) return [];
	const wanted = tx.dialect.rows(
		{ monitor_id: "integer", hour: "integer" },
		hours.map(({ monitorId, hour }) => ({ monitor_id: monitorId, hour })),
	);
	const { results } = tx.dialect;
	const { rows } = await sql<CountRow>`
		select ${BLOCKS} from ${sealedOfHours(tx, wanted)} join monitors as m on m.id = b.monitor_id
		union all
		select ${COUNTS} from ${wanted} as w ${results.ofHours} join monitors as m on m.id = w.monitor_id
		where c.minute >= ${fromMinute} group by c.minute, m.team_id`.execute(tx.db);
	// Of a day no more than the hour that its row is for.
	return added(rows, ({ minute }) => ({
		fromMinute: Math.max(minute, fromMinute),
		toMinute: minute + MINUTES_AN_HOUR,
	}));
}

/** Which of these hours have checks that are stored, as `monitor:hour`. Throws BrokenBlock. */
export async function hoursWithChecks(
	tx: Tx,
	hours: readonly { readonly monitorId: number; readonly hour: number }[],
): Promise<ReadonlySet<string>> {
	if (hours.length === 0) return new Set();
	const rowsOf = (of: typeof hours) =>
		tx.dialect.rows(
			{ monitor_id: "integer", hour: "integer" },
			of.map(({ monitorId, hour }) => ({ monitor_id: monitorId, hour })),
		);
	const wanted = rowsOf(hours);
	// One hour for each day.
	const days = new Map(hours.map((each) => [`${each.monitorId}:${dayOfHour(each.hour)}`, each]));
	const { results } = tx.dialect;
	// SQLite looks up each minute of an hour: not of those that are older than all rows.
	const { rows } = await sql<{ monitorId: number; hour: number; block: Uint8Array | null }>`
		select w.monitor_id as "monitorId", w.hour, b.block
		from ${rowsOf([...days.values()])} as w ${results.sealedOfHours(DAYS)}
		union all
		select w.monitor_id, w.hour, null from ${wanted} as w ${results.sealedOfHours(HOURS)}
		union all
		select w.monitor_id, w.hour, null from (
			select r.monitor_id, r.hour from ${wanted} as r
			where r.hour >= (select min(minute) / ${sql.lit(MINUTES_AN_HOUR)} from ${results.stored})
		) as w ${results.ofHours} group by w.monitor_id, w.hour`.execute(tx.db);
	return new Set(
		rows.flatMap(({ monitorId, hour, block }) => {
			if (block === null) return `${monitorId}:${hour}`;
			const first = hour - (hour % HOURS_A_DAY);
			const sealed = sealedHoursOf({ monitorId, hour, block }, first, first + HOURS_A_DAY);
			return sealed.map((each) => `${monitorId}:${each.hour}`);
		}),
	);
}

/** A count, or the block of a sealed hour or day of a monitor of `type`, whose first minute is `minute`. */
interface CountRow extends MinuteCount {
	readonly type: MonitorType | null;
	readonly monitorId: number | null;
	readonly block: Uint8Array | null;
}

/** First among what is united: PostgreSQL takes the types of columns from it, which the others leave null. */
const BLOCKS = sql`m.team_id as "teamId", b.hour * ${sql.lit(MINUTES_AN_HOUR)} as minute, m.type, null as total,
	null as successful, b.monitor_id as "monitorId", b.block`;

/**
 * Adds the checks of sealed hours to the counts of rows; in the order of minutes and teams.
 * @param rangeOf the minutes that are counted of a block
 */
function added(
	rows: readonly CountRow[],
	rangeOf: (block: CountRow) => { readonly fromMinute: number; readonly toMinute: number },
): MinuteCount[] {
	const counts = new Map<string, Writable<MinuteCount>>();
	const countAt = ({ teamId }: CountRow, minute: number) => {
		const id = `${minute}:${teamId}`;
		const known = counts.get(id) ?? { teamId, minute, total: 0, successful: 0 };
		counts.set(id, known);
		return known;
	};
	for (const row of rows) {
		const { block, monitorId, type } = row;
		if (block === null || monitorId === null || type === null) {
			const count = countAt(row, row.minute);
			count.total += row.total;
			count.successful += row.successful;
			continue;
		}
		const { fromMinute, toMinute } = rangeOf(row);
		const key = { monitorId, hour: hourOf(row.minute), block };
		for (const sealed of sealedHoursOf(key, ...hoursOf(fromMinute, toMinute))) {
			const { minutes, outcomes } = decodeOutcomes({ monitorId, hour: sealed.hour }, sealed.block);
			for (const [index, minute] of minutes.entries()) {
				if (minute < fromMinute || minute >= toMinute) continue;
				const verdict = VERDICTS[verdictIndex(outcomes[index] ?? 0)] ?? "missed";
				const count = countAt(row, minute);
				if (verdict === "missed") continue;
				count.total += 1;
				if (isSuccessful(type, verdict)) count.successful += 1;
			}
		}
	}
	return [...counts.values()].sort((a, b) => a.minute - b.minute || a.teamId - b.teamId);
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** The oldest minute of a check of any monitor, or the first one of its sealed hour or day; null when there is none. */
export async function oldestMinute(tx: Tx): Promise<number | null> {
	// Of all rows: one that a block hides is not older than the first minute of the block.
	const { rows } = await sql<Record<"minute" | "hour" | "day", number | null>>`select
		(select min(minute) from ${tx.dialect.results.stored}) as minute,
		(select min(hour) * ${sql.lit(MINUTES_AN_HOUR)} from sealed_hours) as hour,
		(select min(day) * ${sql.lit(MINUTES_A_DAY)} from sealed_days) as day`.execute(tx.db);
	const minutes = Object.values(rows[0] ?? {}).filter((minute) => minute !== null);
	return minutes.length === 0 ? null : Math.min(...minutes);
}
