/**
 * The checks of a team in some minutes, for its board; slice by slice, in each of which nothing else is answered on
 * SQLite. All checks of a minute come as one row. Each check of a few monitors is looked up. Of a team that has a good
 * part of all monitors, whole minutes are read instead, in the order in which they lie: measured on SQLite, 0.1 µs a
 * check, 0.3 µs where other teams have monitors too, instead of 1.3.
 *
 * Sealed hours are not read: an hour is sealed when it has been over for longer than a board reads back
 * (SEALED_AFTER_HOURS). Only after the clock was set back by hours does a board lack what the wrong clock sealed.
 */

import { type RawBuilder, sql } from "kysely";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import { numberOrNull } from "../database/dialect.ts";
import { idRows, slices } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { missedOfTeam } from "../results/missed-spans.ts";
import { isAnsweredSql, verdictIndexSql } from "../results/outcome-code.ts";
import { heavyTurn } from "../turns/heavy-turn.ts";
import { digitsIn, numbersIn } from "./joined-columns.ts";

const MISSED = VERDICTS.indexOf("missed");

/** Checks of one minute, one column each. */
export interface MinuteMarks {
	readonly minute: number;
	/** The very list of the minute before, where it has the same monitors. */
	readonly monitorIds: readonly number[];
	/** Indexes into VERDICTS. */
	readonly verdicts: Uint8Array;
	/** Whole milliseconds; null where there was no complete response. */
	readonly responseTimesMs: readonly (number | null)[];
}

interface WantedMarks {
	readonly teamId: number;
	/** Of the team; checks of its other monitors may be answered too. */
	readonly monitorIds: readonly number[];
	readonly fromMinute: number;
	/** Excluded. */
	readonly toMinute: number;
}

/** Monitors looked up in one statement, and their checks: about 5 ms. */
const LOOKED_UP = { monitors: 500, checks: 2_000 };
/**
 * Whole minutes are read for every third monitor of all and more, and while one minute is few enough checks for a
 * slice; `checks` of all monitors in one statement, about 5 ms where several teams have monitors.
 */
const SCANNED = { share: 1 / 3, monitors: 20_000, checks: 20_000 };

/** In no order; a minute may come in several parts, of which the later ones count. */
export async function* marksOf(tx: Tx, wanted: WantedMarks): AsyncGenerator<MinuteMarks> {
	// First, so that a check takes the place of a gap in its minute.
	for (const [minute, missed] of await missedOfTeam(tx, wanted.teamId, wanted.fromMinute, wanted.toMinute)) {
		const verdicts = new Uint8Array(missed.length).fill(MISSED);
		yield { minute, monitorIds: missed, verdicts, responseTimesMs: missed.map(() => null) };
	}
	let ids = "";
	let monitorIds: readonly number[] = [];
	for await (const select of await statements(tx, wanted)) {
		await heavyTurn();
		const { rows } = await sql<Record<"ids" | "verdicts" | "times", string> & { minute: number }>`
			select c.minute, ${columns(tx)} ${select} group by c.minute`.execute(tx.db);
		for (const row of rows) {
			if (row.ids !== ids) [ids, monitorIds] = [row.ids, numbersIn(row.ids)];
			const [verdicts, responseTimesMs] = [digitsIn(row.verdicts), numbersIn<number | null>(row.times)];
			yield { minute: row.minute, monitorIds, verdicts, responseTimesMs };
		}
	}
}

/** Of the checks `c`. */
function columns({ dialect }: Tx): RawBuilder<unknown> {
	const joined = (value: RawBuilder<unknown>, separator: "," | "") =>
		dialect.joined(value, separator, sql`c.monitor_id`);
	const times = numberOrNull(sql`case when ${isAnsweredSql("c.outcome")} then c.elapsed_ms end`);
	return sql`${joined(sql`c.monitor_id`, ",")} as ids, ${joined(verdictIndexSql("c.outcome"), "")} as verdicts,
		${joined(times, ",")} as times`;
}

/** From FROM on, one for each slice. */
async function statements(tx: Tx, wanted: WantedMarks): Promise<RawBuilder<unknown>[]> {
	const { teamId, monitorIds, fromMinute, toMinute } = wanted;
	const { all } = await tx.db
		.selectFrom("monitor_states")
		.select((of) => of.fn.countAll<number>().as("all"))
		.executeTakeFirstOrThrow();
	if (all > SCANNED.monitors || monitorIds.length < all * SCANNED.share) {
		const atOnce = Math.ceil(LOOKED_UP.checks / Math.max(1, toMinute - fromMinute));
		return Array.from(slices(monitorIds, Math.min(LOOKED_UP.monitors, atOnce)), (ids) => {
			return sql`from ${idRows(tx.dialect, ids, "monitor_id")} as w ${tx.dialect.results.ofMinutes(fromMinute, toMinute)}`;
		});
	}
	const minutesAtOnce = Math.ceil(SCANNED.checks / Math.max(1, all));
	return Array.from({ length: Math.ceil((toMinute - fromMinute) / minutesAtOnce) }, (_, slice) => {
		const from = fromMinute + slice * minutesAtOnce;
		// Where the team has all monitors, they need not be looked up one by one: half of the cost of reading them.
		return sql`
			from check_results as c
			where c.minute >= ${from} and c.minute < ${Math.min(toMinute, from + minutesAtOnce)} and (
				not exists (select 1 from monitor_states where team_id <> ${teamId})
				or c.monitor_id in (select id from monitors where team_id = ${teamId}))`;
	});
}
