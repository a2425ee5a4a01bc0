import { expect, test } from "vitest";
import { NOTICE_EVENTS } from "../../domain/alerts/alert.ts";
import type { Observation } from "../../domain/checks/observation.ts";
import { beginCutOff, endCutOff, takeOverCutOffs } from "../../storage/alerts/cut-offs.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { anOutcome } from "../../storage/testing/fixtures.ts";
import { killAtEachStep } from "../../storage/testing/killed-at.ts";
import { aStage, MINUTE, NOON } from "./testing/notice-stage.ts";

const MACHINE = "monitor-1";
const cutOff: Observation = { kind: "missed", cause: "cut_off", message: "Lapwing's own network was cut off." };

onEachEngine("a prober that is cut off", (name) => {
	test("is notified once to each alert, and once when it is back, whatever the number of monitors", async () => {
		await using stage = await aStage(name);
		await stage.newAlert();
		await stage.newAlert({ events: ["down", "up"] });
		const monitors = [await stage.newMonitor("Shop"), await stage.newMonitor("Search"), await stage.newMonitor()];
		await beginCutOff(stage.database, MACHINE, NOON, stage.clock.now);
		for (let minute = 0; minute < 8; minute += 1) {
			const outcomes = monitors.map((monitor) =>
				anOutcome(monitor, 0, cutOff, { scheduledAt: NOON + minute * MINUTE, revision: 1 }),
			);
			await recordChecks(stage.database, outcomes, stage.clock.now);
			stage.clock.now += MINUTE;
			await beginCutOff(stage.database, MACHINE, stage.clock.now, stage.clock.now);
			await stage.deliver();
		}
		expect(stage.receiver.received.map(({ json }) => [json.type, json.data.summary])).toEqual([
			["monitor.blind", "Lapwing's network is cut off: checks are missed"],
		]);
		expect(stage.receiver.received[0]?.json.data.events).toMatchObject([
			{ eventType: "blind", cause: "cut_off", reason: "cut_off", machine: MACHINE, link: "https://lapwing.example/" },
		]);

		await endCutOff(stage.database, MACHINE, NOON + 5 * MINUTE);
		await endCutOff(stage.database, MACHINE, NOON + 6 * MINUTE);
		await stage.check("up", ...monitors);
		await stage.deliver();
		expect(stage.receiver.received.slice(1).map(({ json }) => [json.type, json.data.summary])).toEqual([
			["monitor.checked_again", "Lapwing's network is back after 5 min: checks are made again"],
		]);
		expect(await stage.events(monitors[0] ?? 0)).toEqual(["blind sent", "checked_again sent"]);
		expect(await stage.events(monitors[1] ?? 0)).toEqual([]);
	});

	test("is notified as back even if the first notice could not be delivered through the cut network", async () => {
		await using stage = await aStage(name);
		await stage.newAlert();
		const monitor = await stage.newMonitor();
		stage.receiver.answers.push({ status: 400 });
		await beginCutOff(stage.database, MACHINE, NOON, stage.clock.now);
		await stage.deliver();
		stage.pass(MINUTE);
		await endCutOff(stage.database, MACHINE, stage.clock.now);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["blind failed", "checked_again sent"]);
	});

	test("is notified as back after its machine was renamed, where it is the only one of the database", async () => {
		await using stage = await aStage(name);
		await stage.newAlert();
		const monitor = await stage.newMonitor();
		await beginCutOff(stage.database, MACHINE, NOON, stage.clock.now);
		await stage.deliver();
		stage.pass(MINUTE);
		await takeOverCutOffs(stage.database, "renamed");
		await endCutOff(stage.database, "renamed", stage.clock.now);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["blind sent", "checked_again sent"]);
	});

	test("obeys the cooldown, and is notified at its end only if it is still cut off", async () => {
		await using stage = await aStage(name);
		await stage.newAlert({ cooldownMinutes: 10 });
		const monitor = await stage.newMonitor();
		for (let cut = 0; cut < 2; cut += 1) {
			await beginCutOff(stage.database, MACHINE, stage.clock.now, stage.clock.now);
			await stage.deliver();
			stage.pass(MINUTE);
			await endCutOff(stage.database, MACHINE, stage.clock.now);
			await stage.deliver();
		}
		stage.pass(10 * MINUTE);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["blind sent", "checked_again sent", "blind skipped_cooldown"]);

		await beginCutOff(stage.database, MACHINE, stage.clock.now, stage.clock.now);
		await stage.deliver();
		await endCutOff(stage.database, MACHINE, stage.clock.now);
		stage.pass(MINUTE);
		await beginCutOff(stage.database, MACHINE, stage.clock.now, stage.clock.now);
		await stage.deliver();
		stage.pass(10 * MINUTE);
		await stage.deliver();
		expect((await stage.events(monitor)).slice(3)).toEqual([
			"blind sent",
			"checked_again sent",
			"blind skipped_cooldown",
			"blind sent",
		]);
	});

	test("is notified also while the monitor that the notice is about is paused", async () => {
		await using stage = await aStage(name);
		await stage.newAlert();
		const monitor = await stage.newMonitor();
		await beginCutOff(stage.database, MACHINE, NOON, stage.clock.now);
		await stage.database.db.updateTable("monitors").set({ enabled_at: null }).where("id", "=", monitor).execute();
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["blind sent"]);
	});

	test("ends no other blindness of the monitor that the notice is about, and starts no cooldown of it", async () => {
		await using stage = await aStage(name);
		await stage.newAlert({ cooldownMinutes: 60 });
		const monitor = await stage.newMonitor();
		for (let miss = 0; miss < 5; miss += 1) await stage.check("missed", monitor);
		await stage.deliver();
		await beginCutOff(stage.database, MACHINE, stage.clock.now, stage.clock.now);
		await stage.deliver();
		stage.pass(MINUTE);
		await endCutOff(stage.database, MACHINE, stage.clock.now);
		await stage.deliver();
		await stage.check("up", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual([
			"blind sent",
			"blind sent",
			"checked_again sent",
			"checked_again sent",
		]);
	});

	test("is notified as back of each monitor that its notices are about, in slices of one alert", async () => {
		await using stage = await aStage(name);
		const monitors = [await stage.newMonitor("Shop"), await stage.newMonitor("Search")];
		const [shop, search] = await stage.database.db.selectFrom("monitors").select("public_id").orderBy("id").execute();
		const alert = await stage.newAlert({ monitorIds: [shop?.public_id ?? ""] });
		await stage.newAlert({ monitorIds: [shop?.public_id ?? ""] });
		await beginCutOff(stage.database, MACHINE, NOON, NOON);
		await stage.changeAlert(alert, { monitorIds: [search?.public_id ?? ""] });
		await beginCutOff(stage.database, "monitor-2", NOON, NOON);
		await endCutOff(stage.database, MACHINE, NOON + MINUTE, 1);
		const ends = await stage.database.db
			.selectFrom("notices")
			.select(["alert_id", "monitor_id"])
			.where("event", "=", NOTICE_EVENTS.indexOf("checked_again"))
			.orderBy("id")
			.execute();
		const [ofShop = 0, ofSearch = 0] = monitors;
		expect(ends).toEqual([
			{ alert_id: alert.id, monitor_id: ofShop },
			{ alert_id: alert.id, monitor_id: ofSearch },
			{ alert_id: alert.id + 1, monitor_id: ofShop },
		]);
	});

	test("is notified to each alert once, also after a kill at any step", async () => {
		await using stage = await aStage(name);
		const alerts = [await stage.newAlert(), await stage.newAlert(), await stage.newAlert()];
		await stage.newMonitor();
		const enqueued = async () =>
			(await stage.database.db.selectFrom("notices").select(["alert_id", "event"]).orderBy("id").execute()).map(
				({ alert_id, event }) => `${NOTICE_EVENTS[event]} ${alerts.findIndex(({ id }) => id === alert_id)}`,
			);
		const all = ["blind 0", "blind 1", "blind 2", "checked_again 0", "checked_again 1", "checked_again 2"];
		const left = new Set<number>();
		await killAtEachStep(stage.database, {
			async work(killed) {
				await stage.database.db.deleteFrom("notices").execute();
				await stage.database.db.deleteFrom("cut_offs").execute();
				await beginCutOff(killed, MACHINE, NOON, NOON, 2);
				await endCutOff(killed, MACHINE, NOON + MINUTE, 2);
			},
			async resume() {
				const { length } = await enqueued();
				left.add(length);
				if (length < 3) await beginCutOff(stage.database, MACHINE, NOON, NOON, 2);
				await endCutOff(stage.database, MACHINE, NOON + MINUTE, 2);
				expect(await enqueued()).toEqual(all);
			},
		});
		expect([...left], "two alerts in a transaction").toEqual([0, 2, 3, 5, 6]);
	});

	test("is no matter of alerts without monitors that are checked", async () => {
		await using stage = await aStage(name);
		await stage.newAlert();
		await beginCutOff(stage.database, MACHINE, NOON, stage.clock.now);
		await stage.deliver();
		await endCutOff(stage.database, MACHINE, stage.clock.now);
		await stage.deliver();
		expect(stage.receiver.received).toEqual([]);
	});
});
