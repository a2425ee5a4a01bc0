import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { expect, test } from "vitest";
import { png } from "../../../domain/status-pages/testing/images.ts";
import type { Tx } from "../../../storage/database/tx.ts";
import { DatabaseUnreachable } from "../../../storage/database/tx.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { type Service, startService } from "../../testing/service.ts";
import { DiskCopies } from "./serve/disk-copies.ts";
import { pageSource } from "./serve/page-source.ts";
import { PublicPages } from "./serve/public-pages.ts";

const HTML = { accept: "text/html" };

async function publish(service: Service, body: object = {}) {
	const made = await service.ask("POST", "/api/v1/status-pages", {
		body: { name: "Acme", slug: "acme", isPublished: true, ...body },
	});
	expect([made.status, made.json.error]).toEqual([201, undefined]);
	return made.json.data;
}

function read(service: Service, path: string, headers: Record<string, string> = HTML) {
	return service.ask("GET", path, { key: null, headers });
}

/** Pages with copies in a folder of their own, over a database that can be taken away. */
async function pagesOn(service: Service, { isShared = false } = {}) {
	const folder = await mkdtemp(join(tmpdir(), "lapwing-pages-"));
	const database = { isAway: false, fault: null as Error | null };
	const logged: { level: number; msg: string }[] = [];
	const log = pino({}, { write: (line) => void logged.push(JSON.parse(line)) });
	const source = pageSource({ database: service.database, publicUrl: null, now: () => service.clock.now });
	const reads = { pages: 0 };
	const failing: typeof source = {
		...source,
		async page(slug) {
			reads.pages += 1;
			if (database.isAway) throw new DatabaseUnreachable(new Error("gone"));
			if (database.fault) throw database.fault;
			return source.page(slug);
		},
		isAway: (error) => error instanceof DatabaseUnreachable,
		async version() {
			if (database.isAway) throw new DatabaseUnreachable(new Error("gone"));
			return source.version();
		},
	};
	const start = async () => {
		const pages = new PublicPages({
			source: failing,
			copies: new DiskCopies(join(folder, "status-pages")),
			isShared,
			log,
			now: () => service.clock.now,
		});
		await pages.start();
		return pages;
	};
	return {
		start,
		database,
		reads,
		logged,
		source: failing,
		folder: join(folder, "status-pages"),
		[Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
	};
}

onEachEngine("public status pages", (name) => {
	test("show components by the names that readers know, and nothing of monitors", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor({
			name: "secret-name",
			url: "https://secret.example/path",
			tags: ["secret-tag"],
		});
		await publish(service, {
			headline: "We run the **shop**.",
			sections: [{ name: "Shop", components: [{ name: "Checkout", description: "Basket", monitorIds: [id] }] }],
		});
		for (const path of [
			"/status/acme",
			"/status/acme.json",
			"/status/acme/feed.atom",
			"/status/acme/badge.svg",
			"/status/acme/api/v2/summary.json",
			"/status/acme/api/v2/components.json",
			"/status/acme/history",
		]) {
			const { status, text, headers } = await read(service, path);
			expect([path, status]).toEqual([path, 200]);
			expect(text + [...headers].flat().join()).not.toMatch(/secret|mon_|example\/path/);
		}
		const { text } = await read(service, "/status/acme");
		expect(text).toContain("Checkout");
		expect(text).toContain("We run the <strong>shop</strong>.");
		expect((await read(service, "/status/acme.json")).json).toMatchObject({
			version: 1,
			state: "operational",
			sections: [{ name: "Shop", components: [{ name: "Checkout", because: null }] }],
		});
	});

	test("look as their team chose: scheme, accent colour, style sheet, logo and icon, which close with the page", async () => {
		await using service = await startService(name);
		const theme = { scheme: "dark", accentColor: "#8fb4ff", css: "h1 { letter-spacing: 0 }" };
		const { id } = await publish(service, { theme });
		const path = `/api/v1/status-pages/${id}`;
		await service.ask("PUT", `${path}/logo`, { rawBody: new Uint8Array(png(120, 40)) });
		await service.ask("PUT", `${path}/icon`, { rawBody: new Uint8Array(png(32, 32)) });
		// A change of the page itself lets readers see it at once.
		await service.ask("PUT", path, { body: { headline: "Hello" } });
		const { text } = await read(service, "/status/acme");
		expect(text).toContain('data-scheme="dark"');
		const linked = [...text.matchAll(/(?:href|src)="(\/status\/acme\/(theme\.css|logo|icon)\?[\w-]+)"/g)];
		expect(linked.map(([, , file]) => file).toSorted()).toEqual(["icon", "logo", "theme.css"]);
		const answers = await Promise.all(linked.map(([, address = ""]) => read(service, address)));
		const types = answers.map(({ status, headers }) => [status, headers.get("content-type")]);
		expect(types.toSorted()).toEqual([
			[200, "image/png"],
			[200, "image/png"],
			[200, "text/css; charset=utf-8"],
		]);
		const sheet = await read(service, "/status/acme/theme.css");
		expect(sheet.text).toContain("--link:#8fb4ff");
		expect(sheet.text).toContain("#page h1");

		await service.ask("PUT", path, { body: { isPublished: false } });
		for (const [, address = ""] of linked) expect((await read(service, address)).status).toBe(404);
	});

	test("are the same 404 when they are unknown, not published or deleted", async () => {
		await using service = await startService(name);
		const { id } = await publish(service, { isPublished: false });
		const answers = async () => {
			const found = [];
			for (const path of ["", ".json", "/feed.atom", "/api/v2/summary.json", "/nothing"]) {
				const [here, unknown] = [
					await read(service, `/status/acme${path}`),
					await read(service, `/status/nobd${path}`),
				];
				expect([here.status, here.text.replaceAll("acme", "nobd").replace(/[0-9a-f-]{36}/, "")]).toEqual([
					unknown.status,
					unknown.text.replace(/[0-9a-f-]{36}/, ""),
				]);
				found.push(here.status);
			}
			return found;
		};
		const none = [404, 404, 404, 404, 404];
		expect(await answers()).toEqual(none);
		const put = (body: object) => service.ask("PUT", `/api/v1/status-pages/${id}`, { body });
		await put({ isPublished: true });
		expect((await read(service, "/status/acme")).status).toBe(200);
		await put({ isPublished: false });
		expect(await answers()).toEqual(none);
		await put({ isPublished: true });
		expect((await read(service, "/status/acme")).status).toBe(200);
		await service.ask("DELETE", `/api/v1/status-pages/${id}`);
		expect(await answers()).toEqual(none);
	});

	test("lead from an earlier slug to the present one", async () => {
		await using service = await startService(name);
		const { id } = await publish(service);
		await service.ask("PUT", `/api/v1/status-pages/${id}`, { body: { slug: "other" } });
		const { status, headers } = await read(service, "/status/acme/feed.atom");
		expect([status, headers.get("location")]).toEqual([302, "/status/other/feed.atom"]);
		expect(headers.get("access-control-allow-origin")).toBe("*");
		expect((await read(service, "/status/other")).status).toBe(200);
	});

	test("are kept by caches for 5 s, read by pages of other sites, and not sent again unchanged", async () => {
		await using service = await startService(name);
		await publish(service);
		const page = await read(service, "/status/acme");
		expect(Object.fromEntries(page.headers)).toMatchObject({
			"content-type": "text/html; charset=utf-8",
			"cache-control": "public, max-age=5, stale-if-error=3600",
			"content-security-policy": expect.stringContaining("default-src 'none'; style-src 'self'"),
			vary: "accept-encoding",
		});
		expect(page.headers.get("access-control-allow-origin")).toBe(null);
		const data = await read(service, "/status/acme/api/v2/status.json");
		expect(data.headers.get("access-control-allow-origin")).toBe("*");
		const again = await read(service, "/status/acme", { ...HTML, "if-none-match": page.headers.get("etag") ?? "" });
		expect([again.status, again.text]).toEqual([304, ""]);
		const compressed = await read(service, "/status/acme", { ...HTML, "accept-encoding": "gzip, br" });
		expect(compressed.headers.get("content-encoding")).toBe("br");
	});

	test("are refused while the event loop lags, with the time to come again, and the API is not", async () => {
		const lag = { ms: 0 };
		await using service = await startService(name, { lag });
		await publish(service);
		lag.ms = 201;
		const { status, headers } = await read(service, "/status/acme");
		expect([status, headers.get("retry-after"), headers.get("cache-control")]).toEqual([503, "5", "no-store"]);
		expect((await service.ask("GET", "/api/v1/status-pages")).status).toBe(200);
		lag.ms = 199;
		expect((await read(service, "/status/acme")).status).toBe(200);
	});

	test("are read once in 5 s, however many ask at once", async () => {
		await using service = await startService(name);
		await publish(service);
		await using on = await pagesOn(service);
		const pages = await on.start();
		const found = await Promise.all(Array.from({ length: 200 }, () => pages.find("acme")));
		expect([on.reads.pages, new Set(found.map((each) => each && "page" in each && each.page)).size]).toEqual([1, 1]);
	});

	test("are shown with their age while the database is away, also after a restart", async () => {
		await using service = await startService(name);
		await publish(service);
		await using on = await pagesOn(service);
		const before = await on.start();
		const shown = await before.find("acme");
		expect(shown).toMatchObject({ page: { name: "Acme" }, ageMs: 0 });
		on.database.isAway = true;
		const path = await expect
			.poll(async () => (await readdir(on.folder))[0])
			.toMatch(/\.json$/)
			.then(() => readdir(on.folder));
		expect((await stat(join(on.folder, path[0] ?? ""))).mode & 0o777).toBe(0o600);
		service.clock.now += 720_000;
		const after = await on.start();
		const last = await after.find("acme");
		expect(last).toMatchObject({ page: { name: "Acme" }, ageMs: 720_000 });
		if (last === null || "movedTo" in last) throw new Error("a page is shown");
		const form = await after.form(last, { home: "/status/acme", root: "/status/acme/", suffix: "" }, "");
		expect(String(form?.bodies.identity)).toContain("12 minutes ago");
		await expect(after.find("unknown")).rejects.toThrow("no copy of this page is kept");
	});

	test("are written once in 5 s while the database is away, however many ask, and answered from memory then", async () => {
		await using service = await startService(name);
		const { id } = await publish(service);
		const theme = await service.ask("PUT", `/api/v1/status-pages/${id}/logo`, {
			rawBody: new Uint8Array(png(120, 40)),
		});
		expect(theme.status).toBe(200);
		await using on = await pagesOn(service);
		const pages = await on.start();
		await pages.find("acme");
		await expect.poll(() => readdir(on.folder)).toHaveLength(1);
		on.database.isAway = true;
		service.clock.now += 60_000;
		const after = await on.start();
		const place = { home: "/status/acme", root: "/status/acme/", suffix: "" } as const;
		const found = await Promise.all(Array.from({ length: 50 }, () => after.find("acme")));
		const forms = await Promise.all(
			found.map((each) => {
				if (each === null || "movedTo" in each) throw new Error("a page is shown");
				return after.form(each, place, "");
			}),
		);
		expect(new Set(forms).size).toBe(1);
		expect(after.atOnce("acme", "/status/acme/ ")).toBe(forms[0]);
		const [first] = found;
		if (!first || "movedTo" in first) throw new Error("a page is shown");
		expect((await after.form(first, place, "logo"))?.headers["content-type"]).toBe("image/png");
		await expect(after.form(first, place, "history/2020-01")).rejects.toThrow("no copy of this is kept");
		expect(on.reads.pages).toBe(1);
	});

	test("are shown as they were last when a fault of ours keeps them from being read, which is logged as an error once", async () => {
		await using service = await startService(name);
		const { id } = await publish(service);
		await publish(service, { slug: "other" });
		await using on = await pagesOn(service);
		const pages = await on.start();
		await pages.find("acme");
		on.database.fault = new TypeError("a mistake of ours");
		await service.ask("PUT", `/api/v1/status-pages/${id}`, { body: { headline: "New" } });
		await pages.changed(null);
		service.clock.now += 60_000;
		for (let n = 0; n < 3; n++) expect(await pages.find("acme")).toMatchObject({ ageMs: 60_000 });
		const found = on.logged.filter(({ msg }) => msg.includes("as it was last"));
		expect(found.map(({ level }) => level)).toEqual([50]);
		expect(on.logged.filter(({ level }) => level === 40)).toEqual([]);
		// The others are not away.
		on.database.fault = null;
		expect(await pages.find("other")).toMatchObject({ ageMs: 0 });
	});

	test("are shown on their domains after a restart while the database is away, too", async () => {
		await using service = await startService(name);
		await publish(service);
		await using on = await pagesOn(service);
		on.source.domains = async () => [{ name: "status.acme.example", slug: "acme" }];
		const pages = await on.start();
		await pages.copyAll();
		await expect.poll(() => readdir(on.folder)).toHaveLength(1);
		on.database.isAway = true;
		const after = await on.start();
		expect(after.domains.find("status.acme.example:443")).toEqual({ name: "status.acme.example", slug: "acme" });
		expect(after.domains.find("other.example")).toBe(null);
	});

	test("have a copy before anyone has read them, and none from the moment on in which they are closed", async () => {
		await using service = await startService(name);
		await publish(service);
		await publish(service, { slug: "hidden", isPublished: false });
		await using on = await pagesOn(service);
		const pages = await on.start();
		await pages.copyAll();
		await expect.poll(() => readdir(on.folder)).toHaveLength(1);
		await pages.closing("acme");
		expect(await readdir(on.folder)).toEqual([]);
		// The change is not committed yet, and somebody reads the page.
		await pages.changed(null);
		expect(await pages.find("acme")).toMatchObject({ ageMs: 0 });
		await pages.lookForChanges();
		expect(await readdir(on.folder)).toEqual([]);
		// The change was refused: after a minute the page is copied as before.
		service.clock.now += 60_000;
		await pages.copyAll();
		await expect.poll(() => readdir(on.folder)).toHaveLength(1);
		// It is closed, and published again at once.
		await pages.closing("acme");
		await pages.changed("acme");
		await pages.copyAll();
		await expect.poll(() => readdir(on.folder)).toHaveLength(1);
		await pages.closing("acme");
		on.database.isAway = true;
		const after = await on.start();
		await expect(after.find("acme")).rejects.toThrow("no copy of this page is kept");
	});

	test("are on disk as long as everyone may read them, and never when a password or a membership is needed", async () => {
		await using service = await startService(name);
		const { id } = await publish(service);
		await publish(service, { slug: "inner", access: "members" });
		await using on = await pagesOn(service);
		const pages = await on.start();
		await pages.find("acme");
		await pages.find("inner");
		await expect.poll(() => readdir(on.folder)).toHaveLength(1);
		const text = await readFile(join(on.folder, (await readdir(on.folder))[0] ?? ""), "utf8");
		expect(JSON.parse(text).page.slug).toBe("acme");
		await service.ask("PUT", `/api/v1/status-pages/${id}`, { body: { isPublished: false } });
		await pages.changed("acme");
		expect(await readdir(on.folder)).toEqual([]);
		on.database.isAway = true;
		await expect(pages.find("acme")).rejects.toThrow();
	});

	test("with a password are shown to their readers while the database is away, from memory alone", async () => {
		await using inner = await startService(name);
		await publish(inner, { access: "password", password: "correct horse" });
		await using on = await pagesOn(inner);
		await using service = await startService(name, { database: inner.database, publicPages: await on.start() });
		const headers = { ...HTML, "content-type": "application/x-www-form-urlencoded" };
		const rawBody = "password=correct+horse";
		const opened = await service.ask("POST", "/status/acme", { key: null, headers, rawBody });
		const [cookie = ""] = opened.headers.get("set-cookie")?.split(";") ?? [];
		on.database.isAway = true;
		service.clock.now += 6_000;
		expect(await read(service, "/status/acme", { ...HTML, cookie })).toMatchObject({ status: 200 });
		expect((await read(service, "/status/acme")).status).toBe(401);
		expect(await readdir(on.folder).catch(() => [])).toEqual([]);
	});

	test("end the cookies of an earlier password in every process once the new one is answered", async () => {
		await using inner = await startService(name);
		const { id } = await publish(inner, { access: "password", password: "correct horse" });
		await using on = await pagesOn(inner, { isShared: true });
		const [here, there] = [await on.start(), await on.start()];
		await using service = await startService(name, { database: inner.database, publicPages: here });
		const hashThere = async () => {
			const found = await there.find("acme");
			return found !== null && "page" in found ? found.page.door?.passwordHash : null;
		};
		const before = await hashThere();
		await service.ask("PUT", `/api/v1/status-pages/${id}`, { body: { password: "battery staple" }, key: inner.key });
		expect(await hashThere()).not.toBe(before);
	});

	test("that another process closes are shown by none of them once that is answered", async () => {
		await using service = await startService(name);
		const { id } = await publish(service);
		await using on = await pagesOn(service, { isShared: true });
		const [here, there] = [await on.start(), await on.start()];
		expect(await there.find("acme")).toMatchObject({ ageMs: 0 });
		await service.ask("PUT", `/api/v1/status-pages/${id}`, { body: { isPublished: false } });
		await here.changed("acme");
		expect(await there.find("acme")).toBe(null);
		on.database.isAway = true;
		await expect(there.find("acme")).rejects.toThrow();
	});
});

