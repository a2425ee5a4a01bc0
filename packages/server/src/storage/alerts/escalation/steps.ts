/** Steps of escalations in the outbox: enqueued with their problem, and replaced by the notices of their recipients. */

import { type RawBuilder, sql } from "kysely";
import type { EscalationFacts } from "../../../domain/alerts/escalation.ts";
import type { NoticeFacts } from "../../../domain/alerts/notice.ts";
import type { OutboxNotice } from "../../../domain/alerts/outbox.ts";
import type { Dialect } from "../../database/dialect.ts";
import { idRows } from "../../database/id-rows.ts";
import type { Tx } from "../../database/tx.ts";
import { insertNotices } from "../insert-notices.ts";
import { EDGE, SENT, STEP } from "../notice-codes.ts";

/** A step to wait for. */
export interface NewStep {
	readonly alertId: number;
	readonly monitorId: number;
	readonly event: "down" | "degraded";
	readonly outage: number;
	readonly facts: NoticeFacts;
	/** Counted on through the repetitions, from 0. */
	readonly number: number;
	readonly dueAt: number;
}

/** Held, so that they stand in no other notice's way before they are due. */
export async function enqueueSteps(tx: Tx, steps: readonly NewStep[], now: number): Promise<void> {
	const rows = steps.map(({ number: step, ...about }) => {
		return { ...about, cause: "check", kind: "step", held: true, step } as const;
	});
	await insertNotices(tx, rows, now);
}

/** The outages of which a step of the alert waits, as "monitor:outage". */
export async function waitingSteps({ db }: Tx, alertId: number): Promise<ReadonlySet<string>> {
	const { rows } = await sql<{ monitor_id: number; outage: number }>`
		select monitor_id, outage from notices where alert_id = ${alertId} and kind = ${STEP}`.execute(db);
	return new Set(rows.map(({ monitor_id, outage }) => `${monitor_id}:${outage}`));
}

/** A step of the escalation of an outage; `number` counts from 1. */
export function stepKey({ monitorId, outage }: Pick<OutboxNotice, "monitorId" | "outage">, number: number): string {
	return `${monitorId}:${outage}:${number}`;
}

/** The steps, by their keys, that messages about these problems tell of: sent ones, and those in delivery. */
export async function stepsSentWithProblem(
	{ db, dialect }: Tx,
	alertId: number,
	outages: readonly Pick<OutboxNotice, "monitorId" | "outage">[],
): Promise<ReadonlySet<string>> {
	const { rows: sent } = await sql<{ monitor_id: number; outage: number; escalation: string }>`
		select e.monitor_id, e.outage, e.escalation from ${outageRows(dialect, outages)} as r
		join alert_events as e on e.monitor_id = r.monitor_id and e.sent_at >= r.outage and e.outage = r.outage
		where e.alert_id = ${alertId} and e.kind = ${EDGE} and e.status = ${SENT} and e.escalation is not null`.execute(db);
	const { rows: inDelivery } = await sql<{ monitor_id: number; outage: number; facts: string }>`
		select monitor_id, outage, facts from notices
		where alert_id = ${alertId} and kind = ${EDGE} and message_id is not null
			and (monitor_id, outage) in (select monitor_id, outage from ${outageRows(dialect, outages)} as r)`.execute(db);
	const told = [
		...sent.map(({ escalation, ...of }) => ({ ...of, escalation: JSON.parse(escalation) as EscalationFacts })),
		...inDelivery.map(({ facts, ...of }) => ({ ...of, escalation: (JSON.parse(facts) as NoticeFacts).escalation })),
	];
	return new Set(
		told.flatMap(({ monitor_id: monitorId, outage, escalation }) =>
			escalation === undefined ? [] : [stepKey({ monitorId, outage }, escalation.step)],
		),
	);
}

