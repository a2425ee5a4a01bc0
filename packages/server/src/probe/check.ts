/**
 * Runs check orders: one attempt, and a second one when a failure is to be confirmed
 * (docs/rules/checks.md#confirmation). An attempt gets its deadline here, and what it saw while this process was
 * stalled (./stalled-attempts.ts) or our name servers were slow (./slow-resolver.ts) is weighed.
 */

import type { AttemptOutcome, CheckOrder, CheckOutcome } from "../domain/checks/check.ts";
import { confirmationOf } from "../domain/checks/confirmation.ts";
import type { Observation } from "../domain/checks/observation.ts";
import { onAbort } from "../net/abort.ts";
import { type Clock, SYSTEM_CLOCK } from "../net/clock.ts";
import { ABORTED } from "../net/connect-error.ts";
import { Deadline } from "../net/deadline.ts";
import { type Dialer, type DialerOptions, PolicedDialer } from "../net/dial.ts";
import { Pinger } from "../net/ping/pinger.ts";
import { ContentChecks } from "./content/content-checks.ts";
import { PingPlaces } from "./ping/ping-places.ts";
import type { ProbeParts } from "./probe.ts";
import { probe } from "./probes.ts";
import { discardIfResolverSlow } from "./slow-resolver.ts";
import { StallWatch } from "./stall-watch.ts";
import { discardIfStalled } from "./stalled-attempts.ts";

export interface ProberOptions extends DialerOptions {
	/** For example "Lapwing/0.1.0". */
	readonly userAgent: string;
	/** The program ping, for tests. Default: the system's. */
	readonly pingProgram?: string;
	/** Called for a bug of ours, beside the missed observation that results. */
	readonly onInternalError?: (cause: unknown, order: CheckOrder) => void;
}

export interface Prober {
	/**
	 * Runs one check. Null when `signal` was aborted before there was an outcome. Never rejects: a bug of ours
	 * becomes a missed observation.
	 */
	run(order: CheckOrder, signal: AbortSignal): Promise<CheckOutcome | null>;
	/**
	 * Makes a single attempt of at most `timeoutMs`. Null and errors as above.
	 */
	attempt(order: CheckOrder, timeoutMs: number, signal: AbortSignal): Promise<AttemptOutcome | null>;
	/** Aborts what is still running, and releases all resources. */
	close(): Promise<void>;
}

export class SocketProber implements Prober {
	readonly #dialer: Dialer;
	readonly #clock: Clock;
	readonly #stalls: StallWatch;
	readonly #parts: ProbeParts;
	readonly #reportInternalError: (cause: unknown, order: CheckOrder) => void;
	readonly #closing = new AbortController();
	readonly #running = new Set<Promise<unknown>>();
	readonly #deadlines = new Set<Deadline>();

	constructor(options: ProberOptions) {
		this.#clock = options.clock ?? SYSTEM_CLOCK;
		this.#dialer = new PolicedDialer({ ...options, offersHybrid: false });
		this.#stalls = new StallWatch(this.#clock);
		this.#parts = {
			dialer: this.#dialer,
			contentChecks: new ContentChecks(),
			pinger: new Pinger(options.pingProgram),
			pingPlaces: new PingPlaces(),
			userAgent: options.userAgent,
		};
		this.#reportInternalError = options.onInternalError ?? (() => {});
	}

	run(order: CheckOrder, signal: AbortSignal): Promise<CheckOutcome | null> {
		return this.#untilClosed(this.#check(order, signal));
	}

	attempt(order: CheckOrder, timeoutMs: number, signal: AbortSignal): Promise<AttemptOutcome | null> {
		return this.#untilClosed(this.#attempt(order, timeoutMs, signal));
	}

	async #untilClosed<Outcome>(running: Promise<Outcome>): Promise<Outcome> {
		this.#running.add(running);
		try {
			return await running;
		} finally {
			this.#running.delete(running);
		}
	}

	async close(): Promise<void> {
		this.#closing.abort();
		for (const deadline of this.#deadlines) deadline.abort();
		await Promise.all(this.#running);
		this.#dialer.close();
		await this.#parts.contentChecks.close();
	}

	async #check(order: CheckOrder, signal: AbortSignal): Promise<CheckOutcome | null> {
		const beganAt = this.#clock.monotonic();
		const first = await this.#attempt(order, order.timeoutMs, signal);
		if (first === null) return null;
		const outcome = { order, ...first, firstAttemptAt: first.startedAt, attempts: 1 } as const;
		// The control asks another location about it.
		if (order.confirmElsewhere) return outcome;
		const confirmation = confirmationOf(order, first.observation, {
			tookMs: this.#clock.monotonic() - beganAt,
			random: Math.random(),
		});
		if (confirmation === null) return outcome;
		if (!(await this.#pause(confirmation.pauseMs, signal))) return null;
		const second = await this.#attempt(order, confirmation.timeoutMs, signal);
		if (second === null) return null;
		// It had less time than the check allows, and refutes nothing by itself: the first attempt gives the result.
		if (confirmation.timeoutMs < order.timeoutMs && isTimeout(second.observation)) return { ...outcome, attempts: 2 };
		return { ...outcome, ...second, attempts: 2, firstAttempt: first };
	}

	async #attempt(order: CheckOrder, timeoutMs: number, signal: AbortSignal) {
		const startedAt = this.#clock.now();
		this.#stalls.begin();
		const deadline = new Deadline(timeoutMs, signal, this.#stalls);
		this.#deadlines.add(deadline);
		if (this.#closing.signal.aborted) deadline.abort();
		try {
			const probeResult = deadline.cut === null ? await probe(order, deadline, this.#parts) : ABORTED;
			if (probeResult.kind === "aborted" || deadline.cut === "aborted") return null;
			const unstalled = discardIfStalled(probeResult, order, deadline);
			const observation = await discardIfResolverSlow(unstalled, order, deadline.slowLookups);
			return { observation, startedAt, completedAt: this.#clock.now() };
		} catch (cause) {
			this.#reportInternalError(cause, order);
			return { observation: BROKEN, startedAt, completedAt: this.#clock.now() };
		} finally {
			this.#deadlines.delete(deadline);
			deadline.end();
			this.#stalls.end();
		}
	}

	/** False when it was cut short. */
	#pause(ms: number, signal: AbortSignal): Promise<boolean> {
		return new Promise((resolve) => {
			const settle = (isOver: boolean) => {
				clearTimeout(timer);
				for (const remove of removals) remove();
				resolve(isOver);
			};
			const timer = setTimeout(() => settle(true), ms);
			const removals = [signal, this.#closing.signal].map((each) => onAbort(each, () => settle(false)));
			if (signal.aborted || this.#closing.signal.aborted) settle(false);
		});
	}
}

function isTimeout(observation: Observation): boolean {
	return observation.kind === "failed" && observation.fault === "timeout";
}

const BROKEN: Observation = {
	kind: "missed",
	cause: "internal",
	message: "The check ended in an error of our own.",
};
