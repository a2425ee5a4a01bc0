/**
 * A takeout into an empty team, in the transaction of its caller. Rows get new keys, and new public ids where one is
 * taken; text that names such an id is changed with it. What names people stays behind, and so do secrets: monitors
 * whose secrets were withheld say so at each check, alerts are off until somebody enters theirs.
 */

import { sql } from "kysely";
import { minuteOf } from "../../domain/checks/check.ts";
import { hourOf } from "../../domain/figures/roll-up.ts";
import { latestSlot, nextSlot } from "../../domain/schedule/schedule.ts";
import type { ColumnType } from "../database/dialect.ts";
import type { MovedTable, Row } from "../database/moving/moved-tables.ts";
import { writeRows } from "../database/moving/rows.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { SecretBox } from "../database/secret-box.ts";
import type { Tx } from "../database/tx.ts";
import { newReportKey } from "../jobs/report-keys.ts";
import type { ResultRow } from "../results/check-row.ts";
import { insertHours } from "../results/sealed/pack-days.ts";
import { blocksOf } from "../results/sealed/seal-hours.ts";
import { resultsIn } from "./results-csv.ts";
import { isImported, REFERENCES, TAKEN_TABLES } from "./taken-tables.ts";
import type { TarFile } from "./tar.ts";
import { MANIFEST, TAKEOUT_FORMAT, TAKEOUT_VERSION, WITHHELD_MARK } from "./write-takeout.ts";

/** The operator can correct it. */
export class TakeoutRefused extends Error {
	override readonly name = "TakeoutRefused";
}

interface ImportedTakeout {
	/** Rows by table, results among them. */
	readonly rows: Readonly<Record<string, number>>;
	/** What is not as it was, a sentence each. */
	readonly notes: readonly string[];
}

interface ImportOptions {
	readonly teamId: number;
	readonly now: number;
	readonly box: SecretBox;
	onProgress?(line: string): void;
}

/** Throws {@link TakeoutRefused}: the file is no takeout, or the team is not empty. */
export function importTakeout(tx: Tx, files: AsyncIterable<TarFile>, options: ImportOptions): Promise<ImportedTakeout> {
	return new Import(tx, options).run(files);
}

type Values = Record<string, Row[string]>;

/** What a team must not have. */
const EMPTY_OF = ["monitors", "alerts", "status_pages", "incidents", "maintenance_windows", "locations"] as const;
const PUBLIC_ID = /\b[a-z]{2,4}_[0-9a-z]{26}\b/g;
const ROWS_AT_ONCE = 1_000;
/** Hours and minutes are rolled up long before they are as old. */
const COUNTED_AGAIN_MINUTES = 24 * 60;

const tableNamed = (name: string) => TAKEN_TABLES.find((table) => table.name === name) as MovedTable;

class Import {
	readonly #tx: Tx;
	readonly #options: ImportOptions;
	/** By table, the new key of each row. */
	readonly #keys = new Map<string, Map<number, number>>();
	readonly #ids = new Map<string, string>();
	readonly #slugs = new Map<string, string>();
	readonly #rows: Record<string, number> = {};
	readonly #notes = new Map<string, number>();

	constructor(tx: Tx, options: ImportOptions) {
		this.#tx = tx;
		this.#options = options;
	}

