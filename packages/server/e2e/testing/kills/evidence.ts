/**
 * What a service that was killed again and again has left in its database, held against what it promises: each
 * scheduled minute once, as missed where no service ran; each change of status exactly where the results
 * have it; what channels were told (./told.ts), where no event says why a change was not sent and the outbox does not
 * hold it; one id for each step of an escalation; and every acknowledgement that was answered.
 */

import { sql } from "kysely";
import { ALERT_EVENT_STATUSES, NOTICE_EVENTS } from "../../../src/domain/alerts/alert.ts";
import { NOTICE_KINDS } from "../../../src/domain/alerts/alert-policy.ts";
import { minuteOf } from "../../../src/domain/checks/check.ts";
import type { CheckRecord } from "../../../src/domain/checks/record.ts";
import { STATUSES } from "../../../src/domain/monitors/monitor.ts";
import { type Grid, gridOf, latestSlot } from "../../../src/domain/schedule/schedule.ts";
import { codeOf, labelOf } from "../../../src/storage/database/codes.ts";
import type { Row } from "../../../src/storage/database/schema.ts";
import type { Database } from "../../../src/storage/database/tx.ts";
import { hasVerdict } from "../../../src/storage/results/outcome-code.ts";
import { checksBetween } from "../../../src/storage/results/read-checks.ts";
import type { Received, ToldByChannel } from "./outside.ts";
import { brokenTelling, type Change, changeKey, type StoredOutage } from "./told.ts";

export interface Evidence {
	/** What was promised and not kept, one sentence each. */
	readonly broken: readonly string[];
	readonly recorded: number;
	/** Of them, minutes that are recorded as missed, because no service made their check in time. */
	readonly missed: number;
	/** Minutes that no slot lies in, because their monitor was made due at once and chose its phase anew. */
	readonly passedOver: number;
	readonly transitions: number;
}

interface Expected {
	readonly intervalMs: number;
	/** The monitors' first slots lie at and after it. */
	readonly firstDueAt: number;
	/** Every slot up to it must be accounted for. */
	readonly through: number;
	/** By the clock of the service. */
	readonly now: number;
	readonly received: Received;
}

const SENT = sql.lit(codeOf(ALERT_EVENT_STATUSES, "sent"));
const FAILED = sql.lit(codeOf(ALERT_EVENT_STATUSES, "failed"));
const EDGE = sql.lit(codeOf(NOTICE_KINDS, "edge"));
const STEP = sql.lit(codeOf(NOTICE_KINDS, "step"));
const ESCALATION = sql.lit(codeOf(NOTICE_KINDS, "escalation"));

export async function readEvidence(database: Database, expected: Expected): Promise<Evidence> {
	const monitors = await database.db
		.selectFrom("monitors as m")
		.innerJoin("monitor_states as s", "s.monitor_id", "m.id")
		.select(["m.id", "m.public_id", "s.status", "s.phase_ms"])
		.where("m.name", "like", "killed %")
		.execute();
	const minutes = [minuteOf(expected.firstDueAt), minuteOf(expected.now) + 2] as const;
	const transitions = Map.groupBy(
		await database.db.selectFrom("transitions").selectAll().orderBy("id").execute(),
		({ monitor_id }) => monitor_id,
	);
	const late = await lateChecks(database);
	const broken: string[] = [];
	const sums = { recorded: 0, missed: 0, passedOver: 0, transitions: 0 };
	const changes: Change[] = [];
	for (const { id, public_id: name, status, phase_ms } of monitors) {
		const own = await checksBetween(database, id, ...minutes);
		const history = new History(name, own);
		sums.recorded += own.length;
		sums.missed += own.filter(({ verdict }) => verdict === "missed").length;
		const grid = gridOf(id, expected.intervalMs);
		for (const problem of history.slots(grid, phase_ms !== grid.phaseMs, expected, sums)) broken.push(problem);
		const changed = transitions.get(id) ?? [];
		sums.transitions += changed.length;
		const seen = changed.map(({ minute, to_status }) => `${minute} ${labelOf(STATUSES, to_status)}`);
		const { changes: due, last } = history.replay(late.get(id));
		if (seen.join() !== due.join()) broken.push(`${name} changed at [${seen}], its results say [${due}]`);
		if (codeOf(STATUSES, last) !== status)
			broken.push(`${name} is ${labelOf(STATUSES, status)}, its results say ${last}`);
		for (const change of changesOf(name, changed)) {
			changes.push(change);
			const ofSteps = expected.received.stepEvents.get(change.key)?.size ?? 0;
			if (ofSteps > 1) broken.push(`${change.key} was escalated under ${ofSteps} ids`);
		}
	}
	const known = new Set(changes.map(({ key }) => key));
	for (const key of expected.received.stepEvents.keys()) {
		if (!known.has(key)) broken.push(`${key} was escalated and is not in the database`);
	}
	broken.push(...(await brokenTellings(database, { ...expected, told: expected.received.told, changes })));
	return { broken, ...sums };
}

