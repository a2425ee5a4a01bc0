import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { recordChecks } from "../../commit/record-checks.ts";
import { fillEmptyTables, rowsIn } from "../../testing/any-rows.ts";
import { freshDatabase } from "../../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation, upObservation } from "../../testing/fixtures.ts";
import { seal } from "../../testing/partitioned-checks.ts";
import { TABLES } from "../schema.ts";
import type { Database, Tx } from "../tx.ts";
import { forgetChanges, logChanges, readChanges } from "./change-log.ts";
import { moveMark } from "./marks.ts";
import { digestOf, type MoveOptions, moveDatabase, unfence } from "./move.ts";
import { MOVED_TABLES } from "./moved-tables.ts";

const HOUR = 400_000;
const FIRST = HOUR * 60;
const NOW = (FIRST + 600) * 60_000;
const options: MoveOptions = { from: "from", to: "to", now: () => NOW, onProgress: () => {} };

/** Not compared across a whole move: they say who claimed what, which the switch gives back. */
const OF_THE_SCHEDULE = ["monitor_states", "alerts", "subscriber_messages"];

async function digests(tx: Tx): Promise<Record<string, string>> {
	const all: Record<string, string> = {};
	for (const table of MOVED_TABLES) {
		const digest = await digestOf(tx, table);
		if (!OF_THE_SCHEDULE.includes(table.name)) all[table.name] = `${digest.rows} ${digest.text}`;
	}
	return all;
}

/** Two monitors with sealed and unsealed hours, failures, an outage and what follows from it; any rows elsewhere. */
async function fill(tx: Database): Promise<number[]> {
	const [team] = [await aTeam(tx), await aTeam(tx)];
	const monitors = [await aMonitor(tx, team), await aMonitor(tx, team)];
	for (const minute of [0, 1, 2, 59, 60, 61, 200]) {
		const observation = minute === 1 ? downObservation : upObservation;
		const checks = monitors.map((id) => anOutcome(id, FIRST + minute, observation));
		await recordChecks(tx, checks, (FIRST + minute + 1) * 60_000);
	}
	await seal(tx, (FIRST + 60 + 3 * 60) * 60_000 + 1);
	await fillEmptyTables(tx);
	for (const { name } of MOVED_TABLES) expect([name, await rowsIn(tx, name)]).not.toEqual([name, 0]);
	return monitors;
}

test("every table of the schema is copied, but those that say why they are not", () => {
	const copied = MOVED_TABLES.map(({ name }) => name);
	expect(Object.keys(TABLES).filter((name) => !copied.includes(name))).toEqual([
		"moves",
		"controls",
		"rate_windows",
		"changed_monitors",
	]);
});

describe.each([
	["sqlite", "postgresql"],
	["postgresql", "sqlite"],
] as const)("a move from %s to %s", (one, other) => {
	test("and back gives equal tables, and fences its source", async () => {
		await using first = await freshDatabase(one);
		await using second = await freshDatabase(other);
		await using third = await freshDatabase(one);
		await fill(first);
		const before = await digests(first);
		const { tables } = await moveDatabase(first, second, options);
		expect(tables).toHaveLength(MOVED_TABLES.length);
		expect(await digests(second)).toEqual(before);
		await expect(aTeam(first)).rejects.toThrow("takes no changes");
		expect((await moveMark(first, "source"))?.state).toBe("done");
		await moveDatabase(second, third, options);
		expect(await digests(third)).toEqual(before);
		// The ids go on after the last one.
		const monitor = await aMonitor(third, await aTeam(third));
		expect(monitor).toBe(3);
		await unfence(first);
		await aTeam(first);
	});

	test("follows what changes while it copies, and goes on after it was stopped at any line of progress", async () => {
		await using first = await freshDatabase(one);
		await using second = await freshDatabase(other);
		const monitors = await fill(first);
		let lines = 0;
		let minute = 300;
		for (let stopAt = 5; ; stopAt += 17) {
			lines = 0;
			const onProgress = () => {
				lines += 1;
				if (lines === stopAt) throw new Error("killed");
			};
			const isDone = await moveDatabase(first, second, { ...options, onProgress }).then(
				() => true,
				(error: Error) => {
					expect(error.message).toBe("killed");
					return false;
				},
			);
			if (isDone) break;
			// Between two attempts everything goes on: checks, a deletion, another hour sealed.
			if ((await moveMark(first, "source")) === null) continue;
			try {
				await recordChecks(
					first,
					monitors.map((id) => anOutcome(id, FIRST + minute)),
					(FIRST + minute + 1) * 60_000,
				);
				await seal(first, (FIRST + minute) * 60_000);
				await sql`delete from monitors where id = ${await aMonitor(first, await aTeam(first))}`.execute(first.db);
			} catch (error) {
				expect(String(error)).toContain("takes no changes");
			}
			minute += 61;
		}
		expect(await digests(second)).toEqual(await digests(first));
	});

	test("follows unique values that pass from row to row, and keys that change", async () => {
		await using first = await freshDatabase(one);
		await using second = await freshDatabase(other);
		await fill(first);
		const stopped = moveDatabase(first, second, {
			...options,
			onProgress: (line) => {
				if (line.startsWith("subscriber_messages:")) throw new Error("killed");
			},
		});
		await expect(stopped).rejects.toThrow("killed");
		const set = (text: string) => sql.raw(text).execute(first.db);
		const swap = async (table: string, column: string) => {
			type Row = { readonly id: number; readonly value: string };
			const { rows } = await sql<Row>`select id, ${sql.ref(column)} as value from ${sql.table(table)}
				order by id limit 2`.execute(first.db);
			const [one, two] = rows as [Row, Row];
			const put = ({ id }: Row, value: string) =>
				sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where id = ${id}`.execute(first.db);
			await put(one, "between");
			await put(two, one.value);
			await put(one, two.value);
		};
		await swap("teams", "slug");
		await swap("sign_in_ceremonies", "key");
		await swap("status_pages", "slug");
		// Keys that are texts, or more than one column.
		await set("update machines set since = since - 5");
		await set("update config_objects set project = 'renamed'");
		await set("update late_hours set hour = hour - 7");
		await moveDatabase(first, second, options);
		expect(await digests(second)).toEqual(await digests(first));
	});

	test("refuses a target with rows, and one of another move", async () => {
		await using first = await freshDatabase(one);
		await using second = await freshDatabase(other);
		await aTeam(second);
		await expect(moveDatabase(first, second, options)).rejects.toThrow("The target is not empty: teams has rows");
	});
});

test("a long log is shortened in one commit, so that a service beside it keeps its turns", async () => {
	await using source = await freshDatabase("sqlite");
	await logChanges(source);
	const team = await aTeam(source);
	for (let count = 0; count < 400; count += 1) {
		await sql`update teams set name = ${`name ${count}`} where id = ${team}`.execute(source.db);
	}
	const { ids } = await readChanges(source);
	expect(ids.length).toBeGreaterThan(400);
	await sql`pragma wal_checkpoint(truncate)`.execute(source.db);
	await forgetChanges(source, ids);
	const { rows } = await sql<{ log: number }>`pragma wal_checkpoint(noop)`.execute(source.db);
	// A commit for each entry would have written a page for each.
	expect(rows[0]?.log).toBeLessThan(100);
	expect((await readChanges(source)).ids).toEqual([]);
});
