/** Rows of checks in partitions that are dropped whole, on PostgreSQL. */

import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { recordChecks } from "../../commit/record-checks.ts";
import { migrate } from "../../database/migrate.ts";
import { openDatabase } from "../../database/open-database.ts";
import type { Database, Session } from "../../database/session.ts";
import { freshDatabase, newDatabaseUrl } from "../../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation, upObservation } from "../../testing/fixtures.ts";
import { deleteChecksBetween } from "../delete-checks.ts";
import { checksBetween } from "../read-checks.ts";
import { SEALED_AFTER_HOURS, sealClosedHours } from "../sealed/seal-hours.ts";
import { createPartitions, dropPartitions } from "./keep-partitions.ts";
import { partitionedHours } from "./partitioned-hours.ts";

const firstHour = Date.UTC(2026, 4, 1) / 3_600_000;
const start = firstHour * 60;
const minuteMs = 60_000;
/** Hours that get a partition at once. */
const CREATED = 2;
/** The hour `hours` after the first one may be sealed, and no later one. */
const sealsThrough = (hours: number) => (start + (hours + 1 + SEALED_AFTER_HOURS) * 60) * minuteMs;

async function seal(database: Session, now: number): Promise<void> {
	while (await sealClosedHours(database, now));
}

/** Rows where they lie: in partitions of hours, and in the default one; and how many of them are checks. */
async function places(database: Session) {
	const { rows } = await sql<{ stored: number; rest: number; visible: number; blocks: number; details: number }>`select
		(select count(*) from recent_results) as stored, (select count(*) from recent_results_rest) as rest,
		(select count(*) from check_results) as visible, (select count(*) from sealed_hours) as blocks,
		(select count(*) from check_failures) as details`.execute(database.db);
	return rows[0];
}

/** Two monitors, each with one check that is down and one that is up in each of the first two hours. */
async function twoMonitors(database: Database) {
	const team = await aTeam(database);
	const monitors = [await aMonitor(database, team), await aMonitor(database, team)];
	await record(
		database,
		monitors.flatMap((id) => [0, 1].map((hour) => ({ id, minute: hour * 60, observation: downObservation }))),
	);
	await record(
		database,
		monitors.flatMap((id) => [0, 1].map((hour) => ({ id, minute: hour * 60 + 59, observation: upObservation }))),
	);
	return monitors;
}

interface Made {
	readonly id: number;
	readonly minute: number;
	readonly observation?: typeof upObservation | typeof downObservation;
	readonly revision?: number;
}

function record(database: Database, checks: readonly Made[]) {
	const outcomes = checks.map(({ id, minute, observation = upObservation, revision = 1 }) =>
		anOutcome(id, start + minute, observation, { revision }),
	);
	return recordChecks(database, outcomes, (start + 130) * minuteMs);
}

async function read(database: Session, monitors: readonly number[]) {
	const all = [];
	for (const id of monitors) all.push(...(await checksBetween(database, id, start, start + 600)));
	return all;
}

test("partitions are created for this hour and the next one, once", async () => {
	await using database = await freshDatabase("postgresql");
	await createPartitions(database, start * minuteMs);
	const hours = Array.from({ length: CREATED }, (_, ahead) => firstHour + ahead);
	expect(await partitionedHours(database)).toEqual(hours);
	await createPartitions(database, (start + 60) * minuteMs);
	expect(await partitionedHours(database)).toEqual([...hours, firstHour + CREATED]);
});

test("sealed rows stay in their partition, unread, until it is dropped whole", async () => {
	await using database = await freshDatabase("postgresql");
	await createPartitions(database, start * minuteMs);
	const monitors = await twoMonitors(database);
	const recorded = await read(database, monitors);
	expect(recorded).toHaveLength(8);
	await seal(database, sealsThrough(0));
	expect(await places(database)).toEqual({ stored: 8, rest: 0, visible: 4, blocks: 2, details: 2 });
	expect(await read(database, monitors)).toEqual(recorded);
	await dropPartitions(database, sealsThrough(0));
	expect(await places(database)).toEqual({ stored: 4, rest: 0, visible: 4, blocks: 2, details: 2 });
	expect(await read(database, monitors)).toEqual(recorded);
	expect(await partitionedHours(database)).toEqual([firstHour + 1]);
});

