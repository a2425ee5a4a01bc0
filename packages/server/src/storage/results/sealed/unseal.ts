/**
 * Puts the checks of sealed hours back into rows, in the transaction that is about to write to these hours: a check
 * that came late, or one of newer settings that replaces another. So the rules of recording are those of rows alone.
 * The hour is sealed again by the next run.
 */

import { sql } from "kysely";
import { dayOfHour, HOURS_A_DAY, hourOf, MINUTES_A_DAY, MINUTES_AN_HOUR } from "../../../domain/figures/roll-up.ts";
import type { CheckFailureTable, CheckResultTable } from "../../database/tables/checks.ts";
import type { Tx } from "../../database/tx.ts";
import type { ResultRow } from "../check-row.ts";
import { writeSteps } from "../check-steps.ts";
import { writeLocations } from "../locations/check-locations.ts";
import { RESULT_NAMES } from "../stored-checks.ts";
import type { CheckSteps } from "../stored-steps.ts";
import { insertFailures, insertResults } from "../write-rows.ts";
import { type SpanBlock, setAside } from "./damaged-blocks.ts";
import { BrokenBlock, decodeHour, decodeSteps } from "./hour-block.ts";
import { unpackDays } from "./pack-days.ts";
import { HOURS } from "./sealed-blocks.ts";

interface CheckKey {
	readonly monitor_id: number;
	readonly minute: number;
}

/**
 * Unseals the hours of `checks`, whose monitors' states are locked; a block that cannot be read is set aside. Two
 * look-ups in keys when nothing is late.
 */
export async function unsealHoursOf(tx: Tx, checks: readonly CheckKey[]): Promise<void> {
	const { rows: ends } = await sql<{ hour: number | null; day: number | null }>`select
		(select max(hour) from sealed_hours) as hour, (select max(day) from sealed_days) as day`.execute(tx.db);
	const { hour = null, day = null } = ends[0] ?? {};
	const end = Math.max(((hour ?? -1) + 1) * MINUTES_AN_HOUR, ((day ?? -1) + 1) * MINUTES_A_DAY);
	const late = checks.filter(({ minute }) => minute < end);
	if (late.length === 0) return;
	const hours = new Map(
		late.map(({ monitor_id, minute }) => [`${monitor_id}:${hourOf(minute)}`, { monitor_id, hour: hourOf(minute) }]),
	);
	const days = new Map(
		[...hours.values()].map(({ monitor_id, hour }) => {
			const day = dayOfHour(hour);
			return [`${monitor_id}:${day}`, { monitor_id, day }];
		}),
	);
	for (const { day, code, ...block } of await unpackDays(tx, [...days.values()])) {
		await setAside(tx, { ...block, hour: day * HOURS_A_DAY, hours: HOURS_A_DAY }, code);
	}
	await unsealHours(tx, [...hours.values()]);
}

async function unsealHours(
	tx: Tx,
	hours: readonly { readonly monitor_id: number; readonly hour: number }[],
): Promise<void> {
	const wanted = tx.dialect.rows({ monitor_id: "integer", hour: "integer" }, hours);
	const { rows: sealed } = await sql<Omit<SpanBlock, "hours">>`
		select b.monitor_id, b.hour, b.checks, b.block from ${wanted} as w ${tx.dialect.results.sealedOfHours(HOURS)}`.execute(
		tx.db,
	);
	if (sealed.length === 0) return;
	const opened: { monitor_id: number; hour: number }[] = [];
	const results: CheckResultTable[] = [];
	const failures: CheckFailureTable[] = [];
	const several: ResultRow[] = [];
	const withSteps: CheckSteps[] = [];
	for (const block of sealed) {
		const { monitor_id, hour } = block;
		try {
			const key = { monitorId: monitor_id, hour };
			const [rows, steps] = [decodeHour(key, block.block), decodeSteps(key, block.block)];
			for (const row of rows) {
				results.push(Object.fromEntries(RESULT_NAMES.map((name) => [name, row[name]])) as unknown as CheckResultTable);
				if (row.locations) several.push(row);
				const { minute, phase, message, content_check_id } = row;
				if (message !== null) failures.push({ minute, monitor_id, phase, message, content_check_id });
			}
			withSteps.push(...Array.from(steps, ([minute, steps]) => ({ minute, monitor_id, steps })));
			opened.push({ monitor_id, hour });
		} catch (error) {
			if (!(error instanceof BrokenBlock)) throw error;
			await setAside(tx, { ...block, hours: HOURS.hours }, error.code);
		}
	}
	if (opened.length > 0) {
		const gone = tx.dialect.rows({ monitor_id: "integer", hour: "integer" }, opened);
		await sql`
			delete from sealed_hours where (hour, monitor_id) in (select hour, monitor_id from ${gone} as r)`.execute(tx.db);
		await insertResults(tx, results, "first");
		await insertFailures(tx, failures);
		await writeLocations(tx, several);
		await writeSteps(tx, withSteps);
	}
}
