/** Results in PostgreSQL: rows of an hour lie in a partition, and each is found by the index of its key. */

import { sql } from "kysely";
import type { ResultStore } from "./result-store.ts";

export const POSTGRESQL_RESULTS: ResultStore = {
	key: { minute: "integer", monitor_id: "integer" },
	withKey: (row) => row,
	stored: sql`recent_results`,
	partitions: { parent: "recent_results", rest: "recent_results_rest" },
	isCheck: (monitorId, minute) => sql`c.monitor_id = ${monitorId} and c.minute = ${minute}`,
	// LATERAL with a limit or an offset, here and below: a look-up in the key for each row of the left side, whatever
	// the planner believes of partitions that nobody has analyzed.
	leftJoinCheck: (monitorId, minute) => sql`
		left join lateral (
			select * from check_results where monitor_id = ${monitorId} and minute = ${minute} limit 1
		) as c on true`,
	ofMonitor: (monitorId, from, to) => sql`(
		select * from check_results where monitor_id = ${monitorId} and minute >= ${from} and minute < ${to}
	) as c`,
	ofMinutes: (from, to) => sql`
		cross join lateral (
			select * from check_results where monitor_id = w.monitor_id and minute >= ${from} and minute < ${to} offset 0
		) as c`,
	ofHours: sql`
		cross join lateral (
			select * from check_results
			where monitor_id = w.monitor_id and minute >= w.hour * 60 and minute < (w.hour + 1) * 60 offset 0
		) as c`,
	sealedOfMonitor: ({ table, column }, monitorId, from, to) => sql`(
		select * from ${sql.table(table)}
		where monitor_id = ${monitorId} and ${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}
	) as b`,
	sealedOfHours: ({ table, column, hours }) => sql`
		join ${sql.table(table)} as b on b.monitor_id = w.monitor_id
			and b.${sql.ref(column)} = w.hour / ${sql.lit(hours)}`,
	boundsOf: (monitorId) => sql`where monitor_id = ${monitorId}`,
};
