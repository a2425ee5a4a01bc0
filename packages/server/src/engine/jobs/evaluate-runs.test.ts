import { sql } from "kysely";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minuteOf } from "../../domain/checks/check.ts";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import { REPORTS_KEPT, type ReportKind } from "../../domain/jobs/job-report.ts";
import { createMetrics } from "../../metrics.ts";
import { bulkMonitors } from "../../services/monitors/bulk.ts";
import { updateMonitor } from "../../services/testing/monitors.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import { changedSince } from "../../storage/board/changed-monitors.ts";
import type { Database, Tx } from "../../storage/database/tx.ts";
import { beat } from "../../storage/jobs/beats.ts";
import { isAnythingToEvaluate } from "../../storage/jobs/evaluation.ts";
import { insertJobReports, pageOfReports } from "../../storage/jobs/job-reports.ts";
import { deleteMonitors, findMonitor } from "../../storage/monitors/monitors.ts";
import { explainedCheck } from "../../storage/results/explained-check.ts";
import { latestChecks } from "../../storage/results/latest-checks.ts";
import { pageOfOutages } from "../../storage/results/outages.ts";
import { checksBetween } from "../../storage/results/read-checks.ts";
import { claimDue } from "../../storage/schedule/monitor-states.ts";
import { freshDatabase, onEachEngine } from "../../storage/testing/engines.ts";
import { aJob, aTeam, TEN_AT_MOST } from "../../storage/testing/fixtures.ts";
import { applyClockRollback } from "../../storage/upkeep/clock-rollback.ts";
import { evaluateRuns } from "./evaluate-runs.ts";

const at = (time: string) => Date.parse(`2026-05-01T${time.length === 5 ? `${time}:00` : time}Z`);
const silent = pino({ level: "silent" });
const ALL_DAY = [minuteOf(at("00:00")), minuteOf(at("23:59"))] as const;

/** A service whose clock is set by the test: it receives reports and evaluates. */
async function aService(database: Database, settings: Parameters<typeof aJob>[2] = {}) {
	for (const table of ["job_reports", "jobs", "listening_outages"]) {
		await sql`delete from ${sql.table(table)}`.execute(database.db);
	}
	await database.db.updateTable("receiver_beats").set({ beat_at: 0 }).execute();
	const team = await aTeam(database);
	const monitor = await aJob(database, team, { createdAt: at("09:30"), ...settings });
	const clock = { now: at("09:30") };
	await database.transaction((tx) => beat(tx, clock.now));
	const evaluate = async () => {
		while (
			(await evaluateRuns({ database, log: silent, metrics: createMetrics(), now: () => clock.now })) === "more"
		) {}
	};
	return {
		database,
		team,
		monitor,
		clock,
		evaluate,
		/** Stores a report, as the receiver does, and evaluates nothing. */
		store: (time: string, kind: ReportKind = "success", fields: { rid?: string; exitCode?: number } = {}) =>
			storeReport(database, monitor.id, at(time), kind, fields),
		/** Listens until `time`, without a gap, and evaluates. */
		async until(time: string) {
			clock.now = at(time) + 2_000;
			await database.db.updateTable("receiver_beats").set({ beat_at: clock.now }).execute();
			await evaluate();
		},
		/** Back at `time` after a silence. */
		async back(time: string) {
			clock.now = at(time);
			await database.transaction((tx) => beat(tx, clock.now));
			await evaluate();
		},
		async results() {
			const checks = await checksBetween(database, monitor.id, ...ALL_DAY);
			return checks.map(({ minute, verdict, reason }) =>
				[new Date(minute * 60_000).toISOString().slice(11, 16), verdict, ...(reason === null ? [] : [reason])].join(
					" ",
				),
			);
		},
		status: async () => (await findMonitor(database, team, monitor.publicId, clock.now))?.status,
		since: async () => (await findMonitor(database, team, monitor.publicId, clock.now))?.statusSince,
	};
}

async function storeReport(
	database: Tx,
	monitorId: number,
	now: number,
	kind: ReportKind,
	{ rid = null, exitCode = null }: { rid?: string | null; exitCode?: number | null } = {},
): Promise<void> {
	await database.transaction(async (tx) => {
		await beat(tx, now);
		const report = { kind, rid, exitCode, at: now, address: "192.0.2.1", userAgent: null };
		await insertJobReports(tx, [{ ...report, monitorId, body: Buffer.from("log"), size: 3 }]);
	});
}

