/**
 * How many checks of a team's monitors were judged in each minute, and how many were successful: rolling windows over a
 * team are added up from these. By the minute, because the edges of three windows over 10,000 monitors are hours of
 * 600,000 checks each, too many to count in a request (measured: 0.3 µs a check on SQLite).
 *
 * Always equal to the results. Those of a deleted monitor are subtracted soon after, a slice of days at a time, and not
 * counted again (`subtractDeleted`, `counted_from`): until then every reader of statistics has to read them, and a team
 * may delete hundreds at once. The single row of roll_up_progress is the lock of all writers.
 */

import { sql } from "kysely";
import { minuteOf } from "../../domain/checks/check.ts";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import { HourCounts } from "../../domain/figures/hour-counts.ts";
import { dayOf, hourOf, MINUTES_A_DAY, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import { isSuccessful } from "../../domain/figures/uptime.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import type { Tx } from "../database/tx.ts";
import { type MinuteCount, oldestMinute } from "../results/count-checks.ts";
import { lockChecksOf } from "../results/lock-checks.ts";
import { minutesOfHistory, verdictsBetween } from "../results/read-checks.ts";
import { countMinutes, figureHours, type MinuteRun, oldestHour, sharesOfHour } from "./count-minutes.ts";
import { changeCounts, countedHours, deleteCountedFrom } from "./team-hours.ts";

/** The longest rolling window and a day of slack. */
export const TEAM_MINUTES_KEPT = 31 * MINUTES_A_DAY;
/** A minute is counted from its third successor on: most of its checks are recorded by then, and later ones mark it. */
const COUNTED_AFTER_MINUTES = 2;
/** Checks counted in one transaction, for which the API waits less than 5 ms. */
const CHECKS_A_SLICE = 6_000;
const MINUTES_A_SLICE = 720;
/** Days of a deleted monitor that are subtracted in one transaction, for which the API waits less than 5 ms. */
const SUBTRACTED_DAYS = 4;
/** `counted_from` of a monitor of which nothing is left in the counts: after every minute of a result. */
export const ALL_SUBTRACTED = 2 ** 31 - 1;

export interface TeamCount {
	readonly total: number;
	readonly successful: number;
}

/** Counts a slice of the minutes that are over. Returns whether there is more. */
export async function countClosedMinutes(database: Tx, now: number): Promise<boolean> {
	const end = minuteOf(now) - COUNTED_AFTER_MINUTES;
	const size = await sliceSize(database);
	return database.transaction(async (tx) => {
		const { rows } = await sql<{ minutes_through: number }>`
			select minutes_through from roll_up_progress${tx.dialect.forUpdateSkipLocked}`.execute(tx.db);
		const through = rows[0]?.minutes_through;
		if (through === undefined || through >= end) return false;
		// In a database that was never counted, begin with the oldest check or figure, not weeks of empty minutes before.
		const first = through === 0 ? await oldestCounted(tx, end) : through;
		const from = Math.min(end, Math.max(first, end - TEAM_MINUTES_KEPT));
		const to = Math.min(end, from + size);
		await setCounts(tx, await countMinutes(tx, [{ teamId: null, from, to }]));
		await tx.db.updateTable("roll_up_progress").set({ minutes_through: to }).execute();
		return to < end;
	});
}

async function oldestCounted(tx: Tx, end: number): Promise<number> {
	const hour = await oldestHour(tx);
	return Math.min((await oldestMinute(tx)) ?? end, hour === null ? end : hour * MINUTES_AN_HOUR);
}

/** Counts a slice of the marked minutes again. Returns whether there was any. */
export async function recountLateMinutes(database: Tx): Promise<boolean> {
	const size = await sliceSize(database);
	return database.transaction(async (tx) => {
		const through = await lockProgress(tx);
		const { rows: marks } = await sql<{ team_id: number; minute: number }>`
			with wanted as materialized (
				select team_id, minute from late_minutes
				order by team_id, minute limit ${size}${tx.dialect.forUpdateSkipLocked}
			)
			delete from late_minutes where (team_id, minute) in (select team_id, minute from wanted)
			returning team_id, minute`.execute(tx.db);
		if (marks.length === 0) return false;
		// Minutes that were not counted yet will be counted in their turn.
		const counted = marks
			.filter(({ minute }) => minute < through)
			.sort((a, b) => a.team_id - b.team_id || a.minute - b.minute);
		if (counted.length === 0) return true;
		const none = counted.map(({ team_id: teamId, minute }) => ({ teamId, minute, total: 0, successful: 0 }));
		await setCounts(tx, [...none, ...(await countMinutes(tx, runsOf(counted)))]);
		return true;
	});
}

/**
 * Judged and successful checks of a team's monitors, those of deleted monitors that are not subtracted yet included, in
 * the minutes from each of `starts` up to `end`. Call it within one snapshot.
 */
export async function teamCounts(tx: Tx, teamId: number, starts: readonly number[], end: number): Promise<TeamCount[]> {
	const { minutes_through } = await tx.db
		.selectFrom("roll_up_progress")
		.select("minutes_through")
		.executeTakeFirstOrThrow();
	const through = Math.min(minutes_through, end);
	const first = Math.min(...starts);
	const late = await tx.db
		.selectFrom("late_minutes")
		.select(["team_id", "minute"])
		.where("team_id", "=", teamId)
		.where("minute", ">=", first)
		.where("minute", "<", through)
		.orderBy("minute")
		.execute();
	// Marked minutes and those not counted yet are counted now.
	const runs = [...runsOf(late), { teamId, from: Math.max(first, through), to: end }];
	const sums = starts.map(() => ({ total: 0, successful: 0 }));
	// Plain loops, here and below: they run for each minute of a month.
	const add = (minute: number, total: number, successful: number) => {
		for (let index = 0; index < sums.length; index += 1) {
			if (minute < (starts[index] as number)) continue;
			const sum = sums[index] as { total: number; successful: number };
			sum.total += total;
			sum.successful += successful;
		}
	};
	for (const { minute, total, successful } of await countMinutes(tx, runs)) add(minute, total, successful);
	const marked = new Set(late.map(({ minute }) => minute));
	for (const { hour, counts } of await countedHours(tx, teamId, hourOf(first), hourOf(through - 1) + 1)) {
		for (let place = 0; place < MINUTES_AN_HOUR; place += 1) {
			const minute = hour * MINUTES_AN_HOUR + place;
			const total = counts.total[place] as number;
			if (total === 0 || minute >= through || marked.has(minute)) continue;
			add(minute, total, counts.successful[place] as number);
		}
	}
	return sums;
}

/** Subtracts a slice of the checks of a deleted monitor. Returns whether there was one with checks in the counts. */
export async function subtractDeletedMonitor(database: Tx, now: number): Promise<boolean> {
	return database.transaction(async (tx) => {
		const { rows } = await sql<{ id: number }>`
			select id from monitors where deleted_at is not null and counted_from < ${ALL_SUBTRACTED}
			order by counted_from desc limit 1`.execute(tx.db);
		const [wanted] = rows;
		if (wanted === undefined) return false;
		// First, as a commit of checks does: what is counted here stays as it is.
		await lockChecksOf(tx, [wanted.id]);
		const through = await lockProgress(tx);
		// Another process may have gone on with it meanwhile.
		const monitor = await deletedMonitor(tx, wanted.id);
		if (monitor === null || monitor.countedFrom === ALL_SUBTRACTED) return true;
		const { id } = monitor;
		const oldest = Math.max(await oldestOf(tx, id, now), minuteOf(now) - TEAM_MINUTES_KEPT, monitor.countedFrom);
		const from = dayOf(oldest) * MINUTES_A_DAY;
		const to = from + SUBTRACTED_DAYS * MINUTES_A_DAY;
		// Locked as in a fold of these hours, because readers subtract the figures of a deleted monitor from those of its
		// team.
		await sql`select 1 from roll_up_states where monitor_id = ${id}${tx.dialect.forUpdate}`.execute(tx.db);
		const own = await countsOfMonitor(tx, monitor, { from, to, through });
		const hours = Array.from(own, ([hour, counts]) => ({
			...{ teamId: monitor.teamId, minute: hour * MINUTES_AN_HOUR, counts },
		}));
		await changeCounts(tx, hours, (counts, _, gone) => counts.subtract(gone.counts));
		// A check that is recorded while its monitor is deleted may be of the next minute.
		const isDone = to > minuteOf(monitor.deletedAt) + 1;
		await tx.db
			.updateTable("monitors")
			.set({ counted_from: isDone ? ALL_SUBTRACTED : to })
			.where("id", "=", id)
			.execute();
		return true;
	});
}

interface DeletedMonitor {
	readonly id: number;
	readonly teamId: number;
	readonly type: MonitorType;
	readonly deletedAt: number;
	readonly countedFrom: number;
}

async function deletedMonitor({ db }: Tx, id: number): Promise<DeletedMonitor | null> {
	const { rows } = await sql<DeletedMonitor>`
		select id, team_id as "teamId", type, deleted_at as "deletedAt", counted_from as "countedFrom"
		from monitors where id = ${id}`.execute(db);
	return rows[0] ?? null;
}

/** No later than the first minute of a monitor that is counted. */
async function oldestOf(tx: Tx, id: number, now: number): Promise<number> {
	const history = await minutesOfHistory(tx, id);
	// Of imported hours there may be figures alone.
	const { rows } = await sql<{ hour: number | null }>`
		select min(hour) as hour from hourly_roll_ups where monitor_id = ${id}`.execute(tx.db);
	const hour = rows[0]?.hour ?? null;
	return Math.min(history?.oldest ?? minuteOf(now), hour === null ? minuteOf(now) : hour * MINUTES_AN_HOUR);
}

/** What is counted of a monitor in the minutes [from, to) before `through`, by the hour. */
async function countsOfMonitor(
	tx: Tx,
	{ id, type }: Pick<DeletedMonitor, "id" | "type">,
	{ from, to, through }: { readonly from: number; readonly to: number; readonly through: number },
): Promise<ReadonlyMap<number, HourCounts>> {
	const found = new Map<number, HourCounts>();
	const add = (minute: number, total: number, successful: number) => {
		if (minute >= through) return;
		const hour = hourOf(minute);
		let counts = found.get(hour);
		if (counts === undefined) {
			counts = new HourCounts();
			found.set(hour, counts);
		}
		counts.add(minute - hour * MINUTES_AN_HOUR, total, successful);
	};
	const hours = Array.from({ length: hourOf(to) - hourOf(from) }, (_, place) => hourOf(from) + place);
	const ofFigures = await figureHours(tx, hours, sql`m.id = ${id}`);
	const countsByFigures = new Set(ofFigures.map(({ hour }) => hour));
	const { minutes, verdicts } = await verdictsBetween(tx, id, from, to);
	const successfulOne = VERDICTS.map((verdict) => Number(isSuccessful(type, verdict)));
	for (const [index, minute] of minutes.entries()) {
		const verdict = verdicts[index] ?? 0;
		if (VERDICTS[verdict] === "missed" || countsByFigures.has(hourOf(minute))) continue;
		add(minute, 1, successfulOne[verdict] ?? 0);
	}
	for (const row of ofFigures) {
		for (const { minute, total, successful } of sharesOfHour(row)) add(minute, total, successful);
	}
	return found;
}

/**
 * Adds checks that are in no count yet, in the transaction that writes them. Those of minutes that are not counted yet
 * are left to their turn.
 * @param through as {@link lockProgress} answers in the same transaction
 */
export function addToCounts(tx: Tx, added: readonly MinuteCount[], through: number): Promise<void> {
	const counted = added.filter(({ minute }) => minute < through);
	return changeCounts(tx, counted, (counts, place, { total, successful }) => counts.add(place, total, successful));
}

/** Deletes the counts from `minute` on: the clock by which those minutes were over was wrong. */
export async function deleteCountsFrom(database: Tx, minute: number): Promise<void> {
	await database.transaction(async (tx) => {
		if ((await lockProgress(tx)) <= minute) return;
		await deleteCountedFrom(tx, minute);
		await tx.db.updateTable("roll_up_progress").set({ minutes_through: minute }).execute();
	});
}

/** Deletes counts that are older than every window, about `limit` hours at a time. Returns how many. */
export async function deleteTeamMinutes(tx: Tx, now: number, limit: number): Promise<number> {
	const before = hourOf(minuteOf(now) - TEAM_MINUTES_KEPT);
	const teams = await tx.db.selectFrom("teams").select("id").orderBy("id").execute();
	let deleted = 0;
	for (const { id } of teams) {
		if (deleted >= limit) break;
		const { numAffectedRows } = await sql`
			delete from team_hours where team_id = ${id} and hour in (
				select hour from team_hours where team_id = ${id} and hour < ${before}
				order by hour limit ${limit - deleted}
			)`.execute(tx.db);
		deleted += Number(numAffectedRows ?? 0);
	}
	return deleted;
}

/** The minute before which every minute is counted. */
export async function lockProgress(tx: Tx): Promise<number> {
	const { rows } = await sql<{ minutes_through: number }>`
		select minutes_through from roll_up_progress${tx.dialect.forUpdate}`.execute(tx.db);
	return rows[0]?.minutes_through ?? 0;
}

/** Minutes whose checks are few enough for one transaction. */
async function sliceSize(tx: Tx): Promise<number> {
	const { monitors } = await tx.db
		.selectFrom("monitor_states")
		.select((of) => of.fn.countAll<number>().as("monitors"))
		.executeTakeFirstOrThrow();
	return Math.min(MINUTES_A_SLICE, Math.ceil(CHECKS_A_SLICE / Math.max(1, monitors)));
}

/** A minute that is given several times has their sum. */
function setCounts(tx: Tx, given: readonly MinuteCount[]): Promise<void> {
	const sums = new Map<string, { teamId: number; minute: number; total: number; successful: number }>();
	for (const count of given) {
		const id = `${count.teamId}:${count.minute}`;
		const known = sums.get(id);
		if (known === undefined) sums.set(id, { ...count });
		else {
			known.total += count.total;
			known.successful += count.successful;
		}
	}
	return changeCounts(tx, [...sums.values()], (counts, place, { total, successful }) => {
		counts.set(place, total, successful);
	});
}

/** Ranges of consecutive minutes, from marks in order. */
function runsOf(marks: readonly { readonly team_id: number; readonly minute: number }[]): MinuteRun[] {
	const runs: { teamId: number; from: number; to: number }[] = [];
	for (const { team_id: teamId, minute } of marks) {
		const last = runs.at(-1);
		if (last && last.teamId === teamId && last.to === minute) last.to = minute + 1;
		else runs.push({ teamId, from: minute, to: minute + 1 });
	}
	return runs;
}
