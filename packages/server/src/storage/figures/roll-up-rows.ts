/** The figures of an hour or a day as a row, and how far folding has come. */

import { type RawBuilder, sql } from "kysely";
import { decodeHistogram, encodeHistogram } from "../../domain/figures/latency-histogram.ts";
import type { RollUp } from "../../domain/figures/roll-up.ts";
import type { ColumnType } from "../database/dialect.ts";
import type { Row } from "../database/schema.ts";
import { typesOf } from "../database/tables/column-types.ts";
import type { HourlyRollUpTable, RollUpProgressTable } from "../database/tables/figures.ts";
import type { Tx } from "../database/tx.ts";
import { decodeTimes, encodeTimes } from "./hour-times.ts";

export const FIGURE_COLUMNS = typesOf("daily_roll_ups", [
	"up",
	"degraded",
	"down",
	"answered",
	"response_sum_ms",
	"response_max_ms",
	"response_times",
]);

export function figuresFromRow(row: Pick<Row<"daily_roll_ups">, keyof typeof FIGURE_COLUMNS>): RollUp {
	return {
		up: row.up,
		degraded: row.degraded,
		down: row.down,
		answered: row.answered,
		responseSumMs: row.response_sum_ms,
		responseMaxMs: row.response_max_ms,
		responseTimes: decodeHistogram(row.response_times),
	};
}

export function figuresToRow(rollUp: RollUp): Record<keyof typeof FIGURE_COLUMNS, unknown> {
	return {
		up: rollUp.up,
		degraded: rollUp.degraded,
		down: rollUp.down,
		answered: rollUp.answered,
		response_sum_ms: rollUp.responseSumMs,
		response_max_ms: rollUp.responseMaxMs,
		response_times: encodeHistogram(rollUp.responseTimes),
	};
}

/** The columns of an hour's figures. The counts are columns because the board adds them up. */
export type HourRow = Pick<HourlyRollUpTable, "up" | "degraded" | "down" | "response_times">;

export const HOUR_COLUMNS = { up: "integer", degraded: "integer", down: "integer", response_times: "bytes" } as const;

export function hourFromRow({ up, degraded, down, response_times }: HourRow): RollUp {
	return { up, degraded, down, ...decodeTimes(response_times) };
}

export function hourToRow(rollUp: RollUp): Record<keyof typeof HOUR_COLUMNS, unknown> {
	const { up, degraded, down } = rollUp;
	return { up, degraded, down, response_times: encodeTimes(rollUp) };
}

/** Whether a row is stored as it would be written. */
export function isStored(stored: object, row: object): boolean {
	const [found, wanted] = [stored, row] as [Record<string, unknown>, Record<string, unknown>];
	for (const name in wanted) {
		const [is, should] = [found[name], wanted[name]];
		const isSame =
			is instanceof Uint8Array && should instanceof Uint8Array ? Buffer.compare(is, should) === 0 : is === should;
		if (!isSame) return false;
	}
	return true;
}

/** Writes rows, in the place of those that have their keys. */
export async function putFigures(
	tx: Tx,
	table: RawBuilder<unknown>,
	key: Readonly<Record<string, ColumnType>>,
	figures: Readonly<Record<string, ColumnType>>,
	rows: readonly Record<string, unknown>[],
): Promise<void> {
	if (rows.length === 0) return;
	const columns = { ...key, ...figures };
	const written = rows.map((row) => ({
		...row,
		response_times: Buffer.from(row["response_times"] as Uint8Array).toString("hex"),
	}));
	const named = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
	const names = named(Object.keys(columns));
	const values = Object.keys(figures).map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
	await sql`
		insert into ${table} (${names}) select ${names} from ${tx.dialect.rows(columns, written)} as r where true
		on conflict (${named(Object.keys(key))}) do update set ${sql.join(values)}`.execute(tx.db);
}

/** How far counting and pruning have come. */
export async function progressOf(tx: Tx): Promise<Omit<RollUpProgressTable, "id">> {
	const { rows } = await sql<Omit<RollUpProgressTable, "id">>`
		select minutes_through, results_since, results_since_at from roll_up_progress`.execute(tx.db);
	return rows[0] as (typeof rows)[number];
}