test("a partition with a row that is not sealed is not dropped", async () => {
	await using database = await freshDatabase("postgresql");
	await createPartitions(database, start * minuteMs);
	const [first = 0, second = 0] = await twoMonitors(database);
	await seal(database, sealsThrough(0));
	// Unseals the hour of one of the two.
	await record(database, [{ id: second, minute: 30 }]);
	await dropPartitions(database, sealsThrough(0));
	expect(await partitionedHours(database)).toContain(firstHour);
	expect(await places(database)).toMatchObject({ stored: 9, visible: 7, blocks: 1 });
	expect((await checksBetween(database, second, start, start + 60)).map(({ minute }) => minute - start)).toEqual([
		0, 30, 59,
	]);
	await seal(database, sealsThrough(0));
	await dropPartitions(database, sealsThrough(0));
	expect(await partitionedHours(database)).not.toContain(firstHour);
	expect(await read(database, [first, second])).toHaveLength(9);
});

test("a snapshot from before the sealing reads every check, and keeps the partition", async () => {
	const { url, drop } = await newDatabaseUrl("postgresql", "migrated");
	const [database, reader] = [openDatabase(url), openDatabase(url)];
	try {
		await createPartitions(database, start * minuteMs);
		const monitors = await twoMonitors(database);
		const recorded = await read(database, monitors);
		await reader.snapshot(async (snapshot) => {
			await sql`select count(*) from monitors`.execute(snapshot.db);
			await seal(database, sealsThrough(0));
			await dropPartitions(database, sealsThrough(0));
			expect(await partitionedHours(database)).toContain(firstHour);
			expect(await read(snapshot, monitors)).toEqual(recorded);
		});
		await dropPartitions(database, sealsThrough(0));
		expect(await partitionedHours(database)).not.toContain(firstHour);
		expect(await read(reader, monitors)).toEqual(recorded);
	} finally {
		await database.close();
		await reader.close();
		await drop();
	}
});

test("a check that is late into a dropped partition brings its hour back as rows, which are sealed again", async () => {
	await using database = await freshDatabase("postgresql");
	await createPartitions(database, start * minuteMs);
	const monitors = await twoMonitors(database);
	const [first = 0] = monitors;
	await seal(database, sealsThrough(1));
	await dropPartitions(database, sealsThrough(1));
	await record(database, [{ id: first, minute: 5, observation: downObservation }]);
	expect(await places(database)).toEqual({ stored: 3, rest: 3, visible: 3, blocks: 3, details: 2 });
	const all = await read(database, monitors);
	expect(all).toHaveLength(9);
	await createPartitions(database, start * minuteMs);
	expect(await partitionedHours(database), "its rows lie elsewhere").not.toContain(firstHour);
	await seal(database, sealsThrough(1));
	expect(await places(database)).toEqual({ stored: 0, rest: 0, visible: 0, blocks: 4, details: 0 });
	expect(await read(database, monitors)).toEqual(all);
});

test("a check of newer settings replaces one that is sealed and still in its partition", async () => {
	await using database = await freshDatabase("postgresql");
	await createPartitions(database, start * minuteMs);
	const monitors = await twoMonitors(database);
	await seal(database, sealsThrough(0));
	const before = await read(database, monitors);
	expect((await record(database, [{ id: monitors[0] ?? 0, minute: 0, revision: 1 }])).accepted).toEqual([]);
	expect(await read(database, monitors)).toEqual(before);
	await seal(database, sealsThrough(0));
	await record(database, [{ id: monitors[0] ?? 0, minute: 0, revision: 2 }]);
	const after = await read(database, monitors);
	expect(after.filter(({ revision }) => revision === 2).map(({ verdict }) => verdict)).toEqual(["up"]);
	await seal(database, sealsThrough(0));
	await dropPartitions(database, sealsThrough(0));
	expect(await read(database, monitors)).toEqual(after);
});

test("deleting sealed checks deletes the rows that their block hid", async () => {
	await using database = await freshDatabase("postgresql");
	await createPartitions(database, start * minuteMs);
	const [first = 0, second = 0] = await twoMonitors(database);
	await seal(database, sealsThrough(0));
	expect(await deleteChecksBetween(database, first, start, start + 60)).toBe(2);
	expect(await read(database, [first])).toHaveLength(2);
	expect(await places(database)).toMatchObject({ stored: 6, visible: 4, blocks: 1 });
	await dropPartitions(database, sealsThrough(0));
	expect(await read(database, [second])).toHaveLength(4);
});

test("deleting checks while another service seals them leaves neither rows nor a block", async () => {
	const { url, drop } = await newDatabaseUrl("postgresql", "migrated");
	const [database, other] = [openDatabase(url), openDatabase(url)];
	try {
		await createPartitions(database, start * minuteMs);
		const [first = 0] = await twoMonitors(database);
		let deletion = Promise.resolve(0);
		await other.transaction(async (session) => {
			await sealClosedHours(session, sealsThrough(0));
			deletion = deleteChecksBetween(database, first, start, start + 60);
			await Promise.race([deletion, someoneWaits(session)]);
		});
		expect(await deletion).toBe(2);
		expect(await checksBetween(database, first, start, start + 60)).toEqual([]);
		expect(await places(database)).toMatchObject({ stored: 6, visible: 4, blocks: 1 });
	} finally {
		await database.close();
		await other.close();
		await drop();
	}
});

