/** Reads and writes rows of any table, as they are. */

import { type RawBuilder, sql } from "kysely";
import type { ColumnType } from "../dialect.ts";
import type { Tx } from "../tx.ts";
import { type Key, lookupOf, lookupRow, type MovedTable, type Row, storedIn } from "./moved-tables.ts";

/** Rows in one statement. Those with bytes can be large: images of status pages, blocks of days. */
const rowsAtOnce = ({ hasBytes }: MovedTable) => (hasBytes ? 100 : 1_000);
const KEYS_AT_ONCE = 1_000;

/**
 * The rows after `cursor`, in the order of the engine.
 * @param condition which rows; default: all
 */
export async function pageOf(
	{ db, dialect }: Tx,
	table: MovedTable,
	cursor: Key | null,
	condition: RawBuilder<unknown> = sql`true`,
): Promise<readonly Row[]> {
	const order = orderOf(table, dialect);
	const after =
		cursor === null ? sql`` : sql`and (${namesOf(order)}) > (${sql.join(cursor.map((value) => sql`${value}`))})`;
	const { rows } = await sql<Row>`
		select ${namesOf(Object.keys(table.columns))} from ${sql.table(table.name)}
		where ${condition} ${after} order by ${namesOf(order)}
		limit ${rowsAtOnce(table)}`.execute(db);
	return rows;
}

/** Where the page after `rows` begins; null when there is none. */
export function cursorAfter({ dialect }: Tx, table: MovedTable, rows: readonly Row[]): Key | null {
	const last = rows.at(-1);
	const order = orderOf(table, dialect);
	if (last === undefined || rows.length < rowsAtOnce(table)) return null;
	const whole = { ...last, ...lookupRow(table, dialect, keyOf(table, last)) };
	return order.map((column) => whole[column] as string | number);
}

function orderOf(table: MovedTable, { name, results }: Tx["dialect"]): readonly string[] {
	return table.name === "check_results" ? Object.keys(results.key) : table.order[name];
}

export function keyOf({ key }: MovedTable, row: Row): Key {
	return key.map((column) => row[column] as string | number);
}

/** The rows of these keys that there are; slice by slice. */
export async function* rowsOf(tx: Tx, table: MovedTable, keys: readonly Key[]): AsyncGenerator<readonly Row[]> {
	const { db, dialect } = tx;
	const lookup = lookupOf(table, dialect);
	const columns = sql.join(Object.keys(table.columns).map((name) => sql.ref(`t.${name}`)));
	const equal = Object.keys(lookup).map((name) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`k.${name}`)}`);
	for (let first = 0; first < keys.length; first += KEYS_AT_ONCE) {
		const slice = keys.slice(first, first + KEYS_AT_ONCE).map((key) => lookupRow(table, dialect, key));
		const { rows } = await sql<Row>`
			select ${columns} from ${dialect.rows(lookup, slice)} as k cross join ${sql.table(table.name)} as t
			where ${sql.join(equal, sql` and `)}`.execute(db);
		yield rows;
	}
}

/** Writes rows, in the place of those with the same keys. */
export async function writeRows({ db, dialect }: Tx, table: MovedTable, rows: readonly Row[]): Promise<void> {
	if (rows.length === 0) return;
	const lookup = lookupOf(table, dialect);
	const columns = { ...table.columns, ...lookup };
	const others = Object.keys(table.columns).filter((name) => !table.key.includes(name));
	const replaced = others.map((name) => sql.raw(`${name} = excluded.${name}`));
	const onConflict = sql`on conflict (${namesOf(Object.keys(lookup))}) do
		${replaced.length === 0 ? sql`nothing` : sql`update set ${sql.join(replaced)}`}`;
	const written = rows.map((row) => {
		const whole = { ...row, ...lookupRow(table, dialect, keyOf(table, row)) };
		return dialect.name === "sqlite" || !table.hasBytes ? whole : withHex(whole);
	});
	await dialect.insertRows(db, { table: table.name, key: lookup, columns, rows: written }, onConflict);
}

/**
 * Takes what is unique from the rows of these keys that there are, in a transaction that writes them: one of them may
 * get what another one has.
 */
export async function freeUniqueValues({ db, dialect }: Tx, table: MovedTable, keys: readonly Key[]): Promise<void> {
	if (table.passedOn.length === 0) return;
	const columns = Object.fromEntries(table.passedOn.map((name) => [name, table.columns[name] as ColumnType]));
	const free = (name: string, key: Key) => (columns[name] === "text" ? `moving ${key.join(" ")}` : -1 - Number(key[0]));
	const rows = keys.map((key) => ({
		...lookupRow(table, dialect, key),
		...Object.fromEntries(table.passedOn.map((name) => [name, free(name, key)])),
	}));
	await dialect.updateRows(db, { table: table.name, key: lookupOf(table, dialect), columns, rows });
}

/** Bytes travel to PostgreSQL as hex. */
function withHex(row: Row): Row {
	return Object.fromEntries(
		Object.entries(row).map(([name, value]) => [
			name,
			value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value,
		]),
	);
}

export async function deleteRows({ db, dialect }: Tx, table: MovedTable, keys: readonly Key[]): Promise<void> {
	for (let first = 0; first < keys.length; first += KEYS_AT_ONCE) {
		const rows = keys.slice(first, first + KEYS_AT_ONCE).map((key) => lookupRow(table, dialect, key));
		await dialect.deleteRows(db, { table: storedIn(table, dialect), key: lookupOf(table, dialect), rows });
	}
}

function namesOf(names: readonly string[]): RawBuilder<unknown> {
	return sql.raw(names.join(", "));
}
