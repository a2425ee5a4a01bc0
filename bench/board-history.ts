/** The database of a team with many monitors as a service leaves it after a month, for benchmarks of its board. */

import { sql } from "kysely";
import { PlausibleHistory } from "../packages/server/src/cli/demo/demo-history.ts";
import { minuteOf } from "../packages/server/src/domain/checks/check.ts";
import { encodeHistogram } from "../packages/server/src/domain/figures/latency-histogram.ts";
import { HOURS_A_DAY, hourOf } from "../packages/server/src/domain/figures/roll-up.ts";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { recordChecks } from "../packages/server/src/storage/commit/record-checks.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import type { Database } from "../packages/server/src/storage/database/tx.ts";
import { encodeTimes } from "../packages/server/src/storage/figures/hour-times.ts";
import { createMonitor } from "../packages/server/src/storage/monitors/monitors.ts";
import { plausibleCheck } from "./plausible-check.ts";
import { plausibleMonitor } from "./plausible-monitor.ts";

/** As many as the board shows. */
const CHECKED_MINUTES = 60;
const ROLLED_UP_HOURS = 31 * HOURS_A_DAY;
const CHECKS_A_COMMIT = 2_000;
/** What an hour's checks take, of each monitor. */
const HOUR = {
	answered: 60,
	responseSumMs: 6_970,
	responseMaxMs: 300,
	responseTimes: { times: [90, 110, 120, 130, 300], counts: [10, 20, 20, 9, 1] },
};
const NAMES = ["Shop", "Checkout", "Search", "Sign-in", "API", "Images", "Mail", "Billing", "Docs", "Admin"];

/**
 * A team whose monitors have a month of rolled-up hours and days, and an hour of checks up to `now` (epoch
 * milliseconds). A key of its API.
 */
export async function makeBoardHistory(database: Database, monitors: number, now: number): Promise<string> {
	await migrate(database);
	const key = await bootstrap(database, null, now);
	if (key === null) throw new Error("The database is not empty");
	const ids: number[] = [];
	await database.transaction(async (tx) => {
		for (let index = 0; index < monitors; index += 1) {
			const kind = NAMES[index % NAMES.length] ?? "";
			const url = `https://${kind.toLowerCase()}-${index}.example.com/health`;
			const { id } = await createMonitor(
				tx,
				plausibleMonitor(`${kind} ${index}`, url, { tags: [`team:${kind.toLowerCase()}`] }),
				now - ROLLED_UP_HOURS * 3_600_000,
			);
			ids.push(id);
		}
	});
	const histories = ids.map((id) => ({ id, history: new PlausibleHistory(id) }));
	for (let minute = minuteOf(now) - CHECKED_MINUTES; minute < minuteOf(now); minute += 1) {
		for (let at = 0; at < histories.length; at += CHECKS_A_COMMIT) {
			const batch = histories.slice(at, at + CHECKS_A_COMMIT).map((each, index) => {
				const scheduledAt = minute * 60_000 + Math.floor(((at + index) / histories.length) * 60_000);
				return plausibleCheck(each, each.history, scheduledAt);
			});
			await recordChecks(database, batch, (minute + 1) * 60_000, { notifies: false });
		}
	}
	await rollUp(database, hourOf(minuteOf(now)));
	return key;
}

/** Rolled-up hours before `through`, most of them without a failure; written as they are, for folding takes an hour. */
async function rollUp({ db }: Database, through: number): Promise<void> {
	const times = encodeTimes(HOUR);
	await sql`
		insert into hourly_roll_ups (monitor_id, hour, up, degraded, down, response_times)
		with recursive hours (hour) as (
			select cast(${through - ROLLED_UP_HOURS} as integer)
			union all select hour + 1 from hours where hour + 1 < cast(${through} as integer)
		)
		select m.id, h.hour, case when m.id % 97 = h.hour % 97 then 59 else 60 end, 0,
			case when m.id % 97 = h.hour % 97 then 1 else 0 end, ${times}
		from monitors as m cross join hours as h
		order by m.id, h.hour`.execute(db);
	await sql`
		insert into daily_roll_ups (monitor_id, day, successful, status, up, degraded, down, answered, response_sum_ms,
			response_max_ms, response_times)
		select monitor_id, hour / 24, sum(up), 0, sum(up), sum(degraded), sum(down), count(*) * ${HOUR.answered},
			count(*) * ${HOUR.responseSumMs}, ${HOUR.responseMaxMs}, ${encodeHistogram(HOUR.responseTimes)}
		from hourly_roll_ups group by monitor_id, hour / 24`.execute(db);
	await sql`update roll_up_states set hours_through = ${through}`.execute(db);
}
