/**
 * The checks of a monitor in one hour as one block of bytes: about 3 bytes a check, where a row takes 38.
 *
 * A block is a version, columns as bits (./columns.ts), and a checksum over them, the monitor and the hour. So a block
 * that the disk changed, or that stands in the place of another, is a {@link BrokenBlock} and never a wrong verdict.
 * What changes the layout takes the next version; blocks of the earlier ones stay readable for as long as results are
 * kept.
 */

import { crc32 } from "node:zlib";
import { MINUTES_AN_HOUR } from "../../../domain/figures/roll-up.ts";
import { MAX_LOCATIONS } from "../../../domain/monitors/common-settings.ts";
import type { ResultRow } from "../check-row.ts";
import { type LocationRow, unpackLocations } from "../locations/location-rows.ts";
import type { StoredStep } from "../stored-steps.ts";
import { BitReader, BitsExhausted, BitWriter, readText, writeText } from "./bits.ts";
import {
	addDeviations,
	MOST_VALUES,
	readDeviations,
	readNullableRuns,
	readRuns,
	skipDeviations,
	skipRuns,
	writeDeviations,
	writeNullableRuns,
	writeRuns,
} from "./columns.ts";
import { decodeMissed, isMissed } from "./missed-block.ts";
import { readSteps, writeSteps } from "./step-columns.ts";

const VERSION = 1;
/** With what each location saw, for an hour in which several made a check. */
const VERSION_OF_SEVERAL = 2;
/** With the steps of a flow's checks, at the end: who reads checks alone stops before them. */
const VERSION_WITH_STEPS = 3;
const VERSION_OF_SEVERAL_WITH_STEPS = 4;
const VERSIONS = [
	[VERSION, VERSION_WITH_STEPS],
	[VERSION_OF_SEVERAL, VERSION_OF_SEVERAL_WITH_STEPS],
] as const;
const VERSION_BYTES = 1;
const CHECKSUM_BYTES = 4;

/** Of which monitor and hour (since the epoch) a block is. */
export interface HourKey {
	readonly monitorId: number;
	readonly hour: number;
}

/** A block cannot be read: a newer version wrote it, or something changed it since. */
export class BrokenBlock extends Error {
	override readonly name = "BrokenBlock";
	readonly code: "version" | "checksum" | "content";
	readonly monitorId: number;

	constructor(code: BrokenBlock["code"], { monitorId, hour }: HourKey, cause?: unknown) {
		super(`The sealed checks of monitor ${monitorId} in hour ${hour} cannot be read (${code}).`, { cause });
		this.code = code;
		this.monitorId = monitorId;
	}
}

/** The steps of an hour's checks, by minute. */
type StepsByMinute = ReadonlyMap<number, readonly StoredStep[]>;
const NO_STEPS: StepsByMinute = new Map();

/**
 * @param rows the checks of that monitor and hour, oldest first, at least one, each minute once
 * @param steps those of some of these checks
 */
export function encodeHour(key: HourKey, rows: readonly ResultRow[], steps = NO_STEPS): Uint8Array {
	const bits = new BitWriter();
	const isOfSeveral = rows.some(({ locations }) => locations !== null);
	bits.write(VERSIONS[isOfSeveral ? 1 : 0][steps.size > 0 ? 1 : 0], 8);
	writePlaces(bits, key, rows);
	writeChecks(bits, rows);
	if (isOfSeveral) writeLocationParts(bits, rows);
	if (steps.size > 0) {
		writeSteps(
			bits,
			rows.map(({ minute }) => steps.get(minute) ?? []),
		);
	}
	const block = bits.bytes(CHECKSUM_BYTES);
	const end = block.length - CHECKSUM_BYTES;
	new DataView(block.buffer).setUint32(end, checksum(key, block.subarray(0, end)));
	return block;
}

