/** What is kept of the opinions of other locations on probers, and which of these are set aside. */

import { sql } from "kysely";
import { DAY_MS } from "../../domain/durations.ts";
import type { Tx } from "../database/tx.ts";

/** The share of what was refuted is that of about a day. */
const COUNTED_MS = DAY_MS;

/** Adds to the counts of failing attempts that another location was asked about, and of those that it refuted. */
export async function countOpinions(
	tx: Tx,
	counted: ReadonlyMap<number, { readonly asked: number; readonly refuted: number }>,
	now: number,
): Promise<void> {
	const before = now - COUNTED_MS;
	for (const [id, { asked, refuted }] of counted) {
		await sql`update probers set
			asked_elsewhere = case when counted_from > ${before} then asked_elsewhere else 0 end + ${asked},
			refuted_elsewhere = case when counted_from > ${before} then refuted_elsewhere else 0 end + ${refuted},
			counted_from = case when counted_from > ${before} then counted_from else ${now} end
			where id = ${id}`.execute(tx.db);
	}
}

/** No order goes to the prober until then. Its name and that of its location; null when it is so already. */
export async function setProberAside(
	tx: Tx,
	{ id, until, reason }: { readonly id: number; readonly until: number; readonly reason: string },
): Promise<{ readonly prober: string; readonly location: string } | null> {
	const { rows } = await sql<{ prober: string; location: string }>`
		update probers set set_aside_until = ${until}, set_aside_reason = ${reason}
		where id = ${id} and (set_aside_until is null or set_aside_until < ${until})
		returning name as prober, (select l.name from locations as l where l.id = probers.location_id) as location`.execute(
		tx.db,
	);
	return rows[0] ?? null;
}
