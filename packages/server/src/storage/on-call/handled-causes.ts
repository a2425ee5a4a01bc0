/** Who has acknowledged or snoozed a cause, and the outages that belong to it. */

import { sql } from "kysely";
import type { Handler, Handling } from "../../domain/on-call/handling.ts";
import type { Tx } from "../database/tx.ts";

/** An outage as it is handled: with its cause. */
export interface HandledOutage {
	readonly id: number;
	/** `out_…` */
	readonly publicId: string;
	readonly monitor: { readonly id: number; readonly publicId: string; readonly name: string };
	readonly causeId: number;
	/** `cau_…` */
	readonly causePublicId: string;
	/** The monitor of which it is a consequence; null when it is none. */
	readonly consequenceOf: { readonly publicId: string; readonly name: string } | null;
	readonly startedAt: number;
	/** Null while it lasts. */
	readonly endedAt: number | null;
	readonly handling: Handling;
}

/** Columns of `handled_causes` in a row, all null where the cause has no row there. */
export interface HandlingColumns {
	acknowledged_at: number | null;
	acknowledged_by: string | null;
	snoozed_at: number | null;
	snoozed_by: string | null;
	snoozed_until: number | null;
}

interface OutageRow extends HandlingColumns {
	id: number;
	public_id: string;
	monitor_id: number;
	monitor_public_id: string;
	name: string;
	cause_id: number;
	cause_public_id: string;
	depends_on_public_id: string | null;
	depends_on_name: string | null;
	started_at: number;
	ended_at: number | null;
}

export const HANDLING_COLUMNS = sql`h.acknowledged_at, h.acknowledged_by, h.snoozed_at, h.snoozed_by, h.snoozed_until`;

const OUTAGES = sql`
	select o.id, o.public_id, o.monitor_id, m.public_id as monitor_public_id, m.name, o.cause_id,
		c.public_id as cause_public_id, d.public_id as depends_on_public_id, d.name as depends_on_name,
		o.started_at, o.ended_at, ${HANDLING_COLUMNS}
	from outages as o
	join monitors as m on m.id = o.monitor_id and m.deleted_at is null
	join causes as c on c.id = o.cause_id
	left join outages as p on p.id = o.consequence_of and (p.ended_at is null or o.ended_at is not null)
	left join monitors as d on d.id = p.monitor_id and d.deleted_at is null
	left join handled_causes as h on h.cause_id = o.cause_id`;

export async function findOutage(tx: Tx, teamId: number, publicId: string): Promise<HandledOutage | null> {
	const { rows } = await sql<OutageRow>`
		${OUTAGES} where o.team_id = ${teamId} and o.public_id = ${publicId}`.execute(tx.db);
	return rows[0] === undefined ? null : outageOf(rows[0]);
}

/** The outages of a team that last, the newest first; at most `limit`. */
export async function openOutages(tx: Tx, teamId: number, limit: number): Promise<HandledOutage[]> {
	const { rows } = await sql<OutageRow>`
		${OUTAGES} where o.team_id = ${teamId} and o.ended_at is null
		order by o.started_at desc, o.id desc limit ${limit}`.execute(tx.db);
	return rows.map(outageOf);
}

/**
 * Those of a cause that last and that the alert tells of: what the others are consequences of, then the oldest first;
 * at most `limit`.
 */
export async function outagesOfCause(
	tx: Tx,
	{ causeId, alertId }: { readonly causeId: number; readonly alertId: number },
	limit: number,
): Promise<HandledOutage[]> {
	const { rows } = await sql<OutageRow>`
		${OUTAGES}
		join alert_states as s on s.alert_id = ${alertId} and s.monitor_id = o.monitor_id and s.pending_outage = o.started_at
		where o.cause_id = ${causeId} and o.ended_at is null
		order by case when o.consequence_of is null then 0 else 1 end, o.started_at, o.id limit ${limit}`.execute(tx.db);
	return rows.map(outageOf);
}

export async function acknowledge(tx: Tx, causeId: number, by: Handler, now: number): Promise<void> {
	const values = { acknowledged_at: now, acknowledged_by: JSON.stringify(by) };
	await tx.db
		.insertInto("handled_causes")
		.values({ cause_id: causeId, ...values })
		.onConflict((conflict) => conflict.column("cause_id").doUpdateSet(values))
		.execute();
}

/** @param until epoch milliseconds */
export async function snooze(tx: Tx, causeId: number, by: Handler, until: number, now: number): Promise<void> {
	const values = { snoozed_at: now, snoozed_by: JSON.stringify(by), snoozed_until: until };
	await tx.db
		.insertInto("handled_causes")
		.values({ cause_id: causeId, ...values })
		.onConflict((conflict) => conflict.column("cause_id").doUpdateSet(values))
		.execute();
}

/**
 * Whoever has a cause has the one that it was merged into, and is not asked again; of several the latest, as where two
 * people acknowledge one cause.
 */
export async function moveHandling(
	tx: Tx,
	merges: readonly { readonly id: number; readonly whole: number }[],
): Promise<void> {
	if (merges.length === 0) return;
	const parts = tx.dialect.rows({ id: "integer", whole: "integer" }, merges);
	const { rows } = await sql<HandlingColumns & { whole: number; is_part: number }>`
		select r.whole, 1 as is_part, ${HANDLING_COLUMNS} from ${parts} as r join handled_causes as h on h.cause_id = r.id
		union all
		select h.cause_id, 0, ${HANDLING_COLUMNS} from handled_causes as h
		where h.cause_id in (select whole from ${parts} as w)`.execute(tx.db);
	for (const [whole, ofWhole] of Map.groupBy(rows, (row) => row.whole)) {
		const handled = ofWhole.map((row) => ({ isPart: row.is_part === 1, ...handlingOf(row) }));
		const [taken] = handled.filter((one) => one.acknowledged !== null).toSorted(byLatest("acknowledged"));
		const [latest] = handled.filter((one) => one.snoozed !== null).toSorted(byLatest("snoozed"));
		if (taken?.isPart && taken.acknowledged) await acknowledge(tx, whole, taken.acknowledged.by, taken.acknowledged.at);
		if (latest?.isPart && latest.snoozed) {
			const { by, until, at } = latest.snoozed;
			await snooze(tx, whole, by, until, at);
		}
	}
}

const byLatest = (what: keyof Handling) => (a: Handling, b: Handling) => (b[what]?.at ?? 0) - (a[what]?.at ?? 0);

export function handlingOf(row: HandlingColumns): Handling {
	const { acknowledged_at, acknowledged_by, snoozed_at, snoozed_by, snoozed_until } = row;
	return {
		acknowledged:
			acknowledged_at === null || acknowledged_by === null
				? null
				: { at: acknowledged_at, by: JSON.parse(acknowledged_by) as Handler },
		snoozed:
			snoozed_at === null || snoozed_by === null || snoozed_until === null
				? null
				: { at: snoozed_at, by: JSON.parse(snoozed_by) as Handler, until: snoozed_until },
	};
}

function outageOf(row: OutageRow): HandledOutage {
	return {
		id: row.id,
		publicId: row.public_id,
		monitor: { id: row.monitor_id, publicId: row.monitor_public_id, name: row.name },
		causeId: row.cause_id,
		causePublicId: row.cause_public_id,
		consequenceOf:
			row.depends_on_public_id === null || row.depends_on_name === null
				? null
				: { publicId: row.depends_on_public_id, name: row.depends_on_name },
		startedAt: row.started_at,
		endedAt: row.ended_at,
		handling: handlingOf(row),
	};
}