	async run(files: AsyncIterable<TarFile>): Promise<ImportedTakeout> {
		await this.#requireEmpty();
		let teamId: number | null = null;
		for await (const { name, content } of files) {
			const text = Buffer.from(content).toString("utf8");
			if (teamId === null) {
				requireTakeout(name, text);
				teamId = 0;
				continue;
			}
			const [, base = ""] = /^([a-z_]+)(?:-\d+)?\.(?:jsonl|csv)$/.exec(name) ?? [];
			if (base === "results") await this.#results(text);
			else if (base === "teams") this.#keysOf("teams").set(JSON.parse(text).id, this.#options.teamId);
			else await this.#table(base, text);
			this.#options.onProgress?.(`${name}: ${(this.#rows[base] ?? 0).toLocaleString("en")} rows in all`);
		}
		if (teamId === null) throw new TakeoutRefused("The file is empty");
		const notes = Array.from(this.#notes, ([note, count]) => (count === 1 ? note : `${note} (${count} times)`));
		return { rows: this.#rows, notes };
	}

	async #requireEmpty(): Promise<void> {
		for (const table of EMPTY_OF) {
			const found = await this.#tx.db
				.selectFrom(table)
				.select("id")
				.where("team_id", "=", this.#options.teamId)
				.limit(1)
				.execute();
			if (found.length === 0) continue;
			throw new TakeoutRefused(`The team has ${table.replaceAll("_", " ")} already, or had. Create a new team for it.`);
		}
	}

	#keysOf(table: string): Map<number, number> {
		const known = this.#keys.get(table) ?? new Map<number, number>();
		this.#keys.set(table, known);
		return known;
	}

	async #table(name: string, text: string): Promise<void> {
		const table = TAKEN_TABLES.find((each) => each.name === name);
		if (table === undefined) return;
		const lines = text.split("\n").filter((line) => line !== "");
		if (!isImported(table)) {
			if (lines.length > 0) this.#note(`${name} name people and stay in the file`);
			return;
		}
		let batch: Row[] = [];
		for (const line of lines) {
			const given = JSON.parse(line) as Values;
			const row = await this.#rowOf(table, given);
			if (row === null) continue;
			this.#rows[name] = (this.#rows[name] ?? 0) + 1;
			if (table.hasIdentity) {
				this.#keysOf(name).set(Number(given["id"]), await this.#insert(name, row));
				continue;
			}
			if (batch.push(row) < ROWS_AT_ONCE) continue;
			await writeRows(this.#tx, table, batch);
			batch = [];
		}
		await writeRows(this.#tx, table, batch);
	}

	async #insert(table: string, { id: _, ...row }: Row): Promise<number> {
		const { rows } = await sql<{ id: number }>`
			insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
			values (${sql.join(Object.values(row))}) returning id`.execute(this.#tx.db);
		return Number(rows[0]?.id);
	}

	/** The row as it is written; null: it stays behind. */
	async #rowOf(table: MovedTable, given: Values): Promise<Row | null> {
		const row: Values = {};
		for (const [column, type] of Object.entries(table.columns)) {
			const value = given[column] ?? null;
			const reference = REFERENCES[column];
			row[column] = value === null ? null : this.#valueOf(type, value);
			if (reference === undefined || value === null) continue;
			const key = this.#keysOf(reference).get(Number(value));
			if (key === undefined && !LOOSE.has(column)) return null;
			row[column] = key ?? null;
		}
		if (typeof row["public_id"] === "string") row["public_id"] = await this.#freeId(table.name, row["public_id"]);
		if (typeof row["slug"] === "string") row["slug"] = await this.#freeSlug(row["slug"]);
		return this.#adapted(table.name, row);
	}

	#valueOf(type: ColumnType, value: NonNullable<Row[string]>): Row[string] {
		if (type === "bytes") return Buffer.from(String(value), "base64");
		if (type === "integer") return Number(value);
		return String(value).replaceAll(PUBLIC_ID, (id) => this.#ids.get(id) ?? id);
	}

	async #freeId(table: string, id: string): Promise<string> {
		const { rows } = await sql`select 1 from ${sql.table(table)} where public_id = ${id} limit 1`.execute(this.#tx.db);
		if (rows.length === 0) return id;
		const other = newPublicId(id.slice(0, id.indexOf("_")) as Parameters<typeof newPublicId>[0]);
		this.#ids.set(id, other);
		return other;
	}

	async #freeSlug(slug: string): Promise<string> {
		const known = this.#slugs.get(slug);
		if (known !== undefined) return known;
		const { db } = this.#tx;
		let free = slug;
		for (let number = 2; ; number += 1) {
			const taken = await db.selectFrom("status_page_slugs").select("slug").where("slug", "=", free).execute();
			if (taken.length === 0) break;
			free = `${slug.slice(0, 58)}-${number}`;
		}
		if (free !== slug) this.#note(`the address of the status page ${slug} is taken: it is ${free} here`);
		this.#slugs.set(slug, free);
		return free;
	}