/** Adds to notices what their message says of a step. */
export async function addEscalation(
	tx: Tx,
	notices: readonly Pick<OutboxNotice, "id">[],
	escalation: EscalationFacts,
): Promise<void> {
	const ids = idRows(
		tx.dialect,
		notices.map(({ id }) => id),
	);
	const { rows } = await sql<{ id: number; facts: string }>`
		select id, facts from notices where id in (select id from ${ids} as r)`.execute(tx.db);
	const changed = rows.map(({ id, facts }) => {
		return { id, facts: JSON.stringify({ ...(JSON.parse(facts) as NoticeFacts), escalation }) };
	});
	if (changed.length === 0) return;
	const values = tx.dialect.rows({ id: "integer", facts: "text" }, changed);
	await sql`update notices set facts = r.facts from ${values} as r where notices.id = r.id`.execute(tx.db);
}

/** A table with the columns `monitor_id` and `outage`, for use after FROM. */
function outageRows(
	dialect: Dialect,
	outages: readonly { readonly monitorId: number; readonly outage: number | null }[],
): RawBuilder<unknown> {
	return dialect.rows(
		{ monitor_id: "integer", outage: "integer" },
		outages.map(({ monitorId, outage }) => ({ monitor_id: monitorId, outage })),
	);
}

/** Has the first steps of these outages wait until `dueAt`, if they wait for less. */
export async function postponeFirstSteps(
	{ db, dialect }: Tx,
	alertId: number,
	outages: readonly Pick<OutboxNotice, "monitorId" | "outage">[],
	dueAt: number,
): Promise<void> {
	if (outages.length === 0) return;
	await sql`
		update notices set due_at = ${dueAt} where alert_id = ${alertId} and kind = ${STEP} and step = 0 and due_at < ${dueAt}
			and (monitor_id, outage) in (select monitor_id, outage from ${outageRows(dialect, outages)} as r)`.execute(db);
}

/** Removes the steps of outages that the alert does not tell of. */
export async function removeSteps(
	{ db, dialect }: Tx,
	alertId: number,
	outages: readonly { readonly monitorId: number; readonly outage: number | null }[],
): Promise<void> {
	if (outages.length === 0) return;
	await sql`
		delete from notices where alert_id = ${alertId} and kind = ${STEP}
			and (monitor_id, outage) in (select monitor_id, outage from ${outageRows(dialect, outages)} as r)`.execute(db);
}

/**
 * The steps whose outage lasts and can't end until the transaction does: a check that ends it is recorded after that,
 * and then sees who was told by the step. Not those of monitors whose checks are being recorded.
 */
export async function lockLasting<Step extends Pick<OutboxNotice, "monitorId" | "outage">>(
	tx: Tx,
	steps: readonly Step[],
): Promise<Step[]> {
	if (steps.length === 0) return [];
	const ids = idRows(
		tx.dialect,
		steps.map(({ monitorId }) => monitorId),
	);
	const { rows } = await sql<{ monitor_id: number; failing_since: number | null }>`
		select monitor_id, failing_since from monitor_states where monitor_id in (select id from ${ids} as r)
		order by monitor_id${tx.dialect.forUpdateSkipLocked}`.execute(tx.db);
	const since = new Map(rows.map(({ monitor_id, failing_since }) => [monitor_id, failing_since]));
	return steps.filter(({ monitorId, outage }) => outage !== null && since.get(monitorId) === outage);
}

/** A problem that a step tells one of its recipients. */
interface Escalated extends Omit<NewStep, "number" | "dueAt" | "alertId"> {
	/** The routes, or the alert itself. */
	readonly alertIds: readonly number[];
	readonly escalation: EscalationFacts;
}

/** Enqueues the notices of recipients. Each will be told the end of the outage. */
export async function enqueueEscalated(tx: Tx, escalated: Escalated, now: number): Promise<void> {
	const { alertIds, monitorId, event, outage, escalation } = escalated;
	const facts: NoticeFacts = { ...escalated.facts, escalation };
	const rows = alertIds.map((alertId) => {
		return { alertId, monitorId, event, cause: "check", kind: "escalation", outage, facts, dueAt: now } as const;
	});
	await insertNotices(tx, rows, now);
	for (const alertId of [...alertIds].sort((a, b) => a - b)) {
		await sql`
			insert into alert_states (alert_id, monitor_id, pending_outage) values (${alertId}, ${monitorId}, ${outage})
			on conflict (alert_id, monitor_id) do update
			set pending_outage = excluded.pending_outage, pending_lost = 0`.execute(tx.db);
	}
}
