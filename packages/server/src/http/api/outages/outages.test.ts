import { expect, test } from "vitest";
import { recordChecks } from "../../../storage/commit/record-checks.ts";
import { findMonitor } from "../../../storage/monitors/monitors.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { anOutcome, upObservation } from "../../../storage/testing/fixtures.ts";
import { failOnce } from "../../testing/paths.ts";
import { aMember } from "../../testing/people.ts";
import { type Service, startService } from "../../testing/service.ts";

const MINUTE = 60_000;

async function aFailingMonitor(service: Service) {
	const { id } = await service.newMonitor({ name: "Shop" });
	await failOnce(service, service.key, id);
	const [outage] = (await service.ask("GET", "/api/v1/outages")).json.data.outages;
	return { id, outage, path: `/api/v1/outages/${outage.id}` };
}

onEachEngine("outages", (name) => {
	test("that last are listed, and say who has acknowledged and snoozed them, as the monitor's history does", async () => {
		await using service = await startService(name);
		const { id, outage, path } = await aFailingMonitor(service);
		expect(outage).toMatchObject({ monitor: { id, name: "Shop" }, to: null, acknowledgement: null, snooze: null });
		const ada = await aMember(service, "editor");
		service.clock.now += MINUTE;
		const at = new Date(service.clock.now).toISOString();
		const by = { kind: "user", name: "editor", channel: null };
		const taken = await ada.ask("POST", `${path}/acknowledge`);
		expect(taken.json.data).toEqual({ ...outage, acknowledgement: { at, by } });
		const put = await service.ask("POST", `${path}/snooze`, { body: { minutes: 30 } });
		const until = new Date(service.clock.now + 30 * MINUTE).toISOString();
		const snooze = { at, until, by: { kind: "key", name: "all", channel: null } };
		expect(put.json.data).toEqual({ ...outage, acknowledgement: { at, by }, snooze });
		expect((await service.ask("GET", path)).json.data).toEqual(put.json.data);
		const [inHistory] = (await service.ask("GET", `/api/v1/monitors/${id}/outages`)).json.data.outages;
		expect(inHistory).toMatchObject({ id: outage.id, acknowledgement: { at, by }, snooze });
	});

	test("say which monitor that is down they depend on", async () => {
		await using service = await startService(name);
		const router = await service.newMonitor({ name: "Router" });
		const shop = await service.newMonitor({ name: "Shop", dependsOn: [router.id] });
		await failOnce(service, service.key, router.id);
		await failOnce(service, service.key, shop.id);
		const { outages } = (await service.ask("GET", "/api/v1/outages")).json.data;
		const told = new Map(
			outages.map(({ monitor, consequenceOf }: { monitor: { name: string }; consequenceOf: object | null }) => [
				monitor.name,
				consequenceOf,
			]),
		);
		expect(told).toEqual(
			new Map([
				["Shop", { id: router.id, name: "Router" }],
				["Router", null],
			]),
		);
		const monitor = await findMonitor(service.database, service.team.id, router.id, service.clock.now);
		service.clock.now += MINUTE;
		const up = anOutcome(monitor?.id ?? 0, service.clock.now / MINUTE, upObservation);
		await recordChecks(service.database, [up], service.clock.now);
		const { outages: left } = (await service.ask("GET", "/api/v1/outages")).json.data;
		expect(left).toMatchObject([{ monitor: { name: "Shop" }, consequenceOf: null }]);
	});

	test("are acknowledged once for all of their cause, and by whoever does it last", async () => {
		await using service = await startService(name);
		const { outage, path } = await aFailingMonitor(service);
		const { id: other } = await service.newMonitor({ name: "Blog" });
		await failOnce(service, service.key, other);
		const all = () => service.ask("GET", "/api/v1/outages").then(({ json }) => json.data.outages);
		const causes = new Set((await all()).map(({ causeId }: { causeId: string }) => causeId));
		expect(causes.size).toBe(1);
		await service.ask("POST", `${path}/acknowledge`);
		await (await aMember(service, "admin")).ask("POST", `${path}/acknowledge`);
		const names = (await all()).map((one: typeof outage) => one.acknowledgement.by.name);
		expect(names).toEqual(["admin", "admin"]);
	});

	test("that are over can't be acknowledged or snoozed", async () => {
		await using service = await startService(name);
		const { id, path } = await aFailingMonitor(service);
		const monitor = await findMonitor(service.database, service.team.id, id, service.clock.now);
		service.clock.now += MINUTE;
		const minute = service.clock.now / MINUTE;
		await recordChecks(service.database, [anOutcome(monitor?.id ?? 0, minute, upObservation)], service.clock.now);
		expect((await service.ask("GET", "/api/v1/outages")).json.data.outages).toEqual([]);
		expect((await service.ask("POST", `${path}/acknowledge`)).json.error.details[0].message).toBe(
			"The outage is over.",
		);
		expect((await service.ask("POST", `${path}/snooze`, { body: { minutes: 5 } })).status).toBe(400);
		expect((await service.ask("GET", path)).json.data.to).not.toBeNull();
	});

	test("are for editors, and for a viewer while they are on call", async () => {
		await using service = await startService(name);
		const { path } = await aFailingMonitor(service);
		const [ada, bob] = [await aMember(service, "viewer"), await aMember(service, "viewer")];
		const people = [ada.user.publicId, bob.user.publicId];
		const layer = { people, timeZone: "Europe/Berlin", startsOn: "2025-06-09" };
		await service.ask("POST", "/api/v1/schedules", { body: { name: "Core", layers: [layer] } });
		const mayNow = async (one: typeof ada) =>
			(await one.ask("GET", "/api/v1/session")).json.data.teams[0].scopes.includes("outages:write");
		expect([await mayNow(ada), await mayNow(bob)]).toEqual([true, false]);
		expect((await ada.ask("POST", `${path}/acknowledge`)).status).toBe(200);
		expect((await bob.ask("POST", `${path}/acknowledge`)).status).toBe(403);
		// A week later it is the other one's turn.
		service.clock.now += 7 * 1_440 * MINUTE;
		expect([await mayNow(ada), await mayNow(bob)]).toEqual([false, true]);
		expect((await ada.ask("POST", `${path}/acknowledge`)).status).toBe(403);
		expect((await bob.ask("POST", `${path}/snooze`, { body: { minutes: 5 } })).status).toBe(200);
		expect((await bob.ask("POST", "/api/v1/schedules", { body: { name: "Mine", layers: [layer] } })).status).toBe(403);
	});
});
