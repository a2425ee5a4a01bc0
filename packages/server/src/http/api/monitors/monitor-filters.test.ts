import { expect, test } from "vitest";
import { recordChecks } from "../../../storage/commit/record-checks.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { anOutcome, downObservation } from "../../../storage/testing/fixtures.ts";
import { NOON, type Service, startService } from "../../testing/service.ts";

const LIST = "/api/v1/monitors";

/** Six monitors of every kind, in the order in which they were made. */
async function someMonitors(service: Service): Promise<void> {
	await service.newMonitor({ name: "Shop", url: "https://shop.example/", tags: ["prod", "team:web"] });
	await service.newMonitor({ name: "shop images", url: "https://img.example/", tags: ["prod"] });
	await service.newMonitor({ name: "Ärzte 100%", url: "https://a.example/x_y", tags: ["team_web"] });
	await service.newMonitor({ name: "Old shop", url: "https://old.example/", enabled: false });
	const tcp = { type: "tcp", name: "Database", host: "db.example", port: 5432 };
	await service.ask("POST", LIST, { body: tcp });
	await service.newMonitor({ name: "Down", url: "https://down.example/" });
	const { id } = await service.database.db
		.selectFrom("monitors")
		.select("id")
		.where("name", "=", "Down")
		.executeTakeFirstOrThrow();
	await recordChecks(service.database, [anOutcome(id, NOON / 60_000, downObservation)], NOON);
}

