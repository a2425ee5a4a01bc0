import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MINUTE_MS } from "../../../domain/durations.ts";
import { MAX_INCIDENTS_PER_TEAM } from "../../../domain/incidents/incident.ts";
import { createIncident } from "../../../storage/incidents/incidents.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { aMember } from "../../testing/people.ts";
import { type Service, startService } from "../../testing/service.ts";

const PATH = "/api/v1/incidents";

onEachEngine("incidents", (name) => {
	let service: Service;
	beforeAll(async () => {
		service = await startService(name);
	});
	afterAll(() => service[Symbol.asyncDispose]());

	const iso = (ms: number) => new Date(ms).toISOString();
	const ago = (minutes: number) => iso(service.clock.now - minutes * MINUTE_MS);

	async function open(body: object = {}, key = service.key) {
		const { status, json } = await service.ask("POST", PATH, { key, body: { title: "Orders fail", ...body } });
		expect([status, json.error]).toEqual([201, undefined]);
		return json.data;
	}

	const get = async (id: string) => (await service.ask("GET", `${PATH}/${id}`)).json.data;
	const patch = (id: string, body: object) => service.ask("PATCH", `${PATH}/${id}`, { body });

	async function post(id: string, body: object) {
		const { status, json } = await service.ask("POST", `${PATH}/${id}/updates`, { body });
		expect([status, json.error]).toEqual([201, undefined]);
		return json.data;
	}

	async function page(monitorIds: readonly string[] = []) {
		const sections = [{ name: "", components: [{ name: "All", monitorIds }] }];
		const body = { name: "Public", slug: randomUUID(), sections };
		return (await service.ask("POST", "/api/v1/status-pages", { body })).json.data;
	}

	async function details(answer: ReturnType<Service["ask"]>) {
		const { status, json } = await answer;
		return [status, json.error?.details];
	}

	describe("an incident", () => {
		test("is opened, read, changed and deleted", async () => {
			const [{ id: monitorId }, { id: statusPageId }] = [await service.newMonitor(), await page()];
			const body = { title: "Orders fail", components: [{ monitorId, state: "down" }], statusPageIds: [statusPageId] };
			const made = await service.ask("POST", PATH, { body });
			const incident = {
				...body,
				id: expect.stringMatching(/^inc_/),
				impact: "minor",
				status: "investigating",
				startedAt: iso(service.clock.now),
				resolvedAt: null,
				updates: [],
				createdAt: iso(service.clock.now),
				updatedAt: iso(service.clock.now),
			};
			expect([made.status, made.json.data]).toEqual([201, incident]);
			const { id } = made.json.data;
			expect(made.headers.get("location")).toBe(`${PATH}/${id}`);
			expect(await get(id)).toEqual(made.json.data);
			service.clock.now += MINUTE_MS;
			const changes = { title: "No orders", impact: "critical", components: [{ monitorId, state: "degraded" }] };
			const changed = await patch(id, { ...changes, statusPageIds: [], startedAt: ago(90) });
			const wanted = { ...incident, ...changes, statusPageIds: [], startedAt: ago(90), updatedAt: ago(0) };
			expect(changed.json.data).toEqual(wanted);
			expect(await get(id)).toEqual(changed.json.data);
			expect((await service.ask("DELETE", `${PATH}/${id}`)).status).toBe(204);
			expect((await service.ask("GET", `${PATH}/${id}`)).status).toBe(404);
		});

		test("is resolved and reopened, with and without an instant", async () => {
			const { id } = await open({ startedAt: ago(60) });
			expect((await patch(id, { status: "resolved" })).json.data).toMatchObject({
				status: "resolved",
				resolvedAt: ago(0),
			});
			expect((await patch(id, { resolvedAt: ago(10) })).json.data.resolvedAt).toBe(ago(10));
			expect((await patch(id, { status: "resolved" })).json.data.resolvedAt).toBe(ago(10));
			expect((await patch(id, { status: "monitoring" })).json.data).toMatchObject({
				status: "monitoring",
				resolvedAt: null,
			});
		});

		test("has a later updatedAt after every change", async () => {
			const { id, updatedAt } = await open();
			const instants = [updatedAt];
			instants.push((await patch(id, { title: "No orders" })).json.data.updatedAt);
			const { id: updateId } = await post(id, { body: "One", status: "identified" });
			instants.push((await get(id)).updatedAt);
			await service.ask("DELETE", `${PATH}/${id}/updates/${updateId}`);
			instants.push((await get(id)).updatedAt);
			expect(instants).toEqual([...new Set(instants)].sort());
		});

		test("that is over is recorded with its updates, in whatever order they are sent", async () => {
			const update = (status: string, minutes: number) => ({ body: status, status, at: ago(minutes) });
			const updates = [update("resolved", 20), update("investigating", 50), update("resolved", 5)];
			const made = await open({ startedAt: ago(60), updates });
			expect([made.status, made.resolvedAt]).toEqual(["resolved", ago(20)]);
			const undated = await open({ updates });
			expect([undated.startedAt, undated.resolvedAt]).toEqual([ago(50), ago(20)]);
			expect(made.updates.map(({ at }: { at: string }) => at)).toEqual([ago(5), ago(20), ago(50)]);
			const untold = await open({ status: "resolved", startedAt: ago(60), resolvedAt: ago(30) });
			expect([untold.status, untold.resolvedAt, untold.updates]).toEqual(["resolved", ago(30), []]);
		});

		test.each([
			[{ title: " " }, "/title", "Must have a character that can be seen: it is blank."],
			[{ name: "x" }, "/name", "There is no member name here. Did you mean title?"],
			[{ title: "x".repeat(256) }, "/title", "Must have 1–255 characters."],
			[{ startedAt: "2999-01-01T00:00:00Z" }, "/startedAt", "Must not be in the future."],
			[
				{ resolvedAt: "2020-01-01T00:00:00Z" },
				"/resolvedAt",
				"Only a resolved incident has it. Set status to resolved.",
			],
			[{ status: "resolved", resolvedAt: "2020-01-01T00:00:00Z" }, "/resolvedAt", "Must not be before startedAt."],
			[
				{ status: "resolved", resolvedAt: null },
				"/resolvedAt",
				"A resolved incident has it. To reopen the incident, set another status.",
			],
			[
				{ status: "identified", updates: [{ body: "x", status: "investigating" }] },
				"/status",
				"Must be the status of the latest update. Leave it out, and it is that.",
			],
			[{ updates: [{ body: "\u200b", status: "identified" }] }, "/updates/0/body", expect.stringContaining("blank")],
			[
				{ updates: [{ body: "x", status: "identified", at: "2999-01-01T00:00:00Z" }] },
				"/updates/0/at",
				"Must not be in the future.",
			],
			[{ statusPageIds: ["sp_01jgezt6z8e7kb3mq4f2ys0nd5"] }, "/statusPageIds/0", "There is no such status page."],
			[
				{ components: [{ monitorId: "mon_01jgezt6z8e7kb3mq4f2ys0nd5", state: "down" }] },
				"/components/0/monitorId",
				"There is no such monitor.",
			],
			[
				{ components: Array(101).fill({ monitorId: `mon_${"0".repeat(26)}`, state: "up" }) },
				"/components",
				expect.any(String),
			],
		])("is refused with %j", async (body, path, message) => {
			const answer = service.ask("POST", PATH, { body: { title: "Orders fail", ...body } });
			expect(await details(answer)).toEqual([400, [{ path, message }]]);
		});

		test("names no monitor twice, and none and no page of another team", async () => {
			const { key } = await service.newTeam(randomUUID());
			const [own, foreign] = [await service.newMonitor(), await service.newMonitor({}, key)];
			const { id } = await open();
			const named = ({ id: monitorId }: { id: string }) => ({ monitorId, state: "up" });
			expect(await details(patch(id, { components: [named(own), named(own)] }))).toEqual([
				400,
				[{ path: "/components/1/monitorId", message: "This monitor is named twice." }],
			]);
			expect(await details(patch(id, { components: [named(own), named(foreign)] }))).toEqual([
				400,
				[{ path: "/components/1/monitorId", message: "There is no such monitor." }],
			]);
			const body = { name: "Theirs", slug: "theirs" };
			const theirs = (await service.ask("POST", "/api/v1/status-pages", { key, body })).json.data.id;
			expect(await details(patch(id, { statusPageIds: [theirs] }))).toEqual([
				400,
				[{ path: "/statusPageIds/0", message: "There is no such status page." }],
			]);
		});

		test("drops monitors and pages that are deleted", async () => {
			const [{ id: monitorId }, { id: pageId }] = [await service.newMonitor(), await page()];
			const { id } = await open({ components: [{ monitorId, state: "down" }], statusPageIds: [pageId] });
			await service.ask("DELETE", `/api/v1/monitors/${monitorId}`);
			await service.ask("DELETE", `/api/v1/status-pages/${pageId}`);
			expect(await get(id)).toMatchObject({ components: [], statusPageIds: [] });
		});
	});

	describe("updates", () => {
		test("give the incident their status, resolve it and reopen it", async () => {
			const { id } = await open({ startedAt: ago(60) });
			const first = await post(id, { body: "**Read-only**", status: "identified" });
			expect(first).toEqual({
				id: expect.stringMatching(/^upd_/),
				incidentId: id,
				body: "**Read-only**",
				status: "identified",
				at: ago(0),
			});
			service.clock.now += MINUTE_MS;
			const second = await post(id, { body: "Over", status: "resolved" });
			expect(await get(id)).toMatchObject({
				status: "resolved",
				resolvedAt: ago(0),
				updatedAt: ago(0),
				updates: [second, first],
			});
			const earlier = await post(id, { body: "Forgotten", status: "investigating", at: ago(30) });
			expect(await get(id)).toMatchObject({ status: "resolved", updates: [second, first, earlier] });
			await post(id, { body: "Again", status: "investigating" });
			expect(await get(id)).toMatchObject({ status: "investigating", resolvedAt: null });
		});

		test("are edited and deleted, and the incident follows", async () => {
			const { id } = await open();
			const first = await post(id, { body: "One", status: "identified" });
			const second = await post(id, { body: "Two", status: "resolved" });
			const path = (update: { id: string }) => `${PATH}/${id}/updates/${update.id}`;
			const edited = await service.ask("PATCH", path(first), { body: { body: "Uno", status: "investigating" } });
			expect(edited.json.data).toEqual({ ...first, body: "Uno", status: "investigating" });
			expect((await get(id)).status).toBe("resolved");
			await service.ask("PATCH", path(second), { body: { status: "monitoring" } });
			expect(await get(id)).toMatchObject({ status: "monitoring", resolvedAt: null });
			expect((await service.ask("DELETE", path(second))).status).toBe(204);
			expect(await get(id)).toMatchObject({ status: "investigating", updates: [edited.json.data] });
			expect((await service.ask("DELETE", path(second))).status).toBe(404);
			const { id: other } = await open();
			expect((await service.ask("DELETE", `${PATH}/${other}/updates/${first.id}`)).status).toBe(404);
		});

		test("are stored as they are written, with markup and all", async () => {
			const { id } = await open();
			const body = "<script>alert(1)</script>\r\n\t[a](javascript:alert(1)) \u202e 👩‍🚒";
			expect((await post(id, { body, status: "identified" })).body).toBe(body);
			expect((await get(id)).updates[0].body).toBe(body);
		});

		test("are limited in length and number, also when they are posted at once", async () => {
			const updates = Array.from({ length: 99 }, () => ({ body: "x", status: "identified" }));
			const { id } = await open({ updates });
			const post = (body: string) =>
				service.ask("POST", `${PATH}/${id}/updates`, { body: { body, status: "resolved" } });
			expect(await details(post("x".repeat(5_001)))).toEqual([
				400,
				[{ path: "/body", message: "Must have 1–5000 characters." }],
			]);
			const answers = await Promise.all([post("one"), post("two")]);
			expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
			expect((await get(id)).updates).toHaveLength(100);
		});

		test("are not undone by a change of the incident at the same time", async () => {
			for (let round = 0; round < 8; round++) {
				const { id } = await open();
				await Promise.all([patch(id, { title: "No orders" }), post(id, { body: "Over", status: "resolved" })]);
				expect(await get(id)).toMatchObject({ title: "No orders", status: "resolved", resolvedAt: ago(0) });
			}
		});

		test("leave an audit event with what they say", async () => {
			const { team } = await service.newTeam(randomUUID());
			const ada = await aMember(service, "owner", team);
			const made = await ada.ask("POST", PATH, { body: { title: "Orders fail" } });
			const { id } = made.json.data;
			const body = { body: "We look", status: "identified" };
			const update = (await ada.ask("POST", `${PATH}/${id}/updates`, { body })).json.data;
			await ada.ask("PATCH", `${PATH}/${id}`, { body: { title: "No orders" } });
			await ada.ask("DELETE", `${PATH}/${id}/updates/${update.id}`);
			const { json } = await ada.ask("GET", "/api/v1/audit-events");
			const events = json.data.auditEvents.map(
				({ action, objectType, objectId, objectName }: Record<string, string>) => [
					action,
					objectType,
					objectId,
					objectName,
				],
			);
			expect(events).toEqual([
				["delete", "incident update", update.id, null],
				["update", "incident", id, "Orders fail"],
				["create", "incident update", update.id, null],
				["create", "incident", id, "Orders fail"],
			]);
			expect(json.data.auditEvents[2].changes).toContainEqual({ field: "incidentId", before: null, after: id });
			expect(json.data.auditEvents[2].changes).toContainEqual({ field: "body", before: null, after: "We look" });
		});
	});

	describe("the list", () => {
		test("is newest first, by status and page, in pages that keep the filter", async () => {
			const { key } = await service.newTeam(randomUUID());
			const slug = { name: "Public", slug: "public" };
			const pageId = (await service.ask("POST", "/api/v1/status-pages", { key, body: slug })).json.data.id;
			const made: Record<string, string> = {};
			for (const status of ["investigating", "identified", "monitoring", "resolved"]) {
				const statusPageIds = status === "identified" ? [] : [pageId];
				made[status] = (await open({ status, statusPageIds }, key)).id;
			}
			const list = async (query: string) => {
				const { json } = await service.ask("GET", `${PATH}?${query}`, { key });
				return { ids: json.data.incidents.map(({ id }: { id: string }) => id), next: json.meta.pagination.next };
			};
			const { investigating, identified, monitoring, resolved } = made;
			expect((await list("")).ids).toEqual([resolved, monitoring, identified, investigating]);
			expect((await list("status=resolved")).ids).toEqual([resolved]);
			expect((await list("status=open")).ids).toEqual([monitoring, identified, investigating]);
			expect((await list(`statusPageId=${pageId}`)).ids).toEqual([resolved, monitoring, investigating]);
			const first = await list(`statusPageId=${pageId}&status=open&perPage=1`);
			const second = await list(`statusPageId=${pageId}&status=open&perPage=1&cursor=${first.next}`);
			expect([first.ids, second]).toEqual([[monitoring], { ids: [investigating], next: null }]);
			const foreign = await service.ask("GET", `${PATH}?statusPageId=${pageId}`);
			expect(foreign.json.data.incidents).toEqual([]);
			const mixed = await service.ask("GET", `${PATH}?status=resolved&cursor=${first.next}`, { key });
			expect([mixed.status, mixed.json.error.code]).toEqual([400, "BAD_REQUEST"]);
		});

		test("has of each incident the latest update and the number of all", async () => {
			const { id } = await open();
			await post(id, { body: "One", status: "identified" });
			const latest = await post(id, { body: "Two", status: "identified" });
			await post(id, { body: "Zero", status: "investigating", at: ago(5) });
			const { json } = await service.ask("GET", `${PATH}?perPage=1`);
			const { updates, ...incident } = await get(id);
			expect(json.data.incidents).toEqual([{ ...incident, latestUpdate: latest, updateCount: 3 }]);
		});
	});

	test("a status page shows its open incidents, then those of the last days, with its own monitors alone", async () => {
		const [shown, hidden] = [await service.newMonitor(), await service.newMonitor()];
		const { id: pageId } = await page([shown.id]);
		const { id: otherId } = await page();
		const days = (count: number) => ago(count * 1_440);
		const over = { status: "resolved", startedAt: days(30), statusPageIds: [pageId] };
		const old = await open({ ...over, resolvedAt: days(15) });
		const recent = await open({ ...over, resolvedAt: days(13) });
		const components = [shown, hidden].map(({ id }) => ({ monitorId: id, state: "down" }));
		const running = await open({ statusPageIds: [pageId, otherId], components });
		await open({ statusPageIds: [otherId] });
		const { json } = await service.ask("GET", `/api/v1/status-pages/${pageId}`);
		expect(json.data.incidents.map(({ id }: { id: string }) => id)).toEqual([running.id, recent.id]);
		expect(json.data.incidents[0]).toMatchObject({
			components: [{ monitorId: shown.id, state: "down" }],
			statusPageIds: [pageId],
		});
		await patch(old.id, { status: "monitoring" });
		const again = await service.ask("GET", `/api/v1/status-pages/${pageId}`);
		expect(again.json.data.incidents.map(({ id }: { id: string }) => id)).toEqual([running.id, old.id, recent.id]);
	});

	test("a team has a limited number of them", async () => {
		const { team, key } = await service.newTeam(randomUUID());
		await service.database.transaction(async (tx) => {
			const row = { team_id: team.id, title: "x", impact: 0, status: 0, started_at: 0, resolved_at: null };
			const dates = { created_at: 0, updated_at: 0 };
			for (let from = 0; from < MAX_INCIDENTS_PER_TEAM - 1; from += 1_000) {
				const length = Math.min(1_000, MAX_INCIDENTS_PER_TEAM - 1 - from);
				const rows = Array.from({ length }, () => ({ ...row, ...dates, public_id: randomUUID() }));
				await tx.db.insertInto("incidents").values(rows).execute();
			}
		});
		const settings = { title: "x", impact: "none", status: "investigating", startedAt: 0, resolvedAt: null } as const;
		const last = { settings: { ...settings, components: new Map(), statusPages: [] }, updates: [] };
		expect(await createIncident(service.database, team.id, last, 0)).toMatchObject({ title: "x" });
		const { status, json } = await service.ask("POST", PATH, { key, body: { title: "One more" } });
		expect([status, json.error.details[0].message]).toEqual([
			400,
			"A team has at most 5000 incidents. Delete some of the old ones.",
		]);
	});
});
