import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { aMember } from "../../testing/people.ts";
import type { Service } from "../../testing/service.ts";
import { actions, applyingDocuments, type Change, DOCUMENT, SLACK } from "./testing/applying-documents.ts";

const HEADER_CHECK = { type: "header", name: "Cache-Control", operator: "equals", expected: "no-store" };
const LAYER = { timeZone: "Europe/Berlin", startsOn: "2026-01-05" };

onEachEngine("/config", (engine) => {
	const { service, put, apply, plan, list } = applyingDocuments(engine);

	test("a plan says what would be made, and makes nothing", async () => {
		const planned = await plan(DOCUMENT);
		expect(actions(planned)).toEqual([
			"create monitors/db",
			"create monitors/api",
			"create alerts/ops",
			"create statusPages/public",
			"create maintenance/upgrade",
		]);
		expect(planned.totals).toEqual({ create: 5, update: 0, adopt: 0, delete: 0, unchanged: 0 });
		expect(planned.changes[1].changes).toContainEqual({ field: "dependsOn", before: null, after: ["db"] });
		expect(JSON.stringify(planned)).not.toContain("hooks.slack.com");
		expect(await list("/api/v1/monitors", "monitors")).toEqual([]);
	});

	test("what is applied is there with its references, and then there is nothing to change", async () => {
		await apply(DOCUMENT);
		const monitors = await list("/api/v1/monitors?view=full", "monitors");
		const idOf = (name: string) => monitors.find((each: { name: string }) => each.name === name).id;
		expect(monitors.find((each: { name: string }) => each.name === "API").dependsOn).toEqual([idOf("DB")]);
		expect((await list("/api/v1/alerts", "alerts"))[0].monitorIds).toEqual([idOf("API")]);
		expect((await list("/api/v1/status-pages", "statusPages"))[0].monitorIds).toEqual([idOf("API")]);
		expect((await list("/api/v1/maintenance-windows", "maintenanceWindows"))[0].monitorIds).toEqual([idOf("DB")]);
		expect(await plan(DOCUMENT)).toMatchObject({ changes: [], totals: { unchanged: 5 } });
		expect(await apply(DOCUMENT)).toMatchObject({ changes: [], totals: { unchanged: 5 } });
	});

	test("changed monitors may turn around what they depend on, and change their content checks", async () => {
		const check = (value: string) => [{ type: "contains", value }];
		const chain = (above: Record<string, string[]>, value: string) => ({
			monitors: ["a", "b", "c"].map((key) => ({
				...{ key, name: key, url: `https://${key}.example/`, dependsOn: above[key] ?? [], contentChecks: check(value) },
			})),
		});
		await apply(chain({ a: ["b"], b: ["c"] }, "one"));
		const turned = chain({ c: ["b"], b: ["a"] }, "two");
		expect(actions(await apply(turned))).toHaveLength(3);
		expect(await plan(turned)).toMatchObject({ changes: [], totals: { unchanged: 3 } });
		const circle = (await put(chain({ a: ["c"], c: ["b"], b: ["a"] }, "two"))).json.error.details;
		expect(circle).toEqual([{ path: "/monitors/0/dependsOn/0", message: "It depends on this monitor itself." }]);
		expect(await plan(turned)).toMatchObject({ changes: [] });
	});

	test("a change in the document updates that object alone, in whatever order it stands", async () => {
		await apply(DOCUMENT);
		const monitors = [{ ...DOCUMENT.monitors[1], port: 5433 }, DOCUMENT.monitors[0]];
		const planned = await plan({ ...DOCUMENT, monitors });
		expect(planned.changes).toMatchObject([
			{ action: "update", key: "db", drifted: false, changes: [{ field: "port", before: 5432, after: 5433 }] },
		]);
	});

	test("what somebody changed on the server since is told as drift, and applied away", async () => {
		await apply(DOCUMENT);
		const [db] = await list("/api/v1/monitors?q=DB", "monitors");
		await service().ask("PUT", `/api/v1/monitors/${db.id}`, { body: { port: 1 } });
		const planned = await plan(DOCUMENT);
		expect(planned.changes).toMatchObject([
			{ key: "db", drifted: true, conflicts: false, changes: [{ before: 1, after: 5432 }] },
		]);
		const monitors = [DOCUMENT.monitors[0], { ...DOCUMENT.monitors[1], tags: ["new"] }];
		expect((await plan({ ...DOCUMENT, monitors })).changes).toMatchObject([
			{
				key: "db",
				drifted: true,
				conflicts: true,
				changes: [{ field: "tags" }, { field: "port", before: 1, after: 5432 }],
			},
		]);
		await apply(DOCUMENT);
		expect(await plan(DOCUMENT)).toMatchObject({ changes: [] });
	});

	describe("components of a page", () => {
		const pageOf = (sections: Record<string, string[]>) => ({
			statusPages: [
				{
					...{ key: "public", name: "Public", slug: "public" },
					sections: Object.entries(sections).map(([name, components]) => ({
						name,
						components: components.map((component) => ({ name: component })),
					})),
				},
			],
		});
		/** The ids of the components of each section, in their order. */
		const applied = async (sections: Record<string, string[]>) => {
			await apply(pageOf(sections));
			const [page] = await list("/api/v1/status-pages", "statusPages");
			const rows: { name: string; components: { id: string }[] }[] = page.sections;
			return Object.fromEntries(rows.map(({ name, components }) => [name, components.map(({ id }) => id)]));
		};

		test("keep their ids when their section is renamed, and when they move to another one", async () => {
			const before = await applied({ Shop: ["API", "Web"], Office: ["Mail", "Old"] });
			const [api, web, mail] = [...(before["Shop"] ?? []), ...(before["Office"] ?? [])];
			expect(await applied({ Store: ["API", "Web"], Office: ["Mail"] })).toEqual({ Store: [api, web], Office: [mail] });
			expect(await applied({ Store: ["API"], Office: ["Web", "Mail"] })).toEqual({ Store: [api], Office: [web, mail] });
			expect(await plan(pageOf({ Store: ["API"], Office: ["Web", "Mail"] }))).toMatchObject({ changes: [] });
		});

		test("of one name in a section keep their ids, in their order", async () => {
			const before = await applied({ Shop: ["API", "API", "Web"] });
			const [one, two, web] = before["Shop"] ?? [];
			expect(new Set([one, two, web]).size).toBe(3);
			expect(await applied({ Shop: ["Web", "API", "API"] })).toEqual({ Shop: [web, one, two] });
		});

		test("are renamed by their ids", async () => {
			const [id] = (await applied({ Shop: ["API"] }))["Shop"] ?? [];
			const [page] = pageOf({}).statusPages;
			const renamed = {
				statusPages: [{ ...page, sections: [{ name: "Shop", components: [{ id, name: "Gateway" }] }] }],
			};
			await apply(renamed);
			expect(await plan(renamed)).toMatchObject({ changes: [] });
			expect(await applied({ Shop: ["Gateway"] })).toEqual({ Shop: [id] });
		});
	});

	test("a key that may not see members is told the same of every address", async () => {
		const ada = await aMember(service(), "editor");
		const key = await service().keyWith(["config:read"]);
		const answers = [];
		for (const person of [ada.user.email, "nobody@example.org"]) {
			const schedule = { key: "week", name: "Week", layers: [{ people: [person], ...LAYER }] };
			answers.push((await put({ schedules: [schedule] }, "?dryRun=1", { key })).json.error.details);
		}
		const message = "Name the member by the id (usr_…), or plan with a key that has members:read.";
		const fault = { path: "/schedules/0/layers/0/people/0", message };
		expect(answers).toEqual([[fault], [fault]]);
	});

	test("what somebody made since the plan, of a name that the plan makes, keeps it from being applied", async () => {
		for (const query of ["", "&adopt=1"]) {
			const name = `API${query}`;
			const document = { monitors: [{ key: name.replace(/\W/g, ""), name, url: "https://api.example.com/" }] };
			const { digest } = await plan(document, `?dryRun=1${query}`);
			await service().newMonitor({ name: "Another", url: "https://b.example/" });
			expect((await plan(document, `?dryRun=1${query}`)).digest).toBe(digest);
			await service().newMonitor({ name, url: "https://b.example/" });
			const headers = { "if-match": `"${digest}"` };
			expect((await put(document, `?${query.slice(1)}`, { headers })).status).toBe(412);
		}
	});

	test("a plan that the server has left behind is not applied", async () => {
		await apply(DOCUMENT);
		const monitors = DOCUMENT.monitors.map((each) => ({ ...each, tags: ["new"] }));
		const { digest } = await plan({ ...DOCUMENT, monitors });
		const [db] = await list("/api/v1/monitors?q=DB", "monitors");
		await service().ask("PUT", `/api/v1/monitors/${db.id}`, { body: { port: 1 } });
		const headers = { "if-match": `"${digest}"` };
		expect((await put({ ...DOCUMENT, monitors }, "", { headers })).status).toBe(412);
		await apply(DOCUMENT);
		const again = { "if-match": `"${(await plan({ ...DOCUMENT, monitors })).digest}"` };
		expect((await put({ ...DOCUMENT, monitors }, "", { headers: again })).status).toBe(200);
	});

	test("an If-Match is taken as the standard says, and what can't be read applies nothing", async () => {
		const planned = await put(DOCUMENT, "?dryRun=1");
		const tag = `"${planned.json.data.digest}"`;
		expect(planned.headers.get("etag")).toBe(tag);
		const status = async (ifMatch: string) =>
			(await put(DOCUMENT, "?dryRun=1", { headers: { "if-match": ifMatch } })).status;
		for (const other of ['""', '"a"', '"a", "b"']) expect([other, await status(other)]).toEqual([other, 412]);
		for (const bad of ["", "a", '"a', '"a" "b"', `${tag},`, `*, ${tag}`]) {
			expect([bad, await status(bad)]).toEqual([bad, 400]);
		}
		for (const same of ["*", tag, `W/${tag}`, `"a" , W/${tag},"b"`]) expect(await status(same)).toBe(200);
		const applied = await put(DOCUMENT, "", { headers: { "if-match": `"a", ${tag}` } });
		expect([applied.status, applied.headers.get("etag")]).toEqual([200, null]);
		const refused = await put(DOCUMENT, "", { headers: { "if-match": "a" } });
		expect(refused.json.error).toMatchObject({ code: "BAD_REQUEST", message: expect.stringContaining("If-Match") });
	});

	test("of 16 MiB is read, and of a byte more refused", async () => {
		const filled = (bytes: number) => {
			const document = { monitors: [{ key: "a", name: "A", url: "https://a.example/" }], unheardOf: "" };
			return { ...document, unheardOf: "x".repeat(bytes - JSON.stringify(document).length) };
		};
		const read = await put(filled(16 * 1024 ** 2));
		expect([read.status, read.json.error.details]).toMatchObject([400, [{ path: "/unheardOf" }]]);
		const refused = await put(filled(16 * 1024 ** 2 + 1));
		const message = "The body has more than 16777216 bytes.";
		expect([refused.status, refused.json.error.details]).toEqual([400, [{ path: "", message }]]);
	});

	test("all of it is applied or nothing", async () => {
		const taken = { key: "other", name: "Other", slug: "public" };
		const answer = await put({ ...DOCUMENT, statusPages: [...DOCUMENT.statusPages, taken] });
		expect([answer.status, answer.json.error.details[0].path]).toEqual([400, "/statusPages/1/slug"]);
		expect(await list("/api/v1/monitors", "monitors")).toEqual([]);
	});

	test("faults name their place in the document", async () => {
		const { status, json } = await put({ monitors: [{ key: "a", name: "A", url: "ftp://a" }], alert: [] });
		expect([status, json.error.details.map(({ path }: { path: string }) => path)]).toEqual([
			400,
			["/alert", "/monitors/0/url"],
		]);
	});

	test("of more faults than are listed it says how many there are", async () => {
		const monitors = Array.from({ length: 60 }, (_, at) => ({ key: `m${at}`, name: "A", url: "ftp://a" }));
		const { error } = (await put({ monitors })).json;
		expect([error.details.length, error.message]).toEqual([
			50,
			"The configuration has faults. 10 more are not listed.",
		]);
	});

	describe("pruning", () => {
		const jobs = (count: number) => ({
			monitors: Array.from({ length: count }, (_, at) => ({
				...{ key: `job-${at}`, type: "cron", name: `Job ${at}`, schedule: "0 2 * * *" },
			})),
		});

		test("deletes what left the document, when it is asked to, and no more than half", async () => {
			await apply(jobs(5));
			const left = ["job-3", "job-4"].map((key) => ({ kind: "monitors", key }));
			expect(await plan(jobs(3))).toMatchObject({ changes: [], left });
			expect(actions(await plan(jobs(3), "?dryRun=1&prune=1"))).toEqual([
				"delete monitors/job-3",
				"delete monitors/job-4",
			]);
			const refused = await put(jobs(1), "?prune=1");
			expect(refused.json.error.details).toMatchObject([{ path: "pruneLimit", message: /4 of 5 .* limit is 2/ }]);
			const planned = await plan(jobs(1), "?prune=1&dryRun=1");
			expect([actions(planned).length, planned.refusal]).toEqual([4, refused.json.error.details[0].message]);
			expect((await plan(jobs(1), "?prune=1&pruneLimit=4&dryRun=1")).refusal).toBeNull();
			expect(actions(await apply(jobs(1), "?prune=1&pruneLimit=4"))).toHaveLength(4);
			expect(await list("/api/v1/monitors", "monitors")).toHaveLength(1);
		});

		test("deletes no more than 20 unless it is told how many, and a plan names each of more", async () => {
			await apply(jobs(50));
			const planned = await plan(jobs(29), "?prune=1&dryRun=1");
			expect(actions(planned).toSorted()).toEqual(
				Array.from({ length: 21 }, (_, at) => `delete monitors/job-${29 + at}`).toSorted(),
			);
			expect(planned.refusal).toMatch(/^21 of 50 .* the limit is 20\./);
			expect((await put(jobs(29), "?prune=1")).json.error.details).toMatchObject([
				{ path: "pruneLimit", message: planned.refusal },
			]);
			expect((await plan(jobs(30), "?prune=1&dryRun=1")).refusal).toBeNull();
			expect(actions(await apply(jobs(29), "?prune=1&pruneLimit=21"))).toHaveLength(21);
			expect((await put(jobs(8), "?prune=1&pruneLimit=20")).status).toBe(400);
		});

		test("touches neither another project's objects nor what nobody owns", async () => {
			await apply({ project: "a", ...jobs(2) });
			await apply({ project: "b", ...jobs(2) });
			await service().newMonitor({ name: "By hand" });
			expect(actions(await apply({ project: "a" }, "?prune=1&pruneLimit=9"))).toHaveLength(2);
			expect(await list("/api/v1/monitors", "monitors")).toHaveLength(3);
		});
	});

	test("an object of the same name is taken over when that is asked for, and made beside it otherwise", async () => {
		const { id } = await service().newMonitor({ name: "API", url: "https://api.example.com/" });
		const api = { monitors: [{ key: "api", name: "API", url: "https://api.example.com/", tags: ["x"] }] };
		expect(actions(await plan(api))).toEqual(["create monitors/api"]);
		const adopted = await apply(api, "?adopt=1");
		expect(adopted.changes).toMatchObject([{ action: "adopt", id, changes: [{ field: "tags" }] }]);
		expect(await list("/api/v1/monitors", "monitors")).toHaveLength(1);
		const ofOthers = await plan({ project: "others", ...api }, "?dryRun=1&adopt=1");
		expect(actions(ofOthers)).toEqual(["create monitors/api"]);
	});

	test("lists what files own to its own team, and a direct change of it is drift", async () => {
		const applied = await apply({ ...DOCUMENT, project: "shop" });
		const owned = (key?: string) => service().ask("GET", "/api/v1/config/objects", key === undefined ? {} : { key });
		const made = applied.changes.map(({ kind, key, id }: Change & { id: string }) => ({
			id,
			kind,
			project: "shop",
			key,
		}));
		const { objects } = (await owned()).json.data;
		expect(objects).toHaveLength(5);
		expect(objects).toEqual(expect.arrayContaining(made));
		expect((await owned((await service().newTeam("others")).key)).json.data.objects).toEqual([]);
		expect((await owned(await service().keyWith(["monitors:read"]))).status).toBe(403);
		const { id } = made.find(({ key }: { key: string }) => key === "db");
		expect((await service().ask("PUT", `/api/v1/monitors/${id}`, { body: { port: 1 } })).status).toBe(200);
		expect((await plan({ ...DOCUMENT, project: "shop" })).changes).toMatchObject([{ key: "db", drifted: true }]);
	});

	test("a member is named by their e-mail address, in an export too for whoever may see it", async () => {
		const ada = await aMember(service(), "owner");
		const [bea, { email }] = [await aMember(service(), "editor"), ada.user];
		const week = (...people: string[]) => ({
			schedules: [{ key: "week", name: "Week", layers: [{ people, ...LAYER }] }],
		});
		const planned = await plan(week(email.toUpperCase()));
		expect(JSON.stringify(planned.changes)).toContain(email.toUpperCase());
		await apply(week(email.toUpperCase()));
		const [made] = await list("/api/v1/schedules", "schedules");
		expect(made.layers[0].people).toEqual([{ id: ada.user.publicId, name: ada.user.name }]);
		for (const same of [email, ada.user.publicId]) expect(await plan(week(same))).toMatchObject({ changes: [] });
		expect((await plan(week(bea.user.email))).totals).toMatchObject({ update: 1 });
		const exported = async (key: string) => {
			const { json } = await service().ask("GET", "/api/v1/config", { key });
			return json.data.schedules[0].layers[0].people;
		};
		expect(await exported(service().key)).toEqual([email]);
		expect(await exported(await service().keyWith(["config:read"]))).toEqual([ada.user.publicId]);
		const reader = await service().keyWith(["config:read", "members:read"]);
		const refused = await put(week("nobody@example.com"), "?dryRun=1", { key: reader });
		expect(refused.json.error.details).toEqual([
			{ path: "/schedules/0/layers/0/people/0", message: "No member of the team has this e-mail address." },
		]);
		expect(
			(await put(week("nobody@example.com"), "", { key: await service().keyWith(["monitors:read"]) })).status,
		).toBe(403);
	});

	test("an export of more than a document can hold is refused, and one of a project is not", async () => {
		await apply({ project: "shop", monitors: [DOCUMENT.monitors[1]] });
		await copyMonitor(service(), 19_998);
		const all = (await service().ask("GET", "/api/v1/config")).json.data.monitors;
		expect(all.map(({ key }: { key: string }) => key).sort()).toEqual(
			["db", ...Array.from({ length: 19_998 }, (_, index) => `db-${index + 2}`)].sort(),
		);
		await copyMonitor(service(), 1);
		const { status, json } = await service().ask("GET", "/api/v1/config");
		expect([status, json.error.details]).toEqual([
			400,
			[{ path: "", message: expect.stringContaining("more monitors than a document can hold. Export what a project") }],
		]);
		const { monitors } = (await service().ask("GET", "/api/v1/config?project=shop")).json.data;
		expect(monitors.map(({ key }: { key: string }) => key)).toEqual(["db"]);
	});

	test("people change what files own in the files alone; keys change it, and plans tell that", async () => {
		const ada = await aMember(service(), "owner");
		const schedule = { key: "week", name: "Week", layers: [{ people: [ada.user.email], ...LAYER }] };
		await apply({ ...DOCUMENT, project: "shop", schedules: [schedule] });
		const by = await service().newMonitor({ name: "By hand" });
		const idOf = async (path: string, name: string, of: string) =>
			(await list(path, name)).find((each: { name: string }) => each.name === of).id;
		const api = await idOf("/api/v1/monitors", "monitors", "API");
		const db = await idOf("/api/v1/monitors", "monitors", "DB");
		const alert = await idOf("/api/v1/alerts", "alerts", "Ops");
		const page = await idOf("/api/v1/status-pages", "statusPages", "Public");
		const window = await idOf("/api/v1/maintenance-windows", "maintenanceWindows", "Upgrade");
		const week = await idOf("/api/v1/schedules", "schedules", "Week");
		const renamed = { body: { name: "Other" } };
		const changes: [string, string, object?][] = [
			...["monitors", "alerts", "status-pages", "maintenance-windows", "schedules"].flatMap((kind, at) => {
				const path = `/api/v1/${kind}/${[api, alert, page, window, week][at]}`;
				return [["PUT", path, renamed] as [string, string, object], ["DELETE", path] as [string, string]];
			}),
			["POST", `/api/v1/monitors/${api}/content-checks`, { body: { type: "contains", value: "ok" } }],
			["POST", `/api/v1/maintenance-windows/${window}/end`],
			...["pause", "delete"].map((action): [string, string, object] => {
				return ["POST", "/api/v1/monitors/bulk", { body: { action, ids: [api, db, by.id] } }];
			}),
			["POST", "/api/v1/monitors/bulk", { body: { action: "edit", ids: [by.id], alerts: { add: [alert] } } }],
		];
		for (const [method, path, asking] of changes) {
			const { status, text } = await ada.ask(method, path, asking);
			expect([method, path, status, text]).toEqual([method, path, 403, expect.stringContaining("from files")]);
		}
		const bulk = { body: { action: "tag", tags: ["x"], ids: [api, db, by.id] } };
		expect((await ada.ask("POST", "/api/v1/monitors/bulk", bulk)).json.error.message).toBe(
			"The monitor api (project shop), the monitor db (project shop) come from files: change them there.",
		);
		expect(await plan({ ...DOCUMENT, project: "shop", schedules: [schedule] })).toMatchObject({ changes: [] });
		expect((await ada.ask("POST", "/api/v1/monitors/bulk", { body: { action: "pause", ids: [by.id] } })).status).toBe(
			200,
		);
		expect((await service().ask("PUT", `/api/v1/monitors/${api}`, renamed)).status).toBe(200);
	});

	test("an object that was deleted on the server is made again", async () => {
		await apply(DOCUMENT);
		const [api] = await list("/api/v1/monitors?q=API", "monitors");
		await service().ask("DELETE", `/api/v1/monitors/${api.id}`);
		expect(actions(await apply(DOCUMENT))).toEqual(
			expect.arrayContaining(["create monitors/api", "update alerts/ops"]),
		);
		expect(await plan(DOCUMENT)).toMatchObject({ changes: [] });
	});

	test("what is exported and applied to another team plans nothing there", async () => {
		const monitors = [...DOCUMENT.monitors, { ...DOCUMENT.monitors[0], key: "x", name: "Ünï code", dependsOn: [] }];
		const checked = { ...monitors[0], contentChecks: [{ type: "contains", value: "ok" }, HEADER_CHECK] };
		await apply({ ...DOCUMENT, monitors: [checked, ...monitors.slice(1)] });
		await service().newMonitor({ name: "Ünï code", url: "https://b.example/" });
		const exported = (await service().ask("GET", "/api/v1/config")).json.data;
		expect(exported.alerts).toEqual([
			{ ...DOCUMENT.alerts[0], channel: { type: "slack", url: { secret: "ALERTS_OPS__URL" } } },
		]);
		expect(exported.monitors.map(({ key }: { key: string }) => key)).toEqual(["db", "api", "x", "uni-code"]);
		const { key } = await service().newTeam("others");
		// Slugs are the installation's.
		const text = JSON.stringify(exported).replaceAll('"slug":"public"', '"slug":"others"');
		const moved = JSON.parse(text, (_, value) => (value?.secret === "ALERTS_OPS__URL" ? SLACK.url : value));
		expect((await put(moved, "", { key })).status).toBe(200);
		expect((await put(moved, "?dryRun=1", { key })).json.data).toMatchObject({ changes: [] });
	});

	test("an export for a project to take over leaves out what others own; one of all has each key once", async () => {
		const api = { monitors: [{ key: "api", name: "API", url: "https://api.example.com/" }] };
		await apply({ project: "shop", ...api });
		await apply({ project: "infra", ...api });
		await service().newMonitor({ name: "By hand" });
		const keys = async (query = "") => {
			const { json } = await service().ask("GET", `/api/v1/config${query}`);
			return json.data.monitors.map(({ key }: { key: string }) => key);
		};
		expect(await keys()).toEqual(["api", "api-2", "by-hand"]);
		expect(await keys("?adopt=1")).toEqual(["by-hand"]);
		expect(await keys("?adopt=1&project=shop")).toEqual(["api", "by-hand"]);
		expect(await keys("?project=shop")).toEqual(["api"]);
	});

	test("a list where an object stands is answered with the members that it has", async () => {
		const { error } = (await put({ alerts: [{ key: "a", name: "A", channel: SLACK, tags: ["shop"] }] })).json;
		expect(error.details).toEqual([
			{ path: "/alerts/0/tags", message: 'Must be an object with the members { any } or { all }, not ["shop"].' },
		]);
	});

	test("needs the scopes of what changes; a plan needs config:read alone; a session is refused", async () => {
		const ask = async (...scopes: Parameters<Service["keyWith"]>[0]) => {
			const key = await service().keyWith(scopes);
			return [(await put(DOCUMENT, "?dryRun=1", { key })).status, (await put(DOCUMENT, "", { key })).status];
		};
		expect(await ask("config:read")).toEqual([200, 403]);
		expect(await ask("config:read", "config:write", "monitors:write")).toEqual([200, 403]);
		expect(await ask("monitors:write")).toEqual([403, 403]);
		const ada = await aMember(service(), "owner");
		expect((await ada.ask("PUT", "/api/v1/config", { body: DOCUMENT })).status).toBe(401);
		expect(await list("/api/v1/monitors", "monitors")).toEqual([]);
	});

	test("of a thousand monitors is planned and applied in seconds", { timeout: 120_000 }, async () => {
		const monitors = Array.from({ length: 1_000 }, (_, at) => ({
			...{
				key: `m${at}`,
				name: `Monitor ${at}`,
				url: `https://host-${at}.example.com/`,
				dependsOn: at > 0 ? ["m0"] : [],
			},
		}));
		const cpu = async (work: () => Promise<unknown>) => {
			const [before, began] = [process.cpuUsage(), performance.now()];
			await work();
			const { user, system } = process.cpuUsage(before);
			return { cpuMs: (user + system) / 1000, wallMs: performance.now() - began };
		};
		const times = [];
		for (const query of ["?dryRun=1", "", "?dryRun=1"]) times.push(await cpu(() => apply({ monitors }, query)));
		const changed = monitors.map((each) => ({ ...each, tags: ["new"] }));
		times.push(await cpu(() => apply({ monitors: changed })));
		// Far above what it takes alone: a suite beside it must not fail for its neighbours.
		for (const { cpuMs } of times) expect(cpuMs).toBeLessThan(10_000);
	});
});

/** Copies the first monitor, with its state, so many times. */
async function copyMonitor({ database: { db } }: Service, times: number): Promise<void> {
	const monitors = db.selectFrom("monitors").selectAll().orderBy("id");
	const { id, public_id, ...monitor } = await monitors.executeTakeFirstOrThrow();
	const { monitor_id, ...state } = await db
		.selectFrom("monitor_states")
		.selectAll()
		.where("monitor_id", "=", id)
		.executeTakeFirstOrThrow();
	const [columns, ofState] = [monitor, state].map((row) => sql.join(Object.keys(row).map((name) => sql.ref(name))));
	await sql`
		insert into monitors (public_id, ${columns})
		with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < ${times})
		select 'mon_' || ${times} || 'x' || number, ${columns} from monitors, numbers where id = ${id}`.execute(db);
	await sql`
		insert into monitor_states (monitor_id, ${ofState})
		select copy, ${ofState} from (select id as copy from monitors) as m, monitor_states
		where monitor_id = ${id} and copy not in (select monitor_id from monitor_states)`.execute(db);
}
