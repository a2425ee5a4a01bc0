/**
 * Results, and the only file that knows how they lie on the disk: one compact row a check, without text, keyed by
 * monitor and minute; what a failure has to say stands in a table of its own, for those checks alone.
 *
 * On SQLite the key begins with the minute, so that recording appends whatever the number of monitors, and a monitor's
 * history is read by looking up each minute it could hold: about half a microsecond each.
 *
 * Writing belongs to the commit in ../commit/record-checks.ts.
 */

import { type RawBuilder, sql } from "kysely";
import { type CheckOutcome, elapsedMs, minuteOf, startOfMinute } from "../../domain/checks/check.ts";
import { type Judgement, type Reason, VERDICTS, type Verdict } from "../../domain/checks/judgement.ts";
import { NO_PHASES, PHASES, type Phase, type PhaseTimes } from "../../domain/checks/observation.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import { codeOf, labelOf, REASONS } from "../database/codes.ts";
import type { CheckResultTable } from "../database/schema.ts";
import type { Session } from "../database/session.ts";

export interface JudgedOutcome {
	readonly outcome: CheckOutcome;
	readonly judgement: Judgement;
}

/** A check as history tells it. */
export interface CheckRecord {
	readonly monitorId: number;
	readonly minute: number;
	readonly revision: number;
	readonly verdict: Verdict;
	readonly reason: Reason | null;
	/** Null where there was no complete response. */
	readonly responseStatus: number | null;
	/** Whole milliseconds; null where there was no complete response. */
	readonly responseTimeMs: number | null;
	/** Whole milliseconds; all zero where nothing is known. `transfer` is what the others leave of the response time. */
	readonly phases: PhaseTimes;
	/** Epoch milliseconds. */
	readonly startedAt: number;
	/** Null when missed. */
	readonly completedAt: number | null;
	/** Where a failed attempt ended, what it has to say, and the content check that failed. */
	readonly phase: Phase | null;
	readonly message: string | null;
	readonly contentCheckId: string | null;
}

/** A check's outcome is a small number: the verdict, and above it the reason. */
const REASON_FACTOR = 4;
const MISSED = codeOf(VERDICTS, "missed");

/**
 * Minutes looked through at a time when a page is gathered: at first a little more than a monitor with a check each minute needs,
 * then four times as many each time, for those with fewer and over gaps.
 */
const PAGE_STRIDE = { spare: 10, growth: 4, most: 1_440 };

/** A result with what its failure has to say, as readers select it. */
interface ResultRow extends CheckResultTable {
	phase: number | null;
	message: string | null;
	content_check_id: string | null;
}

// --- writing ----------------------------------------------------------------------------------------------------------

/**
 * Records checks, idempotently on monitor and minute: a check of newer settings takes the place of one of older
 * settings, one that was made takes the place of one that was missed, and nothing else changes what is there.
 * Returns the names of those that are now the record of their minute. No two of `checks` may have the same name.
 */
