/**
 * The hours whose rows lie in a partition of their own, where the engine has partitions (PostgreSQL). Sealing leaves
 * these rows where they are: the block of their hour hides them, until the partition is dropped (./keep-partitions.ts).
 */

import { sql } from "kysely";
import { MINUTES_AN_HOUR } from "../../../domain/figures/roll-up.ts";
import type { Tx } from "../../database/tx.ts";

/** Oldest first. None where the engine has no partitions. */
export async function partitionedHours({ db, dialect }: Tx): Promise<number[]> {
	const { partitions } = dialect.results;
	if (partitions === null) return [];
	const { rows } = await sql<{ hour: number }>`
		select substr(c.relname, ${partitions.parent.length + 2}::integer)::integer as hour
		from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
		where i.inhparent = ${partitions.parent}::regclass and c.relname <> ${partitions.rest}
		order by hour`.execute(db);
	return rows.map(({ hour }) => hour);
}

/**
 * The next monitors whose partitioned hour is to be sealed, at most `limit`: those after the last one that is sealed,
 * otherwise the first ones. Without that start each slice would pass all monitors that are sealed.
 */
export async function nextUnsealed(tx: Tx, hour: number, limit: number): Promise<number[]> {
	const { rows } = await sql<{ last: number | null }>`
		select max(monitor_id) as last from sealed_hours where hour = ${hour}`.execute(tx.db);
	const next = await unsealedMonitors(tx, hour, limit, rows[0]?.last ?? 0);
	return next.length > 0 || !rows[0]?.last ? next : unsealedMonitors(tx, hour, limit);
}

/**
 * The monitors after `after` that have rows in a partitioned hour and no block of it: at most `limit`, in the order of
 * their keys. Goes from monitor to monitor in the key of the rows, some 10 µs for each, and reads no row.
 */
export async function unsealedMonitors({ db, dialect }: Tx, hour: number, limit: number, after = 0): Promise<number[]> {
	const { stored } = dialect.results;
	const ofHour = sql`minute >= ${hour * MINUTES_AN_HOUR} and minute < ${(hour + 1) * MINUTES_AN_HOUR}`;
	const { rows } = await sql<{ monitor_id: number }>`
		with recursive found (monitor_id) as (
			(select monitor_id from ${stored} where monitor_id > ${after} and ${ofHour} order by monitor_id limit 1)
			union all
			select (
				select n.monitor_id from ${stored} as n where n.monitor_id > f.monitor_id and ${ofHour}
				order by n.monitor_id limit 1
			) from found as f where f.monitor_id is not null
		)
		select monitor_id from found as f where monitor_id is not null and (
			select 1 from sealed_hours as b where b.monitor_id = f.monitor_id and b.hour = ${hour}
		) is null limit ${limit}`.execute(db);
	return rows.map(({ monitor_id }) => monitor_id);
}
