import { existsSync, statSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { DEFAULT_RETENTION } from "../../domain/figures/retention.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import type { Tx } from "../database/tx.ts";
import { decodeTimes, encodeTimes } from "../figures/hour-times.ts";
import { foldClosedHours, foldLateHours } from "../figures/roll-ups.ts";
import { monitorStatistics } from "../figures/statistics.ts";
import { subtractDeletedMonitor } from "../figures/team-minutes.ts";
import { freshDatabase, newDatabaseUrl, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation } from "../testing/fixtures.ts";
import { GRACE_MS, type Pruned, pruneDeletedMonitor, pruneOld, withCoarseTimes } from "./prune.ts";

const day0 = Date.UTC(2026, 4, 1) / 86_400_000;
const createdAt = day0 * 86_400_000;
const retention = { resultsDays: 35, hoursDays: 40, eventsDays: 38 };
const NO_TIMES = encodeTimes({
	answered: 0,
	responseSumMs: 0,
	responseMaxMs: 0,
	responseTimes: { times: [], counts: [] },
});
const at = (days: number) => createdAt + days * 86_400_000;

async function rollUp(database: Tx, now: number): Promise<void> {
	while (await foldLateHours(database));
	while (await foldClosedHours(database, now));
}

async function pruneAll(database: Tx, now: number, kept = retention): Promise<void> {
	while (Object.keys(await pruneOld(database, kept, now)).length > 0);
}

async function countOf(database: Tx, table: "check_results" | "hourly_roll_ups" | "daily_roll_ups" | "transitions") {
	const { rows } = await database.db
		.selectFrom(table)
		.select((of) => of.fn.countAll<number>().as("rows"))
		.executeTakeFirstOrThrow();
	return rows;
}

/** A monitor with a check at the beginning and at the end of each of `days` days, down and up in turn. */
async function aMonitorWithDays(database: Tx, team: number, days: number): Promise<number> {
	const monitor = await aMonitor(database, team, { createdAt });
	for (let day = 0; day < days; day += 1) {
		const first = (day0 + day) * 1_440;
		const checks = [anOutcome(monitor, first, downObservation), anOutcome(monitor, first + 1_439)];
		await recordChecks(database, checks, at(day + 1) - 1);
	}
	return monitor;
}

onEachEngine("pruning", (name) => {
	test("deletes whole days of checks after they are rolled up and announced; hours and transitions later", async () => {
		await using database = await freshDatabase(name);
		await aMonitorWithDays(database, await aTeam(database), 45);
		const now = at(45) + 3_600_000;
		await pruneAll(database, now);
		expect(await countOf(database, "check_results"), "nothing is folded yet").toBe(90);
		await rollUp(database, now);
		await pruneAll(database, now);
		expect(await countOf(database, "check_results"), "only announced").toBe(90);
		await pruneAll(database, now + GRACE_MS);
		expect(await countOf(database, "check_results")).toBe(70);
		const { oldest } = await database.db
			.selectFrom("check_results")
			.select((of) => of.fn.min<number>("minute").as("oldest"))
			.executeTakeFirstOrThrow();
		expect(oldest).toBe((day0 + 10) * 1_440);
		expect(await countOf(database, "hourly_roll_ups")).toBe(80);
		expect(await countOf(database, "daily_roll_ups")).toBe(45);
		expect(await countOf(database, "transitions")).toBe(76);
	});

	test("keeps the hours of a day as long as its checks, so that a late check changes the figures correctly", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitorWithDays(database, await aTeam(database), 45);
		await rollUp(database, at(45));
		const kept = { resultsDays: 60, hoursDays: 31, eventsDays: 60 };
		for (const now of [at(45), at(45) + GRACE_MS]) await pruneAll(database, now, kept);
		await recordChecks(database, [anOutcome(monitor, (day0 + 3) * 1_440 + 600)], at(45));
		await rollUp(database, at(45));
		const day = await database.db
			.selectFrom("daily_roll_ups")
			.select(["up", "down"])
			.where("day", "=", day0 + 3)
			.executeTakeFirst();
		expect(day).toEqual({ up: 2, down: 1 });
	});

	test("deletes the hours of few monitors at a time, also after the retention was shortened a lot", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		for (let index = 0; index < 5; index += 1) await aMonitor(database, team, { createdAt });
		await rollUp(database, at(100));
		const hours = database.dialect.rows(
			{ hour: "integer" },
			Array.from({ length: 1_000 }, (_, index) => ({ hour: day0 * 24 + index })),
		);
		await sql`
			insert into hourly_roll_ups select m.id, r.hour, 1, 0, 0, ${NO_TIMES} from monitors as m, ${hours} as r`.execute(
			database.db,
		);
		await pruneOld(database, { ...retention, hoursDays: 31 }, at(100));
		const first = await countOf(database, "hourly_roll_ups");
		expect(first).toBeGreaterThan(0);
		await pruneAll(database, at(100), { ...retention, hoursDays: 31 });
		expect(await countOf(database, "hourly_roll_ups")).toBe(0);
	});

	test("makes response times coarse outside every window, and keeps percentiles of windows exact", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database), { createdAt });
		const slow = (ms: number) => ({ ...anOutcome(monitor, 0).outcome.observation, responseTimeMs: ms }) as never;
		for (const day of [0, 20]) {
			const checks = [1_001, 1_017].map((ms, index) => anOutcome(monitor, (day0 + day) * 1_440 + index, slow(ms)));
			await recordChecks(database, checks, at(day) + 3_600_000);
		}
		await rollUp(database, at(40));
		await pruneAll(database, at(40));
		await pruneAll(database, at(40) + GRACE_MS);
		const { responseTime, checks } = await monitorStatistics(database, { id: monitor, type: "http" }, at(40));
		expect(checks.total).toBe(2);
		expect(responseTime).toEqual({ avg: 1_009, min: 1_001, max: 1_017, p50: 1_001, p95: 1_017, p99: 1_017 });
		const rows = await database.db.selectFrom("hourly_roll_ups").selectAll().orderBy("hour").execute();
		expect(rows.map(({ response_times }) => decodeTimes(response_times).responseTimes.times)).toEqual([
			[1_008],
			[1_001, 1_017],
		]);
	});

	test("keeps an outage for as long as it lasts, and from its end for as long as others", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitors = [await aMonitor(database, team, { createdAt }), await aMonitor(database, team, { createdAt })];
		const [lasting = 0, passing = 0] = monitors;
		const first = day0 * 1_440;
		await recordChecks(
			database,
			monitors.map((monitor) => anOutcome(monitor, first, downObservation)),
			at(0),
		);
		await recordChecks(database, [anOutcome(passing, first + 1)], at(0) + 60_000);
		const kept = async (now: number) => {
			await pruneAll(database, now);
			return (await database.db.selectFrom("outages").select("monitor_id").execute()).map((row) => row.monitor_id);
		};
		expect(await kept(at(50))).toEqual([lasting]);
		await recordChecks(database, [anOutcome(lasting, (day0 + 50) * 1_440)], at(50));
		expect(await kept(at(51))).toEqual([lasting]);
		expect(await kept(at(90))).toEqual([]);
	});

	test("deletes a thousand certificate warnings at a time", async () => {
		await using database = await freshDatabase(name);
		const monitor_id = await aMonitor(database, await aTeam(database), { createdAt });
		const warning = { monitor_id, within_days: 7, created_at: at(0) };
		const fingerprints = Array.from({ length: 2_001 }, (_, place) => `f${place}`);
		const warnings = fingerprints.map((fingerprint) => ({ ...warning, fingerprint }));
		await database.db.insertInto("certificate_warnings").values(warnings).execute();
		await database.db
			.insertInto("certificate_warnings")
			.values({ ...warning, fingerprint: "new", created_at: at(199) })
			.execute();
		const slices: Pruned[] = [];
		for (;;) {
			const pruned = await pruneOld(database, retention, at(200));
			if (Object.keys(pruned).length === 0) break;
			slices.push(pruned);
		}
		expect(slices.map(({ certificate_warnings }) => certificate_warnings)).toEqual([1_000, 1_000, 1]);
		expect(await database.db.selectFrom("certificate_warnings").select("fingerprint").execute()).toEqual([
			{ fingerprint: "new" },
		]);
	});

	test("deletes a deleted alert and its routes when their events are", async () => {
		await using database = await freshDatabase(name);
		const { db } = database;
		const team_id = await aTeam(database);
		const monitor_id = await aMonitor(database, team_id, { createdAt });
		const add = async (public_id: string, deleted_at: number | null, escalates: number | null = null) => {
			const row = { public_id, team_id, name: "", channel: "webhook", settings: "{}", rules: "{}", encrypted: null };
			const { id } = await db
				.insertInto("alerts")
				.values({
					...{ ...row, all_monitors: 1, is_enabled: 1, escalation: null, escalates, route: null },
					...{ user_channel_id: null, created_at: at(0), updated_at: at(0), deleted_at },
				})
				.returning("id")
				.executeTakeFirstOrThrow();
			return id;
		};
		const kept = await add("kept", null);
		await add("route that is gone", at(1), kept);
		const gone = await add("gone", at(1));
		const route = await add("its route", at(1), gone);
		await db
			.insertInto("alert_events")
			.values({
				...{ public_id: "event", alert_id: route, monitor_id, event: 0, cause: 0, kind: 0, status: 0, outage: null },
				...{ sent_at: at(1), created_at: at(1), starts_message: 1, error_message: null, message_id: null },
				escalation: null,
			})
			.execute();
		const left = async (now: number) => {
			await pruneAll(database, now);
			return (await db.selectFrom("alerts").select("public_id").orderBy("id").execute()).map((row) => row.public_id);
		};
		expect(await left(at(2))).toEqual(["kept", "route that is gone", "gone", "its route"]);
		await db
			.updateTable("alert_events")
			.set({ sent_at: at(170) })
			.execute();
		expect(await left(at(200))).toEqual(["kept", "gone", "its route"]);
		expect(await left(at(300))).toEqual(["kept"]);
	});

	test("deletes every row of a deleted monitor, and no other row", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const [gone, kept] = [await aMonitorWithDays(database, team, 4), await aMonitorWithDays(database, team, 4)];
		await rollUp(database, at(5));
		await database.db
			.updateTable("monitors")
			.set({ deleted_at: at(5) })
			.where("id", "=", gone)
			.execute();
		// What is not subtracted from the team's counts stays.
		expect(await pruneDeletedMonitor(database, at(5) + GRACE_MS)).toEqual({});
		while (await subtractDeletedMonitor(database, at(5)));
		expect(await pruneDeletedMonitor(database, at(5) + GRACE_MS - 1)).toEqual({});
		while (Object.keys(await pruneDeletedMonitor(database, at(5) + GRACE_MS)).length > 0);
		for (const table of [
			"check_results",
			"check_failures",
			"hourly_roll_ups",
			"daily_roll_ups",
			"transitions",
			"monitor_states",
			"roll_up_states",
		] as const) {
			const rows = await database.db.selectFrom(table).select("monitor_id").distinct().execute();
			expect([table, rows]).toEqual([table, [{ monitor_id: kept }]]);
		}
		expect(await database.db.selectFrom("monitors").select("id").execute()).toEqual([{ id: kept }]);
	});
});

