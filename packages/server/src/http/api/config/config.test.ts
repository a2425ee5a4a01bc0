import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { aMember } from "../../testing/people.ts";
import { type Service, startService } from "../../testing/service.ts";

const SLACK = { type: "slack", url: "https://hooks.slack.com/services/T0/B0/key" };
const HEADER_CHECK = { type: "header", name: "Cache-Control", operator: "equals", expected: "no-store" };
/** One of each kind, with references by key. */
const DOCUMENT = {
	monitors: [
		{ key: "api", name: "API", url: "https://api.example.com/", dependsOn: ["db"], tags: ["prod"] },
		{ key: "db", type: "tcp", name: "DB", host: "db.example.com", port: 5432 },
	],
	alerts: [{ key: "ops", name: "Ops", channel: SLACK, monitorIds: ["api"] }],
	statusPages: [
		{
			...{ key: "public", name: "Public", slug: "public" },
			sections: [{ name: "Shop", components: [{ name: "API", monitorIds: ["api"] }] }],
		},
	],
	maintenance: [
		{
			...{ key: "upgrade", name: "Upgrade", monitorIds: ["db"], statusPageIds: ["public"], publicTitle: "Upgrade" },
			...{ startsAt: "2026-07-01T22:00:00Z", endsAt: "2026-07-01T23:00:00Z" },
		},
	],
};

const LAYER = { timeZone: "Europe/Berlin", startsOn: "2026-01-05" };

type Change = { kind: string; key: string; action: string; drifted: boolean; changes: { field: string }[] };

