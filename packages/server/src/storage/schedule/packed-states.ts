/**
 * States of monitors as numbers in large arrays: 200 bytes each, where the object of a row takes 400. The arrays lie
 * outside of the heap, so the garbage collector neither copies them nor leaves room for them to grow.
 */

import type { StateRow } from "../commit/state-rows.ts";
import type { SharedTexts } from "./shared-texts.ts";

/** A row as it is read; the places of its numbers follow from its members, in their order. */
const EMPTY: StateRow = {
	monitor_id: 0,
	team_id: 0,
	location_id: null,
	revision: 0,
	interval_ms: 0,
	phase_ms: 0,
	timeout_ms: 0,
	due_at: null,
	slot_at: null,
	claimed: 0,
	was_slow: 0,
	status: 0,
	status_since: null,
	last_minute: null,
	last_checked_at: null,
	last_up_at: null,
	failing_streak: 0,
	failing_since: null,
	missed_streak: 0,
	missed_since: null,
	last_missed_minute: null,
	ssl_status: null,
	ssl_expires_at: null,
	ssl_issuer: null,
	ssl_fingerprint: null,
	ssl_last_checked_at: null,
	ssl_monitoring_enabled: 0,
	ssl_expiry_warning_days: 0,
};
type NumberColumn = Exclude<keyof StateRow, "ssl_issuer" | "ssl_fingerprint">;
const NUMBERS = (Object.keys(EMPTY) as (keyof StateRow)[]).filter(
	(column): column is NumberColumn => column !== "ssl_issuer" && column !== "ssl_fingerprint",
);
const STATUS = NUMBERS.indexOf("status");
/** States of one array: of 200 KB, so that one more monitor never copies those of all others. */
const STATES_AN_ARRAY = 1_024;
/** What stands for null: no column holds it. */
const NULL = Number.NaN;

export class PackedStates {
	readonly #arrays: Float64Array[] = [];
	readonly #issuers: (string | null)[] = [];
	readonly #fingerprints: (string | null)[] = [];
	readonly #texts: SharedTexts;
	readonly #free: number[] = [];
	#size = 0;

	constructor(texts: SharedTexts) {
		this.#texts = texts;
	}

	/** Holds `row`, at the place that is returned. */
	add(row: StateRow): number {
		const place = this.#free.pop() ?? this.#size;
		if (place === this.#size) this.#size += 1;
		if (place >= this.#arrays.length * STATES_AN_ARRAY) {
			this.#arrays.push(new Float64Array(STATES_AN_ARRAY * NUMBERS.length));
		}
		this.write(place, row);
		return place;
	}

	write(place: number, row: StateRow): void {
		const numbers = this.#arrayOf(place);
		const first = firstOf(place);
		for (let index = 0; index < NUMBERS.length; index += 1) {
			numbers[first + index] = row[NUMBERS[index] as NumberColumn] ?? NULL;
		}
		// A certificate changes seldom, and so do its texts.
		if (this.#issuers[place] !== row.ssl_issuer) this.#issuers[place] = this.#shared(row.ssl_issuer);
		if (this.#fingerprints[place] !== row.ssl_fingerprint) {
			this.#fingerprints[place] = this.#shared(row.ssl_fingerprint);
		}
	}

	/** A copy. */
	read(place: number): StateRow {
		const numbers = this.#arrayOf(place);
		const first = firstOf(place);
		const row: Record<string, number | string | null> = { ...EMPTY };
		for (let index = 0; index < NUMBERS.length; index += 1) {
			const value = numbers[first + index] as number;
			row[NUMBERS[index] as NumberColumn] = Number.isNaN(value) ? null : value;
		}
		row["ssl_issuer"] = this.#issuers[place] ?? null;
		row["ssl_fingerprint"] = this.#fingerprints[place] ?? null;
		return row as unknown as StateRow;
	}

	statusOf(place: number): number {
		return this.#arrayOf(place)[firstOf(place) + STATUS] as number;
	}

	/** Ends the use of a place; another state may get it. */
	free(place: number): void {
		this.#issuers[place] = null;
		this.#fingerprints[place] = null;
		this.#free.push(place);
	}

	#shared(text: string | null): string | null {
		return text === null ? null : this.#texts.share(text);
	}

	#arrayOf(place: number): Float64Array {
		return this.#arrays[Math.floor(place / STATES_AN_ARRAY)] as Float64Array;
	}
}

function firstOf(place: number): number {
	return (place % STATES_AN_ARRAY) * NUMBERS.length;
}