/** The columns of checks, without their minutes. */
function writeChecks(bits: BitWriter, rows: readonly ResultRow[]): void {
	writeRuns(bits, column(rows, "outcome"));
	writeRuns(bits, column(rows, "revision"));
	writeNullableRuns(bits, column(rows, "response_status"));
	writeRuns(bits, column(rows, "attempts"));
	writeNullableRuns(bits, column(rows, "location"));
	writeDeviations(bits, column(rows, "started_ms"));
	for (const phase of PHASE_COLUMNS) writeDeviations(bits, column(rows, phase));
	// What the phases leave of the whole is small.
	const left = rows.map((row) => (row.elapsed_ms === null ? null : row.elapsed_ms - phasesOf(row)));
	writeDeviations(bits, left);
	writeDetails(bits, rows);
}

/** The checks of a block, oldest first; of a gap those of one hour. Throws {@link BrokenBlock}. */
export function decodeHour(key: HourKey, block: Uint8Array): ResultRow[] {
	if (isMissed(block)) return decodeMissed(key, block);
	return readBlock(key, block, (bits) => {
		const rows = readRows(bits, key, block);
		if (!hasSteps(block)) bits.end();
		return rows;
	});
}

/** The steps of those checks of a block that have some. Throws {@link BrokenBlock}. */
export function decodeSteps(key: HourKey, block: Uint8Array): StepsByMinute {
	if (isMissed(block) || !hasSteps(block)) return NO_STEPS;
	return readBlock(key, block, (bits) => {
		const rows = readRows(bits, key, block);
		const checks = readSteps(bits, rows.length);
		bits.end();
		return new Map(
			rows.map(({ minute }, place) => [minute, checks[place] ?? []] as const).filter(([, { length }]) => length > 0),
		);
	});
}

function readRows(bits: BitReader, key: HourKey, [version]: Uint8Array): ResultRow[] {
	const rows = readChecks(bits, key, readPlaces(bits, key));
	if (version === VERSION_OF_SEVERAL || version === VERSION_OF_SEVERAL_WITH_STEPS) readLocationParts(bits, key, rows);
	return rows;
}

function hasSteps([version]: Uint8Array): boolean {
	return version === VERSION_WITH_STEPS || version === VERSION_OF_SEVERAL_WITH_STEPS;
}

function readChecks(bits: BitReader, { monitorId }: HourKey, minutes: readonly number[]): ResultRow[] {
	const { length } = minutes;
	const outcomes = readRuns(bits, length);
	const revisions = readRuns(bits, length);
	const statuses = readNullableRuns(bits, length);
	const attempts = readRuns(bits, length);
	const locations = readNullableRuns(bits, length);
	const starts = readDeviations(bits, length);
	const { phases, left } = readTimes(bits, length);
	const [dns, connect, tls, firstByte] = phases;
	const details = readDetails(bits, length);
	return minutes.map((minute, at): ResultRow => {
		// Member by member: a spread of the details doubles the cost of a row.
		const { phase, message, content_check_id } = details[at] ?? NO_DETAILS;
		const row = {
			minute,
			monitor_id: monitorId,
			revision: revisions[at] ?? 0,
			outcome: outcomes[at] ?? 0,
			response_status: statuses[at] ?? null,
			elapsed_ms: left[at] ?? null,
			started_ms: starts[at] ?? 0,
			attempts: attempts[at] ?? 0,
			location: locations[at] ?? null,
			dns_ms: dns[at] ?? null,
			connect_ms: connect[at] ?? null,
			tls_ms: tls[at] ?? null,
			first_byte_ms: firstByte[at] ?? null,
			phase,
			message,
			content_check_id,
			locations: null,
		};
		if (row.elapsed_ms !== null) row.elapsed_ms += phasesOf(row);
		return row;
	});
}

interface Times {
	readonly phases: PhaseValues;
	/** What they leave of the whole. */
	readonly left: Values;
}

function readTimes(bits: BitReader, length: number): Times {
	const phases = PHASE_COLUMNS.map(() => readDeviations(bits, length)) as PhaseValues;
	return { phases, left: readDeviations(bits, length) };
}

/** Outcomes of an hour's checks and their times, oldest first; null where there was no such time. */
export interface TimesOfHour extends Outcomes, Times {}

