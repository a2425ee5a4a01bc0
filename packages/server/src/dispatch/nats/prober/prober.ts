/**
 * A prober of another location: takes orders, makes the checks in this process, and sends what it saw until it hears
 * that it is committed. It has no database and listens on no port; all that it knows is in its token.
 */

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { jetstream } from "@nats-io/jetstream";
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import type { AttemptOutcome, CheckOrder, CheckOutcome } from "../../../domain/checks/check.ts";
import { contactOf } from "../../../domain/checks/cut-off.ts";
import { worthUntil } from "../../../domain/schedule/schedule.ts";
import type { Prober } from "../../../probe/check.ts";
import { takesPlace } from "../../takes-place.ts";
import { PacedStarts } from "../../threads/paced-starts.ts";
import { authenticatorOf } from "../authenticator.ts";
import { openConnection } from "../connect.ts";
import {
	type AskMessage,
	type AttemptMessage,
	type CheckRef,
	type HeartbeatReply,
	isReadable,
	MESSAGE_VERSION,
	ORDERS_AT_ONCE,
	type OrdersMessage,
	writeMessage,
} from "../messages.ts";
import type { Heartbeat } from "../read-message.ts";
import { Opener } from "../sealing.ts";
import {
	acceptedSubject,
	aliveSubject,
	askSubject,
	CONSUMER,
	inboxOf,
	outcomesSubject,
	type Place,
	streamOf,
} from "../subjects.ts";
import type { ProberToken } from "../token.ts";
import { ControlClock } from "./control-clock.ts";
import { KeptOutcomes } from "./kept-outcomes.ts";
import { Uplink } from "./uplink.ts";

interface Log {
	info(facts: object, message: string): void;
	warn(facts: object, message: string): void;
}

interface ProberProcessOptions {
	readonly token: ProberToken;
	readonly version: string;
	/** Checks that may run at once. */
	readonly capacity: number;
	/**
	 * What makes the checks, by what the location may reach, and with the database's clock. Asked for with the first
	 * order, so that what it loads takes no memory at rest.
	 */
	makeProber(options: { readonly allowsPrivateTargets: boolean; readonly clock: ControlClock }): Promise<Prober>;
	readonly log: Log;
	/** This machine's own clock, epoch milliseconds. */
	now(): number;
}

/** Three are lost before `control` gives the checks to another. */
const BEAT_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 4_000;
const FETCH_MS = 5_000;
const RETRY_AFTER_MS = 1_000;
/** The server may be starting, with accounts that it does not know yet. */
const REFUSALS_UNTIL_REVOKED = 3;
const REFUSED_PAUSE_MS = 5_000;

const CUT_OFF = "The check failed, and meanwhile the prober was cut off from NATS: its own network may have failed.";

interface Running {
	readonly order: CheckOrder;
	/** Whom to answer: who ordered it last. */
	control: string;
	readonly abort: AbortController;
}

export class ProberProcess {
	readonly #options: ProberProcessOptions;
	readonly #place: Place;
	readonly #opener: Opener;
	readonly #clock: ControlClock;
	readonly #kept: KeptOutcomes;
	readonly #uplink: Uplink;
	readonly #stopping = new AbortController();
	/** Names this run: what an earlier one had is lost. */
	readonly #instance = randomUUID();
	/** By monitor. */
	readonly #running = new Map<number, Running>();
	readonly #starts: PacedStarts<CheckOrder>;
	#connection: NatsConnection | null = null;
	/** Null until `control` said what this location may reach. */
	#prober: { readonly allowsPrivateTargets: boolean; made?: Promise<Prober> } | null = null;
	#takesOrders = false;
	/** From then on nothing that `control` answers makes it take orders. */
	#isStopping = false;
	#attempts = 0;
	#isRevoked = false;
	/** Why no check can be made. */
	#failure: Error | null = null;
	#whenIdle: (() => void) | undefined;

