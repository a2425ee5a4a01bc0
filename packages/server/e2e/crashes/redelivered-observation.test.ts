import { pino } from "pino";
import { expect, test } from "vitest";
import { GroupingRecorder } from "../../src/engine/checks/record-observations.ts";
import { createMetrics } from "../../src/metrics.ts";
import { SocketProber } from "../../src/probe/check.ts";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { pageOfChecks } from "../../src/storage/results/read-checks.ts";
import { ordersFor } from "../../src/storage/schedule/check-orders.ts";
import { claimDue } from "../../src/storage/schedule/monitor-states.ts";
import { freshDatabase, onEachEngine } from "../../src/storage/testing/engines.ts";
import { aMonitor, aTeam, TEN_AT_MOST } from "../../src/storage/testing/fixtures.ts";

onEachEngine("an observation that is delivered twice", (name) => {
	test("is recorded once, changes the status once, and moves the schedule once", async () => {
		await using target = await startHttpTarget((_request, response) => response.writeHead(500).end());
		await using database = await freshDatabase(name);
		const now = Date.now();
		const monitor = await aMonitor(database, await aTeam(database), { url: target.url, createdAt: now });
		const prober = new SocketProber({ allowPrivateTargets: true, resolvers: null, userAgent: "Lapwing/test" });
		const [order] = await ordersFor(database, await claimDue(database, now, TEN_AT_MOST));
		if (!order) throw new Error("nothing was due");
		const outcome = await prober.run(order, new AbortController().signal);
		await prober.close();
		if (!outcome) throw new Error("the check was aborted");
		expect(outcome.attempts).toBe(2);

		const metrics = createMetrics();
		const recorder = new GroupingRecorder({ database, metrics, log: pino({ level: "silent" }), now: Date.now });
		recorder.receive({ outcomes: [outcome, outcome], acknowledge: () => {} });
		expect(await recorder.finish(AbortSignal.timeout(10_000))).toBe(0);
		const schedule = await database.db.selectFrom("monitor_states").selectAll().executeTakeFirstOrThrow();
		recorder.receive({ outcomes: [outcome], acknowledge: () => {} });
		expect(await recorder.finish(AbortSignal.timeout(10_000))).toBe(0);

		expect(await pageOfChecks(database, monitor, { limit: 10 })).toHaveLength(1);
		expect(await database.db.selectFrom("transitions").selectAll().execute()).toHaveLength(1);
		expect(await database.db.selectFrom("monitor_states").selectAll().executeTakeFirstOrThrow()).toEqual(schedule);
		const counted = (await metrics.checks.get()).values.map(({ labels, value }) => [labels.verdict, value]);
		expect(counted.filter(([, value]) => value !== 0)).toEqual([["down", 1]]);
	});
});
