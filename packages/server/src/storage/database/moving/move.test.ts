import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { recordChecks } from "../../commit/record-checks.ts";
import { fillEmptyTables, rowsIn } from "../../testing/any-rows.ts";
import { freshDatabase } from "../../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation, upObservation } from "../../testing/fixtures.ts";
import { seal } from "../../testing/partitioned-checks.ts";
import { TABLES } from "../schema.ts";
import type { Database, Tx } from "../tx.ts";
import { countOf, forgetChanges, logChanges, readChanges } from "./change-log.ts";
import { unfence } from "./handing-over.ts";
import { fenceOf, moveMark, writeMark } from "./marks.ts";
import { digestOf, type MoveOptions, moveDatabase, SWITCH_STEPS, SwitchFailed } from "./move.ts";
import { MOVED_TABLES } from "./moved-tables.ts";

const HOUR = 400_000;
const FIRST = HOUR * 60;
const NOW = (FIRST + 600) * 60_000;
const options: MoveOptions = { from: "from", to: "to", now: () => NOW, onProgress: () => {} };

const BEFORE_THE_DECISION = SWITCH_STEPS.slice(0, SWITCH_STEPS.indexOf("handed over"));

/** A database that can't take over. */
async function refuseDone({ db, dialect }: Tx): Promise<void> {
	const run = (text: string) => sql.raw(text).execute(db);
	if (dialect.name === "postgresql") return void (await run("alter table moves add check (state <> 'done')"));
	await run(`create trigger refuse_done before update on moves when new.state = 'done'
		begin select raise(abort, 'not done'); end`);
}

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
		await expect(unfence(first, null)).rejects.toThrow("A service on to may be recording");
		await expect(unfence(first, third)).rejects.toThrow("--to names another one");
		await expect(unfence(first, second)).rejects.toThrow("was moved on to to. Undo that move first");
		await unfence(second, third);
		await unfence(first, second);
		await aTeam(first);
		await expect(aTeam(second)).rejects.toThrow("takes no changes");
		expect(await fenceOf(second)).toEqual({ other: "from", isDecided: true });
		await expect(moveDatabase(first, second, options)).rejects.toThrow("The target was given back");
	});

	test("whose switch fails at any step before the decision leaves the source as it was, and goes on", async () => {
		await using first = await freshDatabase(one);
		await using second = await freshDatabase(other);
		await fill(first);
		for (const step of BEFORE_THE_DECISION) {
			const onStep = (name: string) => {
				if (name === step) throw new Error("no more");
			};
			const failed = await moveDatabase(first, second, { ...options, onStep }).catch((error: unknown) => error);
			expect(failed, step).toBeInstanceOf(SwitchFailed);
			expect(failed).toMatchObject({
				message: expect.stringContaining("takes changes as before"),
				cause: { message: "no more" },
			});
			expect([step, await fenceOf(first)]).toEqual([step, null]);
			expect((await moveMark(second, "target"))?.state).toBe("open");
			// It is followed on.
			await aTeam(first);
		}
		const { tables } = await moveDatabase(first, second, options);
		expect(tables.find(({ table }) => table === "teams")?.rows).toBe(2 + BEFORE_THE_DECISION.length);
		expect(await digests(second)).toEqual(await digests(first));
	});

	test("whose target can't take over leaves the source as it was", async () => {
		await using first = await freshDatabase(one);
		await using second = await freshDatabase(other);
		await aTeam(first);
		await refuseDone(second);
		await expect(moveDatabase(first, second, options)).rejects.toThrow("takes changes as before");
		expect(await fenceOf(first)).toBeNull();
		await aTeam(first);
	});

	test("that is stopped within its switch leaves the source as it was", async () => {
		await using first = await freshDatabase(one);
		await using second = await freshDatabase(other);
		await aTeam(first);
		const stopping = new AbortController();
		const onStep = (name: string) => name === "followed" && stopping.abort(new Error("by the operator"));
		const stopped = moveDatabase(first, second, { ...options, onStep, signal: stopping.signal });
		await expect(stopped).rejects.toMatchObject({ cause: { message: "by the operator" } });
		expect(await fenceOf(first)).toBeNull();
	});

	test("whose switch takes longer than 10 s leaves the source as it was", async () => {
		await using first = await freshDatabase(one);
		await using second = await freshDatabase(other);
		await aTeam(first);
		let time = NOW;
		const onStep = (name: string) => {
			if (name === "followed") time += 10_001;
		};
		const late = moveDatabase(first, second, { ...options, now: () => time, onStep });
		await expect(late).rejects.toMatchObject({ cause: { message: "The switch took too long." } });
		expect(await fenceOf(first)).toBeNull();
		await aTeam(first);
	});

	test("says every minute that it goes on", async () => {
		await using first = await freshDatabase(one);
		await using second = await freshDatabase(other);
		await fill(first);
		let time = NOW;
		const onProgress = () => {
			time += 61_000;
		};
		const onStep = () => {
			throw new Error("no more");
		};
		await expect(moveDatabase(first, second, { ...options, now: () => time, onProgress, onStep })).rejects.toThrow(
			"takes changes as before",
		);
		expect((await moveMark(first, "source"))?.changedAt).toBeGreaterThan(NOW + 600_000);
	});

	test("whose answer to the decision is lost goes on by what the target says", async () => {
		await using first = await freshDatabase(one);
		await using second = await freshDatabase(other);
		await aTeam(first);
		let isLost = false;
		const losing = {
			...second,
			async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
				const done = await second.transaction(work);
				if ((await moveMark(second, "target"))?.state !== "done" || isLost) return done;
				isLost = true;
				throw new Error("the connection broke");
			},
		};
		const { tables } = await moveDatabase(first, losing, options);
		expect(isLost).toBe(true);
		expect(await fenceOf(first)).toEqual({ other: "to", isDecided: true });
		// The next start says what was compared.
		expect((await moveDatabase(first, second, options)).tables).toEqual(tables);
	});

	test("does not switch when it was given up meanwhile", async () => {
		await using first = await freshDatabase(one);
		await using second = await freshDatabase(other);
		await aTeam(first);
		let isSwitching = false;
		const onStep = () => {
			isSwitching = true;
		};
		const givenUp = {
			...first,
			async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
				if (isSwitching) await sql`delete from moves`.execute(first.db);
				return first.transaction(work);
			},
		};
		await expect(moveDatabase(givenUp, second, { ...options, onStep })).rejects.toMatchObject({
			message: "The switch failed, and the source takes changes as before.",
			cause: { message: expect.stringContaining("was given up") },
		});
		expect(isSwitching).toBe(true);
		expect((await moveMark(second, "target"))?.state).toBe("open");
	});

	test("into a target that another one began to fill a moment ago is refused", async () => {
		await using first = await freshDatabase(one);
		await using second = await freshDatabase(other);
		await aTeam(first);
		let isTaken = false;
		const taken = {
			...second,
			async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
				const done = await second.transaction(work);
				const rival = { id: "rival", other: "elsewhere", state: "open", progress: {} } as const;
				if (!isTaken) expect(await writeMark(second, "target", rival, NOW)).toBe(true);
				isTaken = true;
				return done;
			},
		};
		await expect(moveDatabase(first, taken, options)).rejects.toThrow("belongs to another move");
		expect((await moveMark(second, "target"))?.id).toBe("rival");
	});

	test("is not given up by a rival that saw it before its switch", async () => {
		await using first = await freshDatabase(one);
		await using second = await freshDatabase(other);
		await aTeam(first);
		const stopped = moveDatabase(first, second, { ...options, signal: AbortSignal.abort(new Error("stopped")) });
		await expect(stopped).rejects.toThrow("stopped");
		let isMoved = false;
		const rival = {
			...first,
			async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
				if (!isMoved) await moveDatabase(first, second, options);
				isMoved = true;
				return first.transaction(work);
			},
		};
		await expect(unfence(rival, null)).rejects.toThrow("went on meanwhile");
		expect(isMoved).toBe(true);
		await expect(aTeam(first)).rejects.toThrow("takes no changes");
		expect((await moveMark(first, "source"))?.state).toBe("done");
		await aTeam(second);
	});

	test("that begins meanwhile is not given up by a rival that saw none", async () => {
		await using first = await freshDatabase(one);
		await using second = await freshDatabase(other);
		let isMoved = false;
		const rival = {
			...first,
			async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
				if (!isMoved) await moveDatabase(first, second, options);
				isMoved = true;
				return first.transaction(work);
			},
		};
		await expect(unfence(rival, null)).rejects.toThrow("went on meanwhile");
		await expect(aTeam(first)).rejects.toThrow("takes no changes");
	});

	test.each([
		["that took over", "state = 'done'"],
		["that another process has", "changed_at = changed_at + 1"],
	])("writes nothing over a target %s meanwhile", async (_, change) => {
		await using first = await freshDatabase(one);
		await using second = await freshDatabase(other);
		await fill(first);
		let taken: Record<string, string> | undefined;
		const late = {
			...second,
			async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
				// As by another mover, while this one stood still between two pages.
				if (taken === undefined && (await moveMark(second, "target"))?.progress["teams"] === null) {
					await sql.raw(`update moves set ${change} where side = 'target'`).execute(second.db);
					taken = await digests(second);
				}
				return second.transaction(work);
			},
		};
		await expect(moveDatabase(first, late, options)).rejects.toThrow("another process went on meanwhile");
		expect(await digests(second)).toEqual(taken);
	});

	test("whose source was given back after the target took over says that both may take changes", async () => {
		await using first = await freshDatabase(one);
		await using second = await freshDatabase(other);
		await aTeam(first);
		// As by an operator who takes the target for gone.
		const giving = {
			...second,
			async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
				const done = await second.transaction(work);
				if ((await moveMark(second, "target"))?.state === "done") await unfence(first, "gone");
				return done;
			},
		};
		await expect(moveDatabase(first, giving, options)).rejects.toThrow("both may take changes");
		expect(await moveMark(first, "source")).toBeNull();
	});

	test("that is complete says that both may take changes when its source does", async () => {
		await using first = await freshDatabase(one);
		await using second = await freshDatabase(other);
		await aTeam(first);
		await moveDatabase(first, second, options);
		await sql`update moves set state = 'open'`.execute(first.db);
		await expect(moveDatabase(first, second, options)).rejects.toThrow("both may take changes");
		await sql`update moves set state = 'done'`.execute(first.db);
		await moveDatabase(first, second, options);
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
	const changes = await readChanges(source);
	expect(countOf(changes)).toBeGreaterThan(400);
	await sql`pragma wal_checkpoint(truncate)`.execute(source.db);
	await forgetChanges(source, changes);
	const { rows } = await sql<{ log: number }>`pragma wal_checkpoint(noop)`.execute(source.db);
	// A commit for each entry would have written a page for each.
	expect(rows[0]?.log).toBeLessThan(100);
	expect(countOf(await readChanges(source))).toBe(0);
});

test("what a transaction logs under an id between others is not forgotten before it was seen", async () => {
	await using source = await freshDatabase("postgresql");
	await logChanges(source);
	const team = await aTeam(source);
	const rename = (tx: Tx, name: string) => sql`update teams set name = ${name} where id = ${team}`.execute(tx.db);
	const other = await aTeam(source);
	const held = await source.transaction(async (tx) => {
		await rename(tx, "within");
		// Logged later, and seen before.
		await sql`update teams set name = 'beside' where id = ${other}`.execute(source.db);
		return readChanges(source);
	});
	await forgetChanges(source, held);
	const { keys } = await readChanges(source);
	expect([...keys.values()]).toEqual([[[team]]]);
});
