/** Carries out check orders: one attempt, and a second one when a failure is to be confirmed. */

import type { CheckOrder, CheckOutcome } from "../domain/check.ts";
import type { DialerOptions } from "./dial.ts";

export interface ProberOptions extends DialerOptions {
	/** For example "Lapwing/0.1.0". */
	readonly userAgent: string;
}

export interface Prober {
	/**
	 * Carries out one check. Null when `signal` was aborted before there was an outcome. Never rejects: what should not
	 * happen becomes a missed observation.
	 */
	run(order: CheckOrder, signal: AbortSignal): Promise<CheckOutcome | null>;
	/** Ends what is still running as if aborted, and lets go of everything. */
	close(): Promise<void>;
}

export function createProber(_options: ProberOptions): Prober {
	throw new Error("not built yet");
}