test("the SQLite file returns its free space", async () => {
	const { url, drop } = await newDatabaseUrl("sqlite");
	const path = url.slice("sqlite:".length);
	const database = openDatabase(url);
	try {
		await migrate(database);
		const monitor = await aMonitor(database, await aTeam(database), { createdAt });
		for (let batch = 0; batch < 30; batch += 1) {
			const checks = Array.from({ length: 2_000 }, (_, index) =>
				anOutcome(monitor, day0 * 1_440 + batch * 2_000 + index, downObservation),
			);
			await recordChecks(database, checks, at(60));
		}
		const full = await database.sizeBytes();
		await rollUp(database, at(200));
		await pruneAll(database, at(200), DEFAULT_RETENTION);
		await pruneAll(database, at(200) + GRACE_MS, DEFAULT_RETENTION);
		for (let slice = 0; slice < 20; slice += 1) await database.reclaimSpace();
		expect(await database.sizeBytes()).toBeLessThan(full / 4);
		await database.close();
		expect(statSync(path).size).toBeLessThan(full / 4);
		expect(existsSync(path)).toBe(true);
	} finally {
		await drop();
	}
});

test("four nodes can prune the same checks concurrently", async () => {
	const { url, drop } = await newDatabaseUrl("postgresql");
	const nodes = Array.from({ length: 4 }, () => openDatabase(url));
	const [first] = nodes;
	if (!first) throw new Error("no node");
	try {
		await migrate(first);
		const monitor = await aMonitor(first, await aTeam(first), { createdAt });
		await sql`
			insert into check_results select m, ${monitor} + n, 1, 0, 200, 80, 20000, 1, 2, 3, 40
			from generate_series(1, 200) as n, generate_series(${day0 * 1_440}, ${day0 * 1_440} + 199) as m`.execute(
			first.db,
		);
		await rollUp(first, at(50));
		await pruneOld(first, retention, at(50));
		await Promise.all(nodes.map((node) => pruneAll(node, at(50) + GRACE_MS)));
		expect(await countOf(first, "check_results")).toBe(0);
	} finally {
		for (const node of nodes) await node.close();
		await drop();
	}
});

