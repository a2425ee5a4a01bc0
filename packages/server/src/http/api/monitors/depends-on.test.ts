import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { SCOPES } from "../../../domain/access/scopes.ts";
import { bulkMonitors } from "../../../services/monitors/bulk.ts";
import { deleteMonitor } from "../../../services/monitors/delete.ts";
import type { Tx } from "../../../storage/database/tx.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { failOnce } from "../../testing/paths.ts";
import { type Service, startService } from "../../testing/service.ts";

const LIST = "/api/v1/monitors";

const update = (service: Service, id: string, dependsOn: readonly string[]) =>
	service.ask("PUT", `${LIST}/${id}`, { body: { dependsOn } });

async function dependsOn(service: Service, id: string): Promise<string[]> {
	return (await service.ask("GET", `${LIST}/${id}?view=full`)).json.data.dependsOn;
}

async function someMonitors(service: Service, count: number): Promise<string[]> {
	const ids: string[] = [];
	for (let index = 0; index < count; index += 1) ids.push((await service.newMonitor({ name: `m ${index}` })).id);
	return ids;
}

onEachEngine("what a monitor depends on", (name) => {
	test("is given when it is created or changed, each id once, and kept by changes of other settings", async () => {
		await using service = await startService(name);
		const [router = "", power = ""] = await someMonitors(service, 2);
		const { id } = await service.newMonitor({ name: "Shop", dependsOn: [router, router] });
		expect(await dependsOn(service, id)).toEqual([router]);
		expect((await update(service, id, [power, router])).status).toBe(200);
		expect((await service.ask("PUT", `${LIST}/${id}`, { body: { name: "Store" } })).status).toBe(200);
		expect(await dependsOn(service, id)).toEqual([power, router]);
		expect((await update(service, id, [])).status).toBe(200);
		expect(await dependsOn(service, id)).toEqual([]);
	});

	test("is refused where it is a circle, however long, and then nothing has changed", async () => {
		await using service = await startService(name);
		const [a = "", b = "", c = ""] = await someMonitors(service, 3);
		await update(service, b, [a]);
		await update(service, c, [b]);
		for (const [id, wanted] of [
			[a, [a]],
			[a, [b]],
			[a, [c]],
		] as const) {
			const { status, json } = await update(service, id, wanted);
			expect([status, json.error.code]).toEqual([400, "VALIDATION_ERROR"]);
			expect(json.error.details).toEqual([{ path: "/dependsOn/0", message: "It depends on this monitor itself." }]);
		}
		expect(await dependsOn(service, a)).toEqual([]);
		// No circle: two ways to the same monitor.
		expect((await update(service, c, [a, b])).status).toBe(200);
	});

	test("of two changes at once that would be a circle together, one is refused", async () => {
		await using service = await startService(name);
		const [a = "", b = ""] = await someMonitors(service, 2);
		const answers = await Promise.all([update(service, a, [b]), update(service, b, [a])]);
		expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
	});

	test("is nothing that is deleted meanwhile, alone or with others", async () => {
		await using service = await startService(name);
		const ids = await someMonitors(service, 3);
		const [alone = "", bulk = "", other = ""] = ids;
		const who = { kind: "key", id: "key_1", name: "Tests" } as const;
		const actor = { who, address: "192.0.2.1", team: service.team, scopes: SCOPES };
		const deletions = [
			(tx: Tx) => deleteMonitor(tx, actor, { id: alone }, { now: Date.now() }),
			(tx: Tx) => bulkMonitors(tx, actor, { ids: [bulk], action: "delete" }, { now: Date.now(), hasMailServer: false }),
		];
		for (const [index, deletion] of deletions.entries()) {
			const gone = ids[index] ?? "";
			const rivals = await service.database.transaction(async (tx) => {
				expect((await deletion(tx)).status).toBe("success");
				const created = service.ask("POST", LIST, {
					body: { name: "Shop", url: "http://a.example/", dependsOn: [gone] },
				});
				const updated = update(service, other, [gone]);
				// Both have read what they depend on, unless they wait for the deletion.
				await pause(300);
				return [created, updated];
			});
			const answers = await Promise.all(rivals);
			expect(answers.map(({ status }) => status)).toEqual([400, 400]);
		}
	});

	test("is at most 20 monitors that the team has", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor({ name: "Shop" });
		const ids = await someMonitors(service, 21);
		expect((await update(service, id, ids)).status).toBe(400);
		expect((await update(service, id, ids.slice(1))).status).toBe(200);
		const foreign = (await service.newMonitor({}, (await service.newTeam("other")).key)).id;
		for (const unknown of [foreign, "mon_01h455vb4pex5vsknk084sn02q"]) {
			const { status, json } = await update(service, id, [ids[0] ?? "", unknown]);
			expect([status, json.error.details]).toEqual([
				400,
				[{ path: "/dependsOn/1", message: "There is no such monitor." }],
			]);
			const body = { name: "New", url: "https://example.com/", dependsOn: [unknown] };
			expect((await service.ask("POST", LIST, { body })).status).toBe(400);
		}
		expect((await update(service, id, ["shop"])).status).toBe(400);
		expect(await dependsOn(service, id)).toEqual(ids.slice(1));
	});

	test("loses a monitor that is deleted, alone or with many, and that then is no part of a circle", async () => {
		await using service = await startService(name);
		const [router = "", power = "", link = "", shop = "", store = ""] = await someMonitors(service, 5);
		await update(service, shop, [router, power, link]);
		await update(service, store, [shop, link]);
		expect((await service.ask("DELETE", `${LIST}/${power}`)).status).toBe(204);
		expect(await dependsOn(service, shop)).toEqual([router, link]);
		const many = { ids: [router, shop], action: "delete" };
		expect((await service.ask("POST", `${LIST}/bulk`, { body: many })).status).toBe(200);
		expect(await dependsOn(service, store)).toEqual([link]);
		expect((await update(service, store, [shop])).status).toBe(400);
		const { id } = await service.newMonitor({ name: "New", dependsOn: [store] });
		expect((await update(service, link, [id])).status).toBe(400);
		expect((await update(service, store, [])).status).toBe(200);
		expect((await update(service, link, [id])).status).toBe(200);
	});

	test("is what the outage of a monitor is a consequence of, and has in common with others", async () => {
		await using service = await startService(name);
		const [router = ""] = await someMonitors(service, 1);
		const shops = [
			await service.newMonitor({ dependsOn: [router] }),
			await service.newMonitor({ dependsOn: [router] }),
		];
		await failOnce(service, service.key, shops[0]?.id ?? "");
		const outageOf = async (id = "") => (await service.ask("GET", `${LIST}/${id}/outages`)).json.data.outages[0];
		// Nothing is known of the router yet: nothing is waited for.
		expect(await outageOf(shops[0]?.id)).toMatchObject({ consequenceOf: null, waitsUntil: null, group: null });
		await failOnce(service, service.key, router);
		await failOnce(service, service.key, shops[1]?.id ?? "");
		for (const { id } of shops) {
			const cause = {
				consequenceOf: { id: router, name: "m 0" },
				waitsUntil: null,
				group: { others: 2, independent: 2 },
			};
			expect(await outageOf(id)).toMatchObject(cause);
		}
		const names = shops.map(({ id, name: called }) => ({ id, name: called }));
		const consequences = { count: 2, monitors: names };
		const group = { others: 2, independent: 0 };
		expect(await outageOf(router)).toMatchObject({ consequenceOf: null, group, consequences });
	});
});
