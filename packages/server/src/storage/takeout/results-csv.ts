/** The checks of a monitor as lines of CSV, and back: each as readers see it, whether it is sealed or not. */

import { VERDICTS } from "../../domain/checks/judgement.ts";
import { hourOf, MINUTES_A_DAY, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import type { Tx } from "../database/tx.ts";
import type { ResultRow } from "../results/check-row.ts";
import { packLocations, unpackLocations } from "../results/locations/location-rows.ts";
import { outcomeCode, outcomeParts } from "../results/outcome-code.ts";
import { minutesOfHistory } from "../results/read-checks.ts";
import { sealedHoursOf } from "../results/sealed/day-block.ts";
import { BrokenBlock, decodeSteps } from "../results/sealed/hour-block.ts";
import { isMissed } from "../results/sealed/missed-block.ts";
import { expandInOrder, hoursOf, type StoredRow, storedChecks } from "../results/stored-checks.ts";
import type { StoredStep } from "../results/stored-steps.ts";
import { csvLine, csvRows, type Field } from "./csv.ts";

const NUMBERS = [
	...(["revision", "response_status", "elapsed_ms", "started_ms", "attempts", "location"] as const),
	...(["dns_ms", "connect_ms", "tls_ms", "first_byte_ms", "phase"] as const),
];
const TEXTS = ["message", "content_check_id", "locations"] as const;
/** `steps` are those of a flow, as JSON. */
const NAMES = ["monitor", "minute", "verdict", "reason", "is_answered", ...NUMBERS, ...TEXTS, "steps"];

export const RESULTS_HEADER = csvLine(NAMES);

/**
 * A UTC day's lines at a time, so that no hour is in two of them. `monitor` is the key of the monitor's row.
 * @param onBroken is told of checks that can't be read, which are left out
 */
export async function* resultLines(
	tx: Tx,
	{ id, type }: { readonly id: number; readonly type: MonitorType },
	onBroken: (error: BrokenBlock) => void,
): AsyncGenerator<string> {
	for await (const { checks, stored, from, to } of daysOf(tx, id, onBroken)) {
		const steps = type === "flow" ? await stepsBetween(tx, id, stored, from, to) : NO_STEPS;
		yield checks.map((check) => lineOf(check, steps.get(check.minute))).join("");
	}
}

/** The keys of the locations from which a monitor was checked, again and again. */
export async function* locationsInResults(tx: Tx, monitorId: number): AsyncGenerator<number> {
	for await (const { checks } of daysOf(tx, monitorId, () => {})) {
		for (const { location, locations } of checks) {
			if (location !== null) yield location;
			for (const { location: each } of unpackLocations(locations)) if (each !== null) yield each;
		}
	}
}

async function* daysOf(tx: Tx, id: number, onBroken: (error: BrokenBlock) => void) {
	const ends = await minutesOfHistory(tx, id);
	if (ends === null) return;
	for (let from = ends.oldest - (ends.oldest % MINUTES_A_DAY); from <= ends.newest; from += MINUTES_A_DAY) {
		const to = Math.min(from + MINUTES_A_DAY, ends.newest + 1);
		const { rows: stored } = await storedChecks(tx, id, from, to).execute(tx.db);
		const checks = readableIn(stored, from, to, onBroken);
		if (checks.length > 0) yield { checks, stored, from, to };
	}
}

type Steps = ReadonlyMap<number, readonly StoredStep[]>;
const NO_STEPS: Steps = new Map();

function readableIn(
	stored: readonly StoredRow[],
	from: number,
	to: number,
	onBroken: (error: BrokenBlock) => void,
): readonly ResultRow[] {
	const read = (first: number, end: number, broken: (error: BrokenBlock) => readonly ResultRow[]) => {
		try {
			const within = ({ block, minute }: StoredRow) => block !== null || (minute >= first && minute < end);
			return expandInOrder(stored.filter(within), first, end);
		} catch (error) {
			if (!(error instanceof BrokenBlock)) throw error;
			return broken(error);
		}
	};
	return read(from, to, () => {
		const [first, end] = hoursOf(from, to);
		return Array.from({ length: end - first }, (_, place) => {
			const begin = (first + place) * MINUTES_AN_HOUR;
			return read(Math.max(from, begin), Math.min(to, begin + MINUTES_AN_HOUR), (error) => {
				onBroken(error);
				return [];
			});
		}).flat();
	});
}

/** By minute. */
async function stepsBetween(
	tx: Tx,
	monitorId: number,
	stored: readonly StoredRow[],
	from: number,
	to: number,
): Promise<Steps> {
	const unsealed = await tx.db
		.selectFrom("check_steps")
		.select(["minute", "steps"])
		.where("monitor_id", "=", monitorId)
		.where("minute", ">=", from)
		.where("minute", "<", to)
		.execute();
	const sealed = stored.flatMap(({ minute, block }) => {
		if (block === null || isMissed(block)) return [];
		try {
			const hours = sealedHoursOf({ monitorId, hour: hourOf(minute), block }, ...hoursOf(from, to));
			return hours.flatMap(({ hour, block: ofHour }) => [...decodeSteps({ monitorId, hour }, ofHour)]);
		} catch (error) {
			// Its checks were reported.
			if (error instanceof BrokenBlock) return [];
			throw error;
		}
	});
	return new Map([
		...sealed,
		...unsealed.map(({ minute, steps }) => [minute, JSON.parse(steps) as readonly StoredStep[]] as const),
	]);
}

function lineOf(row: ResultRow, steps: readonly StoredStep[] | undefined): string {
	const { verdict, reason, isAnswered } = outcomeParts(row.outcome);
	const minute = new Date(row.minute * 60_000).toISOString();
	const fields: Field[] = [row.monitor_id, minute, verdict, reason, Number(isAnswered)];
	const locations = row.locations === null ? null : packLocations(row.locations);
	const texts = [row.message, row.content_check_id, locations, steps === undefined ? null : JSON.stringify(steps)];
	return csvLine([...fields, ...NUMBERS.map((name) => row[name]), ...texts]);
}

/** Throws an Error for what {@link resultLines} did not write. */
export function* resultsIn(text: string): Generator<ResultRow & { readonly steps: readonly StoredStep[] | null }> {
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
			steps: read["steps"] == null ? null : JSON.parse(read["steps"]),
		} as unknown as ResultRow & { readonly steps: readonly StoredStep[] | null };
	}
}
