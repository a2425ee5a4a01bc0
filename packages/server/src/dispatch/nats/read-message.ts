/** The schemas of what probers say (./messages.ts), with which `control` reads it. Probers load none of it. */

import { z } from "zod";
import { isReadable, ORDERS_AT_ONCE, OUTCOMES_AT_ONCE } from "./messages.ts";

const checkRef = z.object({ monitorId: z.int(), revision: z.int(), scheduledAt: z.int() });

/** One run of a prober. */
const instance = z.string().max(40);

export const acceptedMessage = z.object({ v: z.int(), instance, checks: z.array(checkRef).max(ORDERS_AT_ONCE) });

export const heartbeat = z.object({
	v: z.int(),
	instance,
	version: z.string().max(40),
	/** How far its clock is ahead of the database's, as the last answer showed. Absent: there was none yet. */
	aheadMs: z.int().optional(),
	running: z.int().min(0).max(1_000_000),
	capacity: z.int().min(0).max(1_000_000),
	/** It stops, and makes nothing of what it has. */
	isLeaving: z.boolean(),
});
export type Heartbeat = z.output<typeof heartbeat>;

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

/** Of a message: read, it takes several times as much memory. Ours have 1 MiB at most (OUTCOMES_IN_MESSAGE). */
const BYTES_AT_MOST = 4 * 1024 * 1024;

/** The value of a message, or null for one that says something else. */
export function readMessage<Value extends { readonly v: number }>(
	schema: z.ZodType<Value>,
	bytes: Uint8Array,
): Value | null {
	if (bytes.byteLength > BYTES_AT_MOST) return null;
	try {
		const read = schema.safeParse(JSON.parse(Buffer.from(bytes).toString("utf8")));
		return read.success && isReadable(read.data.v) ? read.data : null;
	} catch {
		return null;
	}
}
