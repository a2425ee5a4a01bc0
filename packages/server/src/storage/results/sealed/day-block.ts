/**
 * The blocks of a monitor's sealed hours of one UTC day, side by side: a row of PostgreSQL and its entries in indexes
 * take 80 bytes, a third of what is in an hour's block. The blocks are those of ./hour-block.ts, byte by byte, so that
 * a reader decodes the hours that it wants and no others.
 *
 * A version, for each hour how many checks it has and how long its block is, a checksum over these, the monitor and the
 * day, and the blocks. The first byte tells a day from an hour.
 */

import { crc32 } from "node:zlib";
import { NumberReader, pushNumber } from "../../../domain/figures/leb128.ts";
import { dayOfHour, HOURS_A_DAY } from "../../../domain/figures/roll-up.ts";
import { BrokenBlock, type HourKey } from "./hour-block.ts";
import { isMissed, missedHours } from "./missed-block.ts";

/** No hour's block begins with it. */
const VERSION = 0x81;
const CHECKSUM_BYTES = 4;

/** Of which monitor and UTC day (since the epoch) a block is. */
export interface DayKey {
	readonly monitorId: number;
	readonly day: number;
}

export interface SealedHour {
	/** Since the epoch. */
	readonly hour: number;
	readonly checks: number;
	readonly block: Uint8Array;
}

/** @param hours of that day, each once, in any order */
export function encodeDay(key: DayKey, hours: readonly SealedHour[]): Uint8Array {
	const header = [VERSION];
	const blocks: Uint8Array[] = [];
	for (let place = 0; place < HOURS_A_DAY; place += 1) {
		const hour = hours.find((each) => each.hour === key.day * HOURS_A_DAY + place);
		pushNumber(header, hour?.checks ?? 0);
		pushNumber(header, hour?.block.length ?? 0);
		if (hour) blocks.push(hour.block);
	}
	const sum = new Uint8Array(CHECKSUM_BYTES);
	new DataView(sum.buffer).setUint32(0, checksum(key, Uint8Array.from(header)));
	return Buffer.concat([Uint8Array.from(header), sum, ...blocks]);
}

/** The hours of a day, oldest first. Throws {@link BrokenBlock}; an hour that is broken says so when it is decoded. */
export function decodeDay(key: DayKey, bytes: Uint8Array): SealedHour[] {
	const broken = { monitorId: key.monitorId, hour: key.day * HOURS_A_DAY };
	if (!isDay(bytes)) throw new BrokenBlock("version", broken);
	try {
		return readDay(key, bytes);
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		throw new BrokenBlock("checksum", broken, error);
	}
}

/** What {@link encodeDay} wrote. Throws a RangeError for other bytes. */
function readDay(key: DayKey, bytes: Uint8Array): SealedHour[] {
	const numbers = new NumberReader(bytes.subarray(1));
	const counted = Array.from({ length: HOURS_A_DAY }, () => ({ checks: numbers.next(), length: numbers.next() }));
	const headerEnd = 1 + numbers.at;
	const sum = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(headerEnd);
	if (sum !== checksum(key, bytes.subarray(0, headerEnd))) throw new RangeError("The lengths of hours have changed");
	const hours: SealedHour[] = [];
	let at = headerEnd + CHECKSUM_BYTES;
	for (const [place, { checks, length }] of counted.entries()) {
		if (length === 0) continue;
		hours.push({ hour: key.day * HOURS_A_DAY + place, checks, block: bytes.subarray(at, at + length) });
		at += length;
	}
	return hours;
}

/**
 * The hours [fromHour, toHour) of a row of sealed results, which is that of an hour, of a day or of a gap; oldest
 * first. Throws {@link BrokenBlock}.
 * @param row.hour the hour, or any hour of the day
 */
export function sealedHoursOf(
	{ monitorId, hour, block }: HourKey & { readonly block: Uint8Array },
	fromHour: number,
	toHour: number,
): readonly Pick<SealedHour, "hour" | "block">[] {
	if (isMissed(block)) return missedHours(block, fromHour, toHour);
	const hours = isDay(block) ? decodeDay({ monitorId, day: dayOfHour(hour) }, block) : [{ hour, block }];
	return hours.filter((each) => each.hour >= fromHour && each.hour < toHour);
}

function isDay(bytes: Uint8Array): boolean {
	return bytes[0] === VERSION;
}

function checksum({ monitorId, day }: DayKey, header: Uint8Array): number {
	return crc32(header, crc32(`${monitorId}:${day}`));
}
