/**
 * Routes: rows of alerts that stand for one channel of an alert's escalation, and notify through it on the alert's
 * behalf. Delivery, retries, the cap and the recovery that is owed to whoever was told of a problem are so the same as
 * for every alert. A route covers no monitor: only steps enqueue problems for it. No API shows it.
 */

import { type RawBuilder, type Selectable, sql } from "kysely";
import { NOTICE_EVENTS } from "../../../domain/alerts/alert.ts";
import { NOTICE_KINDS } from "../../../domain/alerts/alert-policy.ts";
import { USUAL_RULES } from "../../../domain/alerts/alert-rules.ts";
import type { FieldValues } from "../../../domain/alerts/channels.ts";
import type { Escalation, ShownChannel } from "../../../domain/alerts/escalation.ts";
import type { NoticeFacts } from "../../../domain/alerts/notice.ts";
import { codeOf, labelOf } from "../../database/codes.ts";
import { idRows } from "../../database/id-rows.ts";
import { newPublicId } from "../../database/public-ids.ts";
import type { AlertTable, NoticeTable } from "../../database/tables/alerts.ts";
import type { Tx } from "../../database/tx.ts";
import { deleteMessageRefs } from "../alert-causes.ts";
import { type ChannelColumns, type ChannelRow, channelTypeOf } from "../alert-channels.ts";
import { enqueueEscalated } from "./steps.ts";

const ESCALATION = sql.lit(codeOf(NOTICE_KINDS, "escalation"));
const NO_ROUTE = "The step's channel was removed, or whoever is on call left the team, before they were notified.";

/** An escalation as it is stored: its channels are routes. */
export type StoredEscalation = Escalation<never>;

export interface StepRoute {
	/** Places of the step and of the channel in it. */
	readonly step: number;
	readonly place: number;
	readonly publicId: string;
	readonly columns: ChannelColumns;
	/** Whether its messages go to another place than those before. */
	readonly isElsewhere: boolean;
}

interface RouteRow extends ChannelRow {
	id: number;
	escalates: number | null;
	route: string | null;
}

const nameOf = (step: number, place: number) => `step:${step}:${place}`;

/** Every route of the alert's steps. */
export async function stepRoutes(tx: Tx, alertIds: readonly number[]): Promise<RouteRow[]> {
	if (alertIds.length === 0) return [];
	return tx.db
		.selectFrom("alerts")
		.select(["id", "escalates", "route", "public_id", "channel", "settings", "encrypted"])
		.where("escalates", "in", alertIds)
		.where("deleted_at", "is", null)
		.where("route", "like", "step:%")
		.orderBy("id")
		.execute();
}

/** The escalation of an alert's row, with its channels as they are shown. */
export function shownEscalation(
	{ id, escalation }: Pick<Selectable<AlertTable>, "id" | "escalation">,
	routes: readonly RouteRow[],
): Escalation<ShownChannel> | null {
	if (escalation === null) return null;
	const { steps, repeats } = JSON.parse(escalation) as StoredEscalation;
	const own = routes.filter(({ escalates }) => escalates === id);
	return {
		repeats,
		steps: steps.map((step, place) =>
			step.scheduleId === undefined
				? { ...step, channels: routesOfStep(own, place).map(shownChannel) }
				: { ...step, channels: undefined },
		),
	};
}

/** In the order in which the step names its channels. */
function routesOfStep(routes: readonly RouteRow[], step: number): RouteRow[] {
	const place = ({ route }: RouteRow) => Number(route?.split(":")[2]);
	return routes
		.filter(({ route }) => route?.startsWith(nameOf(step, 0).slice(0, -1)))
		.sort((a, b) => place(a) - place(b));
}

function shownChannel({ channel, settings }: RouteRow): ShownChannel {
	return { type: channelTypeOf(channel), fields: JSON.parse(settings) as FieldValues };
}

/** Replaces the escalation of an alert. Routes whose channels stay keep what they know of their notices. */
export async function writeEscalation(
	tx: Tx,
	{ id, teamId }: { readonly id: number; readonly teamId: number },
	escalation: StoredEscalation | null,
	routes: readonly StepRoute[],
	now: number,
): Promise<void> {
	await tx.db
		.updateTable("alerts")
		.set({ escalation: escalation && JSON.stringify(escalation) })
		.where("id", "=", id)
		.execute();
	const before = await stepRoutes(tx, [id]);
	const kept = new Set(routes.map(({ publicId }) => publicId));
	const gone = before.filter((route) => !kept.has(route.public_id)).map((route) => route.id);
	await deleteRoutes(tx, gone, now);
	for (const { step, place, publicId, columns, isElsewhere } of routes) {
		const known = before.find((route) => route.public_id === publicId);
		const route = nameOf(step, place);
		if (known === undefined) {
			await insertRoute(tx, { id, teamId }, { publicId, route, columns }, now);
			continue;
		}
		await tx.db
			.updateTable("alerts")
			.set({ ...columns, route })
			.where("id", "=", known.id)
			.execute();
		if (isElsewhere) await deleteMessageRefs(tx, known.id);
	}
}

/** Every route that the alert has or had: their events are the alert's. */
export async function routeIdsOf({ db }: Tx, alertId: number): Promise<readonly number[]> {
	const rows = await db.selectFrom("alerts").select("id").where("escalates", "=", alertId).orderBy("id").execute();
	return rows.map(({ id }) => id);
}

