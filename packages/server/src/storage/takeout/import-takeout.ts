/**
 * A takeout into an empty team, in the transaction of its caller. Rows get new keys, and new public ids where one is
 * taken; text that names such an id is changed with it. What names people stays behind, and so do secrets: monitors
 * whose secrets were withheld say so at each check, alerts are off until somebody enters theirs.
 */

import { sql } from "kysely";
import { SHARED_FACTS } from "../../domain/causes/causes.ts";
import { minuteOf } from "../../domain/checks/check.ts";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import { HOUR_MS } from "../../domain/durations.ts";
import { hourOf } from "../../domain/figures/roll-up.ts";
import { isSuccessful } from "../../domain/figures/uptime.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import { codeOf } from "../database/codes.ts";
import type { ColumnType } from "../database/dialect.ts";
import type { MovedTable, Row } from "../database/moving/moved-tables.ts";
import { writeRows } from "../database/moving/rows.ts";
import type { SecretBox } from "../database/secret-box.ts";
import type { Tx } from "../database/tx.ts";
import { countFigures } from "../figures/count-minutes.ts";
import { foldPruned } from "../figures/fold-pruned.ts";
import { addToCounts, lockProgress, TEAM_MINUTES_KEPT } from "../figures/team-minutes.ts";
import { checkId, type ResultRow } from "../results/check-row.ts";
import { hoursWithChecks, type MinuteCount } from "../results/count-checks.ts";
import { verdictIndex } from "../results/outcome-code.ts";
import { insertHours } from "../results/sealed/pack-days.ts";
import { blocksOf } from "../results/sealed/seal-hours.ts";
import type { CheckSteps } from "../results/stored-steps.ts";
import { adaptedRow, type Values } from "./adapted-rows.ts";
import { FreeIds } from "./free-ids.ts";
import { LocationsHere } from "./locations-here.ts";
import { resultsIn } from "./results-csv.ts";
import { isImported, REFERENCES, TAKEN_TABLES } from "./taken-tables.ts";
import type { TarFile } from "./tar.ts";
import { MANIFEST, TAKEOUT_FORMAT, TAKEOUT_VERSION } from "./write-takeout.ts";

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

/** What a team must not have. */
const EMPTY_OF = [
	...(["monitors", "alerts", "status_pages", "incidents", "maintenance_windows", "locations"] as const),
	...(["schedules", "incident_templates", "config_objects"] as const),
];
const ROWS_AT_ONCE = 1_000;

class Import {
	readonly #tx: Tx;
	readonly #options: ImportOptions;
	/** By table, the new key of each row. */
	readonly #keys = new Map<string, Map<number, number>>();
	readonly #ids: FreeIds;
	readonly #locations: LocationsHere;
	/** References to rows of the same table that may come later. */
	readonly #later: { readonly table: string; readonly column: string; readonly id: number; readonly to: number }[] = [];
	/** Of each monitor, by its new key. */
	readonly #types = new Map<number, MonitorType>();
	/** Judged checks by minute, as far as windows reach. */
	readonly #counts = new Map<number, { total: number; successful: number }>();
	readonly #rows: Record<string, number> = {};
	readonly #notes = new Map<string, number>();