onEachEngine("/config", (engine) => {
	let service: Service;
	beforeEach(async () => {
		const made = await startService(engine);
		service = made;
		return () => made[Symbol.asyncDispose]();
	});
	const put = (document: object, query = "", more: Parameters<Service["ask"]>[2] = {}) =>
		service.ask("PUT", `/api/v1/config${query}`, { body: document, ...more });
	const apply = async (document: object, query = "") => {
		const { status, json, text } = await put(document, query);
		if (status !== 200) throw new Error(text);
		return json.data;
	};
	const plan = (document: object, query = "?dryRun=1") => apply(document, query);
	const actions = ({ changes }: { changes: Change[] }) =>
		changes.map(({ kind, key, action }) => `${action} ${kind}/${key}`);
	const list = async (path: string, name: string) => (await service.ask("GET", path)).json.data[name];

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

	test("another secret is a change that shows neither of them; one that is not set stays", async () => {
		await apply(DOCUMENT);
		const alerts = (url: unknown) => DOCUMENT.alerts.map((alert) => ({ ...alert, channel: { ...SLACK, url } }));
		expect(await plan({ ...DOCUMENT, alerts: alerts({ secret: "SLACK_URL" }) })).toMatchObject({ changes: [] });
		const other = "https://hooks.slack.com/services/T0/B0/other";
		const planned = await plan({ ...DOCUMENT, alerts: alerts(other) });
		expect(planned.changes).toMatchObject([
			{ key: "ops", changes: [{ field: "secrets", before: "••••", after: "••••" }] },
		]);
		const fresh = await put({ alerts: [{ ...alerts({ secret: "SLACK_URL" })[0], key: "new", monitorIds: null }] });
		expect(fresh.json.error.details).toEqual([
			{ path: "/alerts/0/channel/url", message: "This secret has to be given. Set SLACK_URL." },
		]);
	});

	test("what lets someone in though it is open is shown neither before nor after, and that it changes is", async () => {
		const url = (secret: string) => `https://form.example/?token=${secret}`;
		const document = (secret: string, accept = "text/html") => {
			const sent = [
				{ name: "Authorization", value: `Bearer ${secret}` },
				{ name: "Accept", value: accept },
			];
			const request = { headers: sent, body: `password=${secret}` };
			return {
				monitors: [
					{ key: "form", name: url(secret), url: url(secret), method: "POST", request },
					{ key: "db", type: "tcp", name: "DB", host: "db.example.com", port: 1, send: `password ${secret}` },
				],
			};
		};
		const created = await put(document("hunter1"), "?dryRun=1");
		expect(created.text).not.toContain("hunter");
		expect(created.json.data.changes[0].changes).toContainEqual({
			...{ field: "url", before: null, after: "https://form.example/ (secret)" },
		});
		await apply(document("hunter1"));

		const other = await put(document("hunter2"), "?dryRun=1");
		expect(other.text).not.toContain("hunter");
		expect(other.json.data.changes[0]).toMatchObject({ name: "https://form.example/ (secret)" });
		expect(other.json.data.changes[0].changes).toContainEqual({
			...{ field: "request.body", before: "(another secret)", after: "(secret)" },
		});
		expect(other.json.data.changes[1].changes).toMatchObject([
			{ field: "send", before: "(another secret)", after: "(secret)" },
		]);

		const accepted = await put(document("hunter1", "*/*"), "?dryRun=1");
		const sent = (accept: string) => [
			{ name: "Authorization", value: "(secret)" },
			{ name: "Accept", value: accept },
		];
		expect(accepted.json.data.changes).toMatchObject([
			{ changes: [{ field: "request.headers", before: sent("text/html"), after: sent("*/*") }] },
		]);
	});

	test("what somebody changed on the server since is told as drift, and applied away", async () => {
		await apply(DOCUMENT);
		const [db] = await list("/api/v1/monitors?q=DB", "monitors");
		await service.ask("PUT", `/api/v1/monitors/${db.id}`, { body: { port: 1 } });
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

	describe("a secret that somebody changed on the server", () => {
		const changedSecret = async () => {
			await apply(DOCUMENT);
			const [ops] = await list("/api/v1/alerts", "alerts");
			const channel = { type: "slack", url: "https://hooks.slack.com/services/T0/B0/somebody" };
			expect((await service.ask("PUT", `/api/v1/alerts/${ops.id}`, { body: { channel } })).status).toBe(200);
		};
		const masked = [{ field: "secrets", before: "••••", after: "••••" }];

		test("is drift, which the secret of the files undoes", async () => {
			await changedSecret();
			expect((await plan(DOCUMENT)).changes).toMatchObject([
				{ key: "ops", action: "update", drifted: true, keepsSecrets: false, changes: masked },
			]);
			await apply(DOCUMENT);
			expect(await plan(DOCUMENT)).toMatchObject({ changes: [] });
		});

		test("is drift that stays where the files do not give it", async () => {
			await changedSecret();
			const alerts = [{ ...DOCUMENT.alerts[0], channel: { type: "slack", url: { secret: "SLACK_URL" } } }];
			const unset = { ...DOCUMENT, alerts };
			expect((await plan(unset)).changes).toMatchObject([
				{ key: "ops", action: "update", drifted: true, keepsSecrets: true, changes: masked },
			]);
			await apply(unset);
			expect(await plan(unset)).toMatchObject({ changes: [] });
			expect((await plan(DOCUMENT)).changes).toMatchObject([{ key: "ops", changes: masked }]);
		});

		test("of a monitor and of a page as well", async () => {
			const page = { key: "closed", name: "Closed", slug: "closed", access: "password", password: "a long password" };
			const keyed = (value: string) => ({ request: { headers: [{ name: "X-Key", value, secret: true }] } });
			const document = {
				monitors: [{ key: "api", name: "API", url: "https://api.example.com/", ...keyed("one") }],
				statusPages: [page],
			};
			await apply(document);
			expect(await plan(document)).toMatchObject({ changes: [] });
			const [api] = await list("/api/v1/monitors", "monitors");
			const [closed] = await list("/api/v1/status-pages", "statusPages");
			expect((await service.ask("PUT", `/api/v1/monitors/${api.id}`, { body: keyed("two") })).status).toBe(200);
			const body = { password: "another password" };
			expect((await service.ask("PUT", `/api/v1/status-pages/${closed.id}`, { body })).status).toBe(200);
			expect((await plan(document)).changes).toMatchObject([
				{ key: "api", drifted: true, changes: masked },
				{ key: "closed", drifted: true, changes: masked },
			]);
			await apply(document);
			expect(await plan(document)).toMatchObject({ changes: [] });
		});

		test("since the plan keeps that plan from being applied", async () => {
			await apply(DOCUMENT);
			const { digest } = await plan(DOCUMENT);
			await changedSecret();
			expect((await put(DOCUMENT, "", { headers: { "if-match": `"${digest}"` } })).status).toBe(412);
		});
	});

	describe("a variable that is not set, where the object has no secret", () => {
		const document = (body: unknown, more: object = {}) => ({
			monitors: [
				{ key: "form", name: "Form", url: "https://form.example/", method: "POST", request: { body, ...more } },
				{ key: "db", type: "tcp", name: "DB", host: "db.example.com", port: 5432, send: body },
			],
		});
		const unset = { secret: "FORM_BODY" };
		const values = async () => {
			const monitors = await list("/api/v1/monitors?view=full&sort=name", "monitors");
			return monitors.map((each: { send?: string; request?: { body: string } }) => each.send ?? each.request?.body);
		};

		test("keeps what the service has, and shows it in no plan", async () => {
			await apply(document("pass=hunter2"));
			expect(await plan(document(unset))).toMatchObject({ changes: [], totals: { unchanged: 2 } });
			const headers = [{ name: "X-Key", value: "one" }];
			const planned = await plan(document(unset, { headers }));
			expect(planned.changes).toMatchObject([{ key: "form", changes: [{ field: "request.headers" }] }]);
			expect(JSON.stringify(planned)).not.toContain("hunter2");
			await apply(document(unset, { headers }));
			expect(await values()).toEqual(["pass=hunter2", "pass=hunter2"]);
		});

		test("is named where the service has nothing to keep", async () => {
			const message = "The variable FORM_BODY is not set, and the service keeps none here.";
			const fault = { path: "/monitors/0/request/body", message };
			expect((await put(document(unset), "?dryRun=1")).json.error.details).toEqual([fault]);
			await apply(document(null));
			expect((await put(document(unset))).json.error.details).toEqual([fault]);
			const site = { key: "site", name: "Site", url: unset };
			expect((await put({ monitors: [site] })).json.error.details).toEqual([{ path: "/monitors/0/url", message }]);
		});

		test("keeps an address that the object needs, and every other member with it", async () => {
			const url = "https://site.example.com/?token=hunter2";
			const site = (named: unknown, more: object = {}) => ({
				monitors: [{ key: "site", name: "Site", url: named, ...more }],
				alerts: [{ key: "ops", name: "Ops", channel: { type: "webhook", url: named } }],
			});
			const named = { secret: "SITE_URL" };
			expect((await put(site(named))).json.error.details.map(({ path }: { path: string }) => path)).toEqual([
				"/monitors/0/url",
			]);
			await apply(site(url));
			expect(await plan(site(named))).toMatchObject({ changes: [], totals: { unchanged: 2 } });
			// What somebody changed meanwhile stays there, and what else they changed is drift.
			const [{ id }] = await list("/api/v1/monitors", "monitors");
			const body = { url: `${url}2`, timeoutSeconds: 7 };
			await service.ask("PUT", `/api/v1/monitors/${id}`, { body });
			expect((await plan(site(named))).changes).toMatchObject([
				{ drifted: true, changes: [{ field: "timeoutSeconds" }] },
			]);
			expect((await plan(site(url))).changes).toMatchObject([{ drifted: true }]);
			await apply(site(named));
			expect((await plan(site(url))).changes).toMatchObject([{ drifted: false, changes: [{ field: "url" }] }]);
			await apply(site(url));
			await apply(site(named, { timeoutSeconds: 5 }));
			expect(await list("/api/v1/monitors", "monitors")).toMatchObject([{ url, timeoutSeconds: 5 }]);
			expect((await service.ask("GET", "/api/v1/alerts")).json.data.alerts[0].channel.url).toBe(url);
		});

		test("keeps what a channel may leave out, and an address of a channel of a step", async () => {
			const token = '{"token":"hunter2"}';
			const [server, named] = ["https://ntfy.example/a?token=hunter2", { secret: "UNSET" }];
			const alerts = (body: unknown, serverUrl: unknown, method = "POST") => {
				const channels = [{ type: "gotify", serverUrl, appToken: "hunter2" }];
				const escalation = { steps: [{ afterMinutes: 5, channels }] };
				const hook = { type: "http", url: "https://hook.example/", method, body };
				return {
					alerts: [
						{ key: "hook", name: "Hook", channel: hook, escalation },
						{ key: "ntfy", name: "Ntfy", channel: { type: "ntfy", topic: "ops", serverUrl } },
					],
				};
			};
			await apply(alerts(token, server));
			expect(await plan(alerts(named, named))).toMatchObject({ changes: [], totals: { unchanged: 2 } });
			await apply(alerts(named, named, "PUT"));
			const all = await list("/api/v1/alerts", "alerts");
			const [hook, ntfy] = ["Hook", "Ntfy"].map((name) => all.find((each: { name: string }) => each.name === name));
			expect(hook.channel).toMatchObject({ method: "PUT", body: token });
			expect(hook.escalation.steps[0].channels[0].serverUrl).toBe(server);
			expect(ntfy.channel.serverUrl).toBe(server);
		});

		describe("of a content check", () => {
			const word = { type: "contains", value: "hunter2" };
			const path = { type: "json", value: "$.token", operator: "equals", expected: "hunter3" };
			const site = (contentChecks: object[], more: object = {}) => ({
				monitors: [{ key: "site", name: "Site", url: "https://site.example/", contentChecks, ...more }],
			});
			const unset = { secret: "UNSET" };
			const named = [
				{ ...word, value: unset },
				{ ...path, value: unset },
				{ ...path, expected: unset },
			];
			const said = async () => {
				const [{ contentChecks }] = await list("/api/v1/config", "monitors");
				const values = contentChecks.map(
					({ value, expected }: { value: string; expected?: string }) => expected ?? value,
				);
				return values.toSorted();
			};
			const refused = async (contentChecks: object[]) => (await put(site(contentChecks))).json.error?.details[0];

			test("keeps what it expects, whatever else of the monitor changes", async () => {
				expect(await refused(named)).toEqual({
					path: "/monitors/0/contentChecks/0/value",
					message: "The variable UNSET is not set, and the service keeps none here.",
				});
				await apply(site([word, path, path]));
				expect(await plan(site(named))).toMatchObject({ changes: [], totals: { unchanged: 1 } });
				await apply(site(named, { tags: ["new"] }));
				expect(await plan(site([word, path, path], { tags: ["new"] }))).toMatchObject({ changes: [] });
			});

			test("finds it by all else that it says, where others come, go or move", async () => {
				await apply(site([word, path]));
				const [one, , two] = named as [object, object, object];
				await apply(site([{ ...path, value: "$.new" }, two, one]));
				expect(await said()).toEqual(["hunter2", "hunter3", "hunter3"]);
				await apply(site([one]));
				expect(await said()).toEqual(["hunter2"]);
			});

			test("finds one of which something else changes, when no other one of its kind comes or goes", async () => {
				await apply(site([word, path]));
				const planned = await plan(site([{ ...word, value: unset, caseSensitive: true }, path]));
				expect(planned.changes).toMatchObject([{ key: "site", changes: [{ field: "contentChecks" }] }]);
				expect(JSON.stringify(planned)).not.toContain("hunter2");
				await apply(site([{ ...word, value: unset, caseSensitive: true }, path]));
				await apply(
					site([
						{ ...word, caseSensitive: true },
						{ ...path, value: "$.other", expected: unset },
					]),
				);
				expect(await said()).toEqual(["hunter2", "hunter3"]);
				expect(
					await plan(
						site([
							{ ...word, caseSensitive: true },
							{ ...path, value: "$.other" },
						]),
					),
				).toMatchObject({
					changes: [],
				});
			});

			test("is named where none, or no one, can be meant, and nothing is applied", async () => {
				await apply(site([word, { type: "contains", value: "hunter4" }, path]));
				const message = expect.stringContaining("UNSET is not set, and no one content check");
				const open = { ...word, value: unset };
				for (const checks of [
					// Of two that differ, one or three.
					[open, path],
					[open, open, open, path],
					// Another one changes as well.
					[{ ...open, caseSensitive: true }, { ...word, value: "other" }, path],
					// What it expected was compared in another way.
					[word, { type: "contains", value: "hunter4" }, { ...path, operator: "matches", expected: unset }],
				]) {
					expect(await refused(checks)).toMatchObject({ message });
				}
				expect(await said()).toEqual(["hunter2", "hunter3", "hunter4"]);
				await apply(site([open, open, path], { tags: ["new"] }));
				expect(await said()).toEqual(["hunter2", "hunter3", "hunter4"]);
			});
		});

		test("keeps the value of each of two headers of one name", async () => {
			const site = (...values: unknown[]) => {
				const headers = values.map((value) => ({ name: "Cookie", value }));
				return { monitors: [{ key: "site", name: "Site", url: "https://site.example/", request: { headers } }] };
			};
			await apply(site("a=hunter1", "b=hunter2"));
			const [one, two] = [{ secret: "ONE" }, { secret: "TWO" }];
			expect(await plan(site(one, two))).toMatchObject({ changes: [] });
			await apply(site("a=other", two));
			const [monitor] = await list("/api/v1/monitors?view=full", "monitors");
			expect(monitor.request.headers.map(({ value }: { value: string }) => value)).toEqual(["a=other", "b=hunter2"]);
			expect((await put(site(one, two, { secret: "THREE" }))).json.error.details).toMatchObject([
				{ path: "/monitors/0/request/headers/2/value" },
			]);
		});

		test("is hidden also in lists: the body of a step is found by its step's name", async () => {
			const step = (name: string, body: unknown, url = "https://a.example/") => ({ name, method: "POST", url, body });
			const flow = (...steps: object[]) => ({ monitors: [{ key: "flow", type: "flow", name: "Flow", steps }] });
			await apply(flow(step("one", "hunter1"), step("two", "hunter2")));
			const turned = flow(step("two", { secret: "TWO" }), step("one", { secret: "ONE" }, "https://b.example/"));
			const planned = await plan(turned);
			expect(planned.changes).toMatchObject([{ key: "flow", changes: [{ field: "steps" }] }]);
			expect(JSON.stringify(planned)).not.toContain("hunter");
			await apply(turned);
			const [monitor] = await list("/api/v1/monitors?view=full", "monitors");
			expect(monitor.steps.map(({ body }: { body: string }) => body)).toEqual(["hunter2", "hunter1"]);
		});
	});

	test("a secret that a change of the channel removed is applied when it is given again", async () => {
		const ntfy = (serverUrl: string, more: object = {}) => ({
			alerts: [{ key: "ops", name: "Ops", channel: { type: "ntfy", serverUrl, topic: "ops", ...more } }],
		});
		const accessToken = "tk_0123456789";
		await apply(ntfy("https://a.example", { accessToken }));
		await apply(ntfy("https://b.example"));
		const again = ntfy("https://b.example", { accessToken });
		expect((await plan(again)).changes).toMatchObject([{ key: "ops", changes: [{ field: "secrets" }] }]);
		await apply(again);
		expect(await plan(again)).toMatchObject({ changes: [] });
	});

	test("of an object of which it is not known what it held, nothing is drift", async () => {
		await apply(DOCUMENT);
		await service.database.db.updateTable("config_objects").set({ held_digest: "" }).execute();
		expect(await plan(DOCUMENT)).toMatchObject({ changes: [], totals: { unchanged: 5 } });
	});

	test("a password of a page that is null is removed; one that is left out stays", async () => {
		const page = (more: object) => ({
			statusPages: [{ key: "closed", name: "Closed", slug: "closed", isPublished: false, ...more }],
		});
		const hasPassword = async () => (await list("/api/v1/status-pages", "statusPages"))[0].hasPassword;
		await apply(page({ password: "a long password" }));
		await apply(page({ name: "Shut" }));
		expect(await hasPassword()).toBe(true);
		await apply(page({ name: "Shut", password: null }));
		expect(await hasPassword()).toBe(false);
		expect(await plan(page({ name: "Shut", password: null }))).toMatchObject({ changes: [] });
	});

	test("a key that may not see members is told the same of every address", async () => {
		const ada = await aMember(service, "editor");
		const key = await service.keyWith(["config:read"]);
		const answers = [];
		for (const person of [ada.user.email, "nobody@example.org"]) {
			const schedule = { key: "week", name: "Week", layers: [{ people: [person], ...LAYER }] };
			answers.push((await put({ schedules: [schedule] }, "?dryRun=1", { key })).json.error.details);
		}
		const message = "Name the member by the id (usr_…), or plan with a key that has members:read.";
		const fault = { path: "/schedules/0/layers/0/people/0", message };
		expect(answers).toEqual([[fault], [fault]]);
	});

	test("of two secrets, one that is not set is no change of the other", async () => {
		const hook = { type: "webhook", url: "https://hook.example/", secret: `whsec_${"A".repeat(32)}` };
		const step = { afterMinutes: 5, channels: [DOCUMENT.alerts[0]?.channel] };
		const alert = { key: "ops", name: "Ops", channel: hook, escalation: { steps: [step] } };
		await apply({ alerts: [alert] });
		const half = { ...alert, channel: { ...hook, secret: { secret: "HOOK" } } };
		expect(await plan({ alerts: [half] })).toMatchObject({ changes: [] });
	});

	test("passwords of pages are hashed for whoever may apply alone, and for as many pages as a team can have", async () => {
		const pages = (count: number) =>
			Array.from({ length: count }, (_, index) => {
				const named = { key: `page-${index}`, name: `Page ${index}`, slug: `page-${index}` };
				return { ...named, access: "password", password: "a long password" };
			});
		const key = await service.keyWith(["config:read"]);
		// The cheapest of several rounds: a collection of garbage or a busy machine can only add.
		let leastMs = Number.POSITIVE_INFINITY;
		for (let round = 0; round < 3; round++) {
			const began = process.cpuUsage();
			expect((await put({ statusPages: pages(100) }, "", { key })).status).toBe(403);
			expect((await put({ statusPages: pages(101) })).json).toMatchObject({
				error: { details: [{ message: "A team has at most 100 status pages." }] },
			});
			leastMs = Math.min(leastMs, process.cpuUsage(began).user / 1000);
		}
		// The hash of one password takes about 20 ms.
		expect(leastMs).toBeLessThan(1_000);
	});

	test("a plan with a key that only reads tells no guess of a secret from the secret", async () => {
		const key = await service.keyWith(["config:read"]);
		const page = { key: "closed", name: "Closed", slug: "closed", access: "password", password: "a long password" };
		const document = { ...DOCUMENT, statusPages: [...DOCUMENT.statusPages, page] };
		await apply(document);
		const planWith = async (url: string, password: string, tags: string[]) => {
			const alerts = DOCUMENT.alerts.map((alert) => ({ ...alert, channel: { ...SLACK, url } }));
			const monitors = [{ ...DOCUMENT.monitors[0], tags }, DOCUMENT.monitors[1]];
			const statusPages = [...DOCUMENT.statusPages, { ...page, password }];
			const { json } = await put({ ...document, monitors, alerts, statusPages }, "?dryRun=1", { key });
			const { digest, ...answer } = json.data;
			return answer;
		};
		const right = await planWith(SLACK.url, page.password, ["prod"]);
		expect(right).toMatchObject({ changes: [], comparesSecrets: false });
		const wrong = "https://hooks.slack.com/services/T0/B0/guess";
		expect(await planWith(wrong, "a wrong password", ["prod"])).toEqual(right);
		expect(await planWith(wrong, "a wrong password", ["x"])).toEqual(await planWith(SLACK.url, page.password, ["x"]));
		expect(await plan(document)).toMatchObject({ comparesSecrets: true });
	});

	test("what somebody made since the plan, of a name that the plan makes, keeps it from being applied", async () => {
		for (const query of ["", "&adopt=1"]) {
			const name = `API${query}`;
			const document = { monitors: [{ key: name.replace(/\W/g, ""), name, url: "https://api.example.com/" }] };
			const { digest } = await plan(document, `?dryRun=1${query}`);
			await service.newMonitor({ name: "Another", url: "https://b.example/" });
			expect((await plan(document, `?dryRun=1${query}`)).digest).toBe(digest);
			await service.newMonitor({ name, url: "https://b.example/" });
			const headers = { "if-match": `"${digest}"` };
			expect((await put(document, `?${query.slice(1)}`, { headers })).status).toBe(412);
		}
	});

	test("a plan that the server has left behind is not applied", async () => {
		await apply(DOCUMENT);
		const monitors = DOCUMENT.monitors.map((each) => ({ ...each, tags: ["new"] }));
		const { digest } = await plan({ ...DOCUMENT, monitors });
		const [db] = await list("/api/v1/monitors?q=DB", "monitors");
		await service.ask("PUT", `/api/v1/monitors/${db.id}`, { body: { port: 1 } });
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

	test("a secret that was generated is answered once, under the variable that the document names", async () => {
		const hook = (secret?: object) => ({ type: "webhook", url: "https://hook.example/", ...secret });
		const alerts = [
			{ key: "named", name: "Named", channel: hook({ secret: { secret: "HOOK" } }) },
			{ key: "left-out", name: "Left out", channel: hook() },
		];
		expect((await plan({ alerts })).generated).toEqual([]);
		const secret = expect.stringMatching(/^whsec_/);
		expect((await apply({ alerts })).generated).toEqual([
			{ kind: "alerts", key: "named", path: "/alerts/0/channel/secret", variable: "HOOK", secret },
			{
				kind: "alerts",
				key: "left-out",
				path: "/alerts/1/channel/secret",
				variable: "ALERTS_LEFT_OUT__SECRET",
				secret,
			},
		]);
		expect((await apply({ alerts })).generated).toEqual([]);
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
			await service.newMonitor({ name: "By hand" });
			expect(actions(await apply({ project: "a" }, "?prune=1&pruneLimit=9"))).toHaveLength(2);
			expect(await list("/api/v1/monitors", "monitors")).toHaveLength(3);
		});
	});

	test("an object of the same name is taken over when that is asked for, and made beside it otherwise", async () => {
		const { id } = await service.newMonitor({ name: "API", url: "https://api.example.com/" });
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
		const owned = (key?: string) => service.ask("GET", "/api/v1/config/objects", key === undefined ? {} : { key });
		const made = applied.changes.map(({ kind, key, id }: Change & { id: string }) => ({
			id,
			kind,
			project: "shop",
			key,
		}));
		const { objects } = (await owned()).json.data;
		expect(objects).toHaveLength(5);
		expect(objects).toEqual(expect.arrayContaining(made));
		expect((await owned((await service.newTeam("others")).key)).json.data.objects).toEqual([]);
		expect((await owned(await service.keyWith(["monitors:read"]))).status).toBe(403);
		const { id } = made.find(({ key }: { key: string }) => key === "db");
		expect((await service.ask("PUT", `/api/v1/monitors/${id}`, { body: { port: 1 } })).status).toBe(200);
		expect((await plan({ ...DOCUMENT, project: "shop" })).changes).toMatchObject([{ key: "db", drifted: true }]);
	});

	test("a member is named by their e-mail address, in an export too for whoever may see it", async () => {
		const ada = await aMember(service, "owner");
		const [bea, { email }] = [await aMember(service, "editor"), ada.user];
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
			const { json } = await service.ask("GET", "/api/v1/config", { key });
			return json.data.schedules[0].layers[0].people;
		};
		expect(await exported(service.key)).toEqual([email]);
		expect(await exported(await service.keyWith(["config:read"]))).toEqual([ada.user.publicId]);
		const reader = await service.keyWith(["config:read", "members:read"]);
		const refused = await put(week("nobody@example.com"), "?dryRun=1", { key: reader });
		expect(refused.json.error.details).toEqual([
			{ path: "/schedules/0/layers/0/people/0", message: "No member of the team has this e-mail address." },
		]);
		expect((await put(week("nobody@example.com"), "", { key: await service.keyWith(["monitors:read"]) })).status).toBe(
			403,
		);
	});

	test("an export of more than a document can hold is refused, and one of a project is not", async () => {
		await apply({ project: "shop", monitors: [DOCUMENT.monitors[1]] });
		await copyMonitor(service, 19_998);
		const all = (await service.ask("GET", "/api/v1/config")).json.data.monitors;
		expect(all.map(({ key }: { key: string }) => key).sort()).toEqual(
			["db", ...Array.from({ length: 19_998 }, (_, index) => `db-${index + 2}`)].sort(),
		);
		await copyMonitor(service, 1);
		const { status, json } = await service.ask("GET", "/api/v1/config");
		expect([status, json.error.details]).toEqual([
			400,
			[{ path: "", message: expect.stringContaining("more monitors than a document can hold. Export what a project") }],
		]);
		const { monitors } = (await service.ask("GET", "/api/v1/config?project=shop")).json.data;
		expect(monitors.map(({ key }: { key: string }) => key)).toEqual(["db"]);
	});

	test("people change what files own in the files alone; keys change it, and plans tell that", async () => {
		const ada = await aMember(service, "owner");
		const schedule = { key: "week", name: "Week", layers: [{ people: [ada.user.email], ...LAYER }] };
		await apply({ ...DOCUMENT, project: "shop", schedules: [schedule] });
		const by = await service.newMonitor({ name: "By hand" });
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
		expect((await service.ask("PUT", `/api/v1/monitors/${api}`, renamed)).status).toBe(200);
	});

	test("an object that was deleted on the server is made again", async () => {
		await apply(DOCUMENT);
		const [api] = await list("/api/v1/monitors?q=API", "monitors");
		await service.ask("DELETE", `/api/v1/monitors/${api.id}`);
		expect(actions(await apply(DOCUMENT))).toEqual(
			expect.arrayContaining(["create monitors/api", "update alerts/ops"]),
		);
		expect(await plan(DOCUMENT)).toMatchObject({ changes: [] });
	});

	test("what is exported and applied to another team plans nothing there", async () => {
		const monitors = [...DOCUMENT.monitors, { ...DOCUMENT.monitors[0], key: "x", name: "Ünï code", dependsOn: [] }];
		const checked = { ...monitors[0], contentChecks: [{ type: "contains", value: "ok" }, HEADER_CHECK] };
		await apply({ ...DOCUMENT, monitors: [checked, ...monitors.slice(1)] });
		await service.newMonitor({ name: "Ünï code", url: "https://b.example/" });
		const exported = (await service.ask("GET", "/api/v1/config")).json.data;
		expect(exported.alerts).toEqual([
			{ ...DOCUMENT.alerts[0], channel: { type: "slack", url: { secret: "ALERTS_OPS__URL" } } },
		]);
		expect(exported.monitors.map(({ key }: { key: string }) => key)).toEqual(["db", "api", "x", "uni-code"]);
		const { key } = await service.newTeam("others");
		// Slugs are the installation's.
		const text = JSON.stringify(exported).replaceAll('"slug":"public"', '"slug":"others"');
		const moved = JSON.parse(text, (_, value) => (value?.secret === "ALERTS_OPS__URL" ? SLACK.url : value));
		expect((await put(moved, "", { key })).status).toBe(200);
		expect((await put(moved, "?dryRun=1", { key })).json.data).toMatchObject({ changes: [] });
	});

	test("an export says no address that lets someone in, and the object is taken over by its name without it", async () => {
		const url = "https://shop.example.com/health?token=hunter2";
		await service.newMonitor({ name: url, url });
		const headers = [{ name: "Authorization", value: "Basic bWU6aHVudGVyMg==" }];
		const request = { headers, body: "password=hunter2" };
		await service.newMonitor({ name: "Form", url: "https://shop.example.com/", method: "POST", request });
		await service.ask("POST", "/api/v1/alerts", { body: { name: "Hook", channel: { type: "webhook", url } } });
		const { json, text } = await service.ask("GET", "/api/v1/config");
		expect(text).not.toMatch(/hunter2|bWU6/);
		const [form, shop] = json.data.monitors.toSorted((a: { key: string }, b: { key: string }) =>
			a.key < b.key ? -1 : 1,
		);
		expect(shop).toMatchObject({
			...{ key: "https-shop-example-com-health", name: "https://shop.example.com/health" },
			url: { secret: "MONITORS_HTTPS_SHOP_EXAMPLE_COM_HEALTH__URL" },
		});
		expect(form.request.body).toEqual({ secret: expect.stringMatching(/^MONITORS_FORM__REQUEST_BODY/) });
		const adopted = await apply(json.data, "?adopt=1");
		expect(actions(adopted).toSorted()).toEqual([
			"adopt alerts/hook",
			"adopt monitors/form",
			"adopt monitors/https-shop-example-com-health",
		]);
		expect(adopted.changes.map(({ changes }: Change) => changes)).toEqual([[], [], []]);
		expect(await plan(json.data)).toMatchObject({ changes: [] });
	});

	test("objects whose names differ by a secret alone are each taken over, and keep their names", async () => {
		const health = "https://shop.example.com/health";
		for (const query of ["", "?token=hunter1", "?token=hunter2"]) {
			await service.newMonitor({ name: health + query, url: health + query });
		}
		const { json, text } = await service.ask("GET", "/api/v1/config");
		expect(text).not.toContain("hunter");
		const names = json.data.monitors.map(({ name }: { name: string }) => name);
		expect(new Set(names).size).toBe(3);
		expect(names).toContain(health);
		expect(await apply(json.data, "?adopt=1")).toMatchObject({ totals: { create: 0, adopt: 3 } });
		expect(await plan(json.data)).toMatchObject({ changes: [], totals: { unchanged: 3 } });
		const paused = json.data.monitors.map((monitor: object) => ({ ...monitor, enabled: false }));
		await apply({ monitors: paused });
		const all = await list("/api/v1/monitors?view=full", "monitors");
		expect(all.map(({ name, url }: { name: string; url: string }) => name === url)).toEqual([true, true, true]);
		expect(all.map(({ enabled }: { enabled: boolean }) => enabled)).toEqual([false, false, false]);
	});

	test("a secret in a name that files gave is gone when they leave it out", async () => {
		const url = "https://shop.example.com/health?token=hunter2";
		const named = (name: string) => ({ monitors: [{ key: "shop", name, url }] });
		await apply(named(url));
		await apply(named("https://shop.example.com/health"));
		expect(await list("/api/v1/monitors", "monitors")).toMatchObject([{ name: "https://shop.example.com/health" }]);
	});

	test("an export for a project to take over leaves out what others own; one of all has each key once", async () => {
		const api = { monitors: [{ key: "api", name: "API", url: "https://api.example.com/" }] };
		await apply({ project: "shop", ...api });
		await apply({ project: "infra", ...api });
		await service.newMonitor({ name: "By hand" });
		const keys = async (query = "") => {
			const { json } = await service.ask("GET", `/api/v1/config${query}`);
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
			const key = await service.keyWith(scopes);
			return [(await put(DOCUMENT, "?dryRun=1", { key })).status, (await put(DOCUMENT, "", { key })).status];
		};
		expect(await ask("config:read")).toEqual([200, 403]);
		expect(await ask("config:read", "config:write", "monitors:write")).toEqual([200, 403]);
		expect(await ask("monitors:write")).toEqual([403, 403]);
		const ada = await aMember(service, "owner");
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
