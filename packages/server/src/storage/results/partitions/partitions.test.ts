/** Rows of checks in partitions that are dropped whole, on PostgreSQL. */

import { expect, test } from "vitest";
import { freshDatabase } from "../../testing/engines.ts";
import { downObservation } from "../../testing/fixtures.ts";
import {
	CREATED,
	firstHour,
	minuteMs,
	places,
	read,
	record,
	seal,
	sealsThrough,
	start,
	twoMonitors,
} from "../../testing/partitioned-checks.ts";
import { deleteChecksOfMonitor } from "../delete-checks.ts";
import { checksBetween } from "../read-checks.ts";
import { createPartitions, dropPartitions } from "./keep-partitions.ts";
import { partitionedHours } from "./partitioned-hours.ts";

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
	expect(await deleteChecksOfMonitor(database, first, 100)).toBe(4);
	expect(await read(database, [first])).toEqual([]);
	expect(await places(database)).toMatchObject({ stored: 4, visible: 2, blocks: 1 });
	await dropPartitions(database, sealsThrough(0));
	expect(await read(database, [second])).toHaveLength(4);
});
