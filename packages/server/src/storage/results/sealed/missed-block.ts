/**
 * The block of a gap (../missed-spans.ts): the slots that it covers, and what each of their results says, as JSON after
 * a byte that no other block begins with. It is expanded hour by hour, to the rows that its checks would have been.
 */

import { minuteOf, startOfMinute } from "../../../domain/checks/check.ts";
import { hourOf, MINUTES_AN_HOUR } from "../../../domain/figures/roll-up.ts";
import { type SlotSpan, slotsWithin } from "../../../domain/schedule/schedule.ts";
import type { ResultRow } from "../check-row.ts";

const VERSION = 0x82;

interface Missed {
	readonly span: SlotSpan;
	/** Of the first slot; those of the others differ in their minutes alone. */
	readonly row: ResultRow;
}

export function encodeMissed({ firstSlotAt, lastSlotAt, intervalMs, phaseMs }: SlotSpan, row: ResultRow): Uint8Array {
	const missed: Missed = { span: { firstSlotAt, lastSlotAt, intervalMs, phaseMs }, row };
	return Buffer.concat([Uint8Array.of(VERSION), Buffer.from(JSON.stringify(missed))]);
}

export function isMissed(block: Uint8Array): boolean {
	return block[0] === VERSION;
}

/** The missed checks of one hour, oldest first. */
export function decodeMissed(
	{ monitorId, hour }: { readonly monitorId: number; readonly hour: number },
	block: Uint8Array,
): ResultRow[] {
	const { span, row } = parse(block);
	return slotsWithin(span, hour * MINUTES_AN_HOUR, (hour + 1) * MINUTES_AN_HOUR).map((slotAt) => {
		const minute = minuteOf(slotAt);
		return { ...row, monitor_id: monitorId, minute, started_ms: slotAt - startOfMinute(minute) };
	});
}

/** The hours [fromHour, toHour) that a gap touches. */
export function missedHours(
	block: Uint8Array,
	fromHour: number,
	toHour: number,
): { hour: number; block: Uint8Array }[] {
	const { span } = parse(block);
	const [first, last] = [span.firstSlotAt, span.lastSlotAt].map((slotAt) => hourOf(minuteOf(slotAt)));
	const from = Math.max(fromHour, first ?? fromHour);
	const to = Math.min(toHour, (last ?? toHour) + 1);
	return Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ hour: from + index, block }));
}

/** The minutes [from, to) of a gap's slots, in order. */
export function missedMinutes(block: Uint8Array, from: number, to: number): number[] {
	return slotsWithin(parse(block).span, from, to).map(minuteOf);
}

function parse(block: Uint8Array): Missed {
	return JSON.parse(Buffer.from(block.subarray(1)).toString()) as Missed;
}