export async function insertChecks(
	session: Session,
	checks: readonly JudgedOutcome[],
): Promise<{ monitorId: number; minute: number }[]> {
	const rows = session.dialect.rows(
		{
			minute: "integer",
			monitor_id: "integer",
			revision: "integer",
			outcome: "integer",
			response_status: "integer",
			elapsed_ms: "integer",
			started_ms: "integer",
			dns_ms: "integer",
			connect_ms: "integer",
			tls_ms: "integer",
			first_byte_ms: "integer",
		},
		checks.map(toRow),
	);
	const columns = sql`minute, monitor_id, revision, outcome, response_status, elapsed_ms, started_ms, dns_ms, connect_ms, tls_ms, first_byte_ms`;
	const { rows: accepted } = await sql<{ monitor_id: number; minute: number }>`
		insert into check_results (${columns})
		select ${columns} from ${rows} as r where true order by minute, monitor_id
		on conflict (minute, monitor_id) do update set
			revision = excluded.revision, outcome = excluded.outcome, response_status = excluded.response_status,
			elapsed_ms = excluded.elapsed_ms, started_ms = excluded.started_ms, dns_ms = excluded.dns_ms,
			connect_ms = excluded.connect_ms, tls_ms = excluded.tls_ms, first_byte_ms = excluded.first_byte_ms
		where excluded.revision > check_results.revision or (
			excluded.revision = check_results.revision
			and check_results.outcome % ${sql.lit(REASON_FACTOR)} = ${sql.lit(MISSED)}
			and excluded.outcome % ${sql.lit(REASON_FACTOR)} <> ${sql.lit(MISSED)}
		)
		returning monitor_id, minute`.execute(session.db);

	const names = new Set(accepted.map((row) => `${row.monitor_id}:${row.minute}`));
	const failures = checks
		.filter(({ outcome, judgement }) => judgement.message !== null && names.has(nameOf(outcome)))
		.map(({ outcome, judgement }) => ({
			minute: minuteOf(outcome.order.scheduledAt),
			monitor_id: outcome.order.monitorId,
			phase: judgement.phase === null ? null : codeOf(PHASES, judgement.phase),
			message: judgement.message,
			content_check_id: judgement.contentCheckId,
		}));
	if (failures.length > 0) {
		const details = session.dialect.rows(
			{ minute: "integer", monitor_id: "integer", phase: "integer", message: "text", content_check_id: "text" },
			failures,
		);
		// What a check that was replaced by a better one leaves here is not read: readers look only where the verdict is not up.
		await sql`
			insert into check_failures (minute, monitor_id, phase, message, content_check_id)
			select minute, monitor_id, phase, message, content_check_id from ${details} as r where true
			on conflict (minute, monitor_id) do update set
				phase = excluded.phase, message = excluded.message, content_check_id = excluded.content_check_id`.execute(
			session.db,
		);
	}
	return accepted.map((row) => ({ monitorId: row.monitor_id, minute: row.minute }));
}

/** The name of a check: its monitor and its scheduled minute. */
export function nameOf({ order }: CheckOutcome): string {
	return `${order.monitorId}:${minuteOf(order.scheduledAt)}`;
}

function toRow({ outcome, judgement }: JudgedOutcome): Omit<ResultRow, "phase" | "message" | "content_check_id"> {
	const { order, observation, startedAt } = outcome;
	const minute = minuteOf(order.scheduledAt);
	const phases = observation.kind === "missed" ? NO_PHASES : observation.phases;
	return {
		minute,
		monitor_id: order.monitorId,
		revision: order.revision,
		outcome: codeOf(VERDICTS, judgement.verdict) + REASON_FACTOR * codeOf(REASONS, judgement.reason),
		response_status: observation.kind === "answered" ? observation.status : null,
		elapsed_ms: observation.kind === "missed" ? null : elapsedMs(outcome),
		started_ms: startedAt - startOfMinute(minute),
		dns_ms: Math.round(phases.dns),
		connect_ms: Math.round(phases.connect),
		tls_ms: Math.round(phases.tls),
		first_byte_ms: Math.round(phases.first_byte),
	};
}

// --- reading ----------------------------------------------------------------------------------------------------------

/**
 * A page of one monitor's history, newest first.
 *
 * @param page.limit how many at the most
 * @param page.before only checks of earlier minutes
 * @param page.after only checks of later minutes; the page is then the one that ends just above that minute
 */
