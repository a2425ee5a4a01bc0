/** What the outages of a cause share, written once those that join it are rows. */

import { sql } from "kysely";
import { type Link, SHARED_FACTS, sharedBy } from "../../domain/causes/causes.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";

const DEPENDENCY = sql.lit(codeOf(SHARED_FACTS, "dependency"));

/**
 * The key of the monitor that all monitors of the cause `c` depend on; null where they share something else. A number,
 * so that it finds its monitor by the key.
 */
export const SHARED_DEPENDENCY = sql`case when c.shared = ${DEPENDENCY} then cast(c.shared_value as bigint) end`;

/**
 * Reads the outages of those causes alone which one joined for another reason than the recorded one: most join a mass
 * for the same.
 */
export async function writeSharedFacts(
	tx: Tx,
	joined: readonly { readonly causeId: number; readonly link: Link | null }[],
): Promise<void> {
	const linked = joined.flatMap(({ causeId, link }) =>
		link === null ? [] : [{ id: causeId, fact: codeOf(SHARED_FACTS, link.fact), value: link.value }],
	);
	if (linked.length === 0) return;
	const links = tx.dialect.rows({ id: "integer", fact: "integer", value: "text" }, linked);
	const { rows } = await sql<{
		id: number;
		shared: number | null;
		shared_value: string | null;
		fact: number;
		value: string | null;
		address: string | null;
		fingerprint: string | null;
		is_of_name_server: number;
	}>`
		select c.id, c.shared, c.shared_value, r.fact, r.value,
			case when count(o.address) = count(*) and min(o.address) = max(o.address) then min(o.address) end as address,
			case when count(o.fingerprint) = count(*) and min(o.fingerprint) = max(o.fingerprint)
				then min(o.fingerprint) end as fingerprint,
			min(o.is_of_name_server) as is_of_name_server
		from ${links} as r
		join causes as c on c.id = r.id
			and (c.shared is null or c.shared <> r.fact or coalesce(c.shared_value, '') <> coalesce(r.value, ''))
		join outages as o on o.cause_id = c.id and o.consequence_of is null
		group by c.id, c.shared, c.shared_value, r.fact, r.value`.execute(tx.db);
	const linkOf = (fact: number, value: string | null): Link => ({ fact: labelOf(SHARED_FACTS, fact), value });
	const shared = rows.map(({ id, address, fingerprint, is_of_name_server, ...row }) => {
		const links = [...(row.shared === null ? [] : [linkOf(row.shared, row.shared_value)]), linkOf(row.fact, row.value)];
		const { fact, value } = sharedBy({ address, fingerprint, isOfNameServer: is_of_name_server === 1 }, links);
		return { id, fact: codeOf(SHARED_FACTS, fact), value };
	});
	if (shared.length === 0) return;
	await sql`
		update causes set shared = r.fact, shared_value = r.value
		from ${tx.dialect.rows({ id: "integer", fact: "integer", value: "text" }, shared)} as r
		where causes.id = r.id`.execute(tx.db);
}
