import { describe, expect, test } from "vitest";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { actions, applyingDocuments, type Change, DOCUMENT, SLACK } from "./testing/applying-documents.ts";

onEachEngine("secrets of /config", (engine) => {
	const { service, put, apply, plan, list } = applyingDocuments(engine);

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

	describe("a secret that somebody changed on the server", () => {
		const changedSecret = async () => {
			await apply(DOCUMENT);
			const [ops] = await list("/api/v1/alerts", "alerts");
			const channel = { type: "slack", url: "https://hooks.slack.com/services/T0/B0/somebody" };
			expect((await service().ask("PUT", `/api/v1/alerts/${ops.id}`, { body: { channel } })).status).toBe(200);
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
			expect((await service().ask("PUT", `/api/v1/monitors/${api.id}`, { body: keyed("two") })).status).toBe(200);
			const body = { password: "another password" };
			expect((await service().ask("PUT", `/api/v1/status-pages/${closed.id}`, { body })).status).toBe(200);
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
			await service().ask("PUT", `/api/v1/monitors/${id}`, { body });
			expect((await plan(site(named))).changes).toMatchObject([
				{ drifted: true, changes: [{ field: "timeoutSeconds" }] },
			]);
			expect((await plan(site(url))).changes).toMatchObject([{ drifted: true }]);
			await apply(site(named));
			expect((await plan(site(url))).changes).toMatchObject([{ drifted: false, changes: [{ field: "url" }] }]);
			await apply(site(url));
			await apply(site(named, { timeoutSeconds: 5 }));
			expect(await list("/api/v1/monitors", "monitors")).toMatchObject([{ url, timeoutSeconds: 5 }]);
			expect((await service().ask("GET", "/api/v1/alerts")).json.data.alerts[0].channel.url).toBe(url);
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
		await service().database.db.updateTable("config_objects").set({ held_digest: "" }).execute();
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
		const key = await service().keyWith(["config:read"]);
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
		const key = await service().keyWith(["config:read"]);
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

	test("an export says no address that lets someone in, and the object is taken over by its name without it", async () => {
		const url = "https://shop.example.com/health?token=hunter2";
		await service().newMonitor({ name: url, url });
		const headers = [{ name: "Authorization", value: "Basic bWU6aHVudGVyMg==" }];
		const request = { headers, body: "password=hunter2" };
		await service().newMonitor({ name: "Form", url: "https://shop.example.com/", method: "POST", request });
		await service().ask("POST", "/api/v1/alerts", { body: { name: "Hook", channel: { type: "webhook", url } } });
		const { json, text } = await service().ask("GET", "/api/v1/config");
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
			await service().newMonitor({ name: health + query, url: health + query });
		}
		const { json, text } = await service().ask("GET", "/api/v1/config");
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
});
