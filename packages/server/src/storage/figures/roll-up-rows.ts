/** The figures of an hour or a day as a row, and how far folding has come. */

import { type RawBuilder, sql } from "kysely";
import { decodeHistogram, encodeHistogram } from "../../domain/figures/latency-histogram.ts";
import type { RollUp } from "../../domain/figures/roll-up.ts";
import type { ColumnType } from "../database/dialect.ts";
import type { Session } from "../database/session.ts";
import type { RollUpProgressTable } from "../database/tables/figures.ts";

/** The columns that hours and days have in common. */
export interface FigureRow {
	up: number;
	degraded: number;
	down: number;
	answered: number;
	response_sum_ms: number;
	response_max_ms: number;
	response_times: Uint8Array;
}

const FIGURE_COLUMNS = {
	up: "integer",
	degraded: "integer",
	down: "integer",
	answered: "integer",
	response_sum_ms: "integer",
	response_max_ms: "integer",
	response_times: "bytes",
} as const;

export function figuresFromRow(row: FigureRow): RollUp {
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
		response_times: Buffer.from(encodeHistogram(rollUp.responseTimes)).toString("hex"),
	};
}

export async function insertFigures(
	session: Session,
	table: RawBuilder<unknown>,
	key: Readonly<Record<string, ColumnType>>,
	rows: readonly Record<string, unknown>[],
): Promise<void> {
	if (rows.length === 0) return;
	const columns = { ...key, ...FIGURE_COLUMNS };
	const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
	await sql`insert into ${table} (${names}) select ${names} from ${session.dialect.rows(columns, rows)} as r`.execute(
		session.db,
	);
}

/** How far counting and pruning have come. */
export async function progressOf(session: Session): Promise<Omit<RollUpProgressTable, "id">> {
	return session.db
		.selectFrom("roll_up_progress")
		.select(["minutes_through", "results_since", "results_since_at"])
		.executeTakeFirstOrThrow();
}