	#adapted(table: string, row: Values): Row | null {
		const { now, box } = this.#options;
		switch (table) {
			case "monitors":
				if (row["encrypted"] !== WITHHELD_MARK) return row;
				this.#note(`monitor ${row["name"]}: enter its secrets again; its checks are missed until then`);
				return { ...row, encrypted: "" };
			case "monitor_states": {
				if (row["slot_at"] === null) return { ...row, claimed: 0, due_at: null };
				// What was not checked meanwhile was not ours to check.
				const grid = { intervalMs: Number(row["interval_ms"]), phaseMs: Number(row["phase_ms"]) };
				const slot = Math.max(Number(row["slot_at"]), nextSlot(grid, latestSlot(grid, now)));
				return { ...row, claimed: 0, slot_at: slot, due_at: slot };
			}
			case "jobs": {
				const { hash, encrypted } = newReportKey(box);
				this.#note("a job has a new ping address, and is expected from now on");
				const begun = row["begun_at"] === null ? null : now;
				return { ...row, key_hash: hash, encrypted_key: encrypted, begun_at: begun, state: null, wake_at: begun };
			}
			case "alerts":
				this.#note(`alert ${row["name"]} is off: enter its secrets and its escalation, and turn it on`);
				return { ...row, is_enabled: 0, encrypted: null, escalation: null, user_channel_id: null, leased_until: 0 };
			case "status_pages":
				if (row["password_hash"] !== null) this.#note(`status page ${row["name"]}: set its password again`);
				return { ...row, password_hash: null };
			case "status_page_slugs":
				return row["status_page_id"] === null ? null : row;
			case "locations":
				this.#note(`location ${row["name"]} has no prober yet, and none may connect to private addresses`);
				return { ...row, allows_private_targets: 0 };
			default:
				return row;
		}
	}

	/** Recent hours too are written as blocks: what is recorded later of such an hour unseals it first. */
	async #results(text: string): Promise<void> {
		const rows: ResultRow[] = [];
		for (const row of resultsIn(text.slice(text.indexOf("\n") + 1))) {
			const monitor = this.#keysOf("monitors").get(row.monitor_id);
			if (monitor === undefined) continue;
			rows.push({ ...row, monitor_id: monitor, ...this.#places(row) });
		}
		this.#rows["results"] = (this.#rows["results"] ?? 0) + rows.length;
		await insertHours(this.#tx, blocksOf(rows));
		await this.#countAgain(rows.filter(({ minute }) => minute > minuteOf(this.#options.now) - COUNTED_AGAIN_MINUTES));
	}

	/** What the other installation had not rolled up yet, this one may think it has. */
	async #countAgain(rows: readonly ResultRow[]): Promise<void> {
		const { teamId } = this.#options;
		const hours = new Map(
			rows.map(({ monitor_id, minute }) => [`${monitor_id} ${hourOf(minute)}`, { monitor_id, hour: hourOf(minute) }]),
		);
		const minutes = [...new Set(rows.map(({ minute }) => minute))].map((minute) => ({ team_id: teamId, minute }));
		await writeRows(this.#tx, tableNamed("late_hours"), [...hours.values()]);
		await writeRows(this.#tx, tableNamed("late_minutes"), minutes);
	}

	/** The new keys of locations, which are kept in results too; 0 stands for several. */
	#places({ location, locations, content_check_id }: ResultRow) {
		const keys = this.#keysOf("locations");
		const parts = typeof locations === "string" ? (JSON.parse(locations) as (number | null)[][]) : null;
		return {
			location: location === null || location === 0 ? location : (keys.get(location) ?? null),
			locations: parts && JSON.stringify(parts.map(([key, ...part]) => [keys.get(key ?? 0) ?? key, ...part])),
			content_check_id: content_check_id && (this.#ids.get(content_check_id) ?? content_check_id),
		};
	}

	#note(note: string): void {
		this.#notes.set(note, (this.#notes.get(note) ?? 0) + 1);
	}
}

/** References that may lead nowhere. */
const LOOSE = new Set(["location_id", "stand_in_id", "merged_into", "consequence_of", "incident_id"]);

function requireTakeout(name: string, text: string): void {
	if (name !== MANIFEST) throw new TakeoutRefused(`This is no takeout: it begins with ${name}`);
	const { format, version } = JSON.parse(text);
	if (format !== TAKEOUT_FORMAT) throw new TakeoutRefused("This is no takeout of Lapwing");
	if (version > TAKEOUT_VERSION) throw new TakeoutRefused("A newer Lapwing wrote this takeout: use that version");
}
