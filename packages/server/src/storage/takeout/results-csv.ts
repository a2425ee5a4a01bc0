/** The checks of a monitor as lines of CSV, and back: each as readers see it, whether it is sealed or not. */

import { VERDICTS } from "../../domain/checks/judgement.ts";
import { MINUTES_A_DAY } from "../../domain/figures/roll-up.ts";
import type { Tx } from "../database/tx.ts";
import type { ResultRow } from "../results/check-row.ts";
import { packLocations } from "../results/location-rows.ts";
import { outcomeCode, outcomeParts } from "../results/outcome-code.ts";
import { minutesOfHistory } from "../results/read-checks.ts";
import { expandInOrder, storedChecks } from "../results/stored-checks.ts";
import { csvLine, csvRows, type Field } from "./csv.ts";

const NUMBERS = [
	...(["revision", "response_status", "elapsed_ms", "started_ms", "attempts", "location"] as const),
	...(["dns_ms", "connect_ms", "tls_ms", "first_byte_ms", "phase"] as const),
];
const TEXTS = ["message", "content_check_id", "locations"] as const;
const NAMES = ["monitor", "minute", "verdict", "reason", "is_answered", ...NUMBERS, ...TEXTS];

export const RESULTS_HEADER = csvLine(NAMES);

/** A UTC day's lines at a time, so that no hour is in two of them. `monitor` is the key of the monitor's row. */
export async function* resultLines(tx: Tx, monitorId: number): AsyncGenerator<string> {
	const ends = await minutesOfHistory(tx, monitorId);
	if (ends === null) return;
	for (let from = ends.oldest - (ends.oldest % MINUTES_A_DAY); from <= ends.newest; from += MINUTES_A_DAY) {
		const to = Math.min(from + MINUTES_A_DAY, ends.newest + 1);
		const { rows } = await storedChecks(tx, monitorId, from, to).execute(tx.db);
		const checks = expandInOrder(rows, from, to);
		if (checks.length > 0) yield checks.map(lineOf).join("");
	}
}

function lineOf(row: ResultRow): string {
	const { verdict, reason, isAnswered } = outcomeParts(row.outcome);
	const minute = new Date(row.minute * 60_000).toISOString();
	const fields: Field[] = [row.monitor_id, minute, verdict, reason, Number(isAnswered)];
	const locations = row.locations === null ? null : packLocations(row.locations);
	return csvLine([...fields, ...NUMBERS.map((name) => row[name]), row.message, row.content_check_id, locations]);
}

/** Throws an Error for what {@link resultLines} did not write. */
export function* resultsIn(text: string): Generator<ResultRow> {
	for (const fields of csvRows(text)) {
		const read = Object.fromEntries(NAMES.map((name, index) => [name, fields[index] ?? null]));
		const minute = Date.parse(read["minute"] ?? "") / 60_000;
		const { verdict, reason } = read;
		if (!Number.isInteger(minute) || !VERDICTS.some((each) => each === verdict)) {
			throw new Error(`No result: ${fields.join(",").slice(0, 100)}`);
		}
		const parts = { verdict, reason, isAnswered: read["is_answered"] === "1" };
		yield {
			minute,
			monitor_id: Number(read["monitor"]),
			outcome: outcomeCode(parts as Parameters<typeof outcomeCode>[0]),
			...Object.fromEntries(NUMBERS.map((name) => [name, read[name] == null ? null : Number(read[name])])),
			...Object.fromEntries(TEXTS.map((name) => [name, read[name] ?? null])),
		} as unknown as ResultRow;
	}
}