export async function pageOfChecks(
	session: Session,
	monitorId: number,
	page: { limit: number; before?: number; after?: number },
): Promise<CheckRecord[]> {
	const ends = await minutesOfHistory(session, monitorId);
	if (!ends) return [];
	const ascending = page.after !== undefined;
	const oldest = Math.max(ends.oldest, page.after === undefined ? ends.oldest : page.after + 1);
	const newest = Math.min(ends.newest, page.before === undefined ? ends.newest : page.before - 1);
	const found: CheckRecord[] = [];
	let stride = page.limit + PAGE_STRIDE.spare;
	for (let at = ascending ? oldest : newest; at >= oldest && at <= newest && found.length < page.limit; ) {
		const from = ascending ? at : Math.max(oldest, at - stride + 1);
		const to = ascending ? Math.min(newest, at + stride - 1) : at;
		const order = ascending ? sql`asc` : sql`desc`;
		const { rows } = await sql<ResultRow>`
			select c.*, f.phase, f.message, f.content_check_id from ${checksOf(session, [monitorId], from, to + 1)}
			order by c.minute ${order} limit ${page.limit - found.length}`.execute(session.db);
		found.push(...rows.map(fromRow));
		at = ascending ? to + 1 : from - 1;
		stride = Math.min(PAGE_STRIDE.most, stride * PAGE_STRIDE.growth);
	}
	return ascending ? found.reverse() : found;
}

/** One monitor's checks of the minutes from `fromMinute` up to but not including `toMinute`, oldest first. At most 31 days at a time. */
export async function checksBetween(
	session: Session,
	monitorId: number,
	fromMinute: number,
	toMinute: number,
): Promise<CheckRecord[]> {
	const { rows } = await sql<ResultRow>`
		select c.*, f.phase, f.message, f.content_check_id from ${checksOf(session, [monitorId], fromMinute, toMinute)}
		order by c.minute`.execute(session.db);
	return rows.map(fromRow);
}

/** Verdicts and times of one monitor's checks, oldest first, packed for figures over many of them. */
export interface CheckTimes {
	readonly minutes: Int32Array;
	/** Indexes into VERDICTS. */
	readonly verdicts: Uint8Array;
	/** Response times in whole milliseconds; -1 where there was no complete response. */
	readonly responseTimesMs: Int32Array;
}

/** As {@link checksBetween}, lean. */
export async function timesBetween(
	session: Session,
	monitorId: number,
	fromMinute: number,
	toMinute: number,
): Promise<CheckTimes> {
	const { rows } = await sql<Pick<ResultRow, "minute" | "outcome" | "response_status" | "elapsed_ms">>`
		select c.minute, c.outcome, c.response_status, c.elapsed_ms from ${resultsOf(session, [monitorId], fromMinute, toMinute)}
		order by c.minute`.execute(session.db);
	const minutes = new Int32Array(rows.length);
	const verdicts = new Uint8Array(rows.length);
	const responseTimesMs = new Int32Array(rows.length);
	for (const [index, row] of rows.entries()) {
		minutes[index] = row.minute;
		verdicts[index] = row.outcome % REASON_FACTOR;
		responseTimesMs[index] = row.response_status === null ? -1 : (row.elapsed_ms ?? -1);
	}
	return { minutes, verdicts, responseTimesMs };
}

/**
 * The checks of several monitors, by monitor and then minute. `limit` counts monitors, taken in the order of their keys after
 * `afterMonitorId`; `lastMonitorId` is where to go on, null when there are no more. Deleted monitors have none.
 */
export async function checksOfRange(
	session: Session,
	fromMinute: number,
	toMinute: number,
	range: { afterMonitorId?: number; teamId?: number; limit: number },
): Promise<{ checks: CheckRecord[]; lastMonitorId: number | null }> {
	let monitors = session.db
		.selectFrom("monitors")
		.select("id")
		.where("deleted_at", "is", null)
		.where("id", ">", range.afterMonitorId ?? 0)
		.orderBy("id")
		.limit(range.limit);
	if (range.teamId !== undefined) monitors = monitors.where("team_id", "=", range.teamId);
	const ids = (await monitors.execute()).map(({ id }) => id);
	if (ids.length === 0) return { checks: [], lastMonitorId: null };
	const { rows } = await sql<ResultRow>`
		select c.*, f.phase, f.message, f.content_check_id from ${checksOf(session, ids, fromMinute, toMinute)}
		order by c.monitor_id, c.minute`.execute(session.db);
	return { checks: rows.map(fromRow), lastMonitorId: ids.at(-1) ?? null };
}

