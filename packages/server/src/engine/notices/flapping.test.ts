import { expect, test } from "vitest";
import { updateMonitor } from "../../services/testing/monitors.ts";
import { enqueueCalm } from "../../storage/alerts/enqueue/flapping.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aStage, MINUTE, type Stage } from "./testing/notice-stage.ts";

/** Down for a minute and up for a minute, `times` times. */
async function flap(stage: Stage, monitor: number, times: number): Promise<void> {
	for (let time = 0; time < times; time++) {
		for (const verdict of ["down", "up"] as const) {
			await stage.check(verdict, monitor);
			await stage.deliver();
		}
	}
}

const summaries = ({ receiver }: Stage) => receiver.received.map(({ json }) => json.data.summary);

onEachEngine("a monitor that flaps", (name) => {
	test("is said to once, then its short problems are not sent, until it is calm for an hour", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor("Shop");
		await stage.newAlert();
		// The seventh change begins it: three times down and up, and down again.
		await flap(stage, monitor, 8);
		await stage.newAlert({ name: "Later" });
		const told = ["Shop is down", "Shop is up again after 1 min", "Shop is flapping: 7 changes in an hour"];
		expect([...new Set(summaries(stage))]).toEqual(told);
		expect(summaries(stage)).toHaveLength(3 * 2 + 1);

		await enqueueCalm(stage.database, stage.clock.now);
		stage.pass(62 * MINUTE);
		await enqueueCalm(stage.database, stage.clock.now);
		await enqueueCalm(stage.database, stage.clock.now);
		await stage.deliver();
		expect(summaries(stage).slice(7)).toEqual(["Shop has stopped flapping: it has been up for an hour"]);
		const [event] = stage.receiver.received.at(-1)?.json.data.events ?? [];
		expect(event).toMatchObject({ eventType: "degraded", cause: "flapping", kind: "flapping" });
		// One that was not told of the beginning is not told of its end.
		expect(stage.receiver.received.map(({ json }) => json.data.alert.name)).not.toContain("Later");

		await stage.check("down", monitor);
		await stage.deliver();
		expect(summaries(stage).at(-1)).toBe("Shop is down");
	});

	test("is not called fine after an hour in which nobody could check it, and is after one in which it was up", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor("Shop");
		await stage.newAlert({ events: ["down"] });
		await flap(stage, monitor, 5);
		const calm = "Shop has stopped flapping: it has been up for an hour";
		const minutes = async (verdict: "up" | "missed", count: number) => {
			for (let minute = 0; minute < count; minute++) await stage.check(verdict, monitor);
			await enqueueCalm(stage.database, stage.clock.now);
			await stage.deliver();
		};
		await minutes("missed", 64);
		await minutes("up", 50);
		expect(summaries(stage)).not.toContain(calm);
		await minutes("up", 12);
		expect(summaries(stage).at(-1)).toBe(calm);
	});

	test("is not called fine in a pause, nor within an hour of its end", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor("Shop");
		await stage.newAlert({ events: ["down"] });
		await flap(stage, monitor, 5);
		const { database, clock } = stage;
		const upFor = async (minutes: number) => {
			for (let minute = 0; minute < minutes; minute++) await stage.check("up", monitor);
			await enqueueCalm(database, clock.now);
			await stage.deliver();
		};
		await upFor(10);
		await updateMonitor(database, monitor, { isEnabled: false }, clock.now);
		stage.pass(80 * MINUTE);
		await enqueueCalm(database, clock.now);
		await stage.deliver();
		await updateMonitor(database, monitor, { isEnabled: true }, clock.now);
		await upFor(20);
		expect(summaries(stage).at(-1)).not.toContain("has stopped flapping");
		await upFor(42);
		expect(summaries(stage).at(-1)).toBe("Shop has stopped flapping: it has been up for an hour");
	});

	test("is called fine although hundreds beside it could not be checked", async () => {
		await using stage = await aStage(name);
		const { database, clock } = stage;
		const monitors = await Promise.all(Array.from({ length: 201 }, () => stage.newMonitor()));
		for (let miss = 0; miss < 5; miss++) await stage.check("missed", ...monitors.slice(0, 200));
		await stage.check("up", ...monitors);
		const values = monitors.map((monitor_id) => ({ monitor_id, since: clock.now - 90 * MINUTE }));
		await database.db.insertInto("flapping_monitors").values(values).execute();
		while ((await enqueueCalm(database, clock.now)) === "more");
		const left = await database.db.selectFrom("flapping_monitors").select("monitor_id").execute();
		expect(left).toHaveLength(200);
	});

	test("is not called fine when it stops because it stays down", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor("Shop");
		await stage.newAlert();
		await flap(stage, monitor, 4);
		await stage.check("down", monitor);
		stage.pass(62 * MINUTE);
		await enqueueCalm(stage.database, stage.clock.now);
		await stage.deliver();
		expect(summaries(stage).slice(7).toSorted()).toEqual([
			"Shop has stopped flapping: it has been down for an hour",
			"Shop is down",
		]);
	});

	test("is told of when a problem lasts ten minutes, and of its recovery", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor("Shop");
		await stage.newAlert();
		await flap(stage, monitor, 4);
		const before = summaries(stage).length;
		for (let minute = 0; minute < 12; minute++) {
			await stage.check("down", monitor);
			await stage.deliver();
			if (minute < 9) expect(summaries(stage)).toHaveLength(before);
		}
		expect(summaries(stage).slice(before)).toEqual(["Shop is down"]);
		await stage.check("up", monitor);
		await stage.deliver();
		expect(summaries(stage).at(-1)).toBe("Shop is up again after 12 min");
	});

	test("six changes in an hour are none, and an alert for `up` alone is told nothing", async () => {
		await using stage = await aStage(name);
		const [calm, restless] = [await stage.newMonitor("Calm"), await stage.newMonitor("Restless")];
		await stage.newAlert({ monitorIds: null, events: ["up"] });
		await flap(stage, calm, 3);
		await flap(stage, restless, 5);
		expect(summaries(stage)).toEqual([]);
		const rows = await stage.database.db.selectFrom("flapping_monitors").select("monitor_id").execute();
		expect(rows).toEqual([{ monitor_id: restless }]);
	});
});
