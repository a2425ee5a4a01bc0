/**
 * What `control` and probers say to each other. Each message carries the version of its form. A member that a version
 * does not know is ignored. A form that an older version can't read gets a new number, in two releases, so that each
 * can read what the one before and the one after it write: the first raises NEWEST_READABLE, the next MESSAGE_VERSION.
 */

import { z } from "zod";
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
/** Bytes of orders in one message, unless a single one has more. */
export const ORDER_BYTES_AT_ONCE = 512 * 1024;
/** Outcomes in one message, at most. */
export const OUTCOMES_AT_ONCE = 200;

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

/** Answered with an {@link OutcomesReply} once all of them are committed. */
export interface OutcomesMessage {
	readonly v: number;
	readonly outcomes: readonly SentOutcome[];
}

export interface OutcomesReply {
	readonly v: number;
	/** Committed, or never to be: either way they need not be kept. */
	readonly done: true;
}

const checkRef = z.object({ monitorId: z.int(), revision: z.int(), scheduledAt: z.int() });

export const acceptedMessage = z.object({ v: z.int(), checks: z.array(checkRef).max(ORDERS_AT_ONCE) });

export const heartbeat = z.object({
	v: z.int(),
	version: z.string().max(40),
	/** Its clock, epoch milliseconds. */
	at: z.int(),
	/** How far that is ahead of the database's, as the last answer showed. Absent: there was none yet. */
	aheadMs: z.int().optional(),
	running: z.int().min(0).max(1_000_000),
	capacity: z.int().min(0).max(1_000_000),
	/** It stops, and makes nothing of what it has. */
	isLeaving: z.boolean(),
});
export type Heartbeat = z.output<typeof heartbeat>;

export interface HeartbeatReply {
	readonly v: number;
	/** `set_aside`: it takes no orders until it is told otherwise. */
	readonly state: "connected" | "set_aside" | "revoked";
	readonly allowsPrivateTargets: boolean;
	/** The database's clock, epoch milliseconds. Absent: an older `control` does not say it. */
	readonly at?: number;
}

/** Characters of a sentence that a prober wrote; those of ours are shorter. */
const sentence = z.string().max(2_000);
const instant = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const ms = z.number().min(0).max(3_600_000);
const phases = z.object({ dns: ms, connect: ms, tls: ms, first_byte: ms, transfer: ms });
const certificate = z
	.object({ expiresAt: z.number(), issuer: z.string().max(255).nullable(), fingerprint: z.string().max(128) })
	.nullable();

/** What every observation has; what a type adds passes as it is, and the judgement reads it. */
const observation = z.discriminatedUnion("kind", [
	z.looseObject({
		kind: z.literal("answered"),
		type: z.string().max(40),
		responseTimeMs: ms,
		phases,
		certificate,
		address: z.string().max(64),
	}),
	z.looseObject({
		kind: z.literal("failed"),
		fault: z.string().max(40),
		phase: z.string().max(40).nullable(),
		message: sentence,
		phases,
		certificate,
		address: z.string().max(64).nullable(),
	}),
	z.looseObject({ kind: z.literal("missed"), cause: z.string().max(40), message: sentence }),
]);

const attempt = z.looseObject({ observation, startedAt: instant, completedAt: instant });

export const attemptMessage = z.object({ v: z.int(), outcome: attempt.nullable() });

export const outcomesMessage = z.object({
	v: z.int(),
	outcomes: z
		.array(
			attempt.extend({
				...checkRef.shape,
				firstAttemptAt: instant,
				attempts: z.union([z.literal(1), z.literal(2)]),
				firstAttempt: attempt.optional(),
			}),
		)
		.max(OUTCOMES_AT_ONCE),
});

/** The value of a message, or null for one that says something else. */
export function readMessage<Value extends { readonly v: number }>(
	schema: z.ZodType<Value>,
	bytes: Uint8Array,
): Value | null {
	try {
		const read = schema.safeParse(JSON.parse(Buffer.from(bytes).toString("utf8")));
		return read.success && isReadable(read.data.v) ? read.data : null;
	} catch {
		return null;
	}
}

export function writeMessage(value: unknown): string {
	return JSON.stringify(value);
}