/** Judged checks of one minute, by team and type of monitor; missed ones are in none of the counts. */
export interface MinuteCount {
	readonly teamId: number;
	readonly minute: number;
	readonly type: MonitorType;
	readonly up: number;
	readonly degraded: number;
	readonly down: number;
}

function countOf(verdict: Verdict): RawBuilder<unknown> {
	return sql`sum(case when c.outcome % ${sql.lit(REASON_FACTOR)} = ${sql.lit(codeOf(VERDICTS, verdict))} then 1 else 0 end)`;
}

/** Counts the checks of every monitor, or of one team's, deleted ones included for as long as their history is there. */
export async function countByMinute(
	session: Session,
	fromMinute: number,
	toMinute: number,
	teamId: number | null,
): Promise<MinuteCount[]> {
	const ofTeam = teamId === null ? sql`` : sql` and m.team_id = ${teamId}`;
	// CROSS JOIN keeps SQLite at the stretch of the key that holds these minutes.
	const { rows } = await sql<MinuteCount>`
		select m.team_id as "teamId", c.minute, m.type, ${countOf("up")} as up, ${countOf("degraded")} as degraded, ${countOf("down")} as down
		from (select minute, monitor_id, outcome from check_results where minute >= ${fromMinute} and minute < ${toMinute}) as c
		cross join monitors as m where m.id = c.monitor_id${ofTeam}
		group by c.minute, m.team_id, m.type order by c.minute, m.team_id, m.type`.execute(session.db);
	return rows;
}

/**
 * Counts the checks of some hours of some monitors, each named by its key and the hour (since the epoch), from `fromMinute` on. Deleted
 * monitors count for as long as their history is there.
 */
export async function countInHours(
	session: Session,
	hours: readonly { readonly monitorId: number; readonly hour: number }[],
	fromMinute: number,
): Promise<MinuteCount[]> {
	if (hours.length === 0) return [];
	const wanted = session.dialect.rows(
		{ monitor_id: "integer", hour: "integer" },
		hours.map(({ monitorId, hour }) => ({ monitor_id: monitorId, hour })),
	);
	const { rows } = await sql<MinuteCount>`
		select m.team_id as "teamId", c.minute, m.type, ${countOf("up")} as up, ${countOf("degraded")} as degraded, ${countOf("down")} as down
		from ${wanted} as w ${session.dialect.results.ofHours} join monitors as m on m.id = w.monitor_id
		where c.minute >= ${fromMinute} group by c.minute, m.team_id, m.type`.execute(session.db);
	return rows;
}

/** The oldest minute that holds a check of anybody; null when there is none. */
export async function oldestMinute(session: Session): Promise<number | null> {
	const { rows } = await sql<{ oldest: number | null }>`select min(minute) as oldest from check_results`.execute(
		session.db,
	);
	return rows[0]?.oldest ?? null;
}

/**
 * The oldest and the newest minute that may hold a check of this monitor; null when it can have none. Only bounds: on
 * SQLite, whose key begins with the minute, those of the monitor itself would cost a scan.
 */
async function minutesOfHistory(
	session: Session,
	monitorId: number,
): Promise<{ oldest: number; newest: number } | null> {
	const scope = session.dialect.results.boundsOf(monitorId);
	const { rows } = await sql<{ oldest: number | null; newest: number | null; created_at: number | null }>`select
		(select min(minute) from check_results ${scope}) as oldest,
		(select max(minute) from check_results ${scope}) as newest,
		(select created_at from monitors where id = ${monitorId}) as created_at`.execute(session.db);
	const [ends] = rows;
	if (!ends || ends.oldest === null || ends.newest === null) return null;
	return { oldest: Math.max(ends.oldest, minuteOf(ends.created_at ?? 0)), newest: ends.newest };
}

