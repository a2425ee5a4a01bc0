import { expect, test } from "vitest";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aStage, MINUTE } from "./testing/notice-stage.ts";

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

	test("that lasts is grouped into few messages, and each recovery is delivered", async () => {
		await using stage = await aStage(name);
		const monitors = await Promise.all(Array.from({ length: 9 }, () => stage.newMonitor()));
		await stage.newAlert();
		await stage.check("down", ...monitors.slice(0, 3));
		stage.pass(-59_000);
		await stage.deliver();
		for (const late of monitors.slice(3)) {
			await stage.check("down", late);
			stage.pass(-57_000);
			await stage.deliver();
		}
		expect(stage.receiver.received).toHaveLength(1);
		stage.pass(30_000);
		await stage.deliver();
		expect(stage.receiver.received[1]?.json.data.events).toHaveLength(6);
		stage.pass(2 * MINUTE);
		await stage.check("up", ...monitors);
		await stage.deliver();
		expect(stage.receiver.received).toHaveLength(3);
		expect(stage.receiver.received[2]?.json.data.summary).toBe("9 monitors changed: 9 up again");
		for (const monitor of monitors) expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
	});

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
