/**
 * Alerts; their stored channels are in ./alert-channels.ts. A deleted alert sends nothing from that moment on; its row
 * stays, without secrets, because events refer to it.
 */

import { type Selectable, sql } from "kysely";
import type { Alert, AlertRules, AlertSettings, Unacceptable } from "../../domain/alerts/alert.ts";
import { NOTICE_KINDS } from "../../domain/alerts/alert-policy.ts";
import type { FieldValues } from "../../domain/alerts/channels.ts";
import type { Seek } from "../../domain/seek.ts";
import { codeOf } from "../database/codes.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { SecretBox } from "../database/sealed-secrets.ts";
import type { Session } from "../database/session.ts";
import type { AlertTable } from "../database/tables/alerts.ts";
import { monitorKeys } from "../monitors/monitor-keys.ts";
import { replaceMonitorLinks } from "../monitors/monitor-links.ts";
import { channelTypeOf, sealChannel } from "./alert-channels.ts";

export async function createAlert(
	session: Session,
	box: SecretBox,
	{ teamId, ...wanted }: AlertSettings & { teamId: number },
	now: number,
): Promise<Alert | Unacceptable> {
	const publicId = newPublicId("alt");
	const channel = sealChannel(box, publicId, wanted.channel, null, now);
	if ("message" in channel) return channel;
	return session.transaction(async (session) => {
		const monitors = await monitorsOf(session, teamId, wanted.monitorIds);
		if ("message" in monitors) return monitors;
		const { id } = await session.db
			.insertInto("alerts")
			.values({
				...rowOf(wanted),
				...channel,
				public_id: publicId,
				team_id: teamId,
				created_at: now,
				updated_at: now,
				deleted_at: null,
			})
			.returning("id")
			.executeTakeFirstOrThrow();
		await replaceMonitorLinks(session, "alert_monitors", id, monitors);
		return only(session, id);
	});
}

/** The alert of that team and public id; null when there is none, or when it was deleted. */
export async function findAlert(session: Session, teamId: number, publicId: string): Promise<Alert | null> {
	const row = await session.db
		.selectFrom("alerts")
		.selectAll()
		.where("public_id", "=", publicId)
		.where("team_id", "=", teamId)
		.where("deleted_at", "is", null)
		.executeTakeFirst();
	return row ? ((await withMonitors(session, [row]))[0] ?? null) : null;
}

/** A page of a team's alerts, newest first. */
export async function pageOfAlerts(session: Session, teamId: number, seek: Seek<AgeKey>): Promise<Alert[]> {
	const alerts = session.db
		.selectFrom("alerts")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("deleted_at", "is", null);
	return withMonitors(session, await newestFirst(alerts, seek));
}

/** Changes the given fields. Null when the alert was deleted meanwhile. */
export async function updateAlert(
	session: Session,
	box: SecretBox,
	id: number,
	changes: Partial<AlertSettings>,
	now: number,
): Promise<Alert | Unacceptable | null> {
	return session.transaction(async (session) => {
		const { rows } = await sql<Selectable<AlertTable>>`
			select * from alerts where id = ${id} and deleted_at is null${session.dialect.forUpdate}`.execute(session.db);
		const [row] = rows;
		if (!row) return null;
		let channel = {};
		if (changes.channel !== undefined) {
			const sealed = sealChannel(box, row.public_id, changes.channel, row, now);
			if ("message" in sealed) return sealed;
			channel = sealed;
		}
		if (changes.monitorIds !== undefined) {
			const monitors = await monitorsOf(session, row.team_id, changes.monitorIds);
			if ("message" in monitors) return monitors;
			await replaceMonitorLinks(session, "alert_monitors", id, monitors);
		}
		await session.db
			.updateTable("alerts")
			// Always increases, also for two changes within a millisecond or after the clock was set back.
			.set({ ...rowOf(changes), ...channel, updated_at: Math.max(now, row.updated_at + 1) })
			.where("id", "=", id)
			.execute();
		await decideWaitingAgain(session, row, changes, now);
		return only(session, id);
	});
}

/** Notices that wait for the end of a cooldown or for the next reminder are decided again now, by the new rules. */
async function decideWaitingAgain(
	session: Session,
	before: Selectable<AlertTable>,
	{ cooldownMinutes, reminderMinutes }: Partial<AlertRules>,
	now: number,
): Promise<void> {
	const stays = (wanted: number | null | undefined, had: number | null) => wanted === undefined || wanted === had;
	if (stays(cooldownMinutes, before.cooldown_minutes) && stays(reminderMinutes, before.reminder_minutes)) return;
	await session.db
		.updateTable("notices")
		.set({ due_at: now })
		.where("alert_id", "=", before.id)
		.where("kind", "in", [codeOf(NOTICE_KINDS, "again"), codeOf(NOTICE_KINDS, "reminder")])
		.where("message_id", "is", null)
		.execute();
}