	constructor(options: ProberProcessOptions) {
		this.#options = options;
		const { owner, location, prober, key } = options.token;
		this.#place = { owner, location };
		this.#opener = new Opener(prober, key);
		this.#clock = new ControlClock(options.now);
		this.#kept = new KeptOutcomes({
			send: (control, message, timeout) => {
				const subject = outcomesSubject(this.#place, prober, control);
				if (this.#connection === null) throw new Error("not connected");
				return this.#connection.request(subject, writeMessage(message), { timeout });
			},
			monotonic: () => performance.now(),
		});
		this.#uplink = new Uplink(async () => {
			if (this.#connection === null) throw new Error("not connected");
			await this.#connection.rtt();
		});
		this.#starts = new PacedStarts((order) => void this.#check(order));
	}

	/** Runs until it is stopped, or until the prober was removed. Rejects when it can make no checks. */
	async run(): Promise<"stopped" | "revoked"> {
		const { signal } = this.#stopping;
		const sending = this.#kept.run(signal);
		const taking = this.#takeOrders();
		let refusals = 0;
		for (let isFirst = true; !signal.aborted; ) {
			try {
				const { token, log } = this.#options;
				const connection = await openConnection({
					url: token.url,
					authenticator: authenticatorOf(token),
					name: `prober ${token.prober}`,
					inboxPrefix: inboxOf(token.prober),
				});
				if (signal.aborted) await connection.close();
				else log.info({ url: token.url }, "Connected");
				refusals = 0;
				isFirst = true;
				this.#serve(connection);
				const beating = this.#beat(connection);
				const reason = await connection.closed();
				this.#connection = null;
				await beating;
				if (reason) throw reason;
			} catch (error) {
				if (signal.aborted) break;
				if (isRefusal(error)) {
					refusals += 1;
					if (isRevocation(error) || refusals >= REFUSALS_UNTIL_REVOKED) this.#revoke();
					else await pause(REFUSED_PAUSE_MS, undefined, { signal }).catch(() => {});
					continue;
				}
				if (isFirst)
					this.#options.log.warn({ err: error }, "The connection is not there; it is tried again every second");
				isFirst = false;
				await pause(RETRY_AFTER_MS, undefined, { signal }).catch(() => {});
			}
		}
		this.#uplink.close();
		await Promise.all([sending, taking]);
		await this.#prober?.made?.then(...CLOSING);
		if (this.#failure !== null) throw this.#failure;
		return this.#isRevoked ? "revoked" : "stopped";
	}

	/** Takes no more orders, lets what runs end within `withinMs`, sends it, and ends {@link run}. */
	async stop(withinMs: number): Promise<void> {
		this.#isStopping = true;
		this.#takesOrders = false;
		const { promise: late, resolve } = Promise.withResolvers<void>();
		const timer = setTimeout(resolve, withinMs);
		const { promise: idle, resolve: idleNow } = Promise.withResolvers<void>();
		this.#whenIdle = idleNow;
		if (this.#running.size === 0) idleNow();
		await Promise.race([late, idle.then(() => this.#kept.whenEmpty())]);
		clearTimeout(timer);
		const connection = this.#connection;
		if (connection !== null) {
			// Whoever waits for the rest need not wait until this prober counts as silent.
			await this.#say(connection, true).catch(() => {});
		}
		this.#stopping.abort();
		for (const { abort } of this.#running.values()) abort.abort();
		await connection?.close();
	}

	#revoke(): void {
		this.#isRevoked = true;
		this.#isStopping = true;
		this.#takesOrders = false;
		this.#stopping.abort();
		for (const { abort } of this.#running.values()) abort.abort();
		void this.#connection?.close();
	}

	#serve(connection: NatsConnection): void {
		this.#connection = connection;
		connection.subscribe(askSubject(this.#place, this.#options.token.prober), {
			callback: (error, message) => {
				if (!error) void this.#answer(message);
			},
		});
	}

	async #beat(connection: NatsConnection): Promise<void> {
		// Aborted once it is closed: a race with `closed()` would leave a reaction in memory with each heartbeat.
		const closing = new AbortController();
		void connection.closed().then(() => closing.abort());
		while (!connection.isClosed()) {
			let waitMs = BEAT_EVERY_MS;
			try {
				this.#heed(await this.#say(connection, false));
			} catch {
				// No `control` is there, or none that knows this prober yet: outcomes wait.
				waitMs = RETRY_AFTER_MS;
			}
			await pause(waitMs, undefined, { ref: false, signal: closing.signal }).catch(() => {});
		}
	}

	async #say(connection: NatsConnection, isLeaving: boolean): Promise<HeartbeatReply> {
		const { token, version, capacity } = this.#options;
		const running = this.#running.size + this.#attempts;
		const beat: Heartbeat = {
			v: MESSAGE_VERSION,
			instance: this.#instance,
			version,
			aheadMs: this.#clock.aheadMs,
			running,
			capacity,
			isLeaving,
		};
		const subject = aliveSubject(this.#place, token.prober);
		const sentAt = this.#clock.monotonic();
		const reply = (
			await connection.request(subject, writeMessage(beat), { timeout: ANSWER_WITHIN_MS })
		).json<HeartbeatReply>();
		this.#clock.read(reply.at, sentAt);
		return reply;
	}

	#heed({ state, allowsPrivateTargets }: HeartbeatReply): void {
		if (state === "revoked") {
			this.#revoke();
			return;
		}
		if (this.#prober?.allowsPrivateTargets !== allowsPrivateTargets) {
			const before = this.#prober?.made;
			this.#prober = { allowsPrivateTargets };
			// Its checks are aborted, and made again by the rule that holds now (`#check`).
			void before?.then(...CLOSING);
		}
		this.#takesOrders = state === "connected" && !this.#isStopping;
	}

	/** Checks that may be accepted beside those that run. */
	get #free(): number {
		return this.#options.capacity - this.#running.size - this.#attempts;
	}

	async #takeOrders(): Promise<void> {
		const { signal } = this.#stopping;
		while (!signal.aborted) {
			if (this.#connection === null || !this.#takesOrders || this.#free <= 0 || this.#kept.isFull) {
				await pause(100, undefined, { signal }).catch(() => {});
				continue;
			}
			try {
				const consumer = await jetstream(this.#connection).consumers.get(streamOf(this.#place), CONSUMER);
				while (this.#takesOrders && !signal.aborted) {
					const free = this.#free;
					if (free <= 0 || this.#kept.isFull) break;
					// A message has so many at most; one is taken even when not all of it fits.
					const messages = Math.max(1, Math.floor(free / ORDERS_AT_ONCE));
					for await (const message of await consumer.fetch({ max_messages: messages, expires: FETCH_MS })) {
						if (this.#isStopping) {
							message.nak();
							continue;
						}
						const text = await this.#opener.open(message.data);
						message.ack();
						if (text !== null) this.#accept(JSON.parse(text) as OrdersMessage);
					}
				}
			} catch {
				// The server is away, or has no such stream yet.
				await pause(RETRY_AFTER_MS, undefined, { signal }).catch(() => {});
			}
		}
	}

	#accept({ v, control, orders }: OrdersMessage): void {
		if (!isReadable(v)) return;
		const begun: CheckOrder[] = [];
		const checks: CheckRef[] = [];
		for (const order of orders) {
			const { monitorId, revision, scheduledAt } = order;
			const running = this.#running.get(monitorId);
			if (running && running.order.revision === revision && running.order.scheduledAt === scheduledAt) {
				// Ordered again: it was not known that this prober has it, or another `control` waits for it now.
				running.control = control;
			} else if (!this.#kept.readdress(control, order)) {
				if (worthUntil(order) <= this.#clock.now()) continue;
				if (running && !takesPlace(order, running.order) && scheduledAt <= running.order.scheduledAt) continue;
				// Of an earlier minute, too: `control` has given it up, else there would be no order for this one.
				running?.abort.abort();
				this.#running.set(monitorId, { order, control, abort: new AbortController() });
				begun.push(order);
			}
			checks.push({ monitorId, revision, scheduledAt });
		}
		const subject = acceptedSubject(this.#place, this.#options.token.prober, control);
		this.#connection?.publish(subject, writeMessage({ v: MESSAGE_VERSION, instance: this.#instance, checks }));
		this.#starts.add(begun);
	}

	async #check(order: CheckOrder): Promise<void> {
		const mine = this.#running.get(order.monitorId);
		if (mine?.order !== order) return;
		let outcome: CheckOutcome | null = null;
		for (let isAgain = false; outcome === null && !mine.abort.signal.aborted; isAgain = true) {
			// `control` gives up what was aborted too late.
			if (isAgain && worthUntil(order) <= this.#clock.now()) break;
			const prober = await this.#made();
			if (prober === null || mine.abort.signal.aborted) break;
			outcome = await this.#weighed(prober.run(order, mine.abort.signal));
		}
		if (this.#running.get(order.monitorId) === mine) this.#running.delete(order.monitorId);
		if (outcome !== null) {
			const { order: _, ...seen } = outcome;
			const { monitorId, revision, scheduledAt } = order;
			this.#kept.add(mine.control, { ...seen, monitorId, revision, scheduledAt });
		}
		if (this.#running.size === 0) this.#whenIdle?.();
	}

	/** What `running` saw; missed when it failed and a cut of this prober's network can explain that. */
	async #weighed<Outcome extends AttemptOutcome>(running: Promise<Outcome | null>): Promise<Outcome | null> {
		const beganAt = this.#clock.monotonic();
		const outcome = await running;
		if (outcome === null || contactOf(outcome.observation) !== "failed") return outcome;
		if (await this.#uplink.hasAnsweredSince(beganAt)) return outcome;
		return { ...outcome, observation: { kind: "missed", cause: "cut_off", message: CUT_OFF } };
	}

	/** Null while it is not known what this location may reach, and when no check can be made at all. */
	async #made(): Promise<Prober | null> {
		const known = this.#prober;
		if (known === null) return null;
		const { allowsPrivateTargets } = known;
		known.made ??= this.#options.makeProber({ allowsPrivateTargets, clock: this.#clock });
		try {
			return await known.made;
		} catch (cause) {
			// Others make its checks at once, and whoever runs this process is told.
			this.#failure ??= new Error("This prober can make no checks", { cause });
			void this.stop(0);
			return null;
		}
	}

	async #answer(message: Msg): Promise<void> {
		const text = await this.#opener.open(message.data);
		if (text === null) return;
		const { v, order, timeoutMs } = JSON.parse(text) as AskMessage;
		if (!isReadable(v)) return;
		const isFree = this.#running.size + this.#attempts < this.#options.capacity;
		this.#attempts += 1;
		const prober = isFree ? await this.#made() : null;
		const within = Math.min(timeoutMs, order.timeoutMs);
		const outcome = prober && (await this.#weighed(prober.attempt(order, within, this.#stopping.signal)));
		this.#attempts -= 1;
		const answer: AttemptMessage = { v: MESSAGE_VERSION, outcome };
		message.respond(writeMessage(answer));
	}
}

/** Reactions that close a prober that was made. */
const CLOSING = [(prober: Prober) => prober.close(), () => {}] as const;

/** Whether the server refused the user, as it does once a prober was removed. */
function isRefusal(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	const said = `${error.name} ${error.message}`;
	// A busy server, or a slow way to it, says that the user did not come in time.
	return /authorization|authentication/i.test(said) && !/timeout/i.test(said);
}

function isRevocation(error: unknown): boolean {
	return error instanceof Error && /revoked/i.test(error.message);
}
