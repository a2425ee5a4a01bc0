import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UsageError } from "../../usage-error.ts";
import { sound } from "../sound.ts";
import { convertKuma } from "./convert.ts";
import { importKumaHistory } from "./import-history.ts";
import { EMPTY_KUMA } from "./kuma.ts";
import { asUsageError, readKuma } from "./read.ts";
import { kumaDatabase } from "./testing/kuma-database.ts";

const HTTP = { id: 1, name: "M", type: "http", url: "https://example.com/", interval: 60, timeout: 48 };

let folder: string;
let path: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "lapwing-kuma-"));
	path = join(folder, "kuma.db");
	vi.stubEnv("TMPDIR", folder);
});
afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(folder, { recursive: true });
});

/** A database of one monitor, after `change`. */
function databaseAfter(change: (database: DatabaseSync) => void): string {
	const database = kumaDatabase(path, { version: 2, monitors: [HTTP] });
	change(database);
	database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
	database.close();
	return path;
}
const after = (sql: string) => databaseAfter((database) => database.exec(sql));

/** The message of a refusal, which leaves no copy behind. */
function refusal(read: () => unknown): string {
	try {
		read();
	} catch (error) {
		expect(error).toBeInstanceOf(UsageError);
		expect(readdirSync(folder).filter((name) => name.startsWith("lapwing-import"))).toEqual([]);
		return (error as Error).message;
	}
	throw new Error("It was read.");
}

test.each([
	["a view", "CREATE VIEW tag AS SELECT 1 AS id, 'x' AS name"],
	[
		"a view that never ends",
		"CREATE VIEW tag AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT * FROM n",
	],
	["a virtual table", "CREATE VIRTUAL TABLE tag USING fts5(id, name)"],
])("%s in place of a table is not read", (_, sql) => {
	expect(readKuma(after(`DROP TABLE tag; ${sql}`)).tag).toEqual([]);
});

test("a view in place of the monitors is no database of Uptime Kuma", () => {
	after("DROP TABLE monitor; CREATE VIEW monitor AS SELECT 1 AS id");
	expect(refusal(() => readKuma(path))).toMatch(
		/is no database of Uptime Kuma: it has no tables monitor and heartbeat/,
	);
});

test("triggers are not run, and the original stays as it was", () => {
	after("CREATE TRIGGER t AFTER INSERT ON monitor BEGIN DELETE FROM monitor; END");
	const before = readFileSync(path);
	expect(readKuma(path).monitor).toHaveLength(1);
	expect(readFileSync(path)).toEqual(before);
});

test.each([
	[
		"a text of more than 4 MiB",
		"UPDATE monitor SET description = printf('%.*c', 4194305, 'x')",
		/can't be read .*too big/,
	],
	[
		"a number beyond what JavaScript counts to",
		"UPDATE monitor SET weight = 9223372036854775807",
		/can't be read .*too large/,
	],
	[
		"more monitors than an installation has",
		"WITH RECURSIVE n(id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM n WHERE id < 10001) INSERT INTO monitor (id) SELECT id FROM n",
		/The table monitor has more than 10000 rows/,
	],
	[
		"a table of more columns than are read",
		`DROP TABLE tag; CREATE TABLE tag (${Array.from({ length: 301 }, (_, at) => `c${at}`).join(", ")})`,
		/can't be read .*too many columns/,
	],
])("%s is refused", (_, sql, message) => {
	after(sql);
	expect(refusal(() => readKuma(path))).toMatch(message);
});

test("a value of another type than its column has is carried or listed, and never breaks the import", () => {
	const blob = "X'00FF'";
	const columns = (readKuma(after("SELECT 1")).monitor[0] ?? {}) as Readonly<Record<string, unknown>>;
	for (const name of Object.keys(columns)) {
		if (["id", "type"].includes(name)) continue;
		for (const value of [blob, "char(0, 65535)", "-1e308", "''", "NULL", "'[[[[{}]]]]'"]) {
			rmSync(path);
			after(`UPDATE monitor SET "${name}" = ${value}`);
			const found = convertKuma(readKuma(path));
			expect(() => sound(found), `${name} = ${value}`).not.toThrow();
		}
	}
}, 120_000);