/** Changes of one monitor, oldest first, each under the key of its problem. */
export function changesOf(monitor: string, transitions: readonly Row<"transitions">[]): Change[] {
	let since = 0;
	return transitions.map(({ to_status, occurred_at, created_at }) => {
		const event = labelOf(STATUSES, to_status);
		if (event === "down") since = occurred_at;
		const endOf = event === "down" ? null : changeKey(monitor, "down", since);
		return { key: changeKey(monitor, event, since), endOf, createdAt: created_at };
	});
}

interface Tellings {
	readonly told: Partial<ToldByChannel>;
	readonly changes: readonly Change[];
	/** By the keys of their problems, causes that outages had at any time. */
	readonly causes?: ReadonlyMap<string, ReadonlySet<number>>;
	/** See Happened (./told.ts). */
	readonly through: number;
}

/** What was promised of what channels are told, and not kept: one sentence each. */
export async function brokenTellings(
	database: Database,
	{ told, changes, causes, through }: Tellings,
): Promise<string[]> {
	const accounted = await accountedChanges(database);
	const outages = await storedOutages(database, causes);
	return Object.entries(told).flatMap(([channel, ofChannel]) =>
		brokenTelling(channel, ofChannel, { changes, outages, through, accounted: accounted.get(channel) ?? new Set() }),
	);
}

/**
 * By the channel, changes of which an event says why they were not sent, or which wait in the outbox: when all was
 * settled (settled.ts), each that waited was held for what is not over, or behind one of the same monitor that was.
 */
async function accountedChanges({ db }: Database): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
	const { rows } = await sql<{ channel: string; public_id: string; event: number; outage: number | null }>`
		select a.channel, m.public_id, e.event, e.outage from alert_events as e join monitors as m on m.id = e.monitor_id
			join alerts as a on a.id = e.alert_id and a.escalates is null
		where e.status not in (${SENT}, ${FAILED})
		union
		select a.channel, m.public_id, n.event, n.outage from notices as n join monitors as m on m.id = n.monitor_id
			join alerts as a on a.id = n.alert_id and a.escalates is null
		where n.kind = ${EDGE}`.execute(db);
	const keys = new Map<string, Set<string>>();
	for (const { channel, public_id, event, outage } of rows) {
		const key = changeKey(public_id, labelOf(NOTICE_EVENTS, event), outage ?? 0);
		keys.getOrInsertComputed(channel, () => new Set()).add(key);
	}
	return keys;
}

/** By the keys of their problems. @param causes those that they had at any time */
export async function storedOutages(
	{ db }: Database,
	causes: ReadonlyMap<string, ReadonlySet<number>> = new Map(),
): Promise<ReadonlyMap<string, StoredOutage>> {
	const { rows } = await sql<{
		public_id: string;
		started_at: number;
		recorded_at: number;
		ended_at: number | null;
		cause_id: number;
		acknowledged_at: number | null;
	}>`
		select m.public_id, o.started_at, o.recorded_at, o.ended_at, o.cause_id, h.acknowledged_at
		from outages as o join monitors as m on m.id = o.monitor_id
		left join handled_causes as h on h.cause_id = o.cause_id`.execute(db);
	const merged = await db.selectFrom("causes").select(["id", "merged_into"]).execute();
	const wholes = new Map(merged.map(({ id, merged_into }) => [id, merged_into ?? id]));
	return new Map(
		rows.map(({ public_id, started_at, recorded_at, ended_at, cause_id, acknowledged_at }) => {
			const key = changeKey(public_id, "down", started_at);
			const known = Array.from(causes.get(key) ?? [], (cause) => wholes.get(cause) ?? cause);
			const formerCauses = new Set(known.filter((cause) => cause !== cause_id));
			const at = { recordedAt: recorded_at, endedAt: ended_at, acknowledgedAt: acknowledged_at };
			return [key, { causeId: cause_id, formerCauses, ...at }];
		}),
	);
}

/**
 * By monitor, minutes whose check was recorded after a newer one: it changed only the history. One process on SQLite
 * records in order.
 */