	constructor(tx: Tx, options: ImportOptions) {
		this.#tx = tx;
		this.#options = options;
		this.#ids = new FreeIds(tx);
		const { teamId } = options;
		const insert = (row: Row) => this.#insert("locations", row);
		this.#locations = new LocationsHere(tx, { teamId, insert, note: (note) => this.#note(note) });
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
			const rows = this.#rows[base] ?? 0;
			if (rows > 0) this.#options.onProgress?.(`${name}: ${rows.toLocaleString("en")} rows in all`);
		}
		if (teamId === null) throw new TakeoutRefused("The file is empty");
		await this.#refer();
		await this.#count();
		const notes = Array.from(this.#notes, ([note, count]) => (count === 1 ? note : `${note} (${count} times)`));
		return { rows: this.#rows, notes };
	}

	async #requireEmpty(): Promise<void> {
		for (const table of EMPTY_OF) {
			const found = await this.#tx.db
				.selectFrom(table)
				.select("team_id")
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
			if (name === "locations") {
				await this.#locations.add(Number(given["id"]), row, given["team_id"] !== null);
				continue;
			}
			if (table.hasIdentity) {
				const id = await this.#insert(name, row);
				this.#keysOf(name).set(Number(given["id"]), id);
				if (name === "monitors") this.#types.set(id, row["type"] as MonitorType);
				for (const column of Object.keys(row).filter((each) => LATER.has(each) && given[each] !== null)) {
					this.#later.push({ table: name, column, id, to: Number(given[column]) });
				}
				continue;
			}
			if (batch.push(row) < ROWS_AT_ONCE) continue;
			await writeRows(this.#tx, table, batch);
			batch = [];
		}
		await writeRows(this.#tx, table, batch);
	}

	async #refer(): Promise<void> {
		for (const { table, column, id, to } of this.#later) {
			const key = this.#keysOf(table).get(to);
			if (key === undefined) continue;
			await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${key} where id = ${id}`.execute(this.#tx.db);
		}
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
			row[column] = value === null ? null : await this.#valueOf(type, value);
			const reference = REFERENCES[column];
			if (reference === undefined || value === null) continue;
			const key = LATER.has(column) ? null : await this.#keyOf(reference, Number(value));
			if (key === null && !LOOSE.has(column) && !LATER.has(column)) return null;
			row[column] = key;
		}
		if (table.name === "causes" && row["shared"] === DEPENDENCY) {
			const key = this.#keysOf("monitors").get(Number(row["shared_value"]));
			row["shared_value"] = key === undefined ? null : String(key);
		}
		if (typeof row["slug"] === "string") {
			const slug = await this.#ids.slug(row["slug"]);
			if (slug !== row["slug"] && table.name === "status_pages") {
				this.#note(`the address of the status page ${row["slug"]} is taken: it is ${slug} here`);
			}
			row["slug"] = slug;
		}
		const { now, box } = this.#options;
		return adaptedRow(table.name, row, { now, box, note: (note) => this.#note(note) });
	}

	async #keyOf(table: string, key: number): Promise<number | null> {
		if (table !== "locations") return this.#keysOf(table).get(key) ?? null;
		return key === CONTROL ? CONTROL : this.#locations.keyOf(key);
	}

	async #valueOf(type: ColumnType, value: NonNullable<Row[string]>): Promise<Row[string]> {
		if (type === "bytes") return Buffer.from(String(value), "base64");
		return type === "integer" ? Number(value) : this.#ids.in(String(value));
	}

	/** Recent hours too are written as blocks: what is recorded later of such an hour unseals it first. */
	async #results(text: string): Promise<void> {
		const rows: ResultRow[] = [];
		const stepsOf = new Map<string, CheckSteps>();
		for (const { steps, ...row } of resultsIn(text.slice(text.indexOf("\n") + 1))) {
			const monitor = this.#keysOf("monitors").get(row.monitor_id);
			if (monitor === undefined) continue;
			const { minute } = row;
			if (steps !== null) stepsOf.set(checkId({ monitorId: monitor, minute }), { minute, monitor_id: monitor, steps });
			rows.push({ ...row, monitor_id: monitor, ...(await this.#places(row)) });
		}
		this.#rows["results"] = (this.#rows["results"] ?? 0) + rows.length;
		await insertHours(this.#tx, blocksOf(rows, stepsOf));
		for (const row of rows) this.#addCount(row);
	}

	/** The new keys of locations, which are kept in results too. */
	async #places({ location, locations, content_check_id }: ResultRow) {
		const parts = typeof locations === "string" ? (JSON.parse(locations) as [number, ...unknown[]][]) : null;
		const here = [];
		for (const [key, ...part] of parts ?? []) {
			const known = await this.#keyOf("locations", key);
			if (known !== null) here.push([known, ...part] as const);
		}
		here.sort(([a], [b]) => a - b);
		return {
			location: location === null ? null : await this.#keyOf("locations", location),
			locations: here.length === 0 ? null : JSON.stringify(here),
			content_check_id: content_check_id && (await this.#ids.in(content_check_id)),
		};
	}

	#addCount({ monitor_id, minute, outcome }: ResultRow): void {
		const verdict = VERDICTS[verdictIndex(outcome)] ?? "missed";
		if (verdict === "missed" || minute < this.#firstCounted) return;
		const count = this.#counts.get(minute) ?? { total: 0, successful: 0 };
		count.total += 1;
		count.successful += Number(isSuccessful(this.#types.get(monitor_id) ?? "http", verdict));
		this.#counts.set(minute, count);
	}

	get #firstCounted(): number {
		return minuteOf(this.#options.now) - TEAM_MINUTES_KEPT;
	}

	/**
	 * What this installation has counted, or thinks that it has: the other one may have been further behind, or this one
	 * keeps less.
	 */
	async #count(): Promise<void> {
		const { teamId } = this.#options;
		const through = await lockProgress(this.#tx);
		const counts: MinuteCount[] = Array.from(this.#counts, ([minute, count]) => ({ teamId, minute, ...count }));
		await this.#markUnreadable();
		const figures = await countFigures(this.#tx, [{ teamId, from: this.#firstCounted, to: through }]);
		await addToCounts(this.#tx, [...counts, ...figures], through);
		await foldPruned(this.#tx, [...this.#types.keys()]);
	}

	/** Hours of which the takeout has figures but no checks: they could not be read, and count by their figures here. */
	async #markUnreadable(): Promise<void> {
		const first = hourOf(this.#firstCounted) + 1;
		for (const id of this.#types.keys()) {
			const { rows } = await sql<{ hour: number; checks: number }>`
				select h.hour, h.up + h.degraded + h.down as checks
				from hourly_roll_ups as h join monitors as m on m.id = h.monitor_id
				where h.monitor_id = ${id} and h.hour >= ${first} and h.hour >= m.created_at / ${sql.lit(HOUR_MS)}
					and h.up + h.degraded + h.down > 0`.execute(this.#tx.db);
			const withChecks = await hoursWithChecks(
				this.#tx,
				rows.map(({ hour }) => ({ monitorId: id, hour })),
			);
			const unreadable = rows.filter(({ hour }) => !withChecks.has(`${id}:${hour}`));
			if (unreadable.length === 0) continue;
			const block = Buffer.alloc(0);
			const spans = unreadable.map((each) => ({ ...each, monitor_id: id, hours: 1, block, code: "content" as const }));
			await this.#tx.db.insertInto("damaged_blocks").values(spans).execute();
		}
	}

	#note(note: string): void {
		this.#notes.set(note, (this.#notes.get(note) ?? 0) + 1);
	}
}

/** Of a cause: its fact is the key of a monitor. */
const DEPENDENCY = codeOf(SHARED_FACTS, "dependency");
/** In the place of the key of a location: where `control` is, or several. */
const CONTROL = 0;
/** References that may lead nowhere. */
const LOOSE = new Set(["stand_in_id", "incident_id"]);
/** References to rows of the same table, that may come later. */
const LATER = new Set(["merged_into", "consequence_of"]);

function requireTakeout(name: string, text: string): void {
	if (name !== MANIFEST) throw new TakeoutRefused(`This is no takeout: it begins with ${name}`);
	const { format, version } = JSON.parse(text);
	if (format !== TAKEOUT_FORMAT) throw new TakeoutRefused("This is no takeout of Lapwing");
	if (version > TAKEOUT_VERSION) throw new TakeoutRefused("A newer Lapwing wrote this takeout: use that version");
}
