/**
 * Stands before the recorder. Holds what several locations saw of one check until all have answered or its time is
 * over, and hands on one outcome (../../domain/checks/locations/votes.ts). All other outcomes pass at once.
 *
 * Nothing partial is stored: after a crash the lease of the check ends, and all locations make it again, for the same
 * minute. What is held is bounded by the orders in flight, what is known to be done by MOST_KNOWN.
 */

import type { OutcomeBatch, OutcomeReceiver } from "../../dispatch/interface.ts";
import type { CheckOrder, CheckOutcome, LocationOutcome } from "../../domain/checks/check.ts";
import { longestCheckMs } from "../../domain/checks/confirmation.ts";
import { judge } from "../../domain/checks/judgement.ts";
import type { LocationId } from "../../domain/checks/locations/locations.ts";
import type { Opinion } from "../../domain/checks/locations/refutations.ts";
import { decided } from "../../domain/checks/locations/votes.ts";
import { handOn } from "./hand-on.ts";

/** Beyond the longest time of a check, for orders and outcomes on their way: less than the lease allows. */
const GRACE_MS = 10_000;
/** For so long a check that was handed on is known, so that a late part of it does not count as a check of its own. */
const KNOWN_FOR_MS = 300_000;
/** Five minutes of 660 checks a second. Of more, the oldest are forgotten sooner. */
export const MOST_KNOWN = 200_000;

interface GathererOptions {
	readonly receiver: OutcomeReceiver;
	mayConfirm(failing: CheckOutcome): readonly LocationId[];
	/** Called for each location that saw the target down, when others that may confirm it have answered. */
	onOpinion?(opinion: Opinion): void;
	/** Wall clock, for locations that did not answer. */
	now(): number;
	/** Milliseconds; default: the system's monotonic clock. */
	monotonic?(): number;
}

interface Gathered {
	readonly order: CheckOrder;
	readonly locationIds: readonly LocationId[];
	readonly parts: Map<LocationId, CheckOutcome>;
	readonly settles: (() => void)[];
	readonly endsAt: number;
}

export class LocationGatherer implements OutcomeReceiver {
	readonly #options: GathererOptions;
	readonly #monotonic: () => number;
	readonly #held = new Map<string, Gathered>();
	/** When each check was handed on, oldest first. */
	readonly #done = new Map<string, number>();
	#timer: NodeJS.Timeout | undefined;

	constructor(options: GathererOptions) {
		this.#options = options;
		this.#monotonic = options.monotonic ?? (() => performance.now());
	}

	receive(batch: OutcomeBatch): void {
		handOn(batch, this.#options.receiver, (outcome, settle) => {
			if (!isOneOfSeveral(outcome)) return outcome;
			this.#add(outcome, outcome.order.locationIds, settle);
			return null;
		});
	}

	/** Hands on what has waited long enough. Called by a timer of its own while something is held. */
	endOverdue(): void {
		const at = this.#monotonic();
		for (const [id, gathered] of this.#held) if (gathered.endsAt <= at) this.#handOn(id, gathered);
		this.#plan();
	}

	/** Lets go of the checks that are still held, which are to be made again. */
	releaseHeld(): readonly CheckOrder[] {
		clearTimeout(this.#timer);
		const held = [...this.#held.values()];
		this.#held.clear();
		for (const { settles } of held) for (const settle of settles) settle();
		return held.map(({ order }) => order);
	}

	#add(outcome: CheckOutcome, locationIds: readonly LocationId[], settle: () => void): void {
		const { order } = outcome;
		const id = `${order.monitorId}:${order.scheduledAt}:${order.revision}`;
		if (this.#done.has(id)) {
			settle();
			return;
		}
		const endsAt = this.#monotonic() + longestCheckMs(order.timeoutMs) + GRACE_MS;
		const begun: Gathered = { order, locationIds, parts: new Map(), settles: [], endsAt };
		const gathered = this.#held.get(id) ?? begun;
		this.#held.set(id, gathered);
		// Made again, because another location was lost, it may find no capacity where it was answered before.
		if (!gathered.parts.has(order.locationId) || outcome.observation.kind !== "missed") {
			gathered.parts.set(order.locationId, outcome);
		}
		gathered.settles.push(settle);
		if (locationIds.every((location) => gathered.parts.has(location))) this.#handOn(id, gathered);
		else this.#plan();
	}

	#handOn(id: string, { order, locationIds, parts, settles }: Gathered): void {
		this.#held.delete(id);
		const at = this.#monotonic();
		this.#done.set(id, at);
		for (const [id, doneAt] of this.#done) {
			if (doneAt + KNOWN_FOR_MS > at && this.#done.size <= MOST_KNOWN) break;
			this.#done.delete(id);
		}
		const seen = locationIds.map((location) => parts.get(location) ?? this.#silent({ ...order, locationId: location }));
		for (const opinion of this.#opinionsOf(seen)) this.#options.onOpinion?.(opinion);
		this.#options.receiver.receive({
			outcomes: [mergedOutcome(seen)],
			acknowledge() {
				for (const settle of settles) settle();
			},
		});
	}

	/** What the others say of each location that saw the target down: refuted when all that answered saw it up. */
	*#opinionsOf(seen: readonly CheckOutcome[]): Generator<Opinion> {
		const verdicts = seen.map(({ observation, order }) => judge(observation, order).verdict);
		for (const [index, first] of seen.entries()) {
			if (verdicts[index] !== "down") continue;
			const asked = new Set(this.#options.mayConfirm(first));
			const others = verdicts.filter(
				(verdict, other) => verdict !== "missed" && asked.has(seen[other]?.order.locationId ?? null),
			);
			if (others.length > 0)
				yield { order: first.order, first, isRefuted: others.every((verdict) => verdict === "up") };
		}
	}

	#silent(order: CheckOrder): CheckOutcome {
		const at = this.#options.now();
		const message = "The location did not answer in time.";
		const observation = { kind: "missed", cause: "prober_away", message } as const;
		return { order, observation, startedAt: at, completedAt: at, firstAttemptAt: at, attempts: 1 };
	}

	#plan(): void {
		clearTimeout(this.#timer);
		const [first] = this.#held.values();
		if (first === undefined) return;
		// The first one was held first, and timeouts differ by less than it matters.
		this.#timer = setTimeout(() => this.endOverdue(), Math.max(1_000, first.endsAt - this.#monotonic()));
		this.#timer.unref();
	}
}

type OneOfSeveral = CheckOutcome & { readonly order: { readonly locationIds: readonly LocationId[] } };

function isOneOfSeveral(outcome: CheckOutcome): outcome is OneOfSeveral {
	return (outcome.order.locationIds?.length ?? 0) > 1;
}

/** @param seen what each location saw, in the order of the monitor */
function mergedOutcome(seen: readonly CheckOutcome[]): CheckOutcome {
	const [{ order }] = seen as [CheckOutcome];
	const { deciding, median } = decided(seen, order, order.downWhen ?? "majority");
	const { locationIds: _, ...one } = order;
	return {
		...(seen[deciding] as CheckOutcome),
		order: { ...one, locationId: null },
		locations: seen.map(locationOutcome),
		...(median && { median }),
	};
}

export function locationOutcome({ order, locations, median, ...seen }: CheckOutcome): LocationOutcome {
	return { ...seen, locationId: order.locationId };
}
