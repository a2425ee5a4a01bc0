/** What messages say of dependencies, written with the decision to send them: the same at every attempt. */

import { sql } from "kysely";
import { MAX_CONSEQUENCES, type NoticeFacts } from "../../domain/alerts/notice.ts";
import { isProblem, type OutboxNotice, type PendingNotice, type PlannedMessage } from "../../domain/alerts/outbox.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";

export async function writeDependencies(
	tx: Tx,
	messages: readonly PlannedMessage[],
	pending: readonly PendingNotice[],
): Promise<void> {
	const problems = messages
		.flatMap(({ notices }) => notices)
		.filter((notice) => isProblem(notice) && notice.outageId !== null);
	if (problems.length === 0) return;
	const consequences = await consequencesOf(
		tx,
		problems.flatMap(({ outageId }) => outageId ?? []),
	);
	const causes = new Map(pending.map(({ id, consequenceOf }) => [id, consequenceOf]));
	const changed = problems.flatMap((notice) => {
		const facts = factsWith(notice, consequences.get(notice.outageId ?? 0), causes.get(notice.id) ?? null);
		return facts === null ? [] : [{ id: notice.id, facts: JSON.stringify(facts) }];
	});
	if (changed.length === 0) return;
	const rows = tx.dialect.rows({ id: "integer", facts: "text" }, changed);
	await sql`update notices set facts = r.facts from ${rows} as r where notices.id = r.id`.execute(tx.db);
}

type Consequences = NonNullable<NoticeFacts["consequences"]>;

function factsWith(
	{ facts }: OutboxNotice,
	consequences: Consequences | undefined,
	cause: PendingNotice["consequenceOf"],
): NoticeFacts | null {
	if (consequences === undefined && cause === null) return null;
	return {
		...facts,
		...(consequences !== undefined && { consequences }),
		...(cause !== null && { consequenceOf: { id: cause.id, name: cause.name } }),
	};
}

/** By the outage that they are a consequence of: those that last, the oldest in full. */
export async function consequencesOf(tx: Tx, outageIds: readonly number[]): Promise<Map<number, Consequences>> {
	const { rows } = await sql<{ consequence_of: number; public_id: string; name: string; count: number }>`
		select consequence_of, public_id, name, count from (
			select o.consequence_of, m.public_id, m.name, count(*) over (partition by o.consequence_of) as count,
				row_number() over (partition by o.consequence_of order by o.id) as place
			from outages as o join monitors as m on m.id = o.monitor_id and m.deleted_at is null
			where o.consequence_of in (select id from ${idRows(tx.dialect, outageIds)} as r) and o.ended_at is null
		) as c where place <= ${MAX_CONSEQUENCES} order by consequence_of, place`.execute(tx.db);
	const byOutage = Map.groupBy(rows, ({ consequence_of }) => consequence_of);
	return new Map(
		Array.from(byOutage, ([id, ofIt]) => [
			id,
			{ count: Number(ofIt[0]?.count ?? 0), monitors: ofIt.map(({ public_id, name }) => ({ id: public_id, name })) },
		]),
	);
}
