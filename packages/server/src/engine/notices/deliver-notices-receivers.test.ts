import { expect, test } from "vitest";
import { SETTLE_MS } from "../../domain/alerts/flood.ts";
import { updateAlert } from "../../storage/alerts/alerts.ts";
import { countNotices } from "../../storage/alerts/notice-leases.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { countPendingNotices, deliverNotices } from "./deliver-notices.ts";
import { aStage, BOX, MINUTE, SIGNING_SECRET } from "./testing/notice-stage.ts";

onEachEngine("a receiver that fails", (name) => {
	test("is tried five times within a quarter of an hour, under one id; then the event is failed", async () => {
		await using stage = await aStage(name);
		const { receiver } = stage;
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		receiver.answers.push({ status: 500 }, { status: 503 }, { status: 408 }, { status: 429 }, { status: 502 });
		await stage.check("down", monitor);
		const before = stage.clock.now;
		for (let minute = 0; minute < 25; minute++) {
			await stage.deliver();
			expect(receiver.received.length === 5 || (await stage.events(monitor)).length === 0).toBe(true);
			if (receiver.received.length === 5) break;
			stage.pass(MINUTE);
		}
		// 14 minutes, a fifth more by jitter, and up to a minute for each of the four pauses, because notices are claimed
		// once a minute.
		expect(stage.clock.now - before).toBeLessThan(21 * MINUTE);
		expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
		const [event] = await stage.eventRows(monitor);
		expect(event).toMatchObject({ status: "failed", errorMessage: "The receiver answered with status 502." });
		await stage.check("up", monitor);
		await stage.deliver();
		expect(receiver.received).toHaveLength(5);
		expect(await stage.events(monitor)).toEqual(["down failed"]);
	});

	test("is retried after the pause that its Retry-After names", async () => {
		await using stage = await aStage(name);
		const { receiver } = stage;
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		receiver.answers.push({ status: 429, headers: { "retry-after": "300" } });
		await stage.check("down", monitor);
		await stage.deliver();
		stage.pass(298_000);
		await stage.deliver();
		expect(receiver.received).toHaveLength(1);
		stage.pass(2_000);
		await stage.deliver();
		expect(receiver.received).toHaveLength(2);
		expect(await stage.events(monitor)).toEqual(["down sent"]);
	});

	test("that refuses a notice permanently is not retried", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		stage.receiver.answers.push({ status: 410, body: "secret words" });
		await stage.check("down", monitor);
		await stage.deliver();
		const [event] = await stage.eventRows(monitor);
		expect(event).toMatchObject({ status: "failed", errorMessage: "The receiver answered with status 410." });
	});

	test("gets the problem before its recovery, even if both are late", async () => {
		await using stage = await aStage(name);
		const { receiver } = stage;
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		receiver.answers.push("reset");
		await stage.check("down", monitor);
		await stage.deliver();
		await stage.check("up", monitor);
		stage.pass(-50_000);
		await stage.deliver();
		expect(receiver.received).toHaveLength(1);
		stage.pass(MINUTE);
		await stage.deliver();
		expect(receiver.received.map(({ json }) => json.type)).toEqual(["monitor.down", "monitor.down", "monitor.up"]);
		expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
	});

	test("counts in the metric of pending notices until it has answered", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		stage.receiver.answers.push("hang");
		await stage.check("down", monitor);
		stage.clock.now += SETTLE_MS;
		const ending = new AbortController();
		const delivering = deliverNotices({ ...stage.deps, signal: ending.signal });
		const pending = async () => {
			await countPendingNotices(stage.deps);
			return (await stage.deps.metrics.noticesPending.get()).values[0]?.value;
		};
		await expect.poll(pending, { timeout: 5_000 }).toBe(1);
		ending.abort();
		await delivering;
	});

	test("delays no other alert, and neither does an alert that is disabled with notices in the outbox", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({
			channel: { type: "webhook", fields: { url: `${stage.receiver.url}/slow`, secret: SIGNING_SECRET } },
		});
		stage.receiver.answers.push("hang");
		await stage.check("down", monitor);
		stage.clock.now += SETTLE_MS;
		const ending = new AbortController();
		const delivering = deliverNotices({ ...stage.deps, signal: ending.signal });
		await stage.receiver.until(1);
		const disabled = await stage.newAlert({
			channel: { type: "webhook", fields: { url: "http://127.0.0.1:9/", secret: SIGNING_SECRET } },
		});
		// The lease of the first must not end meanwhile.
		const settle = () => stage.pass(-MINUTE + 2 * SETTLE_MS);
		await stage.check("down", await stage.newMonitor());
		await updateAlert(stage.database, BOX, disabled.id, { isEnabled: false }, stage.clock.now);
		settle();
		const ofDisabled = () =>
			stage.database.db.selectFrom("notices").select("id").where("alert_id", "=", disabled.id).execute();
		await expect.poll(ofDisabled).toEqual([]);
		await stage.newAlert();
		await stage.check("down", await stage.newMonitor());
		settle();
		await stage.receiver.until(2);
		ending.abort();
		await delivering;
		expect(stage.receiver.received[1]?.path).toBe("/hook");
		// The aborted notice is still in the outbox.
		expect(await stage.events(monitor)).toEqual([]);
		expect(await countNotices(stage.database)).toBeGreaterThan(0);
	});
});