/** Outcomes and times of a block that is not a gap's, in half the time of decodeHour. Throws {@link BrokenBlock}. */
export function decodeTimes(key: HourKey, block: Uint8Array): TimesOfHour {
	return readBlock(key, block, (bits) => {
		const outcomes = readUntilTimes(bits, key);
		return { ...outcomes, ...readTimes(bits, outcomes.minutes.length) };
	});
}

function readUntilTimes(bits: BitReader, key: HourKey): Outcomes {
	const minutes = readPlaces(bits, key);
	const outcomes = readRuns(bits, minutes.length);
	// Revisions, statuses, attempts, locations and starts.
	for (let column = 0; column < 4; column += 1) skipRuns(bits, minutes.length);
	skipDeviations(bits, minutes.length);
	return { minutes, outcomes };
}

export interface Outcomes {
	readonly minutes: readonly number[];
	readonly outcomes: readonly number[];
}

/** Outcomes and times of a block that is not a gap's: -1 for no time. Throws {@link BrokenBlock}. */
export function decodeElapsed(key: HourKey, block: Uint8Array): Outcomes & { readonly elapsedMs: Float64Array } {
	return readBlock(key, block, (bits) => {
		const { minutes, outcomes } = readUntilTimes(bits, key);
		const elapsedMs = new Float64Array(minutes.length);
		for (const _ of PHASE_COLUMNS) addDeviations(bits, elapsedMs, null);
		addDeviations(bits, elapsedMs, -1);
		return { minutes, outcomes, elapsedMs };
	});
}

/** Of each location its key, of which checks it has a part, and these as the columns of checks. */
function writeLocationParts(bits: BitWriter, rows: readonly ResultRow[]): void {
	const byLocation = new Map<number, ResultRow[]>();
	for (const row of rows) {
		const { minute, monitor_id, revision } = row;
		for (const part of unpackLocations(row.locations)) {
			const ofLocation = byLocation.get(part.location) ?? [];
			ofLocation.push({ ...part, minute, monitor_id, revision, location: null, locations: null });
			byLocation.set(part.location, ofLocation);
		}
	}
	bits.writeNumber(byLocation.size);
	for (const [location, parts] of [...byLocation].sort(([a], [b]) => a - b)) {
		bits.writeNumber(location);
		const minutes = new Set(parts.map(({ minute }) => minute));
		writeRuns(
			bits,
			rows.map(({ minute }) => (minutes.has(minute) ? 1 : 0)),
		);
		writeChecks(bits, parts);
	}
}

/** Adds their parts to `rows`. */
function readLocationParts(bits: BitReader, key: HourKey, rows: readonly ResultRow[]): void {
	const parts = rows.map((): LocationRow[] => []);
	const locations = bits.readNumber();
	if (locations > rows.length * MAX_LOCATIONS) throw new BitsExhausted("There are more locations than checks have");
	let last = -1;
	for (let left = locations; left > 0; left -= 1) {
		const location = bits.readNumber();
		if (location <= last) throw new BitsExhausted("Locations are not in the order of their keys");
		last = location;
		const isMade = readRuns(bits, rows.length);
		const made = rows.flatMap((row, place) => (isMade[place] === 1 ? [{ minute: row.minute, place }] : []));
		const minutes = made.map(({ minute }) => minute);
		for (const [at, row] of readChecks(bits, key, minutes).entries()) {
			const { minute, monitor_id, revision, location: _, locations: __, ...part } = row;
			parts[made[at]?.place ?? 0]?.push({ ...part, location });
		}
	}
	for (const [place, row] of rows.entries()) row.locations = parts[place]?.length ? (parts[place] ?? null) : null;
}

/** The minutes of a block's checks and their outcomes alone, in a tenth of the time. Throws {@link BrokenBlock}. */
export function decodeOutcomes(key: HourKey, block: Uint8Array): Outcomes {
	return readBlock(key, block, (bits) => {
		const minutes = readPlaces(bits, key);
		return { minutes, outcomes: readRuns(bits, minutes.length) };
	});
}

const PHASE_COLUMNS = ["dns_ms", "connect_ms", "tls_ms", "first_byte_ms"] as const;
type Values = (number | null)[];
type PhaseValues = [dns: Values, connect: Values, tls: Values, firstByte: Values];

