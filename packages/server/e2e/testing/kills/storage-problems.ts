/**
 * What the tables of a database say of one another: a check is in one place alone, as a row, in the block of its hour
 * or in that of its day; and the figures of an hour that is rolled up are those of its checks.
 */

import { sql } from "kysely";
import { minuteOf } from "../../../src/domain/checks/check.ts";
import { hourOf, MINUTES_A_DAY, MINUTES_AN_HOUR } from "../../../src/domain/figures/roll-up.ts";
import type { Database } from "../../../src/storage/database/tx.ts";
import { checksBetween } from "../../../src/storage/results/read-checks.ts";

export interface StorageFindings {
	readonly problems: readonly string[];
	/** Hours and days of a monitor that lie in blocks, and those whose figures were held against its checks. */
	readonly sealedHours: number;
	readonly packedDays: number;
	readonly rolledUpHours: number;
}

export async function storageProblems(database: Database): Promise<StorageFindings> {
	const { rows } = await sql<Record<"sealed" | "packed" | "twice" | "packedTwice" | "rowsOfDays", number>>`select
		(select count(*) from sealed_hours) as sealed,
		(select count(*) from sealed_days) as packed,
		(select count(*) from check_results as c join sealed_hours as b
			on b.monitor_id = c.monitor_id and b.hour = c.minute / ${sql.lit(MINUTES_AN_HOUR)}) as twice,
		(select count(*) from sealed_hours as h join sealed_days as d
			on d.monitor_id = h.monitor_id and d.day = h.hour / 24) as "packedTwice",
		(select count(*) from check_results as c join sealed_days as d
			on d.monitor_id = c.monitor_id and d.day = c.minute / ${sql.lit(MINUTES_A_DAY)}) as "rowsOfDays"`.execute(
		database.db,
	);
	const { sealed = 0, packed = 0, twice = 0, packedTwice = 0, rowsOfDays = 0 } = rows[0] ?? {};
	const problems: string[] = [];
	if (twice > 0) problems.push(`${twice} checks are rows and in the block of their hour`);
	if (packedTwice > 0) problems.push(`${packedTwice} hours are in a block of their own and in that of their day`);
	if (rowsOfDays > 0) problems.push(`${rowsOfDays} checks are rows and in the block of their day`);
	const figures = await figureProblems(database);
	return {
		problems: [...problems, ...figures.problems],
		sealedHours: sealed,
		packedDays: packed,
		rolledUpHours: figures.hours,
	};
}

async function figureProblems(database: Database): Promise<{ problems: string[]; hours: number }> {
	const { rows } = await sql<{ monitor_id: number; hours_through: number; created_at: number }>`
		select s.monitor_id, s.hours_through, m.created_at from roll_up_states as s
		join monitors as m on m.id = s.monitor_id order by s.monitor_id`.execute(database.db);
	const late = await database.db.selectFrom("late_hours").select(["monitor_id", "hour"]).execute();
	const isLate = new Set(late.map(({ monitor_id, hour }) => `${monitor_id}:${hour}`));
	const problems: string[] = [];
	let hours = 0;
	for (const { monitor_id, hours_through, created_at } of rows) {
		const first = hourOf(minuteOf(created_at));
		if (hours_through <= first) continue;
		const range = [first * MINUTES_AN_HOUR, hours_through * MINUTES_AN_HOUR] as const;
		const counted = new Map<number, Counts>();
		for (const { minute, verdict } of await checksBetween(database, monitor_id, ...range)) {
			if (verdict === "missed") continue;
			const counts = counted.get(hourOf(minute)) ?? { up: 0, degraded: 0, down: 0 };
			counts[verdict] += 1;
			counted.set(hourOf(minute), counts);
		}
		const stored = await database.db
			.selectFrom("hourly_roll_ups")
			.select(["hour", "up", "degraded", "down"])
			.where("monitor_id", "=", monitor_id)
			.execute();
		const rollUps = new Map(stored.map(({ hour, ...counts }) => [hour, counts]));
		for (const hour of new Set([...counted.keys(), ...rollUps.keys()])) {
			if (isLate.has(`${monitor_id}:${hour}`) || hour >= hours_through) continue;
			hours += 1;
			const [is, due] = [rollUps.get(hour) ?? NOTHING, counted.get(hour) ?? NOTHING];
			if (is.up === due.up && is.degraded === due.degraded && is.down === due.down) continue;
			problems.push(
				`hour ${hour} of monitor ${monitor_id} is rolled up as ${JSON.stringify(is)}: ${JSON.stringify(due)}`,
			);
		}
	}
	return { problems, hours };
}

interface Counts {
	up: number;
	degraded: number;
	down: number;
}

const NOTHING: Counts = { up: 0, degraded: 0, down: 0 };
