/** The data of a board beside its marks: a team's monitors, and the counts of their rolled-up hours and days. */

import { setImmediate as nextTurn } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Share } from "../../domain/figures/board.ts";
import { HOURS_A_DAY, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import { degradedIsSuccessful } from "../../domain/figures/uptime.ts";
import { type MonitorType, STATUSES, type Status } from "../../domain/monitors/monitor.ts";
import { labelOf } from "../database/codes.ts";
import type { Session } from "../database/session.ts";
import { EXISTS } from "../monitors/select-monitors.ts";
import type { ResultRow } from "../results/check-row.ts";
import { isAnswered, verdictIndex } from "../results/outcome-code.ts";
import { blockUnlessRow, oneOf } from "../results/stored-checks.ts";

export interface BoardMonitor {
	readonly id: number;
	/** `mon_…` */
	readonly publicId: string;
	readonly name: string;
	readonly type: MonitorType;
	readonly target: string;
	readonly tags: readonly string[];
	readonly isEnabled: boolean;
	readonly status: Status;
	/** Epoch milliseconds; null while pending. */
	readonly statusSince: number | null;
	/** Epoch milliseconds. */
	readonly updatedAt: number;
}

/** A check may be committed this long after the instant in its row, so reads of changes overlap by this time. */
export const CHANGES_OVERLAP_MS = 10_000;

/** Monitors read in one statement: some milliseconds. */
const MONITORS_A_SLICE = 500;

/** Every monitor of a team, in the order of their names by code point, then of their making. */
export async function boardMonitors(session: Session, teamId: number): Promise<BoardMonitor[]> {
	const { rows } = await sql<{
		id: number;
		public_id: string;
		name: string;
		type: MonitorType;
		target: string;
		tags: string;
		enabled_at: number | null;
		status: number;
		status_since: number | null;
		updated_at: number;
	}>`
		select m.id, m.public_id, m.name, m.type, m.target, m.tags, m.enabled_at, m.updated_at, s.status, s.status_since
		from monitors m join monitor_states s on s.monitor_id = m.id
		where ${EXISTS} and m.team_id = ${teamId}
		order by ${session.dialect.byCodePoint(sql`m.name`)}, m.id`.execute(session.db);
	// Monitors share few lists of tags.
	const tagLists = new Map<string, readonly string[]>([["[]", []]]);
	const tagsOf = (json: string) => {
		const known = tagLists.get(json) ?? (JSON.parse(json) as string[]);
		tagLists.set(json, known);
		return known;
	};
	return rows.map((row) => ({
		id: row.id,
		publicId: row.public_id,
		name: row.name,
		type: row.type,
		target: row.target,
		tags: tagsOf(row.tags),
		isEnabled: row.enabled_at !== null,
		status: labelOf(STATUSES, row.status),
		statusSince: row.status_since,
		updatedAt: row.updated_at,
	}));
}

/** Counts of the folded hours of one monitor, and the hour from which on nothing is folded. */
export interface FoldedShare extends Share {
	readonly through: number;
}

/**
 * For each monitor, the counts of its folded hours from `fromHour` on: whole days from their rows, the rest from hours.
 */
export async function foldedShares(
	session: Session,
	monitors: readonly Pick<BoardMonitor, "id" | "type">[],
	fromHour: number,
): Promise<Map<number, FoldedShare>> {
	const shares = new Map<number, FoldedShare>();
	const firstDay = Math.ceil(fromHour / HOURS_A_DAY);
	const types = new Map(monitors.map(({ id, type }) => [id, type]));
	for (const ids of slices(
		monitors.map(({ id }) => id),
		MONITORS_A_SLICE,
	)) {
		const wanted = idRows(session, ids);
		const { rows } = await sql<ShareRow>`
			select w.monitor_id, s.hours_through as through,
				coalesce(d.up, 0) + coalesce(h.up, 0) as up,
				coalesce(d.degraded, 0) + coalesce(h.degraded, 0) as degraded,
				coalesce(d.down, 0) + coalesce(h.down, 0) as down
			from ${wanted} as w
			join roll_up_states as s on s.monitor_id = w.monitor_id
			left join (
				select d.monitor_id, ${SUMS} from daily_roll_ups as d
				join roll_up_states as s on s.monitor_id = d.monitor_id
				where d.monitor_id in (select monitor_id from ${wanted} as w) and d.day >= ${firstDay}
					and d.day < s.hours_through / ${sql.lit(HOURS_A_DAY)}
				group by d.monitor_id
			) as d on d.monitor_id = w.monitor_id
			left join (
				select h.monitor_id, ${SUMS} from hourly_roll_ups as h
				join roll_up_states as s on s.monitor_id = h.monitor_id
				where h.monitor_id in (select monitor_id from ${wanted} as w) and h.hour >= ${fromHour}
					and (h.hour < ${firstDay * HOURS_A_DAY} or h.hour >= s.hours_through - s.hours_through % ${sql.lit(HOURS_A_DAY)})
				group by h.monitor_id
			) as h on h.monitor_id = w.monitor_id`.execute(session.db);
		for (const row of rows) {
			const counted = row.up + row.degraded + row.down;
			const successful = degradedIsSuccessful(types.get(row.monitor_id) ?? "http") ? row.up + row.degraded : row.up;
			shares.set(row.monitor_id, { total: counted, successful, through: row.through });
		}
		await nextTurn();
	}
	return shares;
}

interface ShareRow {
	readonly monitor_id: number;
	readonly through: number;
	readonly up: number;
	readonly degraded: number;
	readonly down: number;
}

const SUMS = sql`sum(up) as up, sum(degraded) as degraded, sum(down) as down`;

/** A monitor whose state or last check changed. */
export interface ChangedMonitor {
	readonly id: number;
	readonly publicId: string;
	readonly status: Status;
	readonly statusSince: number | null;
	readonly isEnabled: boolean;
	readonly isDeleted: boolean;
	readonly createdAt: number;
	readonly updatedAt: number;
	/** Newest minute with a verdict; null before the first. */
	readonly lastMinute: number | null;
	/** Of this minute, an index into VERDICTS. Null where its check is not kept any more. */
	readonly verdict: number | null;
	readonly responseTimeMs: number | null;
}

/** The monitors of a team that were checked, edited or deleted at `since` (epoch milliseconds) or later. */
export async function changedSince(session: Session, teamId: number, since: number): Promise<ChangedMonitor[]> {
	const { rows } = await sql<{
		id: number;
		public_id: string;
		status: number;
		status_since: number | null;
		enabled_at: number | null;
		deleted_at: number | null;
		created_at: number;
		updated_at: number;
		last_minute: number | null;
		outcome: number | null;
		elapsed_ms: number | null;
		block: Uint8Array | null;
	}>`
		select m.id, m.public_id, s.status, s.status_since, m.enabled_at, m.deleted_at, m.created_at, m.updated_at,
			s.last_minute, c.outcome, c.elapsed_ms, ${blockUnlessRow(sql`s.monitor_id`, sql`s.last_minute`)} as block
		from monitor_states as s
		join monitors as m on m.id = s.monitor_id
		left join check_results as c on ${session.dialect.results.isCheck(sql`s.monitor_id`, sql`s.last_minute`)}
		where s.team_id = ${teamId} and (s.last_checked_at >= ${since} or m.updated_at >= ${since} or m.deleted_at >= ${since})`.execute(
		session.db,
	);
	return rows.map((row) => {
		const check = oneOf(row, row.id, row.last_minute);
		return {
			id: row.id,
			publicId: row.public_id,
			status: labelOf(STATUSES, row.status),
			statusSince: row.status_since,
			isEnabled: row.enabled_at !== null,
			isDeleted: row.deleted_at !== null,
			createdAt: row.created_at,
			updatedAt: row.updated_at,
			lastMinute: row.last_minute,
			verdict: check === undefined ? null : verdictIndex(check.outcome),
			responseTimeMs: responseTimeOf(check),
		};
	});
}

export function responseTimeOf(check: Pick<ResultRow, "outcome" | "elapsed_ms"> | undefined): number | null {
	return check !== undefined && isAnswered(check.outcome) ? check.elapsed_ms : null;
}

export function idRows(session: Session, ids: readonly number[]): RawBuilder<unknown> {
	return session.dialect.rows(
		{ monitor_id: "integer" },
		ids.map((monitor_id) => ({ monitor_id })),
	);
}

export function* slices(ids: readonly number[], size: number): Generator<readonly number[]> {
	for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size);
}

/** The first minute that is not folded. */
export function unfoldedFrom({ through }: FoldedShare): number {
	return through * MINUTES_AN_HOUR;
}
