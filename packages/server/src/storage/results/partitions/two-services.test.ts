/** Two services that record, seal, read and drop partitions of one database. */

import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "../../database/open-database.ts";
import type { Database } from "../../database/tx.ts";
import { newDatabaseUrl } from "../../testing/engines.ts";
import { aMonitor, aTeam } from "../../testing/fixtures.ts";
import { untilSomeoneWaits } from "../../testing/lock-waits.ts";
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
import { sealClosedHours } from "../sealed/seal-hours.ts";
import { createPartitions, dropPartitions } from "./keep-partitions.ts";
import { partitionedHours } from "./partitioned-hours.ts";

test("a snapshot from before the sealing reads every check, and keeps the partition", async () => {
	await using services = await twoServices();
	const [database, reader] = services.databases;
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
});

test("deleting checks while another service seals them leaves neither rows nor a block", async () => {
	await using services = await twoServices();
	const [database, other] = services.databases;
	await createPartitions(database, start * minuteMs);
	const [first = 0] = await twoMonitors(database);
	let deletion = Promise.resolve(0);
	await other.transaction(async (tx) => {
		await sealClosedHours(tx, sealsThrough(0));
		deletion = deleteChecksOfMonitor(database, first, 100);
		await Promise.race([deletion, untilSomeoneWaits(tx)]);
	});
	expect(await deletion).toBe(4);
	expect(await checksBetween(database, first, start, start + 120)).toEqual([]);
	expect(await places(database)).toMatchObject({ stored: 4, visible: 2, blocks: 1 });
});

/** The connections of two services to one database. */
async function twoServices() {
	const { url, drop } = await newDatabaseUrl("postgresql", "migrated");
	const databases = [openDatabase(url), openDatabase(url)] as const;
	return {
		databases,
		async [Symbol.asyncDispose]() {
			for (const database of databases) await database.close();
			await drop();
		},
	};
}

test("a service whose role does not own the tables records and seals without partitions", async () => {
	await using roles = await ownerAndRoles();
	const { owner, as } = roles;
	const database = await as("guest");
	await createPartitions(database, start * minuteMs);
	expect(await partitionedHours(database)).toEqual([]);
	const monitors = await twoMonitors(database);
	await createPartitions(owner, (start + 120) * minuteMs);
	await record(database, [{ id: monitors[0] ?? 0, minute: 120 }]);
	await seal(database, sealsThrough(2));
	await dropPartitions(database, sealsThrough(2));
	expect(await places(database)).toMatchObject({ stored: 1, rest: 0, visible: 0, blocks: 5 });
	expect(await read(database, monitors)).toHaveLength(9);
});

test("the snapshot of a role of which it may see nothing else keeps the partition from a service", async () => {
	await using roles = await ownerAndRoles();
	const [database, reader] = [await roles.as("member of the owner"), await roles.as("guest")];
	await createPartitions(database, start * minuteMs);
	const monitors = await twoMonitors(database);
	const recorded = await read(database, monitors);
	await reader.snapshot(async (snapshot) => {
		await sql`select count(*) from monitors`.execute(snapshot.db);
		await seal(database, sealsThrough(0));
		await dropPartitions(database, sealsThrough(0));
		expect(await read(snapshot, monitors)).toEqual(recorded);
	});
	await dropPartitions(database, sealsThrough(0));
	expect(await partitionedHours(database)).not.toContain(firstHour);
});

/** A database and connections of its owner and of roles that are no superusers. */
async function ownerAndRoles() {
	const { url, drop } = await newDatabaseUrl("postgresql", "migrated");
	const owner = openDatabase(url);
	const names: string[] = [];
	const databases: Database[] = [];
	const as = async (kind: "guest" | "member of the owner") => {
		const name = `role_${randomBytes(8).toString("hex")}`;
		names.push(name);
		await sql.raw(`create role ${name} login`).execute(owner.db);
		if (kind === "guest") {
			await sql.raw(`grant all on all tables in schema public to ${name}`).execute(owner.db);
			await sql.raw(`grant all on all sequences in schema public to ${name}`).execute(owner.db);
		} else await sql.raw(`grant lapwing to ${name}`).execute(owner.db);
		const database = openDatabase(url.replace("//lapwing@", `//${name}@`));
		databases.push(database);
		return database;
	};
	return {
		owner,
		as,
		async [Symbol.asyncDispose]() {
			for (const database of databases) await database.close();
			for (const name of names) {
				await sql.raw(`drop owned by ${name}`).execute(owner.db);
				await sql.raw(`drop role ${name}`).execute(owner.db);
			}
			await owner.close();
			await drop();
		},
	};
}

test("whoever holds the table keeps partitions from being created and dropped, and recording does not wait", async () => {
	await using services = await twoServices();
	const [database, other] = services.databases;
	await createPartitions(database, start * minuteMs);
	const monitors = await twoMonitors(database);
	await seal(database, sealsThrough(0));
	await other.transaction(async (tx) => {
		await read(tx, monitors);
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
});

test("two services that record, seal and drop at once keep each check once", async () => {
	await using services = await twoServices();
	const [first, second] = services.databases;
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
}, 60_000);
