/**
 * The checks of a team in some minutes, for its board; slice by slice, in each of which nothing else is answered on
 * SQLite. All checks of a minute come as one row. Each check of a few monitors is looked up. Of a team that has a good
 * part of all monitors, whole minutes are read instead, in the order in which they lie: measured on SQLite, 0.1 µs a
 * check, 0.3 µs where other teams have monitors too, instead of 1.3.
 */

import { type RawBuilder, sql } from "kysely";
import { numberOrNull } from "../database/dialect.ts";
import type { Tx } from "../database/tx.ts";
import { isAnsweredSql, verdictIndex, verdictIndexSql } from "../results/outcome-code.ts";
import { sealedHoursOf } from "../results/sealed/day-block.ts";
import { decodeOutcomes, type HourKey } from "../results/sealed/hour-block.ts";
import { sealedBetween, sealedOfMonitors } from "../results/sealed/sealed-blocks.ts";
import { hoursOf } from "../results/stored-checks.ts";
import { heavyTurn } from "../turns/heavy-turn.ts";
import { digitsIn, numbersIn } from "./joined-columns.ts";
import { idRows, slices } from "./monitor-slices.ts";

/** Checks of one minute, one column each. */
export interface MinuteMarks {
	readonly minute: number;
	/** The very list of the minute before, where it has the same monitors. */
	readonly monitorIds: readonly number[];
	/** Indexes into VERDICTS. */
	readonly verdicts: Uint8Array;
	/** Whole milliseconds; null where there was no complete response. Null where they were not asked for. */
	readonly responseTimesMs: readonly (number | null)[] | null;
}

export interface WantedMarks {
	readonly teamId: number;
	readonly monitorIds: readonly number[];
	readonly fromMinute: number;
	/** Excluded. */
	readonly toMinute: number;
	/** Of checks that are rows; those of sealed hours never have them. */
	readonly withResponseTimes: boolean;
}

/** Monitors looked up in one statement, and their checks: about 5 ms. */
const LOOKED_UP = { monitors: 500, checks: 2_000 };
/**
 * Whole minutes are read for every third monitor of all and more, and while one minute is few enough checks for a
 * slice; `checks` of all monitors in one statement, about 5 ms where several teams have monitors.
 */
const SCANNED = { share: 1 / 3, monitors: 20_000, checks: 20_000 };

/** The checks of some monitors of a team, in no order. */
export async function* marksOf(tx: Tx, wanted: WantedMarks): AsyncGenerator<MinuteMarks> {
	const { all } = await tx.db
		.selectFrom("monitor_states")
		.select((of) => of.fn.countAll<number>().as("all"))
		.executeTakeFirstOrThrow();
	const isScanned = all <= SCANNED.monitors && wanted.monitorIds.length >= all * SCANNED.share;
	const slices = isScanned ? scanned(tx, wanted, Math.ceil(SCANNED.checks / Math.max(1, all))) : lookedUp(tx, wanted);
	let ids = "";
	let monitorIds: readonly number[] = [];
	for await (const rows of slices) {
		for (const row of rows) {
			if (row.block !== null) yield* marksIn(row.block, { monitorId: row.monitor_id, hour: row.at }, wanted);
			else {
				if (row.ids !== ids) [ids, monitorIds] = [row.ids, numbersIn(row.ids)];
				const responseTimesMs = wanted.withResponseTimes ? numbersIn<number | null>(row.times) : null;
				yield { minute: row.at, monitorIds, verdicts: digitsIn(row.verdicts), responseTimesMs };
			}
		}
	}
}

/** The checks of a minute, or the sealed ones that a monitor has in an hour or a day. */
type Stored =
	| {
			/** The minute. */
			readonly at: number;
			readonly ids: string;
			readonly verdicts: string;
			readonly times: string;
			readonly block: null;
	  }
	| {
			/** The hour, or the first one of the day. */
			readonly at: number;
			readonly monitor_id: number;
			readonly block: Uint8Array;
	  };