/** The routes of a step; none for a step that names a schedule. */
export async function routeIdsOfStep(tx: Tx, alertId: number, step: number): Promise<readonly number[]> {
	return routesOfStep(await stepRoutes(tx, [alertId]), step).map(({ id }) => id);
}

/** The routes of an alert to the own channels of a member of its team, made where they are missing. */
export async function routeIdsToPerson(
	tx: Tx,
	alert: { readonly id: number; readonly teamId: number },
	personId: string,
	now: number,
): Promise<readonly number[]> {
	const { rows: channels } = await sql<{ id: number; channel: string; route_id: number | null }>`
		select c.id, c.channel, a.id as route_id
		from user_channels as c join users as u on u.id = c.user_id
		join members as m on m.user_id = u.id and m.team_id = ${alert.teamId}
		left join alerts as a on a.escalates = ${alert.id} and a.user_channel_id = c.id and a.deleted_at is null
		where u.public_id = ${personId} order by c.id`.execute(tx.db);
	const ids: number[] = [];
	for (const { id, channel, route_id } of channels) {
		if (route_id !== null) {
			ids.push(route_id);
			continue;
		}
		const columns = { channel, settings: "{}", encrypted: null };
		const made = { publicId: newPublicId("alt"), route: `user:${id}`, columns, userChannelId: id };
		ids.push(await insertRoute(tx, alert, made, now));
	}
	return ids;
}

async function insertRoute(
	tx: Tx,
	{ id: escalates, teamId }: { readonly id: number; readonly teamId: number },
	route: {
		readonly publicId: string;
		readonly route: string;
		readonly columns: ChannelColumns;
		readonly userChannelId?: number;
	},
	now: number,
): Promise<number> {
	const { id } = await tx.db
		.insertInto("alerts")
		.values({
			...route.columns,
			public_id: route.publicId,
			team_id: teamId,
			name: "",
			all_monitors: 0,
			// Those of the alert count, as they are when a notice is decided.
			rules: JSON.stringify(USUAL_RULES),
			is_enabled: 1,
			escalates,
			route: route.route,
			user_channel_id: route.userChannelId ?? null,
			escalation: null,
			created_at: now,
			updated_at: now,
			deleted_at: null,
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

export async function deleteRoutesOf(tx: Tx, alertId: number, now: number): Promise<void> {
	const routes = await tx.db
		.selectFrom("alerts")
		.select("id")
		.where("escalates", "=", alertId)
		.where("deleted_at", "is", null)
		.execute();
	await deleteRoutes(
		tx,
		routes.map(({ id }) => id),
		now,
	);
}

/** The routes of a team's alerts to the channels of a person, who is told nothing more by them. */
export async function deleteRoutesToPerson(
	tx: Tx,
	{ teamId, userId }: { readonly teamId: number; readonly userId: number },
	now: number,
): Promise<void> {
	await lockEscalating(tx, sql`select cast(${teamId} as bigint)`);
	const { rows } = await sql<{ id: number }>`
		select a.id from alerts as a join user_channels as c on c.id = a.user_channel_id
		where a.team_id = ${teamId} and c.user_id = ${userId} and a.deleted_at is null`.execute(tx.db);
	await deleteRoutes(
		tx,
		rows.map(({ id }) => id),
		now,
	);
}

/**
 * Until the transaction ends, no step of these teams' alerts is taken: one under way makes its routes and notices
 * before they are read here.
 *
 * @param teams SQL that selects keys of teams
 */
export async function lockEscalating(tx: Tx, teams: RawBuilder<unknown>): Promise<void> {
	await sql`
		select id from alerts where escalation is not null and deleted_at is null and team_id in (${teams})
		order by id${tx.dialect.forUpdate}`.execute(tx.db);
}

/**
 * Their rows stay for as long as events refer to them. What a step has told nobody yet goes to the alert's own
 * channel, so that it is never lost.
 */
export async function deleteRoutes(tx: Tx, ids: readonly number[], now: number): Promise<void> {
	if (ids.length === 0) return;
	const { db } = tx;
	await escalateInstead(tx, ids, now);
	const dropped = { deleted_at: now, is_enabled: 0 as const, settings: "{}", encrypted: null };
	await db.updateTable("alerts").set(dropped).where("id", "in", ids).execute();
	await db.deleteFrom("notices").where("alert_id", "in", ids).execute();
	await db.deleteFrom("alert_states").where("alert_id", "in", ids).execute();
}

async function escalateInstead(tx: Tx, ids: readonly number[], now: number): Promise<void> {
	const { rows } = await sql<Selectable<NoticeTable> & { escalates: number }>`
		select n.*, r.escalates from notices as n join alerts as r on r.id = n.alert_id
		join alerts as a on a.id = r.escalates and a.deleted_at is null and a.escalation is not null
		where n.alert_id in (select id from ${idRows(tx.dialect, ids)} as one) and n.kind = ${ESCALATION}
		order by n.id`.execute(tx.db);
	const steps = new Map(rows.map((row) => [`${row.escalates}:${row.monitor_id}:${row.outage}`, row]));
	for (const row of steps.values()) {
		const { monitor_id: monitorId, outage } = row;
		const event = labelOf(NOTICE_EVENTS, row.event);
		const facts = JSON.parse(row.facts) as NoticeFacts;
		const { escalation } = facts;
		if (escalation === undefined || outage === null || (event !== "down" && event !== "degraded")) continue;
		const about = { alertIds: [row.escalates], monitorId, event, outage, facts };
		await enqueueEscalated(tx, { ...about, escalation: { ...escalation, fallback: NO_ROUTE } }, now);
	}
}