test("PostgreSQL finds the oldest checks by an index, so the cost of a slice does not depend on the table's size", async () => {
	await using database = await freshDatabase("postgresql");
	await sql`
		insert into check_results select m, n, 1, 0, 200, 80, 20000, 1, 2, 3, 40
		from generate_series(1, 20) as n, generate_series(1, 5000) as m`.execute(database.db);
	await sql`analyze recent_results`.execute(database.db);
	const { rows } = await sql<{ "QUERY PLAN": string }>`
		explain select minute, monitor_id from check_results where minute < 1000 order by minute limit 2000`.execute(
		database.db,
	);
	const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
	expect(plan).toContain("Index Scan using recent_results_rest_minute_idx");
	expect(plan).not.toContain("Sort");
});

test("SQLite looks up each hour whose response times become coarse: a slice does not read all of them for each", async () => {
	await using database = await freshDatabase("sqlite");
	const hours = [{ hour: 1, response_times: NO_TIMES }];
	const { rows } = await sql<{ detail: string }>`
		explain query plan ${withCoarseTimes(database, 1, hours)}`.execute(database.db);
	const plan = rows.map(({ detail }) => detail).join("\n");
	expect(plan).toMatch(/SEARCH hourly_roll_ups USING PRIMARY KEY \(monitor_id=\? AND hour=\?\)/);
});