onEachEngine("the runs of a job", (name) => {
	let database: Database & AsyncDisposable;
	beforeAll(async () => {
		database = await freshDatabase(name);
	});
	afterAll(() => database[Symbol.asyncDispose]());

	test("a run on time is up with its duration, and a run that sends nothing is down when the grace ends", async () => {
		const service = await aService(database);
		expect(await service.status()).toBe("pending");
		await service.store("10:00:01", "start");
		await service.store("10:02:01");
		await service.until("10:03");
		const [first] = await checksBetween(service.database, service.monitor.id, ...ALL_DAY);
		expect(first).toMatchObject({
			minute: minuteOf(at("10:00")),
			verdict: "up",
			startedAt: at("10:00:01"),
			completedAt: at("10:02:01"),
			responseTimeMs: 120_000,
		});
		expect(await service.status()).toBe("up");
		await service.until("11:04:50");
		expect(await service.results()).toEqual(["10:00 up"]);
		await service.until("11:05");
		expect(await service.results()).toEqual(["10:00 up", "11:00 down late"]);
		const [, late] = await checksBetween(service.database, service.monitor.id, ...ALL_DAY);
		expect(late).toMatchObject({ startedAt: at("11:00"), completedAt: at("11:05"), responseTimeMs: null, phase: null });
		expect(late?.message).toBe("The job was due at 2026-05-01 11:00:00 UTC and sent nothing within 5 min.");
	});

	test("a report without a start has no response time", async () => {
		const service = await aService(database);
		await service.store("10:00:30");
		await service.until("10:01");
		const [only] = await checksBetween(service.database, service.monitor.id, ...ALL_DAY);
		expect(only).toMatchObject({ verdict: "up", responseTimeMs: null, completedAt: at("10:00:30") });
	});

	test("a late report is the recovery: the status and the outage end with it, the result of the run stays", async () => {
		const service = await aService(database);
		await service.until("10:05");
		expect(await service.status()).toBe("down");
		expect(await service.since()).toBe(at("10:00"));
		await service.store("10:20");
		await service.until("10:21");
		expect(await service.since()).toBe(at("10:20"));
		expect(await service.results()).toEqual(["10:00 down late"]);
		expect(await service.status()).toBe("up");
		const { id } = service.monitor;
		const outages = await pageOfOutages(
			service.database,
			{ id, teamId: service.team },
			{ limit: 10, direction: "forward", from: null },
		);
		expect(outages).toMatchObject([{ startedAt: at("10:00"), endedAt: at("10:20"), reason: "late", checks: 1 }]);
		const explained = await explainedCheck(service.database, id, minuteOf(at("10:00")));
		expect(explained?.details).toMatchObject({ expectation: { schedule: "0 * * * *", graceSeconds: 300 } });
	});

	test("an outage of a failed run begins with its failure, whenever it was begun", async () => {
		const service = await aService(database, { maxRuntimeSeconds: 7200 });
		await service.store("10:00:05", "start");
		await service.store("11:20", "fail", { exitCode: 3 });
		await service.until("11:21");
		const { id } = service.monitor;
		const page = { limit: 10, direction: "forward", from: null } as const;
		const outages = await pageOfOutages(service.database, { id, teamId: service.team }, page);
		expect(outages).toMatchObject([{ startedAt: at("11:20"), reason: "job_failed" }]);
		expect(await service.since()).toBe(at("11:20"));
	});

	test("the status follows what was decided last, also when it is about an earlier run", async () => {
		const service = await aService(database, { maxRuntimeSeconds: 7200 });
		await service.store("10:00:05", "start", { rid: "a" });
		await service.store("11:00:05", "start", { rid: "b" });
		await service.store("11:10", "success", { rid: "b" });
		await service.until("11:11");
		expect(await service.status()).toBe("up");
		await service.store("11:20", "fail", { rid: "a", exitCode: 3 });
		await service.until("11:21");
		expect(await service.results()).toEqual(["10:00 down job_failed", "11:00 up"]);
		expect(await service.status()).toBe("down");
	});

	test("the last result is that of the last run, also after reports that belong to none, and so is the last missed one", async () => {
		const service = await aService(database);
		const { id } = service.monitor;
		const latest = async () => {
			const { made = null, missed = null } = (await latestChecks(database, [id])).get(id) ?? {};
			return [made, missed].map((check) => check && [check.minute, check.verdict]);
		};
		await service.store("09:40");
		await service.until("09:41");
		expect([await service.status(), await latest()]).toEqual(["up", [null, null]]);
		await service.until("10:06");
		await service.store("10:20");
		await service.until("10:21");
		const late = [minuteOf(at("10:00")), "down"];
		expect([await service.status(), await latest()]).toEqual(["up", [late, null]]);
		await service.back("11:30");
		await service.until("11:36");
		expect([await service.status(), await latest()]).toEqual(["up", [late, [minuteOf(at("11:00")), "missed"]]]);
		const [changed] = await changedSince(database, service.team, at("10:00"));
		expect(changed).toMatchObject({ status: "up", lastMinute: late[0], verdict: VERDICTS.indexOf("down") });
	});

	test("a monitor of a job is never claimed for a probe", async () => {
		const service = await aService(database);
		await updateMonitor(service.database, service.monitor.id, { isEnabled: false }, at("09:31"));
		await updateMonitor(service.database, service.monitor.id, { isEnabled: true }, at("09:32"));
		const all = (action: "pause" | "resume", now: number) =>
			onTheCommandLine(service.database, service.team, bulkMonitors, { filter: {}, action }, { now });
		await all("pause", at("09:33"));
		await all("resume", at("09:34"));
		expect(await claimDue(service.database, at("12:00"), TEN_AT_MOST)).toEqual([]);
	});

	test("while it is paused nothing is late, reports are kept, and it begins anew when it is resumed", async () => {
		const service = await aService(database);
		await updateMonitor(service.database, service.monitor.id, { isEnabled: false }, at("09:40"));
		await service.store("10:00:10");
		await service.until("11:30");
		expect(await service.results()).toEqual([]);
		expect(await pageOfReports(service.database, service.monitor.id, NEWEST)).toHaveLength(1);
		await updateMonitor(service.database, service.monitor.id, { isEnabled: true }, at("11:30:10"));
		await service.until("12:05");
		expect(await service.results()).toEqual(["12:00 down late"]);
	});

	test("another schedule begins with its next due run, another grace keeps what is expected", async () => {
		const service = await aService(database);
		await updateMonitor(service.database, service.monitor.id, { settings: { graceSeconds: 600 } }, at("10:01"));
		await service.until("10:09");
		expect(await service.results()).toEqual([]);
		await service.until("10:10");
		expect(await service.results()).toEqual(["10:00 down late"]);
		await updateMonitor(service.database, service.monitor.id, { settings: { schedule: "30 * * * *" } }, at("10:59"));
		await service.until("11:40");
		expect(await service.results()).toEqual(["10:00 down late", "11:30 down late"]);
	});

	test("a deleted monitor is evaluated no more", async () => {
		const service = await aService(database);
		await service.store("10:00:10");
		await deleteMonitors(service.database, [service.monitor.id], at("10:00:20"));
		await service.until("11:30");
		expect(await service.results()).toEqual([]);
	});

	test("a monitor that was deleted while a run was due leaves nothing to evaluate", async () => {
		const service = await aService(database);
		expect(await isAnythingToEvaluate(service.database, at("10:00"))).toBe(true);
		await deleteMonitors(service.database, [service.monitor.id], at("10:00"));
		expect(await isAnythingToEvaluate(service.database, at("11:30"))).toBe(false);
	});

	test("off for an hour while a run was due: it is missed, the status stays, and the next run counts", async () => {
		const service = await aService(database, { schedule: "30 * * * *" });
		await service.store("09:30:30");
		await service.until("10:00");
		expect(await service.status()).toBe("up");
		await service.back("11:00");
		await service.until("11:06");
		expect(await service.results()).toEqual(["10:30 missed service_off"]);
		expect(await service.status()).toBe("up");
		await service.until("11:36");
		expect(await service.results()).toEqual(["10:30 missed service_off", "11:30 down late"]);
	});

	test("a report that was stored before a crash is evaluated after it, and counts from when it came", async () => {
		const service = await aService(database);
		await service.until("10:04");
		await service.store("10:04:30");
		// Nothing was evaluated; back after four minutes.
		await service.back("10:08:30");
		await service.until("10:20");
		expect(await service.results()).toEqual(["10:00 up"]);
	});

	test("an evaluation that is rolled back changes nothing, and the next one records each run once", async () => {
		const service = await aService(database);
		await service.store("10:00:10");
		service.clock.now = at("10:00:20");
		const broken: Tx = {
			...database,
			transaction: (work) =>
				database.transaction(async (tx) => {
					await work(tx);
					throw new Error("killed before the commit");
				}),
		};
		const metrics = createMetrics();
		const now = () => service.clock.now;
		await expect(evaluateRuns({ database: broken, log: silent, metrics, now })).rejects.toThrow("killed");
		expect(await service.results()).toEqual([]);
		await service.until("10:01");
		await service.until("10:02");
		expect(await service.results()).toEqual(["10:00 up"]);
	});

	test.runIf(name === "postgresql")("runs are recorded when notices that wait can't be decided again", async () => {
		const service = await aService(database);
		await service.store("09:59:59");
		await service.until("10:04");
		service.clock.now = at("11:06");
		await database.db.updateTable("receiver_beats").set({ beat_at: service.clock.now }).execute();
		let transactions = 0;
		const failing: Tx = Object.create(database, {
			transaction: {
				value: (work: (tx: Tx) => Promise<unknown>) => {
					transactions += 1;
					return transactions === 1 ? database.transaction(work) : Promise.reject(new Error("a deadlock"));
				},
			},
		});
		const warned: unknown[] = [];
		const log = pino({ level: "warn" }, { write: (line) => warned.push(JSON.parse(line).err.message) });
		await evaluateRuns({ database: failing, log, metrics: createMetrics(), now: () => service.clock.now });
		expect((await service.results()).at(-1)).toBe("11:00 down late");
		expect(warned).toEqual(["a deadlock"]);
	});

	test("of two nodes that evaluate at once, each run is decided by one", async () => {
		const service = await aService(database, { schedule: "* * * * *", graceSeconds: 60 });
		for (let minute = 31; minute < 50; minute += 1) await service.store(`09:${minute}:10`);
		service.clock.now = at("09:49:20");
		await Promise.all([service.evaluate(), service.evaluate(), service.evaluate()]);
		await service.evaluate();
		const results = await service.results();
		expect(results).toHaveLength(19);
		expect(results.every((result) => result.endsWith(" up"))).toBe(true);
	});

	test("while nobody listens nothing is late", async () => {
		const service = await aService(database);
		service.clock.now = at("12:00");
		await service.evaluate();
		expect(await service.results()).toEqual([]);
	});

	test("the clock set back by an hour: its runs are expected and recorded anew", async () => {
		const service = await aService(database);
		await service.store("10:00:10");
		await service.until("10:01");
		await service.until("11:06");
		expect(await service.results()).toEqual(["10:00 up", "11:00 down late"]);
		await applyClockRollback(service.database, at("10:30"));
		await service.back("10:30:05");
		await service.store("11:00:20");
		await service.until("11:01");
		expect(await service.results()).toEqual(["10:00 up", "11:00 up"]);
		expect(await service.status()).toBe("up");
	});

	test("of many reports the last hundred are kept, with their bodies", async () => {
		const service = await aService(database);
		for (let index = 0; index < 250; index += 1) {
			await service.store("09:40:00");
			if (index % 25 === 24) await service.evaluate();
		}
		const kept = await pageOfReports(service.database, service.monitor.id, { ...NEWEST, limit: 1_000 });
		expect(kept).toHaveLength(REPORTS_KEPT);
		const count = (table: "job_reports" | "job_report_bodies") =>
			service.database.db
				.selectFrom(table)
				.select((each) => each.fn.countAll<number>().as("rows"))
				.executeTakeFirst()
				.then((row) => Number(row?.rows));
		expect(await count("job_reports")).toBeLessThan(REPORTS_KEPT + 50);
		expect(await count("job_report_bodies")).toBe(await count("job_reports"));
	});
});

const NEWEST = { limit: 50, direction: "forward", from: null } as const;