onEachEngine("the list of monitors", (name) => {
	test("is filtered by tag, status, type, pause and text, singly and combined, with the total of the filtered list", async () => {
		await using service = await startService(name);
		await someMonitors(service);
		const foreign = (await service.newTeam("other")).key;
		await service.newMonitor({ name: "Shop", tags: ["prod"] }, foreign);
		const names = async (query: string) => {
			const { status, json } = await service.ask("GET", `${LIST}?${query}&sort=name`);
			expect([query, status]).toEqual([query, 200]);
			const found = json.data.monitors.map((monitor: { name: string }) => monitor.name);
			expect([query, json.meta.pagination.total]).toEqual([query, found.length]);
			return found;
		};
		expect(await names("tag=prod")).toEqual(["Shop", "shop images"]);
		expect(await names("tag=PROD&q=images")).toEqual(["shop images"]);
		// Not a wildcard: the underscore stands for itself.
		expect(await names("tag=team_web")).toEqual(["Ärzte 100%"]);
		expect(await names("tag=team%3Aweb")).toEqual(["Shop"]);
		expect(await names("tag=pro")).toEqual([]);
		expect(await names("status=down")).toEqual(["Down"]);
		expect(await names("status=pending&enabled=true&type=http")).toEqual(["Shop", "shop images", "Ärzte 100%"]);
		expect(await names("type=tcp")).toEqual(["Database"]);
		expect(await names("enabled=false")).toEqual(["Old shop"]);
		expect(await names("q=SHOP")).toEqual(["Old shop", "Shop", "shop images"]);
		expect(await names("q=%C3%A4RZTE")).toEqual(["Ärzte 100%"]);
		expect(await names("q=100%25")).toEqual(["Ärzte 100%"]);
		expect(await names("q=x_y")).toEqual(["Ärzte 100%"]);
		expect(await names("q=xay")).toEqual([]);
		expect(await names("q=db.example%3A5432")).toEqual(["Database"]);
	});

	test.each([
		["created", ["Down", "Database", "Old shop", "Ärzte 100%", "shop images", "Shop"]],
		["name", ["Database", "Down", "Old shop", "Shop", "shop images", "Ärzte 100%"]],
		["status", ["Down", "Database", "Old shop", "Shop", "shop images", "Ärzte 100%"]],
	])("sorted by %s is paged both ways, each monitor once", async (sort, sorted) => {
		await using service = await startService(name);
		await someMonitors(service);
		const pages: string[][] = [];
		const walk = async (relation: "next" | "prev", from: string | null) => {
			for (let cursor = from; cursor !== null; ) {
				const at = cursor === "" ? "" : `&cursor=${cursor}`;
				const { json } = await service.ask("GET", `${LIST}?perPage=2&sort=${sort}${at}`);
				pages.push(json.data.monitors.map((monitor: { name: string }) => monitor.name));
				cursor = json.meta.pagination[relation];
				if (relation === "next" && cursor === null) return json.meta.pagination.prev;
			}
		};
		const back = await walk("next", "");
		expect(pages.flat()).toEqual(sorted);
		pages.length = 0;
		await walk("prev", back);
		expect(pages.reverse().flat()).toEqual(sorted.slice(0, 4));
	});

	test("is whole where every parameter is blank", async () => {
		await using service = await startService(name);
		await someMonitors(service);
		const blank = await service.ask(
			"GET",
			`${LIST}?tag=&status=&type=&enabled=&q=+&sort=&view=&perPage=%09&cursor=&isEnabled=`,
		);
		expect([blank.status, blank.json.data?.monitors.length]).toEqual([200, 6]);
	});

	test("refuses a parameter that it can't take, and says what is wrong", async () => {
		await using service = await startService(name);
		const [nul, once] = ["Must not hold a NUL character.", "Give this parameter once."];
		const tag = "A tag has 1–50 of a-z, 0-9 and _ . : / -";
		for (const [query, code, path, message] of [
			["tag=%00", "BAD_REQUEST", "tag", nul],
			["q=a%00b", "BAD_REQUEST", "q", nul],
			["cursor=%00", "BAD_REQUEST", "cursor", nul],
			["tag=a%22,%22b", "BAD_REQUEST", "tag", tag],
			[`tag=${"a".repeat(51)}`, "BAD_REQUEST", "tag", tag],
			["tag=a&tag=b", "BAD_REQUEST", "tag", once],
			["isEnabled=true&isEnabled=true", "BAD_REQUEST", "isEnabled", once],
			["perPage=&perPage=5", "BAD_REQUEST", "perPage", once],
		]) {
			const { status, json } = await service.ask("GET", `${LIST}?${query}`);
			expect([query, status, json.error?.code, json.error?.details]).toEqual([query, 400, code, [{ path, message }]]);
		}
	});

	test("accepts a cursor only with the same filter and order", async () => {
		await using service = await startService(name);
		await someMonitors(service);
		const { json } = await service.ask("GET", `${LIST}?perPage=1&q=shop&sort=name`);
		const { next } = json.meta.pagination;
		for (const query of ["q=shop", "sort=name", "q=shop&sort=status", "q=shop&sort=name&tag=prod"]) {
			const { status } = await service.ask("GET", `${LIST}?${query}&cursor=${next}`);
			expect([query, status]).toEqual([query, 400]);
		}
	});
});

