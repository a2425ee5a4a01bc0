/** What the service and its probe threads say to one another. Orders are named by a number, so that they travel only once. */

import type { CheckOrder, CheckOutcome } from "../../domain/checks/check.ts";
import type { ProberOptions } from "../../probe/check.ts";

export type ProberSettings = Omit<ProberOptions, "clock" | "onInternalError">;

export type ToThread =
	| { readonly kind: "orders"; readonly orders: readonly (readonly [name: number, order: CheckOrder])[] }
	| { readonly kind: "abort"; readonly names: readonly number[] }
	| { readonly kind: "close" };

/** An outcome without its order; null when the check was aborted. */
export type Answer = readonly [name: number, outcome: Omit<CheckOutcome, "order"> | null];

export type FromThread =
	/** `started`: how many orders were started since the last message of this kind, in the order in which they came. */
	| { readonly kind: "progress"; readonly started: number; readonly answers: readonly Answer[] }
	/** Something in the prober that should not happen; its check is missed. */
	| { readonly kind: "fault"; readonly error: Error; readonly monitorId: number }
	/** Sent every HEARTBEAT_MS by a thread whose event loop turns. */
	| { readonly kind: "alive" };

export const HEARTBEAT_MS = 1_000;
