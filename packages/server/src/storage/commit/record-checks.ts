/**
 * The commit point of a check. One transaction writes the results, the monitors' new states, the changes of status and
 * the notices about them. Before it, everything can be repeated; after it, nothing is lost.
 *
 * The states of the monitors are read first: locked, or from the memory of the only process (./state-rows.ts).
 */

import { type CheckOrder, type CheckOutcome, locationOf, minuteOf } from "../../domain/checks/check.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import type { RecordedCheck } from "../../domain/checks/transition.ts";
import { countSlots, nextSlot, overdueSlots, type SlotSpan } from "../../domain/schedule/schedule.ts";
import { decideAgain } from "../alerts/decide-again.ts";
import { enqueueNotices } from "../alerts/enqueue/enqueue-notices.ts";
import { enqueueRegional } from "../alerts/enqueue/regional-notices.ts";
import { recordOutages, type WaitingNotices } from "../causes/record-outages.ts";
import type { Tx } from "../database/tx.ts";
import { markLate } from "../figures/mark-late.ts";
import { locationNames, NO_NAMES } from "../locations/location-names.ts";
import { checkId, idOfOutcome } from "../results/check-row.ts";
import { insertChecks } from "../results/insert-checks.ts";
import { insertMissedSpans } from "../results/missed-spans.ts";
import { changeStates } from "./change-states.ts";
import { insertTransitions } from "./insert-transitions.ts";
import { changeRegionalFailures } from "./regional-failures.ts";
import { type HeldStates, lockStates, type StateRow, writeChanges, writeStates } from "./state-rows.ts";

export interface CommittedChecks {
	/** Those that are now the record of their minute; repeated outcomes are not among them. */
	readonly accepted: readonly JudgedOutcome[];
	/** What the accepted checks of present revisions changed in their monitors, oldest first. */
	readonly recorded: readonly RecordedCheck[];
	/** Slots that are missed because their time was over before their checks could begin. */
	readonly missedSlots: number;
}

interface RecordOptions {
	/** False for a demo history: no notices are enqueued. Default: true. */
	readonly notifies?: boolean;
	/** The machine that made the checks. Default: not known. */
	readonly machine?: string | null;
	/** Where the states are in memory, and the leases with them. Default: they are read and written whole. */
	readonly held?: HeldStates | null;
	/** Is given the error when waiting notices could not be decided again after the commit. Default: it is thrown. */
	readonly onUndecided?: (error: unknown) => void;
}

/**
 * Records judged outcomes, idempotently: an outcome that arrives twice is recorded once. Outcomes of deleted monitors
 * are dropped.
 *
 * @param now epoch milliseconds; what is overdue is computed from it
 */
export async function recordChecks(
	database: Tx,
	batch: readonly JudgedOutcome[],
	now: number,
	options: RecordOptions = {},
): Promise<CommittedChecks> {
	if (batch.length === 0) return { accepted: [], recorded: [], missedSlots: 0 };
	const { checks, replaced } = dedupe(batch);
	const monitorIds = [...new Set(checks.map(({ outcome }) => outcome.order.monitorId))];
	const { held = null, machine = null, notifies = true } = options;
	let before = new Map<number, StateRow>();
	let after = new Map<number, StateRow>();
	let waiting: WaitingNotices | null = null as WaitingNotices | null;
	const committed = await database.transaction(async (tx) => {
		before = held === null ? await lockStates(tx, monitorIds) : await held.statesOf(tx, monitorIds);
		after = new Map(Array.from(before, ([id, row]) => [id, { ...row }]));
		const overdue = overdueSpans(checks, before, now);
		const { present, gaps, first, later, again } = divided(checks, before, overdue);
		if (present.length === 0) return { accepted: [], recorded: [], missedSlots: 0 };
		const inserted = [
			...(await insertChecks(tx, again, { precedence: "first", perhapsLater: again })),
			...(await insertChecks(tx, [...later, ...first], { precedence: "latest", perhapsLater: later, replaced })),
		];
		await insertMissedSpans(tx, gaps);
		await markLate(tx, inserted, now);
		const ids = new Set([...inserted.map(checkId), ...gaps.map(({ judged }) => idOfOutcome(judged.outcome))]);
		const accepted = present.filter(({ outcome }) => ids.has(idOfOutcome(outcome)));

		for (const { outcome } of present) {
			const row = after.get(outcome.order.monitorId);
			if (isAwaited(row, outcome.order))
				advanceSchedule(row, outcome.order, overdue.get(outcome)?.lastSlotAt, held !== null);
		}
		const names = accepted.some(isNamed) ? await locationNames(tx) : NO_NAMES;
		const lastSlotOf = (outcome: CheckOutcome) => overdue.get(outcome)?.lastSlotAt;
		const changes = changeStates(after, accepted, { machine, names, lastSlotOf });
		if (held === null) await writeStates(tx, [...after.values()]);
		else await writeChanges(tx, after, before);
		await insertTransitions(tx, changes, now);
		waiting = await recordOutages(tx, changes, now);
		const recorded = changes.map((change) => change.recorded);
		const regional = await changeRegionalFailures(tx, changes);
		if (notifies) {
			const enqueued = await enqueueNotices(tx, recorded, now);
			waiting = { ...waiting, monitors: [...waiting.monitors, ...enqueued] };
			await enqueueRegional(tx, regional, now);
		}
		const missedSlots = [...overdue.values()].reduce((sum, span) => sum + countSlots(span), 0);
		return { accepted, recorded, missedSlots };
	});
	held?.noteCommitted(after);
	if (waiting !== null) await decideAgain(database, waiting, now).catch(options.onUndecided);
	return committed;
}

