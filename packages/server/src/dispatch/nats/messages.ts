/**
 * What `control` and probers say to each other. Each message carries the version of its form. A member that a version
 * does not know is ignored. A form that an older version can't read gets a new number, in two releases, so that each
 * can read what the one before and the one after it write: the first raises NEWEST_READABLE, the next MESSAGE_VERSION.
 */

import type { AttemptOutcome, CheckOrder, CheckOutcome } from "../../domain/checks/check.ts";

/** That is written. */
export const MESSAGE_VERSION = 1;
const NEWEST_READABLE = 1;

/** Whether a message of that version is read: this one's, that of the release before, and that of the next one. */
export function isReadable(version: number): boolean {
	return version >= MESSAGE_VERSION - 1 && version <= NEWEST_READABLE;
}

/** Orders in one message, at most: what a prober accepts at once. */
export const ORDERS_AT_ONCE = 50;
/** Of one message (./batches.ts). */
export const ORDERS_IN_MESSAGE = { count: ORDERS_AT_ONCE, bytes: 512 * 1024 } as const;
export const OUTCOMES_AT_ONCE = 200;
/** Of one message. A single outcome has less: two attempts that saw a name with 64 KiB of records. */
export const OUTCOMES_IN_MESSAGE = { count: OUTCOMES_AT_ONCE, bytes: 1024 * 1024 } as const;

/** Sealed (./sealing.ts). */
export interface OrdersMessage {
	readonly v: number;
	/** Whom to answer: the id of a running `control`. */
	readonly control: string;
	readonly orders: readonly CheckOrder[];
}

/** Sealed. Answered with an AttemptMessage. */
export interface AskMessage {
	readonly v: number;
	readonly order: CheckOrder;
	readonly timeoutMs: number;
}

export interface AttemptMessage {
	readonly v: number;
	/** Null: it could not be made. */
	readonly outcome: AttemptOutcome | null;
}

/** Which check: an order without what it says about the target. */
export interface CheckRef {
	readonly monitorId: number;
	readonly revision: number;
	readonly scheduledAt: number;
}

export interface SentOutcome extends Omit<CheckOutcome, "order">, CheckRef {}

/** Answered with an {@link OutcomesReply}. */
export interface OutcomesMessage {
	readonly v: number;
	readonly outcomes: readonly SentOutcome[];
}

export interface OutcomesReply {
	readonly v: number;
	/** By their places in the message. All others are committed, or never to be: either way they need not be kept. */
	readonly notYet: readonly number[];
}

export interface HeartbeatReply {
	readonly v: number;
	/** `set_aside`: it takes no orders until it is told otherwise. */
	readonly state: "connected" | "set_aside" | "revoked";
	readonly allowsPrivateTargets: boolean;
	/** The database's clock, epoch milliseconds. */
	readonly at: number;
}

export function writeMessage(value: unknown): string {
	return JSON.stringify(value);
}
