/**
 * Which deliverer serves which alert. One deliverer at a time holds an alert, under a lease, so that what it decides
 * for that alert (cooldown, cap, grouping, order) is still true when it is written.
 *
 *     claimAlerts ─▶ claimNotices (one transaction) ─▶ deliver (outside of any) ─▶ recordDelivery (one transaction)
 */

import { type RawBuilder, type Selectable, sql } from "kysely";
import { NOTICE_KINDS } from "../../domain/alerts/alert-policy.ts";
import type { AlertRules } from "../../domain/alerts/alert-rules.ts";
import type { ChannelType, OpenChannel } from "../../domain/alerts/channels.ts";
import { codeOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { SecretBox } from "../database/secret-box.ts";
import type { AlertTable } from "../database/tables/alerts.ts";
import type { Tx } from "../database/tx.ts";
import type { HolderId } from "../installation/controls.ts";
import { type ChannelRow, channelTypeOf, openChannel } from "./alert-channels.ts";
import { rulesOf } from "./alerts.ts";
import type { StoredEscalation } from "./escalation/routes.ts";
import { EDGE, STEP } from "./notice-codes.ts";

/** All of them, named so that the index (alert_id, kind, due_at) is used. */
const ANY_KIND = sql.join(NOTICE_KINDS.map((kind) => sql.lit(codeOf(NOTICE_KINDS, kind))));

/**
 * How long a deliverer holds an alert: longer than a pass over it can take (../../engine/notices/deliver-notices.ts).
 */
export const LEASE_MS = 120_000;

/**
 * A lease that ends later than this from now was written by a clock that was ahead and has been set back; without this
 * bound the alert would stay unserved until then.
 */
const LONGEST_LEASE_MS = 2 * LEASE_MS;

/** An alert that is ours until the lease ends. */
export interface Lease {
	readonly alertId: number;
	readonly teamId: number;
	readonly until: number;
}

/** Enough to choose from; a team adds no more than there are places. */
const WAITING_AT_MOST = 1_000;
const WAITING_OF_A_TEAM = 200;

/** One step of the index for each alert that has notices, however many wait: they may be tens of thousands. */
const ALERTS_OF_OUTBOX = sql`outbox (alert_id) as (
	select min(alert_id) from notices
	union all
	select (select min(n.alert_id) from notices as n where n.alert_id > o.alert_id)
	from outbox as o where o.alert_id is not null
)`;

/**
 * Alerts that have a notice ready now and no lease: of each team first the one that was served longest ago, then of
 * each team the next one, so that a team with many alerts hides no other.
 */
export async function waitingAlerts(tx: Tx, now: number): Promise<{ alertId: number; teamId: number }[]> {
	const { rows } = await sql<{ id: number; team_id: number }>`
		with recursive ${ALERTS_OF_OUTBOX}
		select id, team_id from (
			select a.id, a.team_id, a.leased_until,
				row_number() over (partition by a.team_id order by a.leased_until, a.id) as place
			from outbox as o join alerts as a on a.id = o.alert_id
			where ${isFree(now)} and exists (
				select 1 from notices as n where n.alert_id = a.id and n.kind in (${ANY_KIND}) and ${isReady(now)}
			)
		) as waiting
		where place <= ${WAITING_OF_A_TEAM} order by place, leased_until limit ${WAITING_AT_MOST}`.execute(tx.db);
	return rows.map(({ id, team_id }) => ({ alertId: id, teamId: team_id }));
}

/**
 * The next instant after `now`, epoch milliseconds, at which a notice becomes due or a lease of an alert with notices
 * ends; null when there is none. Two steps of an index for each alert and kind.
 */
export async function nextNoticeAt(tx: Tx, now: number): Promise<number | null> {
	const nextOfKind = NOTICE_KINDS.map(
		(kind) => sql`(
			select min(n.due_at) from notices as n
			where n.alert_id = o.alert_id and n.kind = ${sql.lit(codeOf(NOTICE_KINDS, kind))} and n.due_at > ${now}
		)`,
	);
	const instants = [sql`case when a.leased_until > ${now} then a.leased_until end`, ...nextOfKind];
	const { rows } = await sql<Record<string, number | null>>`
		with recursive ${ALERTS_OF_OUTBOX}
		select ${sql.join(instants.map((instant, index) => sql`min(${instant}) as ${sql.ref(`next_${index}`)}`))}
		from outbox as o join alerts as a on a.id = o.alert_id`.execute(tx.db);
	const next = Object.values(rows[0] ?? {}).filter((instant) => instant !== null);
	return next.length === 0 ? null : Math.min(...next);
}

/** Leases those of `alertIds` that no other deliverer has leased meanwhile: of two deliverers one gets each alert. */
export async function claimAlerts(
	tx: Tx,
	alertIds: readonly number[],
	now: number,
	holder: HolderId = null,
): Promise<Lease[]> {
	if (alertIds.length === 0) return [];
	const ids = idRows(tx.dialect, alertIds);
	const { rows } = await sql<{ id: number; team_id: number }>`
		update alerts as a set leased_until = ${now + LEASE_MS}, held_by = ${holder}
		where id in (select id from ${ids} as r) and ${isFree(now)}
		returning id, team_id`.execute(tx.db);
	return rows.map(({ id, team_id }) => ({ alertId: id, teamId: team_id, until: now + LEASE_MS }));
}

function isFree(now: number): RawBuilder<unknown> {
	return sql`(a.leased_until <= ${now} or a.leased_until > ${now + LONGEST_LEASE_MS})`;
}

/**
 * Whether the notice `n` can be decided or delivered: it is due, and no earlier one of the same alert and monitor is
 * undecided, except repeats and reminders that wait for their time. A notice that a window holds keeps its place: it is
 * decided again every minute, and the end of one outage must not be delivered after the beginning of the next. A step
 * waits for no delivery: it notifies others, also while the alert's own channel can't be reached.
 */
export function isReady(now: number): RawBuilder<unknown> {
	return sql`n.due_at <= ${now} and not exists (
		select 1 from notices as e
		where e.alert_id = n.alert_id and e.monitor_id = n.monitor_id and e.id < n.id
			and (e.held = 0 or e.due_at <= ${now} or e.kind = ${EDGE})
			and not (n.kind = ${STEP} and e.message_id is not null)
	)`;
}

/** A leased alert as a deliverer needs it. */
export interface ServedAlert {
	readonly id: number;
	readonly teamId: number;
	readonly publicId: string;
	readonly name: string;
	/** False when it was switched off or deleted. */
	readonly isEnabled: boolean;
	readonly isDeleted: boolean;
	readonly rules: AlertRules;
	readonly channelType: ChannelType;
	/** Null when its secrets can't be read. */
	readonly channel: OpenChannel | null;
	/** Null for a route. */
	readonly escalation: StoredEscalation | null;
}

/** The alert, locked until the transaction ends; null when the lease was lost. */
export async function lockLeasedAlert(tx: Tx, lease: Lease, box: SecretBox, now: number): Promise<ServedAlert | null> {
	const { rows } = await sql<Selectable<AlertTable>>`
		select * from alerts
		where id = ${lease.alertId} and leased_until = ${lease.until}${tx.dialect.forUpdate}`.execute(tx.db);
	const [row] = rows;
	if (!row) return null;
	// A route notifies on behalf of its alert, by the alert's rules.
	const alert = row.escalates === null ? row : await alertOf(tx, row.escalates);
	const isEnabled = [row, alert].every((one) => one.is_enabled === 1);
	const isDeleted = [row, alert].some((one) => one.deleted_at !== null);
	const ownRules = rulesOf(alert);
	const channel = row.user_channel_id === null ? row : await userChannel(tx, row.user_channel_id);
	return {
		id: row.id,
		teamId: row.team_id,
		publicId: alert.public_id,
		name: alert.name,
		isEnabled,
		isDeleted,
		// Steps repeat a problem already.
		rules: row.escalates === null ? ownRules : { ...ownRules, reminderMinutes: null },
		channelType: channelTypeOf(row.channel),
		channel: isEnabled ? openChannel(box, channel, now) : null,
		escalation: row.escalation === null ? null : (JSON.parse(row.escalation) as StoredEscalation),
	};
}

async function alertOf({ db }: Tx, id: number): Promise<Selectable<AlertTable>> {
	return db.selectFrom("alerts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

async function userChannel({ db }: Tx, id: number): Promise<ChannelRow> {
	const columns = ["public_id", "channel", "settings", "encrypted"] as const;
	return db.selectFrom("user_channels").select(columns).where("id", "=", id).executeTakeFirstOrThrow();
}

/**
 * Locks the alert until the transaction ends. Edits and deletions lock it first too, so that none deadlocks with
 * another.
 */
export async function lockAlertRow(tx: Tx, alertId: number): Promise<void> {
	await sql`select id from alerts where id = ${alertId}${tx.dialect.forUpdate}`.execute(tx.db);
}

/** Ends a lease early. */
export async function releaseAlert(tx: Tx, { alertId, until }: Lease, now: number): Promise<void> {
	await sql`update alerts set leased_until = ${now} where id = ${alertId} and leased_until = ${until}`.execute(tx.db);
}

/** Ends every lease. For the start of the only process of a database: the processes that held them are gone. */
export async function releaseAllAlerts(tx: Tx, now: number): Promise<void> {
	await sql`update alerts set leased_until = ${now} where leased_until > ${now}`.execute(tx.db);
}

/** Notices in the outbox. */
export async function countNotices(tx: Tx): Promise<number> {
	const { count } = await tx.db
		.selectFrom("notices")
		.select((is) => is.fn.countAll<number>().as("count"))
		.executeTakeFirstOrThrow();
	return count;
}
