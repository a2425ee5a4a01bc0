/**
 * A table as a download: CSV that is written while it is read, a batch of rows at a time, so that neither a long table
 * nor a slow reader uses much memory. The `Accept` header asks for it.
 */

import Negotiator from "negotiator";
import { csvLine, snakeCase } from "./csv.ts";
import type { Call } from "./endpoint.ts";
import { streamedAnswer } from "./streamed-answer.ts";

/** Matched with the parameters that clients add, because the negotiator would treat them as part of the type. */
const CSV_TYPES = [
	"text/csv",
	"text/csv;charset=utf-8",
	"text/csv;header=present",
	"text/csv;charset=utf-8;header=present",
];

export function prefersCsv(call: Pick<Call, "header">): boolean {
	const negotiator = new Negotiator({ headers: { accept: call.header("accept") } });
	return negotiator.mediaType(["application/json", ...CSV_TYPES])?.startsWith("text/csv") ?? false;
}

interface Table<Row> {
	/** Without `.csv`. */
	readonly name: string;
	/** Members of a row, in the order of the columns; headed in snake_case. */
	readonly columns: readonly (keyof Row & string)[];
	/** Asked for the next batch when the client has taken the one before. */
	readonly batches: AsyncGenerator<readonly Row[]>;
}

/** Rejects when the first read fails, as any endpoint does. A later failure aborts the answer. */
export async function csvDownload<Row extends Record<string, string | number | null>>(
	call: Call,
	{ name, columns, batches }: Table<Row>,
): Promise<Response> {
	return streamedAnswer(call, chunksOf(columns, batches), {
		"content-type": "text/csv; charset=utf-8",
		"content-disposition": `attachment; filename="${name}.csv"`,
		vary: "Accept",
	});
}

async function* chunksOf<Row extends Record<string, string | number | null>>(
	columns: readonly (keyof Row & string)[],
	batches: AsyncGenerator<readonly Row[]>,
): AsyncGenerator<string, void> {
	let lines = csvLine(columns.map(snakeCase));
	for await (const batch of batches) {
		for (const row of batch) lines += csvLine(columns.map((column) => row[column] ?? null));
		yield lines;
		lines = "";
	}
	if (lines) yield lines;
}