function column<Name extends keyof ResultRow>(rows: readonly ResultRow[], name: Name): ResultRow[Name][] {
	return rows.map((row) => row[name]);
}

function phasesOf(row: Pick<ResultRow, (typeof PHASE_COLUMNS)[number]>): number {
	return (row.dns_ms ?? 0) + (row.connect_ms ?? 0) + (row.tls_ms ?? 0) + (row.first_byte_ms ?? 0);
}

function readBlock<T>(key: HourKey, block: Uint8Array, read: (bits: BitReader) => T): T {
	if (!VERSIONS.flat().some((version) => version === block[0])) throw new BrokenBlock("version", key);
	const end = block.length - CHECKSUM_BYTES;
	if (end < VERSION_BYTES) throw new BrokenBlock("checksum", key);
	const content = block.subarray(0, end);
	const stored = new DataView(block.buffer, block.byteOffset + end, CHECKSUM_BYTES).getUint32(0);
	if (stored !== checksum(key, content)) throw new BrokenBlock("checksum", key);
	try {
		return read(new BitReader(content.subarray(VERSION_BYTES)));
	} catch (error) {
		if (!(error instanceof BitsExhausted)) throw error;
		throw new BrokenBlock("content", key, error);
	}
}

/** For tests that change blocks. */
export function checksum({ monitorId, hour }: HourKey, content: Uint8Array): number {
	return crc32(content, crc32(`${monitorId}:${hour}`));
}

/** Which minutes of the hour have a check: a one for all of them, else a bit each. */
function writePlaces(bits: BitWriter, { hour }: HourKey, rows: readonly ResultRow[]): void {
	const isFull = rows.length === MINUTES_AN_HOUR;
	bits.write(isFull ? 1 : 0, 1);
	if (isFull) return;
	const places = new Set(rows.map(({ minute }) => minute - hour * MINUTES_AN_HOUR));
	for (let place = 0; place < MINUTES_AN_HOUR; place += 1) bits.write(places.has(place) ? 1 : 0, 1);
}

function readPlaces(bits: BitReader, { hour }: HourKey): number[] {
	const isFull = bits.read(1) === 1;
	const minutes: number[] = [];
	for (let place = 0; place < MOST_VALUES; place += 1) {
		if (isFull || bits.read(1) === 1) minutes.push(hour * MINUTES_AN_HOUR + place);
	}
	return minutes;
}

type Details = Pick<ResultRow, "phase" | "message" | "content_check_id">;
const NO_DETAILS: Details = { phase: null, message: null, content_check_id: null };

/** Different details once each, and for each check which of them are its own. An outage says the same for hours. */
function writeDetails(bits: BitWriter, rows: readonly ResultRow[]): void {
	const known = new Map<string, number>();
	const places = rows.map(({ phase, message, content_check_id }) => {
		if (message === null) return 0;
		const text = JSON.stringify([phase, message, content_check_id]);
		const place = known.get(text) ?? known.size + 1;
		known.set(text, place);
		return place;
	});
	bits.writeNumber(known.size);
	if (known.size === 0) return;
	for (const text of known.keys()) {
		const [phase, message, contentCheckId] = JSON.parse(text) as [number | null, string, string | null];
		bits.writeNumber(phase === null ? 0 : phase + 1);
		writeText(bits, message);
		bits.write(contentCheckId === null ? 0 : 1, 1);
		if (contentCheckId !== null) writeText(bits, contentCheckId);
	}
	writeRuns(bits, places);
}

function readDetails(bits: BitReader, length: number): Details[] {
	const size = bits.readNumber();
	if (size > length) throw new BitsExhausted("There are more details than checks");
	if (size === 0) return [];
	const known: Details[] = [NO_DETAILS];
	for (let index = 0; index < size; index += 1) {
		const phase = bits.readNumber();
		const message = readText(bits);
		const contentCheckId = bits.read(1) === 1 ? readText(bits) : null;
		known.push({ phase: phase === 0 ? null : phase - 1, message, content_check_id: contentCheckId });
	}
	return readRuns(bits, length).map((place) => {
		const details = known[place];
		if (!details) throw new BitsExhausted("A check has details that are not there");
		return details;
	});
}
