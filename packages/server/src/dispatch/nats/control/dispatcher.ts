/**
 * Orders to probers of other locations, and outcomes from them. Orders travel in batches through a stream, from which a
 * prober takes what it has capacity for; it says what it accepted, and sends outcomes until it hears that they are
 * committed.
 *
 * What is on its way is known here and in the database (as claims), not in NATS: an order that was lost there, or with
 * its prober, goes back to the schedule and is made again for the same minute.
 */

import { setTimeout as pause } from "node:timers/promises";
import { jetstream } from "@nats-io/jetstream";
import type { Msg } from "@nats-io/transport-node";
import type { CheckOrder, CheckOutcome } from "../../../domain/checks/check.ts";
import { longestCheckMs } from "../../../domain/checks/confirmation.ts";
import { type AttemptOptions, type Capacity, NO_CAPACITY, type OutcomeReceiver } from "../../interface.ts";
import type { Elsewhere } from "../../routing.ts";
import { shiftOutcome } from "../../shift-outcome.ts";
import { takesPlace } from "../../takes-place.ts";
import { batchesOf } from "../batches.ts";
import {
	type CheckRef,
	MESSAGE_VERSION,
	ORDERS_IN_MESSAGE,
	type OrdersMessage,
	type OutcomesReply,
	type SentOutcome,
	writeMessage,
} from "../messages.ts";
import { acceptedMessage, outcomesMessage, readMessage } from "../read-message.ts";
import { UNACCEPTED_ORDERS_LIVE_MS } from "../streams.ts";
import { ANY_CONTROL, HEARD, ordersSubject, senderOf } from "../subjects.ts";
import { Committing, checkId } from "./committing.ts";
import type { ControlLink } from "./control-link.ts";
import type { KnownProber } from "./presence.ts";
import { WaitingBytes } from "./waiting-bytes.ts";

interface NatsDispatcherOptions {
	readonly link: ControlLink;
	readonly receiver: OutcomeReceiver;
	/** Makes checks due again whose orders were lost. */
	release(orders: readonly CheckOrder[]): void;
	/**
	 * The orders of checks that this process did not send, or does not know any more: of those that are made in this
	 * location alone and were not changed since. `claimed`: those that a running process waits for.
	 */
	ordersOf(checks: readonly CheckRef[], locationId: number): Promise<KnownOrders>;
	/** Outcomes that may wait to be committed (./committing.ts); past it none is taken, and the probers keep theirs. */
	readonly bufferLimit: number;
	now(): number;
}

interface KnownOrders {
	readonly orders: readonly CheckOrder[];
	readonly claimed: readonly CheckRef[];
}

interface Sent {
	readonly order: CheckOrder;
	/** By the time that this process listened. */
	readonly sentAt: number;
	/** Which run of which prober accepted it, and when it is lost there; null: nobody yet. */
	holder: { readonly id: number; readonly instance: string; readonly lostAt: number } | null;
}

const SCAN_EVERY_MS = 1_000;
const PUBLISH_WITHIN_MS = 5_000;
/** As for the threads of this process (../../threads/dispatcher.ts). */
const SLOW_SHARE = 0.75;
/** Past the longest that its check may take, for an outcome that its prober sends again and again. */
const OUTCOME_GRACE_MS = 30_000;
/** What is not committed by then, for lack of other locations or of the database, the prober sends again. */
const COMMIT_MS = 1_000;
/** For one prober: it can send outcomes of checks that nobody knows, and the connections of the database are shared. */
const LOOKUPS_AT_ONCE = 8;

export class NatsDispatcher implements Elsewhere {
	readonly #options: NatsDispatcherOptions;
	readonly #link: ControlLink;
	/** By location, then by monitor. */
	readonly #sent = new Map<number, Map<number, Sent>>();
	readonly #waiting = new WaitingBytes();
	/** By prober, how often the database is asked now for checks that this process does not know. */
	readonly #lookups = new Map<number, number>();
	readonly #committing: Committing;
	readonly #scanTimer: NodeJS.Timeout;
	#isClosing = false;
	#whenIdle: (() => void) | undefined;

