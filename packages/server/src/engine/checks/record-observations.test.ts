import { fork } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { sql } from "kysely";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import type { OutcomeBatch } from "../../dispatch/interface.ts";
import type { CheckOutcome } from "../../domain/checks/check.ts";
import { createMetrics } from "../../metrics.ts";
import { migrate } from "../../storage/database/migrate.ts";
import { openDatabase } from "../../storage/database/open-database.ts";
import type { Database } from "../../storage/database/tx.ts";
import { pageOfChecks } from "../../storage/results/read-checks.ts";
import { freshDatabase, newDatabaseUrl, onEachEngine } from "../../storage/testing/engines.ts";
import { aMonitor, anOutcome, aTeam } from "../../storage/testing/fixtures.ts";
import { startPostgres } from "../../storage/testing/postgres.ts";
import { GroupingRecorder } from "./record-observations.ts";

const minute = Math.floor(Date.UTC(2026, 4, 1) / 60_000);
const silent = pino({ level: "silent" });
const recorderOn = (database: Database, metrics = createMetrics()) => ({
	metrics,
	recorder: new GroupingRecorder({ database, metrics, log: silent, now: Date.now }),
});

function batchOf(outcomes: readonly CheckOutcome[], acknowledge = () => {}): OutcomeBatch {
	return { outcomes, acknowledge };
}

onEachEngine("the recorder", (name) => {
	test("commits many outcomes in one transaction, soon after they arrive", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database));
		const { recorder, metrics } = recorderOn(database);
		const stop = new AbortController();
		const running = recorder.run(stop.signal);
		const outcomes = Array.from({ length: 500 }, (_, index) => anOutcome(monitor, minute + index).outcome);
		recorder.receive(batchOf(outcomes));
		await expect.poll(() => pageOfChecks(database, monitor, { limit: 1_000 })).toHaveLength(500);
		expect(
			(await metrics.commitSize.get()).values.find(({ metricName }) => metricName?.endsWith("_count"))?.value,
		).toBe(1);
		stop.abort();
		await running;
	});

	test("an outcome that can't be recorded is dropped alone and blocks no other", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database));
		const { recorder, metrics } = recorderOn(database);
		const outcomes = Array.from({ length: 40 }, (_, index) => anOutcome(monitor, minute + index).outcome);
		const poison = { ...anOutcome(monitor, minute + 100).outcome, startedAt: Number.NaN };
		recorder.receive(batchOf([...outcomes.slice(0, 13), poison, ...outcomes.slice(13)]));
		expect(await recorder.finish(AbortSignal.timeout(20_000))).toBe(0);
		expect(await pageOfChecks(database, monitor, { limit: 100 })).toHaveLength(40);
		expect((await metrics.commitFailures.get()).values[0]?.value).toBeGreaterThan(1);
	});

	test("and the log names its monitor, without what the order holds of secrets", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database));
		const lines: string[] = [];
		const log = pino({ level: "trace" }, { write: (line) => lines.push(line) });
		const recorder = new GroupingRecorder({ database, metrics: createMetrics(), log, now: Date.now });
		const { outcome } = anOutcome(monitor, minute);
		const settings = { ...outcome.order.settings, auth: { type: "bearer", token: "a-planted-secret" } } as const;
		recorder.receive(batchOf([{ ...outcome, startedAt: Number.NaN, order: { ...outcome.order, settings } }]));
		expect(await recorder.finish(AbortSignal.timeout(20_000))).toBe(0);
		expect(lines.join("")).toContain(`"monitorId":${monitor},`);
		expect(lines.join("")).not.toContain("a-planted-secret");
	});
});

onEachEngine("an acknowledgement", (name) => {
	test("follows the commit of a whole batch, even if one outcome can't be recorded", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database));
		const { recorder } = recorderOn(database);
		const outcomes = Array.from({ length: 5 }, (_, index) => anOutcome(monitor, minute + index).outcome);
		const poison = { ...anOutcome(monitor, minute + 100).outcome, startedAt: Number.NaN };
		let acknowledged = 0;
		const acknowledge = () => {
			acknowledged += 1;
		};
		recorder.receive(batchOf([...outcomes, poison], acknowledge));
		const recordedBefore = (await pageOfChecks(database, monitor, { limit: 10 })).length;
		expect([recordedBefore, acknowledged]).toEqual([0, 0]);
		expect(await recorder.finish(AbortSignal.timeout(20_000))).toBe(0);
		expect([(await pageOfChecks(database, monitor, { limit: 10 })).length, acknowledged]).toEqual([5, 1]);
	});
});

