/**
 * Claims the monitors that are due and dispatches their orders to the probers. It claims no more than the probers and
 * the recorder have capacity for: other monitors stay due, and their lag shows in the metrics, until their check is not
 * worth making any more. Then it is handed to the recorder as missed, with why nobody made it.
 */

import type { Absence, LocatedDispatcher, OutcomeReceiver } from "../../dispatch/interface.ts";
import type { CheckOrder, CheckOutcome } from "../../domain/checks/check.ts";
import type { MissedCause } from "../../domain/checks/observation.ts";
import { type ClaimLimit, OVERDUE_AT_MOST, type Schedule } from "../../storage/schedule/schedule.ts";
import { BUFFER_LIMIT } from "./record-observations.ts";

/** Claimed in one statement: about 20 ms of SQLite. */
const CLAIM_AT_MOST = 1_000;

/**
 * Claimed beyond the capacity of where `control` is, for other locations. Which location a monitor goes to is known
 * once it is claimed; what stays here and does not fit is released, and is due again behind all others.
 */
const HINTED_AT_MOST = 100;

/** What the schedule needs of the probers. */
export type Probers = Pick<
	LocatedDispatcher,
	"dispatch" | "capacityAt" | "inFlightAt" | "locationsWithProber" | "absenceAt"
>;

interface Places {
	/** Checks that locations of the installation can take of monitors that are bound to none. */
	readonly hintedCapacity: number;
}

interface ScheduleDependencies {
	readonly schedule: Schedule;
	readonly dispatcher: Probers;
	/** `absenceAt`: why nobody can make checks in a location, as all processes together know; null: they can. */
	readonly locations: Places & { absenceAt(locationId: number): Absence | null };
	/** Gets the checks that are missed because nobody could begin them in time. */
	readonly recorder: OutcomeReceiver & { readonly waiting: number };
	/** When the probers where `control` is last had no capacity, epoch milliseconds: kept from run to run. */
	readonly load: { fullAt: number };
	now(): number;
}

const MESSAGES = {
	no_prober: "The monitor's location has no prober.",
	prober_away: "The probers of the monitor's location were silent.",
	no_capacity: "Every place to check in was taken until the next check was due.",
	too_late: "Lapwing was off, or behind, until the next check was due.",
} as const satisfies Partial<Record<MissedCause, string>>;

/** For how many monitors the probers and the recorder have capacity, by location; null when for none. */
export function claimable(dispatcher: Probers, locations: Places): ClaimLimit | null {
	const limit = limitsOf(dispatcher, locations);
	return limit.total === 0 && limit.elsewhere.size === 0 ? null : limit;
}

function limitsOf(dispatcher: Probers, { hintedCapacity }: Places) {
	const elsewhere = new Map(
		Array.from(dispatcher.locationsWithProber(), (id) => [id, limitAt(dispatcher, id)] as const).filter(
			([, { total }]) => total > 0,
		),
	);
	const here = limitAt(dispatcher, null);
	// Claimed with those of here, though made elsewhere: they do not wait until there is a place here.
	const hinted = Math.min(hintedCapacity, HINTED_AT_MOST);
	return { total: here.total + hinted, slow: here.slow + hinted, elsewhere, isFull: here.total === 0 };
}

function limitAt(dispatcher: Probers, locationId: number | null) {
	const { total: free, slow } = dispatcher.capacityAt(locationId);
	const total = Math.max(0, Math.min(CLAIM_AT_MOST, free, BUFFER_LIMIT - dispatcher.inFlightAt(locationId)));
	return { total, slow: Math.min(total, slow) };
}

/** Claims what is due now. "more" when there may be more than was claimed. */
export async function scheduleDueChecks(deps: ScheduleDependencies): Promise<"more" | "idle"> {
	const { schedule, dispatcher, recorder, load, now } = deps;
	const { isFull, ...limit } = limitsOf(dispatcher, deps.locations);
	if (isFull) load.fullAt = now();
	const missable = Math.max(0, Math.min(OVERDUE_AT_MOST, BUFFER_LIMIT - recorder.waiting));
	const { orders, overdue, claimed, reachedLimit } = await schedule.claim(now(), { ...limit, overdue: missable });
	if (claimed === 0) return "idle";
	if (overdue.length > 0) {
		const outcomes = overdue.map((order) => missed(order, causeOf(order, deps), now()));
		recorder.receive({ outcomes, acknowledge() {} });
	}
	const refused = await dispatcher.dispatch(orders);
	await schedule.release(refused, now());
	return reachedLimit && refused.length === 0 ? "more" : "idle";
}

function causeOf({ locationId, scheduledAt }: CheckOrder, { dispatcher, load, locations }: ScheduleDependencies) {
	if (locationId !== null) {
		const isFull = dispatcher.absenceAt(locationId) === "no_capacity";
		return locations.absenceAt(locationId) ?? (isFull ? "no_capacity" : "too_late");
	}
	return load.fullAt >= scheduledAt ? "no_capacity" : "too_late";
}

function missed(order: CheckOrder, cause: keyof typeof MESSAGES, at: number): CheckOutcome {
	const { scheduledAt: startedAt } = order;
	const observation = { kind: "missed", cause, message: MESSAGES[cause] } as const;
	return { order, observation, startedAt, completedAt: at, firstAttemptAt: startedAt, attempts: 1, isOverdue: true };
}