export async function lateChecks({ db, dialect }: Database): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
	if (dialect.name !== "postgresql") return new Map();
	// Transactions that record checks of one monitor follow one another, so their ids are in order.
	const { rows } = await sql<{ monitor_id: number; minute: number }>`
		select r.monitor_id, r.minute from recent_results as r where exists (
			select 1 from recent_results as newer
			where newer.monitor_id = r.monitor_id and newer.minute > r.minute
				and not ${hasVerdict("newer.outcome", "missed")}
				and cast(cast(newer.xmin as text) as bigint) < cast(cast(r.xmin as text) as bigint)
		)`.execute(db);
	const minutes = Map.groupBy(rows, ({ monitor_id }) => monitor_id);
	return new Map(Array.from(minutes, ([id, each]) => [id, new Set(each.map(({ minute }) => minute))]));
}

/** Outages that were notified of and last, and that nobody acknowledged: their step was sent, or waits. */
export async function lostSteps({ db }: Database, received: Received, through: number): Promise<string[]> {
	const { rows } = await sql<{ public_id: string; started_at: number }>`
		select m.public_id, o.started_at from outages as o join monitors as m on m.id = o.monitor_id
		where o.ended_at is null and not exists (
			select 1 from handled_causes as h where h.cause_id = o.cause_id and h.acknowledged_at is not null
		) and not exists (
			select 1 from notices as n where n.monitor_id = o.monitor_id and n.kind in (${STEP}, ${ESCALATION})
		)`.execute(db);
	return rows
		.filter(({ started_at }) => started_at <= through)
		.map(({ public_id, started_at }) => changeKey(public_id, "down", started_at))
		.filter((key) => received.told.webhook.changes.has(key) && !received.stepEvents.has(key))
		.map((key) => `${key} was notified, and its step neither sent nor kept`);
}

/** Causes whose acknowledgement was answered and is not in the database. */
export async function lostAcknowledgements({ db }: Database, answered: ReadonlySet<string>): Promise<string[]> {
	const { rows } = await sql<{ public_id: string }>`
		select c.public_id from handled_causes as h join causes as c on c.id = h.cause_id
		where h.acknowledged_at is not null`.execute(db);
	const stored = new Set(rows.map(({ public_id }) => public_id));
	return [...answered].filter((cause) => !stored.has(cause)).map((cause) => `${cause} is not acknowledged any more`);
}

/** The results of one monitor, oldest first. */
class History {
	readonly #name: string;
	readonly #results: readonly CheckRecord[];

	constructor(name: string, results: readonly CheckRecord[]) {
		this.#name = name;
		this.#results = results;
	}

	/**
	 * Holds the minutes of the results against the grid. A monitor that `hasMoved` was made due at once as a suspected
	 * cause or a consequence: its slots may lie anywhere in their minutes, and its next one up to two seconds more than
	 * an interval later, so that no slot lies in the minute between them.
	 */
	*slots(grid: Grid, hasMoved: boolean, expected: Expected, counts: { passedOver: number }): Generator<string> {
		const { intervalMs, firstDueAt, through, now } = expected;
		const recorded = new Set(this.#results.map(({ minute }) => minute));
		if (recorded.size < this.#results.length) yield `${this.#name} has two results of one minute`;
		const scheduled = new Set<number>(hasMoved ? [minuteOf(firstDueAt), minuteOf(now)] : []);
		for (let slot = latestSlot(grid, firstDueAt - 1) + intervalMs; slot <= now; slot += intervalMs) {
			const minute = minuteOf(slot);
			scheduled.add(minute);
			const isDue = hasMoved ? minute + 1 < minuteOf(through) : slot <= through;
			if (recorded.has(minute) || !isDue) continue;
			if (hasMoved && recorded.has(minute - 1) && recorded.has(minute + 1)) counts.passedOver += 1;
			else yield `${this.#name} has no result of ${new Date(slot).toISOString()}`;
		}
		for (const minute of recorded) {
			if (!scheduled.has(minute)) yield `${this.#name} has a result of minute ${minute}, which was not scheduled`;
		}
	}

	/** The changes of status that the results make, from up on, and the status after them. `late`: those change none. */
	replay(late: ReadonlySet<number> = new Set()): { changes: string[]; last: "up" | "degraded" | "down" } {
		const changes: string[] = [];
		let last: "up" | "degraded" | "down" = "up";
		for (const { minute, verdict } of this.#results) {
			if (verdict === "missed" || verdict === last || late.has(minute)) continue;
			last = verdict;
			changes.push(`${minute} ${verdict}`);
		}
		return { changes, last };
	}
}
