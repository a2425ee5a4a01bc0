/** Puts back what was set aside (./damaged-blocks.ts) and can be read again. */

import { sql } from "kysely";
import type { CheckFailureTable, CheckResultTable } from "../../database/tables/checks.ts";
import type { Tx } from "../../database/tx.ts";
import { markLate, markSpans } from "../../figures/mark-late.ts";
import { writeSteps } from "../check-steps.ts";
import { writeLocations } from "../locations/check-locations.ts";
import { lockChecksOf } from "../lock-checks.ts";
import { RESULT_NAMES } from "../stored-checks.ts";
import { insertFailures, insertResults } from "../write-rows.ts";
import { checksIn, faultOf, type SpanBlock, stepsIn } from "./damaged-blocks.ts";
import { unsealHoursOf } from "./unseal.ts";

/** Blocks that are tried in one transaction: at most 14,400 checks. */
const BLOCKS_A_SLICE = 10;

/**
 * Tries the next blocks after the one with the id `after`. Puts the checks of those that can be read again back into
 * rows, where they are folded and sealed like those that came late. Returns the id of the last one that was tried, and
 * how many checks there are again; null when no block is left.
 */
export async function restoreReadable(
	database: Tx,
	after: number,
	now: number,
): Promise<{ readonly last: number; readonly checks: number } | null> {
	const blocks = await database.db
		.selectFrom("damaged_blocks")
		.selectAll()
		.where("id", ">", after)
		.orderBy("id")
		.limit(BLOCKS_A_SLICE)
		.execute();
	const last = blocks.at(-1)?.id;
	if (last === undefined) return null;
	const readable = blocks.filter((block) => faultOf(block) === null);
	if (readable.length === 0) return { last, checks: 0 };
	const checks = await putBack(database, readable, now);
	return { last, checks };
}

function putBack(
	database: Tx,
	readable: readonly (SpanBlock & { readonly id: number })[],
	now: number,
): Promise<number> {
	return database.transaction(async (tx) => {
		await lockChecksOf(
			tx,
			readable.map(({ monitor_id }) => monitor_id),
		);
		const { rows: taken } = await sql<SpanBlock>`
			delete from damaged_blocks where id in (${sql.join(readable.map(({ id }) => id))})
			returning monitor_id, hour, hours, checks, block`.execute(tx.db);
		const checks = taken.flatMap(checksIn);
		await unsealHoursOf(tx, checks);
		const rows = checks.map((check) => Object.fromEntries(RESULT_NAMES.map((name) => [name, check[name]])));
		const inserted = await insertResults(tx, rows as unknown as CheckResultTable[], "first");
		const ids = new Set(inserted.map(({ monitor_id, minute }) => `${monitor_id}:${minute}`));
		const failures = checks.flatMap(({ minute, monitor_id, phase, message, content_check_id }): CheckFailureTable[] =>
			message !== null && ids.has(`${monitor_id}:${minute}`)
				? [{ minute, monitor_id, phase, message, content_check_id }]
				: [],
		);
		await insertFailures(tx, failures);
		await writeLocations(
			tx,
			checks.filter(({ minute, monitor_id }) => ids.has(`${monitor_id}:${minute}`)),
		);
		await writeSteps(
			tx,
			taken.flatMap(stepsIn).filter(({ minute, monitor_id }) => ids.has(`${monitor_id}:${minute}`)),
		);
		await markSpans(tx, taken);
		await markLate(
			tx,
			inserted.map(({ monitor_id, minute }) => ({ monitorId: monitor_id, minute })),
			now,
		);
		return inserted.length;
	});
}