test("a damaged file is refused: overwritten, cut in a page, cut at its head", () => {
	after("SELECT 1");
	const whole = readFileSync(path);
	const torn = join(folder, "torn.db");
	writeFileSync(torn, Buffer.concat([whole.subarray(0, 4_096), Buffer.alloc(whole.length - 4_096, 0xee)]));
	expect(refusal(() => readKuma(torn))).toMatch(/torn\.db (can't be read as a SQLite database|is damaged)/);
	for (const size of [whole.length / 2 + 100, 5_000, 100, 16]) {
		writeFileSync(torn, whole);
		truncateSync(torn, size);
		expect(
			refusal(() => readKuma(torn)),
			String(size),
		).toMatch(/torn\.db/);
	}
});

test("a text of the history that is too long is a refusal with the name of the file", async () => {
	vi.spyOn(process.stderr, "write").mockReturnValue(true);
	after(
		"INSERT INTO heartbeat (monitor_id, time, status, msg) VALUES (1, '2025-06-14 10:00:00', 0, printf('%.*c', 4194305, 'x'))",
	);
	const read = importKumaHistory(path, "default", () => Promise.reject(new Error("sent")), Date.UTC(2025, 5, 15));
	const error = asUsageError(await read.catch((failed: unknown) => failed)) as Error;
	expect([error instanceof UsageError, error.message]).toEqual([
		true,
		expect.stringMatching(/kuma\.db can't be read .*too big/),
	]);
	vi.restoreAllMocks();
});

test("a backup that is too large, too deep or none is refused", () => {
	const backup = join(folder, "backup.json");
	writeFileSync(backup, "{}");
	expect(refusal(() => readKuma(backup))).toMatch(/no monitorList/);
	writeFileSync(backup, "{");
	expect(refusal(() => readKuma(backup))).toMatch(/is not JSON.*data\/kuma\.db/);
	writeFileSync(backup, `{"monitorList":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`);
	expect(refusal(() => readKuma(backup))).toMatch(/more than 100 levels/);
	truncateSync(backup, 64 * 1024 ** 2 + 1);
	expect(refusal(() => readKuma(backup))).toMatch(/at most 67108864 are read/);
});

test("JSON in a column that is too deep is listed", () => {
	const headers = `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
	const { notes } = convertKuma({ ...EMPTY_KUMA, monitor: [{ ...HTTP, active: 1, headers }] });
	expect(notes.map(({ field, why }) => [field, why])).toContainEqual(["headers", "Its JSON has more than 100 levels."]);
});

test("as many links as a database can hold are read in seconds, and what they multiply to is bounded", () => {
	const monitor = Array.from({ length: 3_000 }, (_, at) => ({ ...HTTP, id: at + 1, name: `M${at}`, parent: at }));
	const monitor_tag = Array.from({ length: 200_000 }, (_, at) => ({ monitor_id: at, tag_id: at % 100 }));
	const notification = Array.from({ length: 1_000 }, (_, id) => ({ id, name: "N", config: '{"type":"lunasea"}' }));
	const monitor_notification = Array.from({ length: 200_000 }, (_, at) => ({ monitor_id: 1, notification_id: at }));
	const began = performance.now();
	const found = convertKuma({ ...EMPTY_KUMA, monitor, monitor_tag, notification, monitor_notification });
	expect(found.document.monitors).toHaveLength(3_000);
	expect(found.notes.some(({ field, why }) => field === "parent" && /more than \d+ groups/.test(why))).toBe(true);
	// Each by each they are hundreds of millions.
	expect(performance.now() - began).toBeLessThan(30_000);
	const group = [{ id: 0, type: "group", active: 1 }, ...monitor.map((each) => ({ ...each, parent: 0 }))];
	const monitor_group = Array.from({ length: 1_000 }, () => ({ monitor_id: 0, group_id: 1 }));
	expect(refusal(() => convertKuma({ ...EMPTY_KUMA, monitor: group, monitor_group }))).toMatch(
		/at most 100000 are carried/,
	);
}, 120_000);
