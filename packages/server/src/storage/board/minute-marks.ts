/**
 * The checks of a team in some minutes, for its board; slice by slice, in each of which nothing else is answered on
 * SQLite. Each check of a few monitors is looked up. Of a team that has a good part of all monitors, whole minutes are
 * read instead, in the order in which they lie: measured on SQLite, 0.4 µs a check instead of 1.3.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import type { Session } from "../database/session.ts";
import { verdictIndex } from "../results/outcome-code.ts";
import { expand, hoursOf, type StoredRow } from "../results/stored-checks.ts";
import { idRows, responseTimeOf, slices } from "./board-rows.ts";

/** A check of a minute. */
export interface MinuteMark {
	readonly monitorId: number;
	readonly minute: number;
	/** Index into VERDICTS. */
	readonly verdict: number;
	/** Whole milliseconds; null where there was no complete response. */
	readonly responseTimeMs: number | null;
}

/** Monitors looked up in one statement, and their checks: about 5 ms. */
const LOOKED_UP = { monitors: 500, checks: 2_000 };
/**
 * Whole minutes are read for every third monitor of all and more, and while one minute is few enough checks for a
 * slice; `checks` of all monitors in one statement, about 5 ms.
 */
const SCANNED = { share: 1 / 3, monitors: 20_000, checks: 10_000 };

/** The checks of some monitors of a team in the minutes [fromMinute, toMinute), in no order. */
export async function* marksOf(
	session: Session,
	{ teamId, monitorIds }: { readonly teamId: number; readonly monitorIds: readonly number[] },
	fromMinute: number,
	toMinute: number,
): AsyncGenerator<readonly MinuteMark[]> {
	const { all } = await session.db
		.selectFrom("monitor_states")
		.select((of) => of.fn.countAll<number>().as("all"))
		.executeTakeFirstOrThrow();
	const isScanned = all <= SCANNED.monitors && monitorIds.length >= all * SCANNED.share;
	const read = isScanned
		? scanned(session, teamId, { fromMinute, toMinute, minutes: Math.ceil(SCANNED.checks / Math.max(1, all)) })
		: lookedUp(session, monitorIds, fromMinute, toMinute);
	const wanted = new Set(monitorIds);
	for await (const { rows, from, to } of read) {
		const marks: MinuteMark[] = [];
		for (const row of expand(rows, from, to)) {
			if (!wanted.has(row.monitor_id)) continue;
			const { monitor_id: monitorId, minute, outcome } = row;
			marks.push({ monitorId, minute, verdict: verdictIndex(outcome), responseTimeMs: responseTimeOf(row) });
		}
		yield marks;
		await nextTurn();
	}
}

/** Checks of the minutes [from, to), and the sealed hours around them. */
interface Slice {
	readonly rows: readonly StoredRow[];
	readonly from: number;
	readonly to: number;
}

async function* lookedUp(
	session: Session,
	monitorIds: readonly number[],
	from: number,
	to: number,
): AsyncGenerator<Slice> {
	const { results } = session.dialect;
	const monitors = Math.ceil(LOOKED_UP.checks / Math.max(1, to - from));
	for (const ids of slices(monitorIds, Math.min(LOOKED_UP.monitors, monitors))) {
		const wanted = idRows(session, ids);
		const { rows } = await sql<StoredRow>`
			select c.monitor_id, c.minute, c.outcome, c.elapsed_ms, null as block
			from ${wanted} as w ${results.ofMinutes(from, to)}
			union all
			select b.monitor_id, b.hour * ${sql.lit(MINUTES_AN_HOUR)}, null, null, b.block
			from ${wanted} as w ${results.blocksOfMonitors(...hoursOf(from, to))}`.execute(session.db);
		yield { rows, from, to };
	}
}

/** @param range.minutes how many are read at a time */
async function* scanned(
	session: Session,
	teamId: number,
	range: { readonly fromMinute: number; readonly toMinute: number; readonly minutes: number },
): AsyncGenerator<Slice> {
	for (let from = range.fromMinute; from < range.toMinute; from += range.minutes) {
		const to = Math.min(range.toMinute, from + range.minutes);
		const [fromHour, toHour] = hoursOf(from, to);
		// CROSS JOIN makes SQLite read only the part of the key that holds these minutes.
		const { rows } = await sql<StoredRow>`
			select c.monitor_id, c.minute, c.outcome, c.elapsed_ms, null as block
			from (
				select monitor_id, minute, outcome, elapsed_ms from check_results where minute >= ${from} and minute < ${to}
			) as c cross join monitors as m where m.id = c.monitor_id and m.team_id = ${teamId}
			union all
			select b.monitor_id, b.hour * ${sql.lit(MINUTES_AN_HOUR)}, null, null, b.block
			from (
				select hour, monitor_id, block from sealed_hours where hour >= ${fromHour} and hour < ${toHour}
			) as b cross join monitors as m where m.id = b.monitor_id and m.team_id = ${teamId}`.execute(session.db);
		yield { rows, from, to };
	}
}