/** Deletes the alert and its pending notices; false when it was deleted already. */
export async function deleteAlert(session: Session, id: number, now: number): Promise<boolean> {
	return session.transaction(async (session) => {
		const { numUpdatedRows } = await session.db
			.updateTable("alerts")
			.set({ deleted_at: now, is_enabled: 0, settings: "{}", sealed: null })
			.where("id", "=", id)
			.where("deleted_at", "is", null)
			.executeTakeFirst();
		if (numUpdatedRows === 0n) return false;
		await session.db.deleteFrom("notices").where("alert_id", "=", id).execute();
		await session.db.deleteFrom("alert_states").where("alert_id", "=", id).execute();
		await session.db.deleteFrom("alert_monitors").where("alert_id", "=", id).execute();
		return true;
	});
}

// --- rows ----------------------------------------------------------------------------------------------------------

export type RuleColumns = Pick<
	AlertTable,
	"events" | "cooldown_minutes" | "daily_cap" | "failure_threshold" | "reminder_minutes"
>;

/** The rules of a row. */
export function rulesOf(row: RuleColumns): AlertRules {
	return {
		events: JSON.parse(row.events) as AlertRules["events"],
		cooldownMinutes: row.cooldown_minutes,
		dailyCap: row.daily_cap,
		failureThreshold: row.failure_threshold,
		reminderMinutes: row.reminder_minutes,
	};
}

type ChosenColumns = RuleColumns & Pick<AlertTable, "name" | "all_monitors" | "is_enabled">;

function rowOf(settings: AlertSettings): ChosenColumns;
function rowOf(settings: Partial<AlertSettings>): Partial<ChosenColumns>;
function rowOf(settings: Partial<AlertSettings>): Partial<ChosenColumns> {
	const { name, monitorIds, events, isEnabled, cooldownMinutes, dailyCap, failureThreshold, reminderMinutes } =
		settings;
	return {
		...(name !== undefined && { name }),
		...(monitorIds !== undefined && { all_monitors: monitorIds === null ? (1 as const) : (0 as const) }),
		...(events !== undefined && { events: JSON.stringify(events) }),
		...(cooldownMinutes !== undefined && { cooldown_minutes: cooldownMinutes }),
		...(dailyCap !== undefined && { daily_cap: dailyCap }),
		...(failureThreshold !== undefined && { failure_threshold: failureThreshold }),
		...(reminderMinutes !== undefined && { reminder_minutes: reminderMinutes }),
		...(isEnabled !== undefined && { is_enabled: isEnabled ? (1 as const) : (0 as const) }),
	};
}

async function monitorsOf(
	session: Session,
	teamId: number,
	publicIds: readonly string[] | null,
): Promise<readonly number[] | Unacceptable> {
	const keys = await monitorKeys(session, teamId, publicIds ?? []);
	const unknown = (publicIds ?? []).findIndex((publicId) => !keys.has(publicId));
	if (unknown >= 0) return { path: ["monitorIds", unknown], message: "There is no such monitor." };
	return [...keys.values()];
}

async function only(session: Session, id: number): Promise<Alert> {
	const row = await session.db.selectFrom("alerts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
	const [alert] = await withMonitors(session, [row]);
	if (!alert) throw new Error(`Alert ${id} is gone within its own transaction`);
	return alert;
}

async function withMonitors(session: Session, rows: readonly Selectable<AlertTable>[]): Promise<Alert[]> {
	const ids = session.dialect.rows(
		{ id: "integer" },
		rows.filter((row) => row.all_monitors === 0).map(({ id }) => ({ id })),
	);
	const { rows: links } = await sql<{ alert_id: number; public_id: string }>`
		select l.alert_id, m.public_id from ${ids} as wanted
		join alert_monitors as l on l.alert_id = wanted.id
		join monitors as m on m.id = l.monitor_id and m.deleted_at is null
		order by l.monitor_id`.execute(session.db);
	const monitorIds = Map.groupBy(links, ({ alert_id }) => alert_id);
	return rows.map((row) => ({
		...rulesOf(row),
		id: row.id,
		publicId: row.public_id,
		name: row.name,
		channel: { type: channelTypeOf(row.channel), fields: JSON.parse(row.settings) as FieldValues },
		monitorIds: row.all_monitors === 1 ? null : (monitorIds.get(row.id) ?? []).map(({ public_id }) => public_id),
		isEnabled: row.is_enabled === 1,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	}));
}