describe("missed checks", () => {
	test("are counted by cause, logged once when they begin and once when they end, and summed up for a health check", async () => {
		await using database = await freshDatabase("sqlite");
		const monitor = await aMonitor(database, await aTeam(database));
		const lines: { cause: string; checks?: number; seconds?: number; msg: string }[] = [];
		const log = pino({ level: "warn" }, { write: (line) => void lines.push(JSON.parse(line)) });
		const metrics = createMetrics();
		let at = 0;
		const recorder = new GroupingRecorder({ database, metrics, log, now: Date.now, monotonic: () => at });
		const missed = (cause: "resolver" | "stalled", index: number) =>
			anOutcome(monitor, minute + index, { kind: "missed", cause, message: "…" }).outcome;
		const commit = async (...outcomes: CheckOutcome[]) => {
			recorder.receive(batchOf(outcomes));
			await recorder.finish(AbortSignal.timeout(10_000));
		};
		await commit(missed("resolver", 0), missed("resolver", 1));
		at = 60_000;
		await commit(missed("stalled", 2));
		at = 120_000;
		await commit(missed("stalled", 3));
		const causes = [
			{ cause: "resolver", missed: 2, share: 0.5, monitors: 0 },
			{ cause: "stalled", missed: 2, share: 0.5, monitors: 1 },
		];
		expect(recorder.missed).toEqual({ checks: 4, missed: 4, causes });
		at = 180_000;
		await commit(anOutcome(monitor, minute + 5).outcome);
		expect(lines.map(({ cause, checks, seconds }) => [cause, checks, seconds])).toEqual([
			["resolver", undefined, undefined],
			["stalled", undefined, undefined],
			["resolver", 2, 60],
			["stalled", 2, 120],
		]);
		expect(lines.map(({ msg }) => msg.split(":")[0])).toEqual([
			"Checks are missed",
			"Checks are missed",
			"Checks are made again",
			"Checks are made again",
		]);
		const counted = (await metrics.missedChecks.get()).values.filter(({ value }) => value > 0);
		expect(counted.map(({ labels, value }) => [labels.cause, value])).toEqual([
			["resolver", 2],
			["stalled", 2],
		]);
	});
});

describe("while the database is unreachable", () => {
	test("outcomes wait in the buffer, and are committed when it is back", async () => {
		const first = await startPostgres({ keep: true });
		const database = openDatabase(`${first.url}/postgres`);
		try {
			await migrate(database);
			const monitor = await aMonitor(database, await aTeam(database));
			const { recorder } = recorderOn(database);
			await first.stop();
			recorder.receive(batchOf([anOutcome(monitor, minute).outcome, anOutcome(monitor, minute + 1).outcome]));
			expect(await recorder.finish(AbortSignal.timeout(1_500))).toBe(2);
			const second = await startPostgres({ directory: first.directory, port: first.port });
			try {
				expect(await recorder.finish(AbortSignal.timeout(20_000))).toBe(0);
				expect(await pageOfChecks(database, monitor, { limit: 10 })).toHaveLength(2);
			} finally {
				await database.close();
				await second.stop();
			}
		} finally {
			await database.close().catch(() => {});
		}
	});
});

test("a connection that breaks during a commit loses no outcome", async () => {
	const { url, drop } = await newDatabaseUrl("postgresql");
	const target = new URL(url);
	const port = Number(target.port);
	let breaks = 1;
	const between = createServer((client) => {
		const server = connect(port, target.hostname);
		client.on("data", (chunk) => {
			if (breaks > 0 && chunk.includes('insert into "check_results"')) {
				breaks -= 1;
				client.destroy();
				server.destroy();
			} else {
				server.write(chunk);
			}
		});
		server.on("data", (chunk) => client.write(chunk));
		server.on("close", () => client.destroy());
		client.on("close", () => server.destroy());
		for (const socket of [client, server]) socket.on("error", () => {});
	}).listen(0, "127.0.0.1");
	await once(between, "listening");
	target.port = String((between.address() as AddressInfo).port);
	const database = openDatabase(target.href);
	try {
		await migrate(database);
		const monitor = await aMonitor(database, await aTeam(database));
		const { recorder } = recorderOn(database);
		recorder.receive(batchOf([anOutcome(monitor, minute).outcome]));
		expect(await recorder.finish(AbortSignal.timeout(20_000))).toBe(0);
		expect(breaks).toBe(0);
		expect(await pageOfChecks(database, monitor, { limit: 10 })).toHaveLength(1);
	} finally {
		await database.close();
		between.close();
		await drop();
	}
});

test("while the disk is full outcomes wait, none is dropped, and all are committed once there is space", async () => {
	await using database = await freshDatabase("sqlite");
	const monitor = await aMonitor(database, await aTeam(database));
	const reasons: unknown[] = [];
	const log = pino({ level: "error" }, { write: (line) => void reasons.push(JSON.parse(line).err.message) });
	const recorder = new GroupingRecorder({ database, metrics: createMetrics(), log, now: Date.now });
	const outcomes = Array.from({ length: 2_000 }, (_, index) => anOutcome(monitor, minute + index).outcome);
	const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
	await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(database.db);
	recorder.receive(batchOf(outcomes));
	expect(await recorder.finish(AbortSignal.timeout(1_500))).toBe(2_000);
	expect(new Set(reasons)).toEqual(new Set(["database or disk is full"]));
	await sql`pragma max_page_count = 1000000`.execute(database.db);
	expect(await recorder.finish(AbortSignal.timeout(20_000))).toBe(0);
	expect(await pageOfChecks(database, monitor, { limit: 3_000 })).toHaveLength(2_000);
});

test("another process that briefly writes to the file delays a commit without failing it", async () => {
	const { url, drop } = await newDatabaseUrl("sqlite");
	const database = openDatabase(url);
	try {
		await migrate(database);
		const monitor = await aMonitor(database, await aTeam(database));
		const writer = fork(new URL("../../storage/testing/writing-process.ts", import.meta.url), [url, "700"]);
		await new Promise((resolve) => writer.once("message", resolve));
		const { recorder, metrics } = recorderOn(database);
		recorder.receive(batchOf([anOutcome(monitor, minute).outcome]));
		expect(await recorder.finish(AbortSignal.timeout(10_000))).toBe(0);
		expect(await pageOfChecks(database, monitor, { limit: 10 })).toHaveLength(1);
		expect((await metrics.commitFailures.get()).values[0]?.value ?? 0).toBe(0);
	} finally {
		await database.close();
		await drop();
	}
});
