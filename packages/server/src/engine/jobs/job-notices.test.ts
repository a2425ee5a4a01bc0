/** Maintenance and alerts of jobs: as for monitors that are checked, although their runs are recorded apart. */

import { expect, test } from "vitest";
import { createMetrics } from "../../metrics.ts";
import { beat } from "../../storage/jobs/beats.ts";
import { insertJobReports } from "../../storage/jobs/job-reports.ts";
import { createWindow } from "../../storage/maintenance/maintenance-windows.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aJob } from "../../storage/testing/fixtures.ts";
import { aStage, MINUTE, NOON, type Stage } from "../notices/testing/notice-stage.ts";
import { evaluateRuns } from "./evaluate-runs.ts";

/** A job that is due at 13:00 and at every full hour after it, with a grace of five minutes. */
async function aStagedJob(stage: Stage) {
	const { database, clock } = stage;
	await database.transaction((tx) => beat(tx, NOON));
	const { id } = await aJob(database, stage.teamId, { createdAt: NOON });
	const metrics = createMetrics();
	/** Reports can be received until `minutes` after noon, without a gap; then what became of runs is decided. */
	const until = async (minutes: number) => {
		clock.now = NOON + minutes * MINUTE;
		await database.db.updateTable("receiver_beats").set({ beat_at: clock.now }).execute();
		while ((await evaluateRuns({ ...stage.deps, metrics })) === "more") {}
	};
	const report = async (minutes: number) => {
		const at = NOON + minutes * MINUTE;
		const sent = { kind: "success", exitCode: null, rid: null, userAgent: null, size: 0 } as const;
		const body = new Uint8Array();
		await insertJobReports(database, [{ ...sent, monitorId: id, at, address: "192.0.2.1", body }]);
		await until(minutes + 0.1);
	};
	return { id, until, report };
}

async function maintenance(stage: Stage, from: number, to: number, monitorIds: ReadonlySet<number> | null = null) {
	const schedule = { kind: "once", startsAt: NOON + from * MINUTE, endsAt: NOON + to * MINUTE } as const;
	await createWindow(stage.database, stage.teamId, { name: "Upgrade", monitorIds, schedule }, stage.clock.now);
}

onEachEngine("alerts about a job", (name) => {
	test("tell that it is late and that it has recovered", async () => {
		await using stage = await aStage(name);
		const job = await aStagedJob(stage);
		await stage.newAlert();
		await job.report(60);
		await job.until(125.1);
		await stage.deliver();
		await job.report(140);
		await stage.deliver();
		expect(await stage.events(job.id)).toEqual(["down sent", "up sent"]);
		const [down, up] = stage.receiver.received.map(({ json }) => json);
		expect(down.data.summary).toBe("a job: the job is late");
		expect(down.data.events[0]).toMatchObject({
			reason: "late",
			phase: null,
			since: new Date(NOON + 120 * MINUTE).toISOString(),
			error: "The job was due at 2026-05-01 14:00:00 UTC and sent nothing within 5 min.",
			monitor: { url: "0 * * * *" },
		});
		expect(up.data.summary).toContain("a job is up again after 20 min");
	});

	test("are held during maintenance, and not sent when it has recovered by its end", async () => {
		await using stage = await aStage(name);
		const job = await aStagedJob(stage);
		await stage.newAlert();
		await maintenance(stage, 50, 90, new Set([job.id]));
		await job.until(66);
		await stage.deliver();
		expect(await stage.waiting(job.id)).toMatchObject([{ eventType: "down", status: "held", heldFor: "maintenance" }]);
		await job.report(80);
		await job.until(91);
		await stage.deliver();
		expect(stage.receiver.received).toEqual([]);
		expect(await stage.events(job.id)).toEqual(["down skipped_outdated"]);
	});

	test("are sent at the end of maintenance when it is late still", async () => {
		await using stage = await aStage(name);
		const job = await aStagedJob(stage);
		await stage.newAlert();
		await maintenance(stage, 50, 90);
		await job.until(91);
		await stage.deliver();
		expect(await stage.events(job.id)).toEqual(["down sent"]);
	});

	test("are not sent for a run that is missed, for nothing is known of it", async () => {
		await using stage = await aStage(name);
		const job = await aStagedJob(stage);
		await stage.newAlert();
		await job.until(30);
		stage.clock.now = NOON + 90 * MINUTE;
		await stage.database.transaction((tx) => beat(tx, stage.clock.now));
		await job.until(100);
		await stage.deliver();
		expect(await stage.events(job.id)).toEqual([]);
	});
});
