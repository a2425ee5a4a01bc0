import { expect, test } from "vitest";
import { ALERT_EVENT_STATUSES } from "../../domain/alerts/alert.ts";
import { GATHER_MS, MASS_MONITORS, RECOVERY_MS, SETTLE_MS } from "../../domain/alerts/flood.ts";
import { enqueueDeferred } from "../../storage/alerts/enqueue-notices.ts";
import { countNotices } from "../../storage/alerts/notice-leases.ts";
import { codeOf } from "../../storage/database/codes.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aStage, MINUTE, type Stage } from "./testing/notice-stage.ts";

function summaries({ receiver }: Stage): string[] {
	return receiver.received.map(({ json }) => json.data.summary);
}

onEachEngine("a flood", (name) => {
	test("of many monitors is delivered in one message, with an event for each", async () => {
		await using stage = await aStage(name);
		const monitors = await Promise.all(Array.from({ length: 40 }, (_, index) => stage.newMonitor(`shop ${index}`)));
		await stage.newAlert({ dailyCap: 1 });
		await stage.check("down", ...monitors.slice(0, 30));
		stage.pass(-59_000);
		await stage.deliver();
		const [message, ...others] = stage.receiver.received;
		expect(others).toEqual([]);
		expect(message?.json.type).toBe("monitors.changed");
		expect(message?.json.data.summary).toBe("30 monitors changed: 30 down");
		const ids: string[] = message?.json.data.events.map(({ id }: { id: string }) => id);
		expect(message?.headers["webhook-id"]).toBe(ids[0]);
		const rows = await Promise.all(monitors.slice(0, 30).map((monitor) => stage.eventRows(monitor)));
		expect(rows.map((events) => events.map(({ publicId, status }) => [publicId, status]))).toEqual(
			ids.map((id) => [[id, "sent"]]),
		);
		expect(new Set(ids).size).toBe(30);
	});

	test("counts as one message for the cap", async () => {
		await using stage = await aStage(name);
		const monitors = await Promise.all(Array.from({ length: 10 }, () => stage.newMonitor()));
		const [next = 0, last = 0] = [await stage.newMonitor(), await stage.newMonitor()];
		await stage.newAlert({ dailyCap: 2 });
		await stage.check("down", ...monitors);
		await stage.deliver();
		for (const monitor of [next, last]) {
			stage.pass(2 * MINUTE);
			await stage.check("down", monitor);
			await stage.deliver();
		}
		expect([await stage.events(next), await stage.events(last)]).toEqual([["down sent"], ["down skipped_cap"]]);
	});

	test("counts as one message for the cap, even if its first notice is a recovery", async () => {
		await using stage = await aStage(name);
		const [recovering = 0, ...failing] = await Promise.all(Array.from({ length: 4 }, () => stage.newMonitor()));
		await stage.newAlert({ dailyCap: 2 });
		await stage.check("down", recovering);
		await stage.deliver();
		await stage.check("up", recovering);
		await stage.check("down", ...failing.slice(0, 2));
		await stage.deliver();
		expect(stage.receiver.received[1]?.json.data.summary).toBe("3 monitors changed: 2 down, 1 up again");
		stage.pass(2 * MINUTE);
		await stage.check("down", failing[2] ?? 0);
		await stage.deliver();
		expect(await stage.events(failing[2] ?? 0)).toEqual(["down skipped_cap"]);
	});

	test("that lasts is grouped into few messages, and its recovery into one", async () => {
		await using stage = await aStage(name);
		const monitors = await Promise.all(Array.from({ length: MASS_MONITORS + 6 }, () => stage.newMonitor()));
		await stage.newAlert();
		await stage.check("down", ...monitors.slice(0, MASS_MONITORS));
		stage.pass(-59_000);
		await stage.deliver();
		expect(summaries(stage)).toEqual(["30 monitors changed: 30 down"]);
		for (const late of monitors.slice(MASS_MONITORS)) {
			await stage.check("down", late);
			stage.pass(-58_000);
			await stage.deliver();
		}
		expect(stage.receiver.received).toHaveLength(1);
		stage.pass(GATHER_MS);
		await stage.deliver();
		expect(summaries(stage).slice(1)).toEqual(["6 monitors changed: 6 down"]);

		stage.pass(2 * MINUTE);
		await stage.check("up", ...monitors.slice(0, 10));
		stage.pass(-55_000);
		await stage.deliver();
		await stage.check("up", ...monitors.slice(10));
		stage.pass(-50_000);
		await stage.deliver();
		expect(summaries(stage).slice(2)).toEqual(["36 monitors changed: 36 up again"]);
		for (const monitor of monitors) expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
	});

	test("whose recovery takes long is told of after 50 s, and of the rest when the last monitor is up", async () => {
		await using stage = await aStage(name);
		const monitors = await Promise.all(Array.from({ length: 2 * MASS_MONITORS }, () => stage.newMonitor()));
		await stage.newAlert();
		await stage.check("down", ...monitors);
		await stage.deliver();
		await stage.check("up", ...monitors.slice(0, 20));
		const recordedAt = stage.clock.now - MINUTE + 100;
		stage.clock.now = recordedAt;
		await stage.deliver();
		stage.clock.now = recordedAt + RECOVERY_MS - 1 - SETTLE_MS;
		await stage.deliver();
		expect(stage.receiver.received).toHaveLength(1);
		stage.clock.now = recordedAt + RECOVERY_MS - SETTLE_MS;
		await stage.deliver();
		expect(summaries(stage)).toEqual(["60 monitors changed: 60 down", "20 monitors changed: 20 up again"]);
		await stage.check("up", ...monitors.slice(20));
		await stage.deliver();
		expect(summaries(stage).slice(2)).toEqual(["40 monitors changed: 40 up again"]);
	});

	test("of thousands is one message with an event for each, of which the first hundred are in full", async () => {
		await using stage = await aStage(name);
		const count = 1_100;
		const monitors = await Promise.all(Array.from({ length: count }, () => stage.newMonitor()));
		await stage.newAlert();
		await stage.check("down", ...monitors);
		stage.receiver.answers.push({ status: 503 });
		stage.clock.now += SETTLE_MS;
		while ((await enqueueDeferred(stage.database)) === "more");
		await stage.deliver();
		stage.pass(MINUTE);
		await stage.deliver();
		const [first, second, ...others] = stage.receiver.received;
		expect(others).toEqual([]);
		expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
		const { summary, events, more } = second?.json.data ?? {};
		expect(summary).toBe("1100 monitors changed: 1100 down");
		expect([events.length, more.length]).toEqual([100, 1_000]);
		const ids: string[] = [...events, ...more].map(({ id }: { id: string }) => id);
		const rows = await stage.database.db.selectFrom("alert_events").selectAll().orderBy("id").execute();
		expect(rows.map(({ public_id }) => public_id).toSorted()).toEqual(ids.toSorted());
		expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([codeOf(ALERT_EVENT_STATUSES, "sent")]));
		expect(rows.filter(({ starts_message }) => starts_message === 1)).toHaveLength(1);
		expect(await countNotices(stage.database)).toBe(0);
	}, 60_000);

	test("whose message fails is retried with the same notices and id", async () => {
		await using stage = await aStage(name);
		const monitors = await Promise.all(Array.from({ length: 5 }, () => stage.newMonitor()));
		await stage.newAlert();
		stage.receiver.answers.push({ status: 500 });
		await stage.check("down", ...monitors.slice(0, 4));
		await stage.deliver();
		await stage.check("down", monitors[4] ?? 0);
		await stage.deliver();
		stage.pass(MINUTE);
		await stage.deliver();
		const [first, ...rest] = stage.receiver.received;
		const again = rest.find(({ headers }) => headers["webhook-id"] === first?.headers["webhook-id"]);
		expect(again?.json.data).toEqual(first?.json.data);
		for (const monitor of monitors) expect(await stage.events(monitor)).toEqual(["down sent"]);
	});
});