/** `check_results as c` with the details of failures as `f`, for use after FROM. */
function checksOf(session: Session, monitorIds: readonly number[], from: number, to: number): RawBuilder<unknown> {
	return sql`${resultsOf(session, monitorIds, from, to)}
		left join check_failures as f on c.outcome > 0 and f.minute = c.minute and f.monitor_id = c.monitor_id`;
}

function resultsOf(session: Session, monitorIds: readonly number[], from: number, to: number): RawBuilder<unknown> {
	const ids = session.dialect.rows(
		{ id: "integer" },
		monitorIds.map((id) => ({ id })),
	);
	return session.dialect.results.ofMonitors(ids, from, to);
}

function fromRow(row: ResultRow): CheckRecord {
	const verdict = labelOf(VERDICTS, row.outcome % REASON_FACTOR);
	const startedAt = startOfMinute(row.minute) + row.started_ms;
	const answered = row.response_status !== null;
	const elapsed = row.elapsed_ms ?? 0;
	const known = row.dns_ms + row.connect_ms + row.tls_ms + row.first_byte_ms;
	return {
		monitorId: row.monitor_id,
		minute: row.minute,
		revision: row.revision,
		verdict,
		reason: labelOf(REASONS, Math.floor(row.outcome / REASON_FACTOR)),
		responseStatus: row.response_status,
		responseTimeMs: answered ? elapsed : null,
		phases: {
			dns: row.dns_ms,
			connect: row.connect_ms,
			tls: row.tls_ms,
			first_byte: row.first_byte_ms,
			transfer: answered ? Math.max(0, elapsed - known) : 0,
		},
		startedAt,
		completedAt: verdict === "missed" ? null : startedAt + elapsed,
		phase: row.phase === null ? null : labelOf(PHASES, row.phase),
		message: row.message,
		contentCheckId: row.content_check_id,
	};
}

// --- forgetting -------------------------------------------------------------------------------------------------------

/** Deletes checks of minutes before `minute`, oldest first, about `limit` at a time. Returns how many; 0 when none are left. */
export async function deleteChecksBefore(session: Session, minute: number, limit: number): Promise<number> {
	// Two processes that forget at once take different ones.
	const doomed = sql`select minute, monitor_id from check_results where minute < ${minute}
		order by minute limit ${limit}${session.dialect.forUpdateSkipLocked}`;
	return prune(session, doomed);
}

/** Deletes the checks of one monitor, `limit` at a time. Returns how many; 0 when none are left. */
export async function deleteChecksOfMonitor(session: Session, monitorId: number, limit: number): Promise<number> {
	const ends = await minutesOfHistory(session, monitorId);
	if (!ends) return 0;
	const doomed = sql`select c.minute, c.monitor_id from ${resultsOf(session, [monitorId], ends.oldest, ends.newest + 1)} limit ${limit}`;
	return prune(session, doomed);
}

/** Deletes one monitor's checks of some minutes, in a transaction of the caller's. At most a day at a time. Returns how many. */
export async function deleteChecksBetween(
	session: Session,
	monitorId: number,
	fromMinute: number,
	toMinute: number,
): Promise<number> {
	const doomed = sql`select c.minute, c.monitor_id from ${resultsOf(session, [monitorId], fromMinute, toMinute)}`;
	return deleteChecks(session, doomed);
}

function prune(session: Session, doomed: RawBuilder<unknown>): Promise<number> {
	return session.transaction((session) => deleteChecks(session, doomed));
}

async function deleteChecks(session: Session, doomed: RawBuilder<unknown>): Promise<number> {
	const { rows } = await sql<{ minute: number; monitor_id: number }>`
		delete from check_results where (minute, monitor_id) in (${doomed}) returning minute, monitor_id`.execute(
		session.db,
	);
	if (rows.length > 0) {
		const gone = session.dialect.rows({ minute: "integer", monitor_id: "integer" }, rows);
		await sql`delete from check_failures where (minute, monitor_id) in (select minute, monitor_id from ${gone} as r)`.execute(
			session.db,
		);
	}
	return rows.length;
}
