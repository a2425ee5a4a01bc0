/** Messages between the service and its probe threads. A number stands for an order, so that it travels only once. */

import type { AttemptOutcome, CheckOrder, CheckOutcome } from "../../domain/checks/check.ts";
import type { ProberOptions } from "../../probe/check.ts";

export type ProberSettings = Omit<ProberOptions, "clock" | "onInternalError">;

/**
 * A value as JSON text. Orders and answers travel as text, for writing and reading JSON costs a fifth of copying the
 * objects (measured: 20 µs of the main thread for an order that was copied).
 */
type Packed<Value> = string & { readonly packed?: Value };

export function pack<Value>(value: Value): Packed<Value> {
	return JSON.stringify(value);
}

export function unpack<Value>(text: Packed<Value>): Value {
	return JSON.parse(text) as Value;
}

/**
 * The clock by which orders are due, epoch milliseconds, minus the monotonic one that all threads share
 * ({@link sharedMonotonic}): where the database's clock rules, it is not that of this machine.
 */
interface Clocked {
	readonly clockMs: number;
}

/** Milliseconds; the same in every thread of a process, which `performance.now` is not. */
export function sharedMonotonic(): number {
	return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}

export type ToThread =
	| ({
			readonly kind: "orders";
			readonly orders: Packed<readonly (readonly [checkId: number, order: CheckOrder])[]>;
	  } & Clocked)
	/** A single attempt, made at once. */
	| ({
			readonly kind: "attempt";
			readonly id: number;
			readonly order: Packed<CheckOrder>;
			readonly timeoutMs: number;
	  } & Clocked)
	| { readonly kind: "abort"; readonly checkIds: readonly number[] }
	| { readonly kind: "close" };

/** An outcome without its order; null when the check was aborted. */
export type Answer = readonly [checkId: number, outcome: Omit<CheckOutcome, "order"> | null];

/** Beside heartbeats (../../threads/heartbeat.ts). */
export type FromThread =
	/** `started`: how many orders were started since the last message of this kind, in the order in which they came. */
	| { readonly kind: "progress"; readonly started: number; readonly answers: Packed<readonly Answer[]> }
	/** Null when it was aborted. */
	| { readonly kind: "attempted"; readonly id: number; readonly outcome: Packed<AttemptOutcome | null> }
	/** Something in the prober that should not happen; its check is missed. */
	| { readonly kind: "fault"; readonly error: Error; readonly monitorId: number };
