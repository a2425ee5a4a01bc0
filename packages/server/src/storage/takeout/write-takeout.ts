/**
 * All of a team as files of an archive: rows of its tables as lines of JSON, its checks as CSV. Nothing that is
 * encrypted or hashed is in it. Read on one snapshot, a part of a file in memory at a time.
 */

import { sql } from "kysely";
import type { Team } from "../../domain/access/team.ts";
import type { MovedTable, Row } from "../database/moving/moved-tables.ts";
import { cursorAfter, pageOf } from "../database/moving/rows.ts";
import type { Tx } from "../database/tx.ts";
import { locationsInResults, RESULTS_HEADER, resultLines } from "./results-csv.ts";
import { isWithheld, ofTeam, REFERENCES, TAKEN_TABLES } from "./taken-tables.ts";
import type { TarFile } from "./tar.ts";

/** What the files look like; another number when an older Lapwing can't read them any more. */
export const TAKEOUT_VERSION = 1;
export const TAKEOUT_FORMAT = "lapwing-takeout";
export const MANIFEST = "takeout.json";
/** Stands where a secret was. */
export const WITHHELD_MARK = "withheld";

/** A file goes on in another one from here on. */
const PART_CHARACTERS = 8 * 1024 * 1024;

interface TakeoutOptions {
	readonly now: number;
	/** Of this Lapwing. */
	readonly version: string;
	onProgress?(line: string): void;
}

export async function* takeoutOf(tx: Tx, team: Team, options: TakeoutOptions): AsyncGenerator<TarFile> {
	const { now, version, onProgress = () => {} } = options;
	const about = { format: TAKEOUT_FORMAT, version: TAKEOUT_VERSION, lapwing: version, takenAt: new Date(now) };
	yield fileOf(MANIFEST, `${JSON.stringify({ ...about, team: { name: team.name, slug: team.slug } }, null, 2)}\n`);
	const monitors = await tx.db
		.selectFrom("monitors")
		.select(["id", "type"])
		.where(ofTeam(MONITORS, team.id) as never)
		.execute();
	const unused = await unusedLocations(tx, team.id, monitors);
	for (const table of TAKEN_TABLES) {
		const isLeftOut = ({ id }: Row) => table.name === "locations" && unused.has(Number(id));
		const lines = counted(linesOf(tx, table, team.id, isLeftOut));
		yield* inParts(table.name, "jsonl", "", lines.lines);
		if (lines.count() > 0) onProgress(`${table.name}: ${lines.count().toLocaleString("en")} rows`);
	}
	async function* results() {
		for (const monitor of monitors) {
			yield* resultLines(tx, monitor, ({ message }) => onProgress(`${message} They are left out.`));
		}
	}
	yield* inParts("results", "csv", RESULTS_HEADER, results());
	onProgress(`results of ${monitors.length.toLocaleString("en")} monitors`);
}

const MONITORS = TAKEN_TABLES.find(({ name }) => name === "monitors") as MovedTable;

/** The installation's own locations that nothing of the team names, its results neither. */
async function unusedLocations(tx: Tx, teamId: number, monitors: readonly { readonly id: number }[]) {
	const rows = await tx.db.selectFrom("locations").select("id").where("team_id", "is", null).execute();
	const unused = new Set(rows.map(({ id }) => id));
	for (const table of TAKEN_TABLES) {
		for (const column of Object.keys(table.columns).filter((each) => REFERENCES[each] === "locations")) {
			const { rows: named } = await sql<{ key: number | null }>`select distinct ${sql.ref(column)} as key
				from ${sql.table(table.name)} where ${ofTeam(table, teamId)}`.execute(tx.db);
			for (const { key } of named) unused.delete(Number(key));
		}
	}
	for (const { id } of monitors) {
		// Where there is none to look for, as on one machine, nothing is read twice.
		if (unused.size === 0) break;
		for await (const key of locationsInResults(tx, id)) unused.delete(key);
	}
	return unused;
}

function counted(source: AsyncIterable<string>) {
	let count = 0;
	async function* lines() {
		for await (const line of source) {
			count += 1;
			yield line;
		}
	}
	return { lines: lines(), count: () => count };
}

async function* linesOf(
	tx: Tx,
	table: MovedTable,
	teamId: number,
	isLeftOut: (row: Row) => boolean,
): AsyncGenerator<string> {
	let cursor: ReturnType<typeof cursorAfter> = null;
	do {
		const rows: readonly Row[] = await pageOf(tx, table, cursor, ofTeam(table, teamId));
		for (const row of rows) if (!isLeftOut(row)) yield `${JSON.stringify(openRow(row))}\n`;
		cursor = cursorAfter(tx, table, rows);
	} while (cursor !== null);
}

function openRow(row: Row): object {
	const members = Object.entries(row).map(([column, value]) => {
		if (value !== null && isWithheld(column)) return [column, WITHHELD_MARK];
		return [column, value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value];
	});
	return Object.fromEntries(members);
}

/** `name.jsonl`, and if it is long `name-2.jsonl` and so on; `head` begins each. */
async function* inParts(name: string, extension: string, head: string, lines: AsyncIterable<string>) {
	let text = head;
	let part = 1;
	const file = () => fileOf(`${name}${part === 1 ? "" : `-${part}`}.${extension}`, text);
	for await (const line of lines) {
		if (text.length + line.length > PART_CHARACTERS && text.length > head.length) {
			yield file();
			part += 1;
			text = head;
		}
		text += line;
	}
	yield file();
}

function fileOf(name: string, text: string): TarFile {
	return { name, content: Buffer.from(text) };
}
