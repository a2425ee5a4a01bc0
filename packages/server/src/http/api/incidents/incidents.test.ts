import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MINUTE_MS } from "../../../domain/durations.ts";
import { MAX_INCIDENTS_PER_TEAM } from "../../../domain/incidents/incident.ts";
import { oldestAnnouncements } from "../../../storage/incidents/announcements.ts";
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

	/** A page with one component, named "All". */
	async function component(monitorIds: readonly string[] = []) {
		const made = await page(monitorIds);
		return { page: made, statusPageId: made.id, componentId: made.sections[0].components[0].id };
	}

	async function details(answer: ReturnType<Service["ask"]>) {
		const { status, json } = await answer;
		return [status, json.error?.details];
	}

	describe("an incident", () => {
		test("is opened, read, changed and deleted", async () => {
			const { componentId, statusPageId } = await component();
			const body = { title: "Orders fail", components: [{ componentId, state: "partial_outage" }] };
			const made = await service.ask("POST", PATH, { body });
			const incident = {
				...body,
				components: [{ componentId, name: "All", state: "partial_outage" }],
				id: expect.stringMatching(/^inc_/),
				impact: "major",
				isImpactDerived: true,
				status: "investigating",
				statusPageIds: [statusPageId],
				startedAt: iso(service.clock.now),
				resolvedAt: null,
				isBackdated: false,
				isDraft: false,
				isFromOutage: false,
				followsOutages: false,
				updates: [],
				postmortem: null,
				createdAt: iso(service.clock.now),
				updatedAt: iso(service.clock.now),
			};
			expect([made.status, made.json.data]).toEqual([201, incident]);
			const { id } = made.json.data;
			expect(made.headers.get("location")).toBe(`${PATH}/${id}`);
			expect(await get(id)).toEqual(made.json.data);
			service.clock.now += MINUTE_MS;
			const changes = { title: "No orders", impact: "critical", statusPageIds: [], startedAt: ago(90) };
			const changed = await patch(id, { ...changes, components: [{ componentId, state: "degraded" }] });
			const components = [{ componentId, name: "All", state: "degraded" }];
			const wanted = { ...incident, ...changes, components, isImpactDerived: false, updatedAt: ago(0) };
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
				{ components: [{ componentId: "cmp_01jgezt6z8e7kb3mq4f2ys0nd5", state: "degraded" }] },
				"/components/0/componentId",
				"There is no such component.",
			],
			[
				{ components: Array(101).fill({ componentId: `cmp_${"0".repeat(26)}`, state: "degraded" }) },
				"/components",
				expect.any(String),
			],
		])("is refused with %j", async (body, path, message) => {
			const answer = service.ask("POST", PATH, { body: { title: "Orders fail", ...body } });
			expect(await details(answer)).toEqual([400, [{ path, message }]]);
		});

		test("names no component twice, and none and no page of another team", async () => {
			const { key } = await service.newTeam(randomUUID());
			const foreignPage = {
				name: "Theirs",
				slug: randomUUID(),
				sections: [{ name: "", components: [{ name: "API" }] }],
			};
			const foreign = (await service.ask("POST", "/api/v1/status-pages", { key, body: foreignPage })).json.data;
			const own = (await component()).componentId;
			const { id } = await open();
			const named = (componentId: string) => ({ componentId, state: "degraded" });
			expect(await details(patch(id, { components: [named(own), named(own)] }))).toEqual([
				400,
				[{ path: "/components/1/componentId", message: "This component is named twice." }],
			]);
			const components = [named(own), named(foreign.sections[0].components[0].id)];
			expect(await details(patch(id, { components }))).toEqual([
				400,
				[{ path: "/components/1/componentId", message: "There is no such component." }],
			]);
			const body = { name: "Theirs", slug: "theirs" };
			const theirs = (await service.ask("POST", "/api/v1/status-pages", { key, body })).json.data.id;
			expect(await details(patch(id, { statusPageIds: [theirs] }))).toEqual([
				400,
				[{ path: "/statusPageIds/0", message: "There is no such status page." }],
			]);
		});

		test("keeps the names of components that are deleted, the last that they had", async () => {
			const { page, statusPageId, componentId } = await component();
			const other = await component();
			const { id } = await open({
				components: [
					{ componentId, state: "major_outage" },
					{ componentId: other.componentId, state: "degraded" },
				],
			});
			const path = `/api/v1/status-pages/${statusPageId}`;
			const sections = [{ ...page.sections[0], components: [{ ...page.sections[0].components[0], name: "Checkout" }] }];
			await service.ask("PUT", path, { body: { sections } });
			const named = { name: "Checkout", state: "major_outage" };
			const second = { componentId: other.componentId, name: "All", state: "degraded" };
			expect((await get(id)).components).toEqual([{ componentId, ...named }, second]);
			await service.ask("PUT", path, { body: { sections: [] } });
			expect((await get(id)).components).toEqual([{ componentId: null, ...named }, second]);
			const shown = (await service.ask("GET", path)).json.data.incidents[0];
			expect(shown.components).toEqual([{ componentId: null, ...named }]);

			await patch(id, { components: [] });
			expect((await get(id)).components).toEqual([{ componentId: null, ...named }]);
			await service.ask("DELETE", path);
			expect(await get(id)).toMatchObject({
				components: [{ componentId: null, ...named }],
				statusPageIds: [other.statusPageId],
			});
		});

		test("has the impact of its worst component until somebody chooses it, and keeps it when they recover", async () => {
			const { componentId } = await component();
			const state = (state: string) => ({ components: [{ componentId, state }] });
			const impact = async (body: object) => (await patch(id, body)).json.data.impact;
			const { id, impact: first } = await open(state("degraded"));
			expect([first, await impact(state("major_outage")), await impact(state("operational"))]).toEqual([
				"minor",
				"critical",
				"critical",
			]);
			expect([await impact({ impact: "none" }), await impact(state("major_outage"))]).toEqual(["none", "none"]);
			expect([await impact({ impact: null }), (await open()).impact]).toEqual(["critical", "minor"]);
			expect((await open(state("maintenance"))).impact).toBe("none");
		});

		test("that is backdated stands at its time, is over, and tells nobody", async () => {
			const { key } = await service.newTeam(randomUUID());
			const newest = await open({ startedAt: ago(30) }, key);
			const over = { isBackdated: true, startedAt: ago(90), resolvedAt: ago(60) };
			const made = await open({ ...over, updates: [{ body: "It was over.", status: "resolved", at: ago(60) }] }, key);
			expect(made).toMatchObject({ status: "resolved", resolvedAt: ago(60), updates: [{ notifySubscribers: false }] });
			const first = await open({ ...over, startedAt: ago(120) }, key);
			const list = await service.ask("GET", PATH, { key });
			expect(list.json.data.incidents.map(({ id }: { id: string }) => id)).toEqual([newest.id, made.id, first.id]);
			const [pageOne] = [await service.ask("GET", `${PATH}?perPage=2`, { key })];
			const cursor = pageOne.json.meta.pagination.next;
			const pageTwo = await service.ask("GET", `${PATH}?perPage=2&cursor=${cursor}`, { key });
			expect(pageTwo.json.data.incidents.map(({ id }: { id: string }) => id)).toEqual([first.id]);

			const update = { body: "Also the mail.", status: "monitoring", at: ago(70) };
			const posted = await service.ask("POST", `${PATH}/${made.id}/updates`, { key, body: update });
			expect(posted.json.data).toMatchObject({ notifySubscribers: false });
			expect((await service.ask("GET", `${PATH}/${made.id}`, { key })).json.data.status).toBe("resolved");
			const reopened = service.ask("PATCH", `${PATH}/${made.id}`, { key, body: { status: "identified" } });
			expect(await details(reopened)).toEqual([
				400,
				[{ path: "/status", message: "A backdated incident is over: it is resolved." }],
			]);
		});

		test.each([
			[{}, "/startedAt"],
			[{ startedAt: "2020-01-01T00:00:00Z", status: "monitoring" }, "/status"],
			[{ startedAt: "2020-01-01T00:00:00Z", updates: [{ body: "x", status: "resolved" }] }, "/updates/0/at"],
		])("that is backdated is refused with %j", async (body, path) => {
			const answer = service.ask("POST", PATH, { body: { title: "Orders fail", isBackdated: true, ...body } });
			expect(await details(answer)).toEqual([400, [{ path, message: expect.any(String) }]]);
		});

		test("that is a draft is on no page, and tells nobody, until it is approved", async () => {
			const { componentId, statusPageId } = await component();
			const onPage = async () => (await service.ask("GET", `/api/v1/status-pages/${statusPageId}`)).json.data.incidents;
			const told = await announced();
			const { id } = await open({ isDraft: true, components: [{ componentId, state: "degraded" }] });
			await post(id, { body: "We look", status: "identified" });
			expect([await onPage(), await announced()]).toEqual([[], told]);
			const drafts = (await service.ask("GET", `${PATH}?isDraft=true`)).json.data.incidents;
			expect(drafts.map(({ id }: { id: string }) => id)).toEqual([id]);

			const approved = await service.ask("POST", `${PATH}/${id}/approve`, { body: {} });
			expect([approved.status, approved.json.data.isDraft]).toEqual([200, false]);
			expect((await onPage()).map(({ id }: { id: string }) => id)).toEqual([id]);
			expect(await announced()).toEqual([...told, "incident"]);
			await service.ask("POST", `${PATH}/${id}/approve`, { body: {} });
			expect(await announced()).toEqual([...told, "incident"]);
			expect((await service.ask("GET", `${PATH}?isDraft=true`)).json.data.incidents).toEqual([]);
		});

		test("hands on what subscribers are to be notified of, once, and not where they are not to be", async () => {
			const told = (await announced()).length;
			const news = async () => (await announced()).slice(told);
			const { id } = await open({ updates: [{ body: "We look", status: "investigating" }] });
			await post(id, { body: "Found", status: "identified" });
			const quiet = await post(id, { body: "A comma", status: "identified", notifySubscribers: false });
			expect([await news(), quiet.notifySubscribers]).toEqual([["incident", "update"], false]);
			const silent = await open({ notifySubscribers: false });
			await patch(silent.id, { status: "resolved" });
			expect(await news()).toEqual(["incident", "update"]);
		});
	});

	const announced = async () => (await oldestAnnouncements(service.database, 1_000)).map(({ what: { kind } }) => kind);

	describe("a postmortem", () => {
		const write = (id: string, body: object) => service.ask("PUT", `${PATH}/${id}/postmortem`, { body });

		test("is saved at any time, published once its incident is resolved, told of once, and deleted", async () => {
			const { id } = await open();
			expect((await write(id, { body: "A disk" })).json.data).toMatchObject({ body: "A disk", publishedAt: null });
			expect(await details(write(id, { body: "A disk", isPublished: true }))).toEqual([
				400,
				[{ path: "/isPublished", message: expect.stringContaining("Only that of a resolved incident") }],
			]);
			await patch(id, { status: "resolved" });
			const told = (await announced()).length;
			const published = (await write(id, { body: "A **disk**", isPublished: true })).json.data;
			expect(published).toEqual({ body: "A **disk**", publishedAt: ago(0), updatedAt: ago(0) });
			service.clock.now += MINUTE_MS;
			await write(id, { body: "Two disks", isPublished: true });
			expect((await get(id)).postmortem).toEqual({ body: "Two disks", publishedAt: ago(1), updatedAt: ago(0) });
			expect((await announced()).slice(told)).toEqual(["postmortem"]);
			const path = `${PATH}/${id}/postmortem`;
			expect((await service.ask("DELETE", path)).status).toBe(204);
			expect([(await get(id)).postmortem, (await service.ask("DELETE", path)).status]).toEqual([null, 404]);
		});
	});

	describe("a template", () => {
		const TEMPLATES = "/api/v1/incident-templates";
		const template = {
			name: "Slow answers",
			title: "{{component}} is slow",
			body: "{{component}} answers slowly. {{ component }}!",
			status: "identified",
		};

		test("is made, listed, changed and deleted, by its team alone", async () => {
			const { key } = await service.newTeam(randomUUID());
			const made = await service.ask("POST", TEMPLATES, { key, body: { ...template, status: undefined } });
			const { id } = made.json.data;
			expect(made.json.data).toMatchObject({
				...template,
				status: "investigating",
				id: expect.stringMatching(/^itp_/),
			});
			expect(made.headers.get("location")).toBe(`${TEMPLATES}/${id}`);
			expect((await service.ask("GET", TEMPLATES, { key })).json.data.incidentTemplates).toEqual([made.json.data]);
			const changed = await service.ask("PATCH", `${TEMPLATES}/${id}`, { key, body: { name: "Slow" } });
			expect(changed.json.data).toMatchObject({ name: "Slow", title: template.title });
			expect((await service.ask("GET", `${TEMPLATES}/${id}`)).status).toBe(404);
			expect((await service.ask("DELETE", `${TEMPLATES}/${id}`, { key })).status).toBe(204);
			expect((await service.ask("GET", `${TEMPLATES}/${id}`, { key })).status).toBe(404);
		});

		test("fills in what an incident or an update leaves out, with the names of its components", async () => {
			const sections = [{ name: "", components: [{ name: "A*B" }, { name: "Mail" }] }];
			const body = { name: "Public", slug: randomUUID(), sections };
			const made = (await service.ask("POST", "/api/v1/status-pages", { body })).json.data;
			const named = made.sections[0].components.map(({ id }: { id: string }) => ({
				componentId: id,
				state: "degraded",
			}));
			const templateId = (await service.ask("POST", TEMPLATES, { body: template })).json.data.id;
			const incident = await open({ title: undefined, templateId, components: named });
			const text = "A\\*B and Mail answers slowly. A\\*B and Mail!";
			expect(incident).toMatchObject({
				title: "A*B and Mail is slow",
				status: "identified",
				updates: [{ body: text, status: "identified" }],
			});
			expect(await post(incident.id, { templateId, status: "monitoring" })).toMatchObject({
				body: text,
				status: "monitoring",
			});
			const unnamed = await open({ templateId, title: "Mine" });
			expect([unnamed.title, unnamed.updates[0].body]).toEqual(["Mine", "our service answers slowly. our service!"]);
		});

		test("has to be one of the team, and without one there are a title, a body and a status", async () => {
			const { key } = await service.newTeam(randomUUID());
			const foreign = (await service.ask("POST", TEMPLATES, { key, body: template })).json.data.id;
			const wanted = { title: "x", templateId: foreign };
			expect(await details(service.ask("POST", PATH, { body: wanted }))).toEqual([
				400,
				[{ path: "/templateId", message: "There is no such template." }],
			]);
			const missing = "Must be given, or that of a template.";
			expect(await details(service.ask("POST", PATH, { body: {} }))).toEqual([
				400,
				[{ path: "/title", message: missing }],
			]);
			const { id } = await open();
			const update = (body: object) => details(service.ask("POST", `${PATH}/${id}/updates`, { body }));
			expect(await update({ status: "resolved" })).toEqual([400, [{ path: "/body", message: missing }]]);
			expect(await update({ body: "x" })).toEqual([400, [{ path: "/status", message: missing }]]);
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
				notifySubscribers: true,
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
			const { updates, postmortem, ...incident } = await get(id);
			expect(json.data.incidents).toEqual([{ ...incident, latestUpdate: latest, updateCount: 3 }]);
		});
	});

	test("a status page shows its open incidents, then those of the last days, with its own components alone", async () => {
		const [shown, hidden] = [await component(), await component()];
		const [pageId, otherId] = [shown.statusPageId, hidden.statusPageId];
		const days = (count: number) => ago(count * 1_440);
		const over = { status: "resolved", startedAt: days(30), statusPageIds: [pageId] };
		const old = await open({ ...over, resolvedAt: days(15) });
		const recent = await open({ ...over, resolvedAt: days(13) });
		const components = [shown, hidden].map(({ componentId }) => ({ componentId, state: "degraded" }));
		const running = await open({ statusPageIds: [pageId, otherId], components });
		await open({ statusPageIds: [otherId] });
		const { json } = await service.ask("GET", `/api/v1/status-pages/${pageId}`);
		expect(json.data.incidents.map(({ id }: { id: string }) => id)).toEqual([running.id, recent.id]);
		expect(json.data.incidents[0]).toMatchObject({
			components: [{ componentId: shown.componentId, name: "All", state: "degraded" }],
			statusPageIds: [pageId],
		});
		await patch(old.id, { status: "monitoring" });
		const again = await service.ask("GET", `/api/v1/status-pages/${pageId}`);
		expect(again.json.data.incidents.map(({ id }: { id: string }) => id)).toEqual([running.id, old.id, recent.id]);
	});

	test("a team has a limited number of them", async () => {
		const { team, key } = await service.newTeam(randomUUID());
		await service.database.transaction(async (tx) => {
			const none = {
				is_impact_derived: 0,
				is_backdated: 0,
				is_draft: 0,
				is_from_outage: 0,
				follows_outages: 0,
			} as const;
			const row = { team_id: team.id, title: "x", impact: 0, status: 0, started_at: 0, resolved_at: null, ...none };
			const dates = { created_at: 0, updated_at: 0 };
			for (let from = 0; from < MAX_INCIDENTS_PER_TEAM - 1; from += 1_000) {
				const length = Math.min(1_000, MAX_INCIDENTS_PER_TEAM - 1 - from);
				const rows = Array.from({ length }, () => ({ ...row, ...dates, public_id: randomUUID() }));
				await tx.db.insertInto("incidents").values(rows).execute();
			}
		});
		const settings = { title: "x", impact: "none", status: "investigating", startedAt: 0, resolvedAt: null } as const;
		const none = {
			isImpactDerived: false,
			isBackdated: false,
			isDraft: false,
			isFromOutage: false,
			followsOutages: false,
		};
		const last = { settings: { ...settings, ...none, components: [], statusPages: [] }, updates: [] };
		expect(await createIncident(service.database, team.id, last, 0)).toMatchObject({ title: "x" });
		const { status, json } = await service.ask("POST", PATH, { key, body: { title: "One more" } });
		expect([status, json.error.details[0].message]).toEqual([
			400,
			"A team has at most 5000 incidents. Delete some of the old ones.",
		]);
	});
});
