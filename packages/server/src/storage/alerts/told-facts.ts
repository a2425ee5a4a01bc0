/** What the message of a cause has told, so that an update of it says all of that, as it is now. */

import { sql } from "kysely";
import type { BriefNotice, Message, Notice, NoticeFacts } from "../../domain/alerts/notice.ts";
import type { RenewedFacts } from "../../domain/alerts/outbox.ts";
import { STATUSES } from "../../domain/monitors/monitor.ts";
import { labelOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { HANDLING_COLUMNS, type HandlingColumns, handlingOf } from "../on-call/handled-causes.ts";
import { consequencesOf, isSame } from "./consequences.ts";

/** Of one message: more lines than any channel shows. The others are counted. */
const MAX_FACTS = 100;
/** Counted beside those. */
const MAX_TOLD = 10_000;

/**
 * Keeps the facts of problems that were sent, the first {@link MAX_FACTS} of a message: for as long as what the alert
 * has notified of is the outage that they are about.
 */
export async function keepFacts(
	tx: Tx,
	alertId: number,
	problems: readonly { readonly monitorId: number; readonly outage: number | null; readonly facts: NoticeFacts }[],
): Promise<void> {
	const kept = new Map(problems.slice(0, MAX_FACTS).map((problem) => [problem.monitorId, problem]));
	if (kept.size === 0) return;
	const rows = tx.dialect.rows(
		{ monitor_id: "integer", outage: "integer", facts: "text" },
		[...kept.values()].map(({ monitorId, outage, facts }) => {
			return { monitor_id: monitorId, outage, facts: JSON.stringify(facts) };
		}),
	);
	await sql`
		update alert_states set notified_facts = r.facts from ${rows} as r
		where alert_states.alert_id = ${alertId} and alert_states.monitor_id = r.monitor_id
			and alert_states.notified_outage = r.outage`.execute(tx.db);
}

interface Told extends Pick<Message, "acknowledged"> {
	readonly notices: readonly Notice[];
	readonly others: readonly BriefNotice[];
	readonly renewed: readonly RenewedFacts[];
}

/**
 * The problems of the cause that last and that the alert has notified of, the oldest first, and who has
 * acknowledged it. Those that name other consequences than before are to be kept once the message is sent, so that no
 * further update says the same, and one that was never sent is made up for.
 *
 * @param incident public id of the cause whose incident the message is sent to: then those that were sent there
 * @param id of the message that takes their place
 * @param except monitors of which it has news itself
 */
export async function toldOf(
	tx: Tx,
	{ alertId, causeId, incident }: { readonly alertId: number; readonly causeId: number; incident: string | null },
	id: string,
	except: readonly number[],
): Promise<Told> {
	const isAbout =
		incident === null
			? sql`o.cause_id = ${causeId}`
			: sql`s.notified_incident = (select i.id from causes as i where i.public_id = ${incident})`;
	const { rows } = await sql<{
		outage_id: number;
		started_at: number;
		id: number;
		monitor_id: string;
		name: string;
		target: string;
		status: number;
		facts: string | null;
	}>`
		select o.id as outage_id, o.started_at, m.id, m.public_id as monitor_id, m.name, m.target, ms.status,
			s.notified_facts as facts
		from outages as o
		join alert_states as s on s.alert_id = ${alertId} and s.monitor_id = o.monitor_id and s.notified_outage = o.started_at
		join monitors as m on m.id = o.monitor_id and m.deleted_at is null and m.enabled_at is not null
		join monitor_states as ms on ms.monitor_id = m.id
		where ${isAbout} and o.ended_at is null
			and o.monitor_id not in (select id from ${idRows(tx.dialect, except)} as r)
		order by o.started_at, o.id limit ${MAX_TOLD}`.execute(tx.db);
	const consequences = await consequencesOf(
		tx,
		rows.slice(0, MAX_FACTS).map(({ outage_id }) => outage_id),
		"lasting",
	);
	const notices: Notice[] = [];
	const others: BriefNotice[] = [];
	const renewed: RenewedFacts[] = [];
	for (const { outage_id, started_at: outage, id: monitorId, monitor_id, name, target, status, facts } of rows) {
		const event = labelOf(STATUSES, status) === "degraded" ? "degraded" : "down";
		if (facts === null || notices.length === MAX_FACTS)
			others.push({ id, event, cause: "check", monitorId: monitor_id });
		else {
			const monitor = { id: monitor_id, name, target };
			const { consequences: before, ...kept } = JSON.parse(facts) as NoticeFacts;
			const now = consequences.get(outage_id);
			const present = now === undefined ? kept : { ...kept, consequences: now };
			if (!isSame(before, now)) renewed.push({ monitorId, outage, facts: present });
			notices.push({ ...present, id, event, cause: "check", isReminder: false, monitor });
		}
	}
	const handled = await sql<HandlingColumns>`
		select ${HANDLING_COLUMNS} from handled_causes as h where h.cause_id = ${causeId}`.execute(tx.db);
	const acknowledged = handled.rows[0] === undefined ? null : handlingOf(handled.rows[0]).acknowledged;
	return { notices, others, renewed, ...(acknowledged !== null && { acknowledged }) };
}
