/**
 * The one deadline of an attempt, handed from step to step: resolve, connect, handshake, exchange, and again for each
 * redirect. It owns the attempt's only timer. One step at a time is under way; the step says how to cut it short.
 */

import type { CertificateSeen, Phase } from "../domain/checks/observation.ts";
import { onAbort } from "./abort.ts";
import { ABORTED, type ConnectError } from "./connect-error.ts";

export class Deadline {
	readonly timeoutMs: number;
	/** Why no more time is given; null while there is some. */
	cut: "expired" | "aborted" | null = null;
	#cutStep: (() => void) | null = null;
	readonly #timer: NodeJS.Timeout;
	readonly #forgetSignal: (() => void) | null;

	constructor(timeoutMs: number, signal?: AbortSignal) {
		this.timeoutMs = timeoutMs;
		this.#timer = setTimeout(() => this.#cutNow("expired"), timeoutMs);
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

	/** What a cut step has to say. */
	connectError(phase: Phase, address: string | null, certificate: CertificateSeen | null = null): ConnectError {
		if (this.cut === "aborted") return ABORTED;
		const message = `No complete response within ${this.timeoutMs} ms: the time ran out ${DURING[phase]}.`;
		return { kind: "failed", fault: "timeout", phase, message, address, certificate };
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