/** Until another connection waits for a lock. */
async function someoneWaits(session: Session): Promise<void> {
	for (;;) {
		const { rows } = await sql`select 1 from pg_locks where not granted`.execute(session.db);
		if (rows.length > 0) return;
		await nextTurn();
	}
}

test("whoever holds the table keeps partitions from being created and dropped, and recording does not wait", async () => {
	const { url, drop } = await newDatabaseUrl("postgresql", "migrated");
	const [database, other] = [openDatabase(url), openDatabase(url)];
	try {
		await createPartitions(database, start * minuteMs);
		const monitors = await twoMonitors(database);
		await seal(database, sealsThrough(0));
		await other.transaction(async (session) => {
			await read(session, monitors);
			await dropPartitions(database, sealsThrough(0));
			await createPartitions(database, (start + 60) * minuteMs);
			expect(await partitionedHours(database)).toHaveLength(CREATED);
			// Beyond the newest partition: into the default one.
			await record(database, [{ id: monitors[0] ?? 0, minute: CREATED * 60 }]);
		});
		expect(await places(database)).toMatchObject({ stored: 9, rest: 1 });
		await createPartitions(database, (start + 60) * minuteMs);
		await dropPartitions(database, sealsThrough(0));
		expect(await partitionedHours(database)).toEqual([firstHour + 1]);
		expect(await read(database, monitors)).toHaveLength(9);
	} finally {
		await database.close();
		await other.close();
		await drop();
	}
});

test("two services that record, seal and drop at once keep each check once", async () => {
	const { url, drop } = await newDatabaseUrl("postgresql", "migrated");
	const [first, second] = [openDatabase(url), openDatabase(url)];
	try {
		const team = await aTeam(first);
		const monitors: number[] = [];
		for (let index = 0; index < 12; index += 1) monitors.push(await aMonitor(first, team));
		await createPartitions(first, start * minuteMs);
		const minutes = Array.from({ length: 120 }, (_, minute) => minute);
		for (const minute of minutes)
			await record(
				first,
				monitors.map((id) => ({ id, minute })),
			);
		const work = async (service: Database, offset: number) => {
			for (let round = 0; round < 12; round += 1) {
				await sealClosedHours(service, sealsThrough(1));
				await createPartitions(service, start * minuteMs);
				await record(
					service,
					monitors.map((id, index) => ({ id, minute: (round * 17 + index * 7 + offset) % 120, revision: round + 2 })),
				);
				await seal(service, sealsThrough(1));
				await dropPartitions(service, sealsThrough(1));
			}
		};
		const readOn = async () => {
			for (let round = 0; round < 40; round += 1) {
				const id = monitors[round % monitors.length] ?? 0;
				const checks = await checksBetween(second, id, start, start + 120);
				expect(checks.map(({ minute }) => minute - start)).toEqual(minutes);
			}
		};
		await Promise.all([work(first, 0), work(second, 31), readOn()]);
		for (const id of monitors) {
			const checks = await checksBetween(first, id, start, start + 120);
			expect(checks.map(({ minute }) => minute - start)).toEqual(minutes);
		}
	} finally {
		await first.close();
		await second.close();
		await drop();
	}
}, 60_000);

test("the rows of an earlier version stay where they are, are read, and are sealed", async () => {
	const { url, drop } = await newDatabaseUrl("postgresql", "migrated");
	const database = openDatabase(url);
	try {
		for (const statement of EARLIER_SCHEMA) await sql.raw(statement).execute(database.db);
		const monitors = await twoMonitors(database);
		const recorded = await read(database, monitors);
		await migrate(database);
		expect(await places(database)).toMatchObject({ stored: 8, rest: 8, visible: 8 });
		await createPartitions(database, (start + 60) * minuteMs);
		expect(await partitionedHours(database)).toEqual([firstHour + 2]);
		expect(await read(database, monitors)).toEqual(recorded);
		await seal(database, sealsThrough(1));
		expect(await places(database)).toEqual({ stored: 0, rest: 0, visible: 0, blocks: 4, details: 0 });
		expect(await read(database, monitors)).toEqual(recorded);
	} finally {
		await database.close();
		await drop();
	}
});

/** Back to the schema before 0027-partitions. */
const EARLIER_SCHEMA = [
	"drop view check_results",
	"alter table recent_results detach partition recent_results_rest",
	"drop table recent_results",
	"alter table recent_results_rest rename to check_results",
	"alter index recent_results_rest_pkey rename to check_results_pkey",
	"alter index recent_results_rest_minute rename to check_results_minute",
	"delete from kysely_migration where name >= '0027'",
];