function* marksIn(block: Uint8Array, key: HourKey, { fromMinute, toMinute }: WantedMarks): Generator<MinuteMarks> {
	for (const sealed of sealedHoursOf({ ...key, block }, ...hoursOf(fromMinute, toMinute))) {
		const { minutes, outcomes } = decodeOutcomes({ ...key, hour: sealed.hour }, sealed.block);
		for (const [at, minute] of minutes.entries()) {
			if (minute < fromMinute || minute >= toMinute) continue;
			const verdicts = Uint8Array.of(verdictIndex(outcomes[at] ?? 0));
			yield { minute, monitorIds: [key.monitorId], verdicts, responseTimesMs: null };
		}
	}
}

async function* lookedUp(tx: Tx, wanted: WantedMarks): AsyncGenerator<readonly Stored[]> {
	const { results } = tx.dialect;
	const { fromMinute: from, toMinute: to } = wanted;
	const monitors = Math.ceil(LOOKED_UP.checks / Math.max(1, to - from));
	for (const ids of slices(wanted.monitorIds, Math.min(LOOKED_UP.monitors, monitors))) {
		await heavyTurn();
		const asked = idRows(tx, ids);
		const { rows } = await sql<Stored>`
			select c.minute as at, ${columns(tx, wanted)}
			from ${asked} as w ${results.ofMinutes(from, to)}
			group by c.minute
			union all
			select b.hour, b.monitor_id, null, null, null, b.block
			from ${sealedOfMonitors(tx, asked, ...hoursOf(from, to))}`.execute(tx.db);
		yield rows;
	}
}

/**
 * The rows first, then the sealed hours: one that is sealed in between is read twice, not missed. Hours that a board
 * reads are not sealed yet (SEALED_AFTER_HOURS), unless the clock was set back.
 * @param minutesAtOnce how many are read in one statement
 */
async function* scanned(tx: Tx, wanted: WantedMarks, minutesAtOnce: number): AsyncGenerator<readonly Stored[]> {
	const { teamId, fromMinute, toMinute } = wanted;
	// Where the team has all monitors, they need not be looked up one by one: half of the cost of reading them.
	const ofTeam = (monitorId: RawBuilder<unknown>) => sql`(
		not exists (select 1 from monitor_states where team_id <> ${teamId})
		or ${monitorId} in (select id from monitors where team_id = ${teamId}))`;
	for (let from = fromMinute; from < toMinute; from += minutesAtOnce) {
		const to = Math.min(toMinute, from + minutesAtOnce);
		await heavyTurn();
		const { rows } = await sql<Stored>`
			select c.minute as at, ${columns(tx, wanted)}
			from check_results as c
			where c.minute >= ${from} and c.minute < ${to} and ${ofTeam(sql`c.monitor_id`)}
			group by c.minute`.execute(tx.db);
		yield rows;
	}
	await heavyTurn();
	const { rows } = await sql<Stored>`
		select b.hour as at, b.monitor_id, b.block from ${sealedBetween(...hoursOf(fromMinute, toMinute))}
		where ${ofTeam(sql`b.monitor_id`)}`.execute(tx.db);
	yield rows;
}

/** The columns of {@link Stored} after the first, of the checks `c` of one minute. */
function columns({ dialect }: Tx, { withResponseTimes }: WantedMarks): RawBuilder<unknown> {
	const order = sql`c.monitor_id`;
	const times = numberOrNull(sql`case when ${isAnsweredSql("c.outcome")} then c.elapsed_ms end`);
	return sql`
		null as monitor_id, ${dialect.joined(sql`c.monitor_id`, ",", order)} as ids,
		${dialect.joined(verdictIndexSql("c.outcome"), "", order)} as verdicts,
		${withResponseTimes ? dialect.joined(times, ",", order) : sql`null`} as times, null as block`;
}