	constructor(options: NatsDispatcherOptions) {
		this.#options = options;
		this.#link = options.link;
		this.#committing = new Committing(options.bufferLimit);
		const { id } = options.link;
		const outcomes = (message: Msg) => void this.#readOutcomes(message);
		options.link.listen({ subject: HEARD.outcomes(id), read: outcomes });
		options.link.listen({ subject: HEARD.outcomes(ANY_CONTROL), queue: "control", read: outcomes });
		options.link.listen({ subject: HEARD.accepted(id), read: (message) => this.#readAccepted(message) });
		this.#scanTimer = setInterval(() => this.#findLost(), SCAN_EVERY_MS);
		this.#scanTimer.unref();
	}

	get inFlight(): number {
		let orders = this.#committing.size;
		for (const there of this.#sent.values()) orders += there.size;
		return orders;
	}

	inFlightAt(locationId: number | null): number {
		return this.#committing.takenFrom(locationId ?? 0) + (this.#sent.get(locationId ?? 0)?.size ?? 0);
	}

	capacityAt(locationId: number | null): Capacity {
		if (locationId === null || this.#isClosing || !this.#link.isReady(locationId)) return NO_CAPACITY;
		const { total, capacity } = this.#loadAt(locationId);
		let slow = 0;
		for (const { order } of this.#sent.get(locationId)?.values() ?? []) if (order.wasSlow) slow += 1;
		return { total, slow: Math.max(0, Math.min(total, Math.floor(capacity * SLOW_SHARE) - slow)) };
	}

	/** `total`: the checks that may be begun there now. Asked for each order. */
	#loadAt(locationId: number): { readonly total: number; readonly capacity: number } {
		const { capacity, running } = this.#link.presence.loadAt(locationId);
		// What runs there for other `control`s counts; what is on its way is not heard of yet.
		return { capacity, total: Math.max(0, capacity - Math.max(running, this.#sent.get(locationId)?.size ?? 0)) };
	}

	locationsWithProber(): ReadonlySet<number> {
		return this.#link.presence.locations();
	}

	absenceAt(locationId: number) {
		const absence = this.#link.presence.absenceAt(locationId);
		if (absence !== null) return absence;
		if (!this.#link.isReady(locationId)) return "prober_away";
		return this.#isClosing || this.#loadAt(locationId).total === 0 ? "no_capacity" : null;
	}

	async attempt(order: CheckOrder, locationId: number | null, options: AttemptOptions) {
		return locationId === null ? null : this.#link.attempt(order, locationId, options);
	}

	async dispatch(orders: readonly CheckOrder[]): Promise<readonly CheckOrder[]> {
		const refused: CheckOrder[] = [];
		const accepted: CheckOrder[] = [];
		for (const order of orders) {
			const older = this.#sentOf(order)?.order;
			if (older && !takesPlace(order, older)) {
				if (older.scheduledAt !== order.scheduledAt) refused.push(order);
				continue;
			}
			(this.absenceAt(order.locationId ?? 0) !== null ? refused : accepted).push(order);
		}
		const byLocation = Map.groupBy(accepted, ({ locationId }) => locationId ?? 0);
		const sending = [...byLocation].flatMap(([locationId, each]) =>
			Array.from(batchesOf(each, ORDERS_IN_MESSAGE), (batch) => this.#send(locationId, batch)),
		);
		const failed = await Promise.all(sending);
		return [...refused, ...failed.flat()];
	}

	/** Resolves with what could not be handed over. */
	async #send(locationId: number, orders: readonly CheckOrder[]): Promise<readonly CheckOrder[]> {
		const { connection, presence } = this.#link;
		const place = presence.known(locationId)[0]?.place;
		if (connection === null || place === undefined) return orders;
		const there = this.#sent.get(locationId) ?? new Map<number, Sent>();
		this.#sent.set(locationId, there);
		// Before it is sent: the outcome may be here before the acknowledgement.
		const sentAt = this.#link.listened.ms();
		for (const order of orders) {
			there.set(order.monitorId, { order, sentAt, holder: null });
		}
		try {
			const message: OrdersMessage = { v: MESSAGE_VERSION, control: this.#link.id, orders };
			const sealed = await this.#link.seal(locationId, message);
			const options = { timeout: PUBLISH_WITHIN_MS, retries: 1 };
			const publish = () => jetstream(connection).publish(ordersSubject(place), sealed, options);
			if (await this.#waiting.send(connection, place.owner, sealed.length, publish)) return [];
		} catch {
			// The stream is full or gone, or the server is. Should the message have arrived, its checks are made twice.
			this.#link.noteStreamLost(locationId);
		}
		return orders.filter((order) => this.#sentOf(order)?.order === order && there.delete(order.monitorId));
	}

	async drain(withinMs: number): Promise<readonly CheckOrder[]> {
		this.#isClosing = true;
		if (this.inFlight > 0) {
			const { promise: idle, resolve } = Promise.withResolvers<void>();
			const timer = setTimeout(resolve, withinMs);
			this.#whenIdle = resolve;
			await idle;
			clearTimeout(timer);
		}
		const orders = [...this.#sent.values()].flatMap((there) => Array.from(there.values(), ({ order }) => order));
		this.#sent.clear();
		return orders;
	}

	async close(): Promise<void> {
		this.#isClosing = true;
		clearInterval(this.#scanTimer);
	}

	#sentOf({ locationId, monitorId }: Pick<CheckOrder, "locationId" | "monitorId">): Sent | undefined {
		return this.#sent.get(locationId ?? 0)?.get(monitorId);
	}

	#senderOf({ subject }: Msg): KnownProber | undefined {
		const { prober, location } = senderOf(subject);
		const known = this.#link.presence.byPublicId(prober);
		return known?.place.location === location ? known : undefined;
	}

	#readAccepted(message: Msg): void {
		const prober = this.#senderOf(message);
		const read = readMessage(acceptedMessage, message.data);
		if (prober === undefined || read === null) return;
		for (const check of read.checks) {
			const sent = this.#sentOf({ ...check, locationId: prober.locationId });
			if (sent === undefined || !isOf(sent.order, check) || sent.holder !== null) continue;
			const lostAt = this.#link.listened.ms() + longestCheckMs(sent.order.timeoutMs) + OUTCOME_GRACE_MS;
			sent.holder = { id: prober.id, instance: read.instance, lostAt };
		}
	}

	/** Says which of them are committed; without an answer, the prober sends them again. */
	async #readOutcomes(message: Msg): Promise<void> {
		const prober = this.#senderOf(message);
		const read = readMessage(outcomesMessage, message.data);
		if (prober === undefined || read === null || this.#committing.isFullFor(prober.locationId)) return;
		const sentOutcomes = read.outcomes as readonly SentOutcome[];
		const { locationId } = prober;
		const committingOf = (check: CheckRef) => this.#committing.of(check, locationId);
		const claimed = await this.#receive(
			sentOutcomes.filter((sent) => committingOf(sent) === undefined),
			prober,
		);
		if (claimed === null) return;
		const committing = sentOutcomes.flatMap((sent) => committingOf(sent) ?? []);
		await Promise.race([Promise.all(committing), pause(COMMIT_MS, undefined, { ref: false })]);
		const notYet = sentOutcomes.flatMap((sent, index) => {
			return committingOf(sent) !== undefined || claimed.has(checkId(sent)) ? [index] : [];
		});
		const reply: OutcomesReply = { v: MESSAGE_VERSION, notYet };
		if (this.#link.connection !== null) message.respond(writeMessage(reply));
	}

	/** Resolves with those that a running process waits for, which are its own to take; null: it is not known yet. */
	async #receive(sentOutcomes: readonly SentOutcome[], prober: KnownProber): Promise<ReadonlySet<string> | null> {
		const { locationId } = prober;
		const found = new Map<SentOutcome, CheckOrder>();
		const unknown: SentOutcome[] = [];
		for (const sent of sentOutcomes) {
			const known = this.#sentOf({ ...sent, locationId });
			if (known === undefined || !isOf(known.order, sent)) unknown.push(sent);
			// Only from whoever holds the check.
			else if (known.holder === null || known.holder.id === prober.id) found.set(sent, known.order);
		}
		const of = unknown.length === 0 ? { orders: [], claimed: [] } : await this.#lookUp(unknown, prober);
		if (of === null) return null;
		for (const sent of unknown) {
			const order = of.orders.find((each) => isOf(each, sent));
			if (order) found.set(sent, order);
		}
		const claimed = new Set(of.claimed.map(checkId));
		for (const [sent, order] of found) {
			const outcome = this.#outcomeOf(sent, order, prober);
			// The same one may have come meanwhile.
			if (outcome !== null && this.#committing.of(order, locationId) === undefined) this.#commit(outcome, locationId);
		}
		return claimed;
	}

	/** Null: later. The database is away, or is asked for this prober already. */
	async #lookUp(checks: readonly CheckRef[], { id, locationId }: KnownProber): Promise<KnownOrders | null> {
		const underWay = this.#lookups.get(id) ?? 0;
		if (underWay >= LOOKUPS_AT_ONCE) return null;
		this.#lookups.set(id, underWay + 1);
		try {
			return await this.#options.ordersOf(checks, locationId);
		} catch {
			return null;
		} finally {
			const left = (this.#lookups.get(id) ?? 0) - 1;
			if (left > 0) this.#lookups.set(id, left);
			else this.#lookups.delete(id);
		}
	}

	/** Each by itself: one that waits for other locations holds up no other. */
	#commit(outcome: CheckOutcome, locationId: number): void {
		const { order } = outcome;
		const committed = this.#committing.begin(order, locationId);
		if (this.#sentOf(order)?.order === order) this.#sent.get(locationId)?.delete(order.monitorId);
		const acknowledge = () => {
			committed();
			if (this.inFlight === 0) this.#whenIdle?.();
		};
		this.#options.receiver.receive({ outcomes: [outcome], acknowledge });
	}

	/** Null for what says nothing about the order. */
	#outcomeOf(sent: SentOutcome, order: CheckOrder, prober: KnownProber): CheckOutcome | null {
		const { observation, firstAttempt } = sent;
		if (!isAbout(observation, order) || (firstAttempt && !isAbout(firstAttempt.observation, order))) return null;
		// Never before it was due, and never in the future.
		const startedAt = Math.min(Math.max(sent.firstAttemptAt, order.scheduledAt), this.#options.now());
		const moved = Math.round(startedAt - sent.firstAttemptAt);
		const { monitorId: _, revision: __, scheduledAt: ___, ...outcome } = sent;
		const proberId = prober.id;
		const first = firstAttempt && { firstAttempt: { ...firstAttempt, proberId } };
		return shiftOutcome({ ...outcome, order, proberId, ...first }, moved);
	}

	#findLost(): void {
		const at = this.#link.listened.ms();
		const { presence } = this.#link;
		const lost: CheckOrder[] = [];
		for (const [locationId, there] of this.#sent) {
			const isAbandoned = presence.absenceAt(locationId) !== null;
			for (const [monitorId, { order, sentAt, holder }] of there) {
				const isLost =
					holder === null
						? isAbandoned || at - sentAt > UNACCEPTED_ORDERS_LIVE_MS
						: at > holder.lostAt || presence.hasEnded(holder.id, holder.instance);
				if (!isLost) continue;
				there.delete(monitorId);
				lost.push(order);
			}
		}
		if (lost.length > 0) this.#options.release(lost);
		if (this.inFlight === 0) this.#whenIdle?.();
	}
}

function isOf(order: CheckOrder, check: CheckRef): boolean {
	const { monitorId, revision, scheduledAt } = order;
	return check.monitorId === monitorId && check.revision === revision && check.scheduledAt === scheduledAt;
}

/** A prober can be of a newer version, or not ours at all. */
function isAbout(observation: CheckOutcome["observation"], { settings }: CheckOrder): boolean {
	return observation.kind !== "answered" || observation.type === settings.type;
}
