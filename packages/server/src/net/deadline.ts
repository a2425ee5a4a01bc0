/**
 * The one deadline of an attempt, handed from step to step: resolve, connect, handshake, exchange, and again for each
 * redirect. It owns the attempt's only timer. One step at a time is under way, and passes the function that ends it
 * early.
 *
 * Time during which this process stood still was not given to the target: the deadline is extended by it, within a
 * bound, so that a timeout is evidence on a machine that stalls, too.
 */

import type { CertificateSeen, Phase } from "../domain/checks/observation.ts";
import { onAbort } from "./abort.ts";
import { ABORTED, type ConnectError } from "./connect-error.ts";

/** No attempt is extended by more than this: checks have to end before their leases do. */
export const MAX_STALL_EXTENSION_MS = 5_000;
/** A timer that fires later than this fires after a stall. */
const LATE_MS = 100;
/** After a stall timers run before sockets are read: time to read what arrived meanwhile. */
const READ_AFTER_STALL_MS = 250;

/** A name that took long to look up. */
export interface SlowLookup {
	/** How much of it our name servers took, or the way to them; the rest is due to the name's own servers. */
	readonly oursMs: Promise<number>;
}

/** A running total of the time by which this process stood still. */
export interface Stalls {
	/** The total when an attempt begins, milliseconds. */
	mark(): number;
	/** What the total has grown by since `mark`, milliseconds. */
	lostSince(mark: number): number;
}

const NO_STALLS: Stalls = { mark: () => 0, lostSince: () => 0 };

export class Deadline {
	readonly timeoutMs: number;
	/** Why no more time is given; null while there is some. */
	cut: "expired" | "aborted" | null = null;
	/** The lookups of the attempt that took long; most have none. */
	slowLookups: readonly SlowLookup[] = [];
	#cutStep: (() => void) | null = null;
	readonly #startedAt = performance.now();
	readonly #stalls: Stalls;
	readonly #stallMark: number;
	#timer: NodeJS.Timeout;
	readonly #forgetSignal: (() => void) | null;

	constructor(timeoutMs: number, signal?: AbortSignal, stalls: Stalls = NO_STALLS) {
		this.timeoutMs = timeoutMs;
		this.#stalls = stalls;
		this.#stallMark = stalls.mark();
		this.#timer = this.#expireAfter(timeoutMs);
		this.#forgetSignal = signal === undefined ? null : onAbort(signal, () => this.abort());
		if (signal?.aborted) this.cut = "aborted";
	}

	/** Begins a step. `cutShort` is called at most once, at once when there is no time left; it must settle the step. */
	begin(cutShort: () => void): void {
		if (this.cut !== null) cutShort();
		else this.#cutStep = cutShort;
	}

	/** The step is over by itself. */
	finish(): void {
		this.#cutStep = null;
	}

	/** Waits for `work`, which can't be stopped, no longer than there is time; null when it was cut. */
	within<T>(work: Promise<T>): Promise<T | null> {
		return new Promise((resolve, reject) => {
			this.begin(() => resolve(null));
			work
				.finally(() => {
					if (this.cut === null) this.finish();
				})
				.then(resolve, reject);
		});
	}

	/** The connect error of a step that was ended early. */
	connectError(phase: Phase, address: string | null, certificate: CertificateSeen | null = null): ConnectError {
		if (this.cut === "aborted") return ABORTED;
		const { timeoutMs } = this;
		const time = timeoutMs % 1_000 === 0 ? `${timeoutMs / 1_000} s` : `${timeoutMs} ms`;
		const message = `No complete response within ${time}: the time ran out ${DURING[phase]}.`;
		return { kind: "failed", fault: "timeout", phase, message, address, certificate };
	}

	/** Notes a lookup that took long, so that the delay can be put on whoever caused it. */
	noteSlowLookup(lookup: SlowLookup): void {
		this.slowLookups = [...this.slowLookups, lookup];
	}

	/** Cuts the step under way, and every later one. */
	abort(): void {
		this.#cutNow("aborted");
	}

	/** The attempt is over: no timer and no listener is left behind. */
	end(): void {
		clearTimeout(this.#timer);
		this.#forgetSignal?.();
		this.#cutStep = null;
	}

	/** Milliseconds lost since the attempt began. */
	get lostMs(): number {
		return this.#stalls.lostSince(this.#stallMark);
	}

	#expireAfter(ms: number): NodeJS.Timeout {
		const firesAt = performance.now() + ms;
		return setTimeout(() => {
			const now = performance.now();
			const latestEnd = this.#startedAt + this.timeoutMs + MAX_STALL_EXTENSION_MS;
			const extendedEnd = this.#startedAt + this.timeoutMs + this.lostMs;
			const readEnd = now - firesAt > LATE_MS ? now + READ_AFTER_STALL_MS : now;
			const leftMs = Math.min(latestEnd, Math.max(extendedEnd, readEnd)) - now;
			if (leftMs >= 1) this.#timer = this.#expireAfter(leftMs);
			else this.#cutNow("expired");
		}, ms);
	}

	#cutNow(why: "expired" | "aborted"): void {
		if (this.cut !== null) return;
		this.cut = why;
		const cutStep = this.#cutStep;
		this.#cutStep = null;
		cutStep?.();
	}
}

const DURING: Record<Phase, string> = {
	dns: "while its name was being resolved",
	connect: "while connecting",
	tls: "during the TLS handshake",
	first_byte: "while waiting for the first byte of the response",
	transfer: "while the response was arriving",
};
