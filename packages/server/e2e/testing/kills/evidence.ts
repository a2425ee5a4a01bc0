/**
 * What a service that was killed again and again has left in its database, held against what it promises: each
 * scheduled minute once or, only while no service ran, not at all; each change of status exactly where the results
 * have it; and one id for the notice of each change, unless an event says that it was no longer true when its turn
 * came.
 */

import { ALERT_EVENT_STATUSES, NOTICE_EVENTS } from "../../../src/domain/alerts/alert.ts";
import { minuteOf } from "../../../src/domain/checks/check.ts";
import type { CheckRecord } from "../../../src/domain/checks/record.ts";
import { STATUSES } from "../../../src/domain/monitors/monitor.ts";
import { gridOf, latestSlot } from "../../../src/domain/schedule/schedule.ts";
import { codeOf, labelOf } from "../../../src/storage/database/codes.ts";
import type { Database } from "../../../src/storage/database/tx.ts";
import { checksBetween } from "../../../src/storage/results/read-checks.ts";
import { changeKey, type Received } from "./outside.ts";

export interface Evidence {
	/** What was promised and not kept, one sentence each. */
	readonly broken: readonly string[];
	readonly recorded: number;
	/** Minutes without a check, because no service ran; with jumps of the clock, all. */
	readonly absent: number;
	/** Minutes passed over, because the check before was repeated until the next one was due. */
	readonly passedOver: number;
	readonly transitions: number;
}

/** A time in which no service ran; epoch milliseconds. */
export interface Dead {
	readonly from: number;
	to: number;
}

interface Expected {
	readonly intervalMs: number;
	/** The monitors' first slots lie at and after it. */
	readonly firstDueAt: number;
	/** Every slot up to it must be accounted for. */
	readonly through: number;
	/** By the clock of the service. */
	readonly now: number;
	/** Null when the clock jumped: then all is due at once, and of a service that lives for a second little is owed. */
	readonly dead: readonly Dead[] | null;
	readonly received: Received;
}

/** A claim follows within this time when a slot is due, or a service has started. */
const CLAIMED_WITHIN_MS = 3_000;

export async function readEvidence(database: Database, expected: Expected): Promise<Evidence> {
	const monitors = await database.db
		.selectFrom("monitors as m")
		.innerJoin("monitor_states as s", "s.monitor_id", "m.id")
		.select(["m.id", "m.public_id", "s.status"])
		.where("m.name", "like", "killed %")
		.execute();
	const minutes = [minuteOf(expected.firstDueAt), minuteOf(expected.now) + 2] as const;
	const transitions = Map.groupBy(
		await database.db.selectFrom("transitions").selectAll().orderBy("id").execute(),
		({ monitor_id }) => monitor_id,
	);
	const outdated = await outdatedChanges(database);
	const broken: string[] = [];
	const sums = { recorded: 0, absent: 0, passedOver: 0, transitions: 0 };
	const changes = new Set<string>();
	for (const { id, public_id: name, status } of monitors) {
		const own = await checksBetween(database, id, ...minutes);
		const history = new History(name, own);
		sums.recorded += own.length;
		for (const problem of history.slots(id, expected, sums)) broken.push(problem);
		const changed = transitions.get(id) ?? [];
		sums.transitions += changed.length;
		const seen = changed.map(({ minute, to_status }) => `${minute} ${labelOf(STATUSES, to_status)}`);
		const { changes: due, last } = history.replay();
		if (seen.join() !== due.join()) broken.push(`${name} changed at [${seen}], its results say [${due}]`);
		if (codeOf(STATUSES, last) !== status)
			broken.push(`${name} is ${labelOf(STATUSES, status)}, its results say ${last}`);
		let since = 0;
		for (const { to_status, occurred_at, created_at } of changed) {
			const event = labelOf(STATUSES, to_status);
			if (event === "down") since = occurred_at;
			const key = changeKey(name, event, since);
			changes.add(key);
			const ids = expected.received.events.get(key)?.size ?? 0;
			const isDue = created_at <= expected.through && !outdated.has(key);
			// The end of an outage is owed when its problem was sent; that of a later one may take its place.
			const isOwed = event === "down" || expected.received.events.has(changeKey(name, "down", since));
			if (ids > 1 || (isDue && isOwed && ids === 0)) broken.push(`${key} was notified under ${ids} ids`);
		}
	}
	for (const key of expected.received.events.keys()) {
		if (!changes.has(key)) broken.push(`${key} was notified and is not in the database`);
	}
	return { broken, ...sums };
}

/** Changes of which an event says that they were not sent because they were no longer true. */
async function outdatedChanges({ db }: Database): Promise<ReadonlySet<string>> {
	const events = await db
		.selectFrom("alert_events as e")
		.innerJoin("monitors as m", "m.id", "e.monitor_id")
		.select(["m.public_id", "e.event", "e.outage"])
		.where("e.status", "=", codeOf(ALERT_EVENT_STATUSES, "skipped_outdated"))
		.execute();
	return new Set(
		events.map(({ public_id, event, outage }) => changeKey(public_id, labelOf(NOTICE_EVENTS, event), outage ?? 0)),
	);
}

/** The results of one monitor, oldest first. */
class History {
	readonly #name: string;
	readonly #results: readonly CheckRecord[];

	constructor(name: string, results: readonly CheckRecord[]) {
		this.#name = name;
		this.#results = results;
	}

	/** Holds the minutes of the results against the grid; adds to the counts of minutes without one. */
	*slots(id: number, expected: Expected, counts: { absent: number; passedOver: number }): Generator<string> {
		const { intervalMs, firstDueAt, through, dead } = expected;
		const grid = gridOf(id, intervalMs);
		const startedAt = new Map(this.#results.map(({ minute, startedAt }) => [minute, startedAt]));
		if (startedAt.size < this.#results.length) yield `${this.#name} has two results of one minute`;
		const scheduled = new Set<number>();
		let before = 0;
		for (let slot = latestSlot(grid, firstDueAt - 1) + intervalMs; slot <= expected.now; slot += intervalMs) {
			const minute = minuteOf(slot);
			scheduled.add(minute);
			const at = startedAt.get(minute);
			if (at !== undefined) before = at;
			else if (slot > through) continue;
			else if (dead === null || dead.some((each) => isDeadFor(each, slot, intervalMs))) counts.absent += 1;
			else if (before >= slot + intervalMs - CLAIMED_WITHIN_MS) counts.passedOver += 1;
			else yield `${this.#name} has no result of ${new Date(slot).toISOString()}, when a service ran`;
		}
		for (const minute of startedAt.keys()) {
			if (!scheduled.has(minute)) yield `${this.#name} has a result of minute ${minute}, which was not scheduled`;
		}
	}

	/** The changes of status that the results make, from up on, and the status after them. */
	replay(): { changes: string[]; last: "up" | "degraded" | "down" } {
		const changes: string[] = [];
		let last: "up" | "degraded" | "down" = "up";
		for (const { minute, verdict } of this.#results) {
			if (verdict === "missed" || verdict === last) continue;
			last = verdict;
			changes.push(`${minute} ${verdict}`);
		}
		return { changes, last };
	}
}

/** Whether no service could claim a slot before the next one was due. */
function isDeadFor({ from, to }: Dead, slot: number, intervalMs: number): boolean {
	return from <= slot + CLAIMED_WITHIN_MS && to >= slot + intervalMs - CLAIMED_WITHIN_MS;
}
