/**
 * The ids of a check's trace (W3C Trace Context). They follow from the check, so that the prober that sends them and
 * the process that exports the trace agree without a word, and a check that is made twice has one trace.
 */

import { targetOf } from "../monitors/types.ts";
import type { CheckOrder } from "./check.ts";

export interface CheckTrace {
	/** 32 hexadecimal digits. */
	readonly traceId: string;
	/** 16 hexadecimal digits: the span of the whole check. */
	readonly spanId: string;
}

export function traceOf({ teamId, monitorId, scheduledAt, settings }: TracedOrder): CheckTrace {
	const check = `${teamId} ${monitorId} ${scheduledAt} ${targetOf(settings, "")}`;
	return { traceId: `${fnv1a64(`1 ${check}`)}${fnv1a64(`2 ${check}`)}`, spanId: fnv1a64(`3 ${check}`) };
}

type TracedOrder = Pick<CheckOrder, "teamId" | "monitorId" | "scheduledAt" | "settings">;

/** The id of a span within a check, by its name. */
export function childSpanId({ spanId }: CheckTrace, name: string): string {
	return fnv1a64(`${spanId} ${name}`);
}

/** The header that names the check as what caused a request; it is always recorded. */
export function traceparentOf({ traceId, spanId }: CheckTrace): string {
	return `00-${traceId}-${spanId}-01`;
}

/** RFC 9923 §6: 64 bits as 16 hexadecimal digits. */
function fnv1a64(text: string): string {
	let hash = 0xcbf29ce484222325n;
	for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
	return hash.toString(16).padStart(16, "0");
}
