/**
 * The days of components: written with the figures of hours (../figures/roll-ups.ts), in their transaction, from the
 * checks that those read anyway. A fold adds what the checks of one monitor say to the days of its components; what
 * other monitors said, of which some may be deleted, is in the row.
 */

import { type RawBuilder, sql } from "kysely";
import { minuteOf } from "../../domain/checks/check.ts";
import { dayOf, dayOfHour, MINUTES_A_DAY, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import { totalOf, type VerdictCounts } from "../../domain/figures/uptime.ts";
import { DayMinutes, daysCovered } from "../../domain/status-pages/day-minutes.ts";
import { idRows } from "../database/id-rows.ts";
import { typesOf } from "../database/tables/column-types.ts";
import type { Tx } from "../database/tx.ts";
import { type CheckTimes, verdictsBetween } from "../results/read-checks.ts";
import { heavyTurn } from "../turns/heavy-turn.ts";

interface MonitorChecks {
	readonly monitorId: number;
	readonly times: Pick<CheckTimes, "minutes" | "verdicts">;
}

/** A time in which a component had a monitor. */
interface Membership {
	readonly componentId: number;
	readonly monitorId: number;
	readonly fromMinute: number;
	/** Excluded; null: it still has it. */
	readonly untilMinute: number | null;
	readonly intervalMs: number;
	/** Earlier hours of the monitor are folded. */
	readonly hoursThrough: number;
}

/** Adds these checks to the days of the components of their monitors. */
export async function foldComponentDays(tx: Tx, checks: readonly MonitorChecks[]): Promise<void> {
	const judged = checks.filter(({ times }) => times.minutes.length > 0);
	if (judged.length === 0) return;
	const monitorIds = [...new Set(judged.map(({ monitorId }) => monitorId))];
	const memberships = await membershipsWhere(
		tx,
		sql`of.monitor_id in (select id from ${idRows(tx.dialect, monitorIds)} as w)`,
	);
	await addToDays(tx, minutesOf(memberships, judged));
}

/** By component and day. */
type NewMinutes = Map<number, Map<number, DayMinutes>>;

function minutesOf(memberships: readonly Membership[], checks: readonly MonitorChecks[]): NewMinutes {
	const found: NewMinutes = new Map();
	const ofMonitor = Map.groupBy(memberships, ({ monitorId }) => monitorId);
	for (const { monitorId, times } of checks) {
		for (const { componentId, fromMinute, untilMinute, intervalMs } of ofMonitor.get(monitorId) ?? []) {
			const until = untilMinute ?? Number.POSITIVE_INFINITY;
			const intervalMinutes = Math.round(intervalMs / 60_000);
			for (const [day, minutes] of daysCovered({ checks: times, intervalMinutes, from: fromMinute, until })) {
				const days = found.get(componentId) ?? new Map<number, DayMinutes>();
				found.set(componentId, days);
				const before = days.get(day);
				if (before) before.addAll(minutes);
				else days.set(day, minutes);
			}
		}
	}
	return found;
}

/** @param condition on `of.monitor_id` and `of.component_id` */
async function membershipsWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<readonly Membership[]> {
	const { rows } = await sql<Membership>`
		select of.component_id as "componentId", of.monitor_id as "monitorId", of.from_minute as "fromMinute",
			of.until_minute as "untilMinute", s.interval_ms as "intervalMs",
			f.hours_through as "hoursThrough"
		from (
			select component_id, monitor_id, from_minute, null as until_minute from component_monitors as of where ${condition}
			union all
			select component_id, monitor_id, from_minute, until_minute from former_component_monitors as of where ${condition}
		) as of
		join monitor_states as s on s.monitor_id = of.monitor_id
		join roll_up_states as f on f.monitor_id = of.monitor_id`.execute(tx.db);
	return rows;
}

async function addToDays(tx: Tx, added: NewMinutes): Promise<void> {
	if (added.size === 0) return;
	// In the order of their keys, so that no deadlock is possible; one that is deleted meanwhile gets no day.
	const { rows: components } = await sql<{ id: number }>`
		select id from components where id in (select id from ${idRows(tx.dialect, [...added.keys()])} as w)
		order by id${tx.dialect.forUpdate}`.execute(tx.db);
	const keys = components.flatMap(({ id }) =>
		[...(added.get(id)?.keys() ?? [])].map((day) => ({ component_id: id, day })),
	);
	if (keys.length === 0) return;
	const wanted = tx.dialect.rows({ component_id: "integer", day: "integer" }, keys);
	const { rows: stored } = await sql<{ component_id: number; day: number; minutes: Uint8Array }>`
		select d.component_id, d.day, d.minutes from ${wanted} as r
		join component_days as d on d.component_id = r.component_id and d.day = r.day`.execute(tx.db);
	const before = new Map(stored.map(({ component_id, day, minutes }) => [`${component_id}:${day}`, minutes]));
	const changed = keys.flatMap(({ component_id, day }) => {
		const minutes = added.get(component_id)?.get(day);
		const old = before.get(`${component_id}:${day}`);
		if (minutes === undefined) return [];
		const all = old ? DayMinutes.of(old) : DayMinutes.empty();
		return all.addAll(minutes) ? [{ component_id, day, minutes: all }] : [];
	});
	await writeDays(tx, changed);
}

async function writeDays(
	tx: Tx,
	days: readonly { readonly component_id: number; readonly day: number; readonly minutes: DayMinutes }[],
): Promise<void> {
	if (days.length === 0) return;
	const columns = typesOf("component_days", ["component_id", "day", "up", "degraded", "down", "minutes"]);
	const rows = tx.dialect.rows(
		columns,
		days.map(({ component_id, day, minutes }) => {
			const bytes = Buffer.from(minutes.bytes()).toString("hex");
			return { component_id, day, ...minutes.counts(), minutes: bytes };
		}),
	);
	await sql`
		insert into component_days (component_id, day, up, degraded, down, minutes)
		select component_id, day, up, degraded, down, minutes from ${rows} as r where true
		on conflict (component_id, day) do update set
			up = excluded.up, degraded = excluded.degraded, down = excluded.down, minutes = excluded.minutes`.execute(tx.db);
}

/**
 * Folds one day of before a component was made, the newest first, for as long as there are results. Null when no
 * component waits for it.
 */
export async function fillComponentDay(database: Tx, now: number): Promise<"filled" | null> {
	return database.transaction(async (tx) => {
		const { rows } = await sql<{ component_id: number; monitor_id: number; next_day: number; oldest: number }>`
			select f.component_id, f.monitor_id, f.next_day, p.results_since as oldest
			from component_fills as f cross join roll_up_progress as p
			order by f.next_day desc, f.component_id, f.monitor_id limit 1${tx.dialect.forUpdateSkipLocked}`.execute(tx.db);
		const [fill] = rows;
		if (!fill) return null;
		const { component_id, monitor_id, next_day: day } = fill;
		const monitor = await tx.db
			.selectFrom("monitors")
			.select("created_at")
			.where("id", "=", monitor_id)
			.executeTakeFirst();
		const first = dayOf(Math.max(fill.oldest, minuteOf(monitor?.created_at ?? now)));
		if (day >= first) {
			const times = await verdictsBetween(tx, monitor_id, day * MINUTES_A_DAY, (day + 1) * MINUTES_A_DAY);
			const memberships = await membershipsWhere(
				tx,
				sql`of.component_id = ${component_id} and of.monitor_id = ${monitor_id}`,
			);
			await addToDays(tx, minutesOf(memberships, [{ monitorId: monitor_id, times }]));
		}
		const isDone = day <= first;
		await (isDone
			? sql`delete from component_fills where component_id = ${component_id} and monitor_id = ${monitor_id}`
			: sql`update component_fills set next_day = ${day - 1}
				where component_id = ${component_id} and monitor_id = ${monitor_id}`
		).execute(tx.db);
		return "filled";
	});
}

/**
 * Folds what is left of a deleted monitor into the days of its components, before its checks are deleted, and ends its
 * memberships.
 */
export async function settleDeletedMonitor(database: Tx, monitorId: number, deletedAt: number): Promise<void> {
	await database.transaction(async (tx) => {
		const memberships = await membershipsWhere(tx, sql`of.monitor_id = ${monitorId}`);
		const [first] = memberships;
		if (first === undefined) return;
		const until = minuteOf(deletedAt) + 1;
		const from = firstUnfolded(first, until);
		const checks = [{ monitorId, times: await verdictsBetween(tx, monitorId, from, until) }];
		const ended = memberships.map((each) => ({ ...each, untilMinute: Math.min(each.untilMinute ?? until, until) }));
		await addToDays(tx, minutesOf(ended, checks));
		for (const table of ["component_monitors", "former_component_monitors", "component_fills"]) {
			await sql`delete from ${sql.table(table)} where monitor_id = ${monitorId}`.execute(tx.db);
		}
	});
}

/** The first minute whose checks are not folded, at most a day before `until`: this bounds what is read. */
function firstUnfolded({ hoursThrough }: Membership, until: number): number {
	return Math.max(hoursThrough * MINUTES_AN_HOUR, until - MINUTES_A_DAY);
}

/** A component's day: its minutes by the worst of its monitors. */
interface ComponentDay extends VerdictCounts {
	/** Whole UTC days since the epoch. */
	readonly day: number;
}

/** Monitors whose last minutes are read in one turn of the event loop. */
const MONITORS_A_TURN = 20;

/**
 * The days of a page's components from `fromDay` on, by the component's key, oldest first. Those with a judged check
 * only. The hours that are not folded yet, of today and just after midnight of yesterday, are counted from their
 * checks.
 */
export async function componentDays(
	tx: Tx,
	statusPageId: number,
	fromDay: number,
	now: number,
): Promise<ReadonlyMap<number, readonly ComponentDay[]>> {
	const today = dayOf(minuteOf(now));
	const ofPage = sql`component_days as d join components as c on c.id = d.component_id where c.status_page_id = ${statusPageId}`;
	const { rows: over } = await sql<ComponentDay & { componentId: number }>`
		select d.component_id as "componentId", d.day, d.up, d.degraded, d.down from ${ofPage}
		and d.day >= ${fromDay} and d.day < ${today - 1} order by d.component_id, d.day`.execute(tx.db);
	const { rows: stored } = await sql<{ componentId: number; day: number; minutes: Uint8Array }>`
		select d.component_id as "componentId", d.day, d.minutes from ${ofPage}
		and d.day >= ${today - 1} and d.day <= ${today}`.execute(tx.db);

	const latest = await latestMinutes(tx, statusPageId, now);
	for (const { componentId, day, minutes } of stored) {
		const days = latest.get(componentId) ?? new Map<number, DayMinutes>();
		latest.set(componentId, days);
		const all = DayMinutes.of(minutes);
		const others = days.get(day);
		if (others) all.addAll(others);
		days.set(day, all);
	}
	const days = new Map<number, ComponentDay[]>();
	for (const { componentId, ...day } of over) {
		const ofComponent = days.get(componentId) ?? [];
		days.set(componentId, ofComponent);
		ofComponent.push(day);
	}
	for (const [componentId, ofDays] of latest) {
		// A check may count for minutes to come.
		ofDays.get(today)?.clearFrom(minuteOf(now) - today * MINUTES_A_DAY + 1);
		const last = [today - 1, today].flatMap((day) => {
			const counts = ofDays.get(day)?.counts();
			return counts && day >= fromDay && totalOf(counts) > 0 ? [{ day, ...counts }] : [];
		});
		if (last.length > 0) days.set(componentId, [...(days.get(componentId) ?? []), ...last]);
	}
	return days;
}

/** What the checks say that are not folded yet. */
async function latestMinutes(tx: Tx, statusPageId: number, now: number): Promise<NewMinutes> {
	const ofPage = sql`of.component_id in (select id from components where status_page_id = ${statusPageId})`;
	const memberships = await membershipsWhere(tx, ofPage);
	const until = minuteOf(now) + 1;
	const checks: MonitorChecks[] = [];
	const monitors = new Map(memberships.map((each) => [each.monitorId, firstUnfolded(each, until)]));
	for (const [monitorId, from] of monitors) {
		if (checks.length % MONITORS_A_TURN === MONITORS_A_TURN - 1) await heavyTurn();
		checks.push({ monitorId, times: await verdictsBetween(tx, monitorId, from, until) });
	}
	return minutesOf(memberships, checks);
}

/** Forgets what a clock that was ahead counted: days after today's hour are folded again. */
export async function clearComponentDays(database: Tx, fromHour: number): Promise<void> {
	const day = dayOfHour(fromHour);
	await database.transaction(async (tx) => {
		await tx.db.deleteFrom("component_days").where("day", ">", day).execute();
		const { rows } = await sql<{ component_id: number; minutes: Uint8Array }>`
			select component_id, minutes from component_days where day = ${day}`.execute(tx.db);
		const kept = rows.map(({ component_id, minutes: bytes }) => {
			const minutes = DayMinutes.of(bytes);
			minutes.clearFrom(fromHour * MINUTES_AN_HOUR - day * MINUTES_A_DAY);
			return { component_id, day, minutes };
		});
		await writeDays(tx, kept);
	});
}