onEachEngine("a bulk action", (name) => {
	async function idsOf(service: Service, query: string): Promise<string[]> {
		const { json } = await service.ask("GET", `${LIST}?${query}&perPage=200`);
		return json.data.monitors.map((monitor: { id: string }) => monitor.id);
	}
	const bulk = (service: Service, body: object, key = service.key) =>
		service.ask("POST", `${LIST}/bulk`, { body, key });

	test("pauses and resumes by filter, and makes what it resumes due at once", async () => {
		await using service = await startService(name);
		await someMonitors(service);
		expect((await bulk(service, { filter: { q: "shop" }, action: "pause" })).json).toEqual({ data: { count: 3 } });
		expect(await idsOf(service, "enabled=false")).toHaveLength(3);
		service.clock.now += 60_000;
		expect((await bulk(service, { filter: { enabled: false }, action: "resume" })).json.data.count).toBe(3);
		const due = await service.database.db
			.selectFrom("monitor_states")
			.select("due_at")
			.where("due_at", "=", service.clock.now)
			.execute();
		expect(due).toHaveLength(3);
	});

	test("tags, untags and deletes by ids", async () => {
		await using service = await startService(name);
		await someMonitors(service);
		const ids = await idsOf(service, "q=shop");
		expect((await bulk(service, { ids, action: "tag", tags: ["prod", "Shop"] })).json.data.count).toBe(3);
		expect(await idsOf(service, "tag=shop")).toHaveLength(3);
		await bulk(service, { ids, action: "untag", tags: ["prod"] });
		expect(await idsOf(service, "tag=prod")).toEqual([]);
		expect((await bulk(service, { ids: [...ids, ...ids], action: "delete" })).json.data.count).toBe(3);
		expect(await idsOf(service, "sort=name")).toHaveLength(3);
	});

	test("edits interval and timeout, of what is checked alone, and makes it due at once unless it is paused", async () => {
		await using service = await startService(name);
		const [running, paused, job] = [
			await service.newMonitor({ name: "Running", intervalSeconds: 300, timeoutSeconds: 20 }),
			await service.newMonitor({ name: "Paused", enabled: false }),
			await service.newMonitor({ name: "Job", type: "cron", every: 3600, url: undefined }),
		];
		const timing = async ({ id }: { id: string }) => {
			const { data } = (await service.ask("GET", `${LIST}/${id}?view=full`)).json;
			return [data.intervalSeconds, data.timeoutSeconds];
		};
		const before = await timing(job);
		service.clock.now += 60_000;
		const edit = { action: "edit", settings: { intervalSeconds: 600 } };
		expect((await bulk(service, { filter: {}, ...edit })).json).toEqual({ data: { count: 3 } });
		expect([await timing(running), await timing(paused), await timing(job)]).toEqual([[600, 20], [600, 10], before]);
		const states = await service.database.db
			.selectFrom("monitor_states")
			.innerJoin("monitors", "monitors.id", "monitor_states.monitor_id")
			.select(["name", "interval_ms", "timeout_ms", "due_at"])
			.where("name", "!=", "Job")
			.orderBy("name")
			.execute();
		expect(states).toEqual([
			{ name: "Paused", interval_ms: 600_000, timeout_ms: 10_000, due_at: null },
			{ name: "Running", interval_ms: 600_000, timeout_ms: 20_000, due_at: service.clock.now },
		]);
	});

	/** An alert for the monitors, with what is seen of it and of its changes. */
	async function anAlert(service: Service, monitorIds: readonly string[] | null, name = "On call") {
		const channel = { type: "webhook", url: "https://example.com/" };
		const { json } = await service.ask("POST", "/api/v1/alerts", { body: { name, channel, monitorIds } });
		const { id } = json.data;
		const monitors = async () => (await service.ask("GET", `/api/v1/alerts/${id}`)).json.data.monitorIds;
		return { id: id as string, monitors };
	}
	async function changesSince(service: Service, before: number): Promise<unknown[]> {
		const { json } = await service.ask("GET", "/api/v1/audit-events?perPage=200");
		const events = json.data.auditEvents.toReversed().slice(before);
		return events.map(({ action, objectType, objectName, changes }: Record<string, unknown>) => {
			const fields = (changes as { field: string }[]).map(({ field }) => field);
			return [action, objectType, objectName, fields.join(" ")];
		});
	}

	test("edits settings and alerts together, with one event for the monitors and one for each alert that changed", async () => {
		await using service = await startService(name);
		const [first, second, third] = [
			(await service.newMonitor({ name: "First" })).id,
			(await service.newMonitor({ name: "Second" })).id,
			(await service.newMonitor({ name: "Third" })).id,
		];
		const added = await anAlert(service, [third], "Added");
		const removed = await anAlert(service, [first, third], "Removed");
		const same = await anAlert(service, [first, second], "Same");
		const everything = await anAlert(service, null, "Everything");
		const before = (await changesSince(service, 0)).length;
		const alerts = { add: [same.id, added.id, everything.id, added.id], remove: [removed.id] };
		const edit = { ids: [first, second], action: "edit", settings: { intervalSeconds: 600 }, alerts };
		expect((await bulk(service, edit)).json).toEqual({ data: { count: 2 } });
		expect(await added.monitors()).toEqual([first, second, third]);
		expect(await removed.monitors()).toEqual([third]);
		expect(await same.monitors()).toEqual([first, second]);
		expect(await everything.monitors()).toBeNull();
		expect(new Set(await changesSince(service, before))).toEqual(
			new Set([
				["edit", "monitors", null, "ids action settings.intervalSeconds count"],
				["update", "alert", "Added", "monitorIds"],
				["update", "alert", "Removed", "monitorIds"],
			]),
		);

		const alone = { ids: [first], action: "edit", alerts: { remove: [added.id] } };
		expect((await bulk(service, alone)).json).toEqual({ data: { count: 1 } });
		expect(await added.monitors()).toEqual([second, third]);
		expect(await changesSince(service, before + 3)).toEqual([["update", "alert", "Added", "monitorIds"]]);
	});

	test.each([
		["an alert is unknown", (_: string, unknown: string) => ({ add: [unknown] }), "/alerts/add/0"],
		["an alert would lose its last monitor", (own: string) => ({ remove: [own] }), "/alerts/remove/0"],
		["an alert is added to and removed from", (own: string) => ({ add: [own], remove: [own] }), "/alerts/remove/0"],
	])("changes neither monitors nor alerts when %s", async (_, alertsOf, path) => {
		await using service = await startService(name);
		const { id } = await service.newMonitor({ intervalSeconds: 60 });
		const [own, gone] = [await anAlert(service, [id]), await anAlert(service, [id])];
		await service.ask("DELETE", `/api/v1/alerts/${gone.id}`);
		const before = (await changesSince(service, 0)).length;
		const edit = { ids: [id], action: "edit", settings: { intervalSeconds: 600 }, alerts: alertsOf(own.id, gone.id) };
		const { status, json } = await bulk(service, edit);
		expect([status, json.error?.details[0].path]).toEqual([400, path]);
		const single = await service.ask("GET", `${LIST}/${id}`);
		expect([single.json.data.intervalSeconds, await own.monitors()]).toEqual([60, [id]]);
		expect(await changesSince(service, before)).toEqual([]);
	});

	test("removes no monitor from an alert that is for it by a tag or its type, unless it is not important enough", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor({ tags: ["shop"] });
		const other = (await service.newMonitor({ tags: ["shop"], importance: "low" })).id;
		const alert = await anAlert(service, [id, other]);
		const remove = (ids: string[]) => bulk(service, { ids, action: "edit", alerts: { remove: [alert.id] } });
		for (const rule of [{ tags: { any: ["shop"] } }, { tags: null, types: ["http"] }]) {
			const body = { ...rule, minimumImportance: "normal" };
			expect((await service.ask("PUT", `/api/v1/alerts/${alert.id}`, { body })).status).toBe(200);
			const { status, json } = await remove([other, id]);
			expect([status, json.error?.details]).toEqual([
				400,
				[{ path: "/alerts/remove/0", message: `The alert is for ${id} by its tags or types: change these.` }],
			]);
		}
		expect((await remove([other])).status).toBe(200);
		expect(await alert.monitors()).toEqual([id]);
	});

	test("removes no monitor from an alert for all of them, and names at most 1,000 in one", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor({});
		const all = await anAlert(service, null);
		const refusal = async (body: object) => (await bulk(service, { action: "edit", ...body })).json.error.details[0];
		expect((await refusal({ ids: [id], alerts: { remove: [all.id] } })).path).toBe("/alerts/remove/0");
		const some = await anAlert(service, [id]);
		const { db } = service.database;
		const row = await db.selectFrom("monitors").selectAll().executeTakeFirstOrThrow();
		const state = await db.selectFrom("monitor_states").selectAll().executeTakeFirstOrThrow();
		for (let copy = 1; copy <= 1000; copy++) {
			await db
				.insertInto("monitors")
				.values({ ...row, id: row.id + copy, public_id: `mon_${copy}` })
				.execute();
			await db
				.insertInto("monitor_states")
				.values({ ...state, monitor_id: row.id + copy })
				.execute();
		}
		expect(await refusal({ filter: {}, alerts: { add: [some.id] } })).toEqual({
			path: "/alerts/add/0",
			message: "The alert would name more than 1000 monitors.",
		});
		expect(await some.monitors()).toEqual([id]);
	});

	test("edits alerts with the scope alerts:write alone, and only those of the team", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor({});
		const { id: alert, monitors } = await anAlert(service, [(await service.newMonitor({})).id]);
		const edit = { ids: [id], action: "edit", alerts: { add: [alert] } };
		const editor = await service.keyWith(["monitors:write"]);
		expect((await bulk(service, edit, editor)).status).toBe(403);
		const foreign = (await service.newTeam("other")).key;
		const ids = [(await service.newMonitor({}, foreign)).id];
		expect((await bulk(service, { ...edit, ids }, foreign)).json.error.details[0].path).toBe("/alerts/add/0");
		expect(await monitors()).not.toContain(id);
	});

	test("changes nothing when one of the monitors is unknown, belongs to another team, or would have too many tags", async () => {
		await using service = await startService(name);
		await someMonitors(service);
		const foreign = (await service.newTeam("other")).key;
		const { id } = await service.newMonitor({}, foreign);
		const ids = await idsOf(service, "sort=name");
		const unknown = await bulk(service, { ids: [...ids, id], action: "delete" });
		expect([unknown.status, unknown.json.error.details]).toEqual([
			400,
			[{ path: `/ids/${ids.length}`, message: "There is no such monitor." }],
		]);
		expect((await bulk(service, { filter: {}, action: "delete" }, foreign)).json.data.count).toBe(1);
		expect(await idsOf(service, "sort=name")).toEqual(ids);
		const tags = Array.from({ length: 20 }, (_, index) => `t${index}`);
		expect((await bulk(service, { filter: {}, action: "tag", tags })).json.error.details[0].path).toBe("/tags");
		expect(await idsOf(service, "tag=t0")).toEqual([]);
	});

	test.each([
		[{ action: "pause" }, ""],
		[{ ids: [], action: "pause" }, "/ids"],
		[{ ids: ["mon_x"], action: "pause" }, "/ids/0"],
		[{ filter: {}, action: "stop" }, "/action"],
		[{ filter: {}, action: "tag" }, "/tags"],
		[{ filter: {}, action: "tag", tags: [] }, "/tags"],
		[{ filter: {}, action: "pause", tags: ["a"] }, "/tags"],
		[{ filter: {}, action: "edit" }, "/settings"],
		[{ filter: {}, action: "edit", settings: {} }, "/settings"],
		[{ filter: {}, action: "edit", settings: { intervalSeconds: 59 } }, "/settings/intervalSeconds"],
		[{ filter: {}, action: "pause", settings: { intervalSeconds: 60 } }, "/settings"],
		[{ filter: {}, action: "edit", alerts: {} }, "/alerts"],
		[{ filter: {}, action: "edit", alerts: { add: [] } }, "/alerts/add"],
		[{ filter: {}, action: "edit", alerts: { add: ["alt_x"] } }, "/alerts/add/0"],
		[{ filter: {}, action: "tag", tags: ["a"], alerts: { add: ["alt_01jgezt6z8e7kb3mq4f2ys0nd5"] } }, "/alerts"],
		[{ filter: { tags: "a" }, action: "pause" }, "/filter/tags"],
	])("of %j is refused at %s", async (body, path) => {
		await using service = await startService(name);
		const { status, json } = await bulk(service, body);
		expect([status, json.error.details[0].path]).toEqual([400, path]);
	});
});
