/** All outages of a monitor in a range, added up from its changes of status (./outages.ts has them one by one). */

import { sql } from "kysely";
import type { FailingStatus } from "../../domain/checks/outage.ts";
import { type OutageRange, type OutageSum, OutageTally } from "../../domain/checks/outage-spans.ts";
import { concerns, type Span, spansOf, windowCovers } from "../../domain/maintenance/maintenance.ts";
import { STATUSES } from "../../domain/monitors/monitor.ts";
import { labelOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";
import { windowsOfTeam } from "../maintenance/maintenance-windows.ts";
import { heavyTurn } from "../turns/heavy-turn.ts";
import { lastRecoveryBefore } from "./outages.ts";

/** Changes of status read at a time: some milliseconds. */
const ROWS_AT_ONCE = 2_000;
/** Days of windows expanded at a time: some milliseconds. */
const EXPANDED_MS = 31 * 86_400_000;

interface OpenOutage {
	readonly startedAt: number;
	readonly worstStatus: FailingStatus;
}

/**
 * `ongoing`: the outage that lasts, where the range reaches to the present; the sum has it up to the end of the range.
 *
 * @param now the end of an outage that lasts, epoch milliseconds
 */
export async function sumOfOutages(
	tx: Tx,
	monitor: { readonly id: number; readonly teamId: number },
	range: OutageRange,
	now: number,
): Promise<OutageSum & { readonly ongoing: OpenOutage | null }> {
	const tally = new OutageTally(range);
	const isMaintained = await maintenanceOf(tx, monitor, range);
	let open = null as OpenOutage | null;
	const close = (endedAt: number) => {
		const closed = open;
		if (closed) tally.add({ ...closed, endedAt, duringMaintenance: isMaintained(closed.startedAt) });
		open = null;
		return closed;
	};
	for await (const { from, to, occurredAt } of changesFrom(tx, monitor.id, range)) {
		if (occurredAt >= range.to && open === null) break;
		if (to === "up") close(occurredAt);
		if (to !== "down" && to !== "degraded") continue;
		if (open) open = { ...open, worstStatus: to === "down" ? "down" : open.worstStatus };
		else if (from !== "down" && from !== "degraded") open = { startedAt: occurredAt, worstStatus: to };
	}
	const last = close(now);
	return { ...tally.sum(), ongoing: range.to < now ? null : last };
}

interface Change {
	readonly from: (typeof STATUSES)[number];
	readonly to: (typeof STATUSES)[number];
	readonly occurredAt: number;
}

/** The changes of status that tell of the outages of a range, oldest first. */
async function* changesFrom(tx: Tx, monitorId: number, range: OutageRange): AsyncGenerator<Change> {
	let after = await lastRecoveryBefore(tx, monitorId, range.from);
	for (let size = ROWS_AT_ONCE; size === ROWS_AT_ONCE; ) {
		await heavyTurn();
		const { rows } = await sql<{ id: number; from_status: number; to_status: number; occurred_at: number }>`
			select id, from_status, to_status, occurred_at from transitions
			where monitor_id = ${monitorId} and id > ${after} order by id limit ${ROWS_AT_ONCE}`.execute(tx.db);
		for (const row of rows) {
			const [from, to] = [labelOf(STATUSES, row.from_status), labelOf(STATUSES, row.to_status)];
			yield { from, to, occurredAt: row.occurred_at };
		}
		size = rows.length;
		after = rows.at(-1)?.id ?? after;
	}
}

/** Whether maintenance covered the monitor at an instant of the range or before it, by the windows as they are now. */
async function maintenanceOf(
	tx: Tx,
	monitor: { readonly id: number; readonly teamId: number },
	range: OutageRange,
): Promise<(instant: number) => boolean> {
	const windows = (await windowsOfTeam(tx, monitor.teamId)).filter((window) => concerns(window, monitor.id));
	const spans: Span[] = [];
	for (const { schedule } of windows) {
		for (let from = range.from; from < range.to; from += EXPANDED_MS) {
			spans.push(...spansOf(schedule, from, Math.min(range.to, from + EXPANDED_MS)));
			if (schedule.kind === "recurring") await heavyTurn();
		}
	}
	return (instant) =>
		instant < range.from
			? windowCovers(windows, monitor.id, instant) !== null
			: spans.some(({ startsAt, endsAt }) => startsAt <= instant && instant < endsAt);
}