/**
 * Oldest first, and one check for each id: the one of the newest settings, a check that was made before a missed one,
 * and of two others the later one. `replaced`: those whose place another one took that came after them in the batch.
 */
function dedupe(batch: readonly JudgedOutcome[]): { checks: JudgedOutcome[]; replaced: JudgedOutcome[] } {
	const byId = new Map<string, JudgedOutcome>();
	const replaced: JudgedOutcome[] = [];
	for (const check of batch) {
		const id = idOfOutcome(check.outcome);
		const other = byId.get(id);
		if (!other || replaces(check, other)) byId.set(id, check);
		if (other && replaces(check, other)) replaced.push(other);
	}
	const checks = [...byId.values()].sort((a, b) => a.outcome.order.scheduledAt - b.outcome.order.scheduledAt);
	return { checks, replaced };
}

function replaces(check: JudgedOutcome, other: JudgedOutcome): boolean {
	const newer = check.outcome.order.revision - other.outcome.order.revision;
	if (newer !== 0) return newer > 0;
	if (check.judgement.verdict === "missed") return false;
	return other.judgement.verdict === "missed" || check.outcome.startedAt > other.outcome.startedAt;
}

/** Which checks count, in their order, and how each of them is recorded. */
function divided(
	checks: readonly JudgedOutcome[],
	states: ReadonlyMap<number, StateRow>,
	overdue: ReadonlyMap<CheckOutcome, SlotSpan>,
) {
	const present: JudgedOutcome[] = [];
	const gaps: { judged: JudgedOutcome; span: SlotSpan }[] = [];
	const first: JudgedOutcome[] = [];
	const later: JudgedOutcome[] = [];
	const again: JudgedOutcome[] = [];
	for (const judged of checks) {
		const { order, isOverdue } = judged.outcome;
		const row = states.get(order.monitorId);
		const span = overdue.get(judged.outcome);
		if (row === undefined || (isOverdue && span === undefined)) continue;
		present.push(judged);
		if (span && countSlots(span) > 1) gaps.push({ judged, span });
		else if (!isPerhapsLater(row, order)) first.push(judged);
		// Somebody may ask for another check of the same minute. What comes again of one that nobody waits for says nothing
		// new: confirmed anew or made twice, it would change what was notified of long ago.
		else if (isAwaited(row, order)) later.push(judged);
		else again.push(judged);
	}
	return { present, gaps, first, later, again };
}

/** Whether the minute may hold a check already: it is not newer than the newest one of its monitor. */
function isPerhapsLater({ last_minute, last_missed_minute }: StateRow, { scheduledAt }: CheckOrder): boolean {
	return minuteOf(scheduledAt) <= Math.max(last_minute ?? 0, last_missed_minute ?? 0);
}

/** Whether the schedule waits for this check: otherwise an edit or another holder has changed it, or it is recorded. */
function isAwaited(row: StateRow | undefined, { revision, scheduledAt }: CheckOrder): row is StateRow {
	return row?.claimed === 1 && row.revision === revision && row.slot_at === scheduledAt;
}

/** Whether the check was made where a location has a name. */
function isNamed({ outcome }: JudgedOutcome): boolean {
	return locationOf(outcome) !== null;
}

/** Of the overdue checks that are still waited for, the slots that they stand for. */
function overdueSpans(
	checks: readonly JudgedOutcome[],
	states: ReadonlyMap<number, StateRow>,
	now: number,
): ReadonlyMap<CheckOutcome, SlotSpan> {
	const spans = new Map<CheckOutcome, SlotSpan>();
	for (const { outcome } of checks) {
		if (!outcome.isOverdue) continue;
		const { monitorId, scheduledAt } = outcome.order;
		const row = states.get(monitorId);
		if (!isAwaited(row, outcome.order)) continue;
		const grid = { intervalMs: row.interval_ms, phaseMs: row.phase_ms };
		// The clock may have been set back since the claim.
		const itself = { ...grid, firstSlotAt: scheduledAt, lastSlotAt: scheduledAt };
		spans.set(outcome, overdueSlots(grid, scheduledAt, now) ?? itself);
	}
	return spans;
}

/**
 * Moves the schedule past this check. Ends the lease, where that is in the row: in memory, a later check of the monitor
 * may be out already.
 */
function advanceSchedule(row: StateRow, order: CheckOrder, lastSlotAt = order.scheduledAt, isHeld = false): void {
	const due = nextSlot({ intervalMs: row.interval_ms, phaseMs: row.phase_ms }, lastSlotAt);
	if (!isHeld) row.claimed = 0;
	row.slot_at = due;
	row.due_at = due;
}
