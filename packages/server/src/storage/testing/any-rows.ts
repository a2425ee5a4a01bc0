/** Rows with every kind of value in every table, for tests of what treats all tables alike. */

import { type RawBuilder, sql } from "kysely";
import { TABLES } from "../database/schema.ts";
import type { Columns, Table } from "../database/tables/table.ts";
import type { Tx } from "../database/tx.ts";

/** What quoting and encodings get wrong. */
const HOSTILE = "Ünï 𝄞 '\"\\ \t\n{}";
const MOST = { smallint: 2 ** 15 - 1, integer: 2 ** 31 - 1, bigint: Number.MAX_SAFE_INTEGER } as const;
const ROWS = 2;

/**
 * Two rows in each table that has none: the second has null wherever that is allowed. There is no second one where it
 * would belong to the same row of another table, and that has one alone.
 */
export async function fillEmptyTables(tx: Tx): Promise<void> {
	for (const [name, { columns }] of Object.entries(TABLES as Readonly<Record<string, Table>>)) {
		if ((await rowsIn(tx, name)) > 0) continue;
		for (let row = 0; row < ROWS; row += 1) await insert(tx, name, columns, row);
	}
}

export async function rowsIn({ db }: Tx, name: string): Promise<number> {
	const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(db);
	return Number(rows[0]?.rows);
}

async function insert({ db }: Tx, name: string, columns: Columns, row: number): Promise<void> {
	const values = Object.entries(columns).flatMap(([column, { type, constraints }]) =>
		type === "identity" ? [] : [[column, anyValue(column, type, constraints, row)] as const],
	);
	await sql`insert into ${sql.table(name)} (${sql.raw(values.map(([column]) => column).join(", "))})
		values (${sql.join(values.map(([, value]) => value))}) on conflict do nothing`.execute(db);
}

function anyValue(column: string, type: string, constraints: string, row: number): RawBuilder<unknown> {
	const isNullable = !constraints.includes("not null");
	if (isNullable && row > 0) return sql`null`;
	const other = /references (\w+)/.exec(constraints)?.[1];
	// The row of the same number there, or the last one.
	if (other) return sql`(select max(id) from (select id from ${sql.table(other)} order by id limit ${row + 1}) as ids)`;
	if (type === "text") return sql`${`${column} ${row} ${HOSTILE}`}`;
	if (type === "bytes") return sql`${Buffer.from([0, 255, row, 39, 92])}`;
	return sql`${MOST[type as keyof typeof MOST] - row}`;
}
