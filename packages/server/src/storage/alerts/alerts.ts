/**
 * Alerts; their stored channels are in ./alert-channels.ts. A deleted alert sends nothing from that moment on; its row
 * stays, without secrets, for as long as events refer to it (../upkeep/prune.ts).
 */

import { type Selectable, sql } from "kysely";
import type { Alert } from "../../domain/alerts/alert.ts";
import { NOTICE_KINDS } from "../../domain/alerts/alert-policy.ts";
import { type AlertRules, alertRulesOf, USUAL_RULES } from "../../domain/alerts/alert-rules.ts";
import type { FieldValues } from "../../domain/alerts/channels.ts";
import { type CoverableMonitor, covers } from "../../domain/alerts/coverage.ts";
import { type Changes, given } from "../../domain/given.ts";
import type { Seek } from "../../domain/seek.ts";
import { codeOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import { lockRow } from "../database/lock-row.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import type { AlertTable } from "../database/tables/alerts.ts";
import { laterUpdatedAt } from "../database/tables/updated-at.ts";
import type { Tx } from "../database/tx.ts";
import { replaceMonitorLinks } from "../monitors/monitor-links.ts";
import { type ChannelColumns, channelTypeOf } from "./alert-channels.ts";
import {
	deleteRoutesOf,
	type StepRoute,
	type StoredEscalation,
	shownEscalation,
	stepRoutes,
	writeEscalation,
} from "./escalation/routes.ts";

interface StoredAlert extends AlertRules {
	readonly name: string;
	readonly isEnabled: boolean;
	readonly channel: ChannelColumns;
	/** With the routes that its channels are. */
	readonly escalation: { readonly escalation: StoredEscalation | null; readonly routes: readonly StepRoute[] };
	/** Null: every monitor of the team. */
	readonly monitorIds: readonly string[] | null;
	/** The keys of `monitorIds`. */
	readonly monitors: readonly number[];
}

export async function createAlert(
	tx: Tx,
	{ teamId, publicId, channel, monitors, escalation, ...wanted }: StoredAlert & { teamId: number; publicId: string },
	now: number,
): Promise<Alert> {
	const { id } = await tx.db
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
	await replaceMonitorLinks(tx, "alert_monitors", id, monitors);
	await writeEscalation(tx, { id, teamId }, escalation.escalation, escalation.routes, now);
	return only(tx, id);
}

/** The alert of that team and public id; null when there is none, or when it was deleted. */
export async function findAlert(tx: Tx, teamId: number, publicId: string): Promise<Alert | null> {
	const row = await tx.db
		.selectFrom("alerts")
		.selectAll()
		.where("public_id", "=", publicId)
		.where("team_id", "=", teamId)
		.where("deleted_at", "is", null)
		.where("escalates", "is", null)
		.executeTakeFirst();
	return row ? ((await withMonitors(tx, [row]))[0] ?? null) : null;
}

/** As {@link findAlert}, locked until the transaction ends. */
export async function lockAlert(tx: Tx, teamId: number, publicId: string): Promise<Alert | null> {
	await lockRow(tx, "alerts", teamId, publicId);
	return findAlert(tx, teamId, publicId);
}

/** A page of a team's alerts, newest first. */
export async function pageOfAlerts(tx: Tx, teamId: number, seek: Seek<AgeKey>): Promise<Alert[]> {
	const alerts = tx.db
		.selectFrom("alerts")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("deleted_at", "is", null)
		.where("escalates", "is", null);
	return withMonitors(tx, await newestFirst(alerts, seek));
}

/** A page of the alerts that cover a monitor, switched off ones too, newest first. */
export async function pageOfCoveringAlerts(
	tx: Tx,
	teamId: number,
	monitor: CoverableMonitor & { readonly publicId: string },
	{ limit, direction, from }: Seek<AgeKey>,
): Promise<Alert[]> {
	const found: Alert[] = [];
	for (let next = from; ; ) {
		const page = await pageOfAlerts(tx, teamId, { limit, direction, from: next });
		const inOrder = direction === "forward" ? page : page.toReversed();
		found.push(
			...inOrder.filter((alert) => covers(alert, alert.monitorIds?.includes(monitor.publicId) ?? null, monitor)),
		);
		const last = inOrder.at(-1);
		if (last === undefined || page.length < limit || found.length >= limit) break;
		next = [last.createdAt, last.id];
	}
	const wanted = found.slice(0, limit);
	return direction === "forward" ? wanted : wanted.reverse();
}

/** Changes the given fields. */
export async function updateAlert(
	tx: Tx,
	{ id, teamId, ...before }: Alert & { readonly teamId: number },
	{ channel, monitors, escalation, ...changes }: Changes<StoredAlert>,
	now: number,
): Promise<Alert> {
	if (monitors !== undefined) await replaceMonitorLinks(tx, "alert_monitors", id, monitors);
	await tx.db
		.updateTable("alerts")
		.set({ ...rowOf({ ...before, ...given(changes) }), ...channel, updated_at: laterUpdatedAt(now) })
		.where("id", "=", id)
		.execute();
	if (escalation !== undefined) {
		await writeEscalation(tx, { id, teamId }, escalation.escalation, escalation.routes, now);
	}
	return only(tx, id);
}

/** Notices that wait for the end of a cooldown or for the next reminder are decided again now, by the new rules. */
export async function decideWaitingAgain({ db }: Tx, alertId: number, now: number): Promise<void> {
	await db
		.updateTable("notices")
		.set({ due_at: now })
		.where("alert_id", "=", alertId)
		.where("kind", "in", [codeOf(NOTICE_KINDS, "again"), codeOf(NOTICE_KINDS, "reminder")])
		.where("message_id", "is", null)
		.execute();
}

/** Deletes the alert and its pending notices. */
export async function deleteAlert(tx: Tx, id: number, now: number): Promise<void> {
	const { db } = tx;
	await deleteRoutesOf(tx, id, now);
	await db
		.updateTable("alerts")
		.set({ deleted_at: now, is_enabled: 0, settings: "{}", encrypted: null })
		.where("id", "=", id)
		.execute();
	await db.deleteFrom("notices").where("alert_id", "=", id).execute();
	await db.deleteFrom("alert_states").where("alert_id", "=", id).execute();
	await db.deleteFrom("alert_monitors").where("alert_id", "=", id).execute();
}

// --- rows ----------------------------------------------------------------------------------------------------------

/** The rules of a row, with the usual ones where the row is older than a rule. */
export function rulesOf(row: Pick<AlertTable, "rules">): AlertRules {
	return { ...USUAL_RULES, ...(JSON.parse(row.rules) as Partial<AlertRules>) };
}

type Chosen = Omit<StoredAlert, "channel" | "monitors" | "escalation">;

function rowOf(settings: Chosen): Pick<AlertTable, "name" | "all_monitors" | "is_enabled" | "rules"> {
	return {
		name: settings.name,
		all_monitors: settings.monitorIds === null ? 1 : 0,
		is_enabled: settings.isEnabled ? 1 : 0,
		rules: JSON.stringify(alertRulesOf(settings)),
	};
}

async function only(tx: Tx, id: number): Promise<Alert> {
	const row = await tx.db.selectFrom("alerts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
	const [alert] = await withMonitors(tx, [row]);
	if (!alert) throw new Error(`Alert ${id} is gone within its own transaction`);
	return alert;
}

async function withMonitors(tx: Tx, rows: readonly Selectable<AlertTable>[]): Promise<Alert[]> {
	const ids = idRows(
		tx.dialect,
		rows.filter((row) => row.all_monitors === 0).map(({ id }) => id),
	);
	const { rows: links } = await sql<{ alert_id: number; public_id: string }>`
		select l.alert_id, m.public_id from ${ids} as wanted
		join alert_monitors as l on l.alert_id = wanted.id
		join monitors as m on m.id = l.monitor_id and m.deleted_at is null
		order by l.monitor_id`.execute(tx.db);
	const monitorIds = Map.groupBy(links, ({ alert_id }) => alert_id);
	const routes = await stepRoutes(
		tx,
		rows.filter(({ escalation }) => escalation !== null).map(({ id }) => id),
	);
	return rows.map((row) => ({
		...rulesOf(row),
		id: row.id,
		publicId: row.public_id,
		name: row.name,
		channel: { type: channelTypeOf(row.channel), fields: JSON.parse(row.settings) as FieldValues },
		monitorIds: row.all_monitors === 1 ? null : (monitorIds.get(row.id) ?? []).map(({ public_id }) => public_id),
		isEnabled: row.is_enabled === 1,
		escalation: shownEscalation(row, routes),
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	}));
}