test("a page that a read has found closed is given to nobody who asked later", async () => {
	await using service = await startService("sqlite");
	await publish(service);
	const gate = Promise.withResolvers<void>();
	const source = pageSource({ database: service.database as Tx, publicUrl: null, now: () => service.clock.now });
	let held = true;
	const pages = new PublicPages({
		source: {
			...source,
			async page(slug) {
				const page = await source.page(slug);
				if (held) await gate.promise;
				return page;
			},
		},
		copies: null,
		isShared: false,
		log: pino({ level: "silent" }),
		now: () => service.clock.now,
	});
	await pages.start();
	const early = pages.find("acme");
	await new Promise((resolve) => setImmediate(resolve));
	held = false;
	const { json } = await service.ask("GET", "/api/v1/status-pages");
	await service.ask("PUT", `/api/v1/status-pages/${json.data.statusPages[0].id}`, { body: { isPublished: false } });
	await pages.changed(null);
	expect(await pages.find("acme")).toBe(null);
	gate.resolve();
	expect(await early).toMatchObject({ page: { slug: "acme" } });
	expect(await pages.find("acme")).toBe(null);
});

onEachEngine("incidents on public pages", (name) => {
	test("show with the components of the page, their state, and a postmortem once it is published; drafts do not", async () => {
		await using service = await startService(name);
		const page = await publish(service, {
			sections: [{ name: "", components: [{ name: "Checkout" }, { name: "Search" }] }],
		});
		const other = await publish(service, { slug: "other", sections: [{ name: "", components: [{ name: "Inner" }] }] });
		const [checkout, inner] = [page.sections[0].components[0].id, other.sections[0].components[0].id];
		const components = [
			{ componentId: checkout, state: "partial_outage" },
			{ componentId: inner, state: "degraded" },
		];
		const made = await service.ask("POST", "/api/v1/incidents", { body: { title: "Payments fail", components } });
		expect([made.status, made.json.error]).toEqual([201, undefined]);
		await service.ask("POST", "/api/v1/incidents", { body: { title: "Only a draft", isDraft: true, components } });
		// Past everything that is kept.
		const json = async () => (await service.askAnew("GET", "/status/acme.json", { key: null })).json;
		expect(await json()).toMatchObject({
			state: "partial_outage",
			sentence: "Checkout is partly unavailable",
			sections: [
				{
					components: [
						{ state: "partial_outage", because: "incident" },
						{ state: "operational", because: null },
					],
				},
			],
			incidents: { open: [{ title: "Payments fail", components: [{ id: checkout, name: "Checkout" }] }], past: [] },
		});
		const path = `/api/v1/incidents/${made.json.data.id}`;
		await service.ask("POST", `${path}/updates`, { body: { body: "It works again.", status: "resolved" } });
		const after = await json();
		expect(after).toMatchObject({ state: "operational", incidents: { open: [], past: [{ postmortem: null }] } });
		expect(JSON.stringify(after)).not.toContain("draft");
		expect((await read(service, `/status/acme/incidents/${made.json.data.id}`)).text).toContain("It works again.");
		const month = new Date(service.clock.now).toISOString().slice(0, 7);
		expect((await read(service, `/status/acme/history/${month}`)).text).toContain("Payments fail");
		expect((await read(service, "/status/acme/history/2020-01")).status).toBe(404);
	});
});
