/**
 * Who may serve which alert. One deliverer at a time has an alert to itself, under a lease, so that what it decides of that alert
 * (cooldown, cap, grouping, order) holds until it has written it.
 *
 *     claimAlerts ─▶ claimNotices: decide, in one transaction ─▶ deliver, outside of any ─▶ recordDelivery, in one transaction
 */

import { type RawBuilder, sql } from "kysely";
import { NOTICE_KINDS } from "../../domain/alerts/alert-policy.ts";
import { codeOf } from "../database/codes.ts";
import type { Session } from "../database/session.ts";

const EDGE = codeOf(NOTICE_KINDS, "edge");

/** How long a deliverer has an alert to itself: more than a pass over it can take (../../engine/deliver-notices.ts). */
export const LEASE_MS = 120_000;

/**
 * No lease ends later than this from now, by clocks that differ a little: one that does is of a clock that was ahead and was set
 * back, and would keep its alert silent for as long as that.
 */
const LONGEST_LEASE_MS = 2 * LEASE_MS;

/** An alert that is ours until the lease ends. */
export interface Lease {
	readonly alertId: number;
	readonly teamId: number;
	readonly until: number;
}

/**
 * Takes at most `limit` alerts that owe something now, the longest unserved first. One statement, so that of two
 * deliverers each alert goes to one.
 */
export async function claimAlerts(session: Session, now: number, limit: number): Promise<Lease[]> {
	const { rows } = await sql<{ id: number; team_id: number }>`
		update alerts set leased_until = ${now + LEASE_MS}
		where id in (
			select a.id from alerts as a
			where (a.leased_until <= ${now} or a.leased_until > ${now + LONGEST_LEASE_MS}) and a.id in (select n.alert_id from notices as n where ${isReady(now)})
			order by a.leased_until limit ${limit}${session.dialect.forUpdateSkipLocked}
		)
		returning id, team_id`.execute(session.db);
	return rows.map(({ id, team_id }) => ({ alertId: id, teamId: team_id, until: now + LEASE_MS }));
}

/**
 * Whether the notice `n` can be taken up: it is due, and no earlier one of the same alert and monitor is undecided, but for
 * what is to be said again at a time of its own. What a window holds keeps its place: it is looked at every minute, and the
 * end of one outage must not come after the beginning of the next.
 */
export function isReady(now: number): RawBuilder<unknown> {
	return sql`n.due_at <= ${now} and not exists (
		select 1 from notices as e
		where e.alert_id = n.alert_id and e.monitor_id = n.monitor_id and e.id < n.id and (e.held = 0 or e.due_at <= ${now} or e.kind = ${EDGE})
	)`;
}

/** Ends a lease before its time. */
export async function releaseAlert(session: Session, { alertId, until }: Lease, now: number): Promise<void> {
	await sql`update alerts set leased_until = ${now} where id = ${alertId} and leased_until = ${until}`.execute(
		session.db,
	);
}

/** Ends every lease. For the start of the only process of a database: whoever held them is gone. */
export async function releaseAllAlerts(session: Session, now: number): Promise<void> {
	await sql`update alerts set leased_until = ${now} where leased_until > ${now}`.execute(session.db);
}

/** Notices that are owed and not decided. */
export async function countNotices(session: Session): Promise<number> {
	const { count } = await session.db
		.selectFrom("notices")
		.select((is) => is.fn.countAll<number>().as("count"))
		.executeTakeFirstOrThrow();
	return count;
}
