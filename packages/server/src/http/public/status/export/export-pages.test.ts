import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { expect, test } from "vitest";
import { DAY_MS } from "../../../../domain/durations.ts";
import { png } from "../../../../domain/status-pages/testing/images.ts";
import { onEachEngine } from "../../../../storage/testing/engines.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { pageSource } from "../serve/page-source.ts";
import { exportPages } from "./export-pages.ts";

async function publish(service: Service, body: object = {}) {
	const made = await service.ask("POST", "/api/v1/status-pages", {
		body: { name: "Acme", slug: "acme", isPublished: true, ...body },
	});
	expect([made.status, made.json.error]).toEqual([201, undefined]);
	return made.json.data;
}

/** A page with everything that a page can have. */
async function publishFull(service: Service) {
	const monitor = await service.newMonitor({});
	const page = await publish(service, {
		headline: "We run the **shop**.",
		theme: { css: "h1 { letter-spacing: 0 }" },
		sections: [{ name: "Shop", components: [{ name: "Checkout", monitorIds: [monitor.id] }, { name: "Search" }] }],
	});
	const path = `/api/v1/status-pages/${page.id}`;
	await service.ask("PUT", `${path}/logo`, { rawBody: new Uint8Array(png(120, 40)) });
	await service.ask("PUT", `${path}/icon`, { rawBody: new Uint8Array(png(32, 32)) });
	const components = [{ componentId: page.sections[0].components[0].id, state: "partial_outage" }];
	for (const [title, daysAgo] of [
		["Older than the page shows", 75],
		["Last month", 40],
		["Open", 0],
	] as const) {
		const startedAt = new Date(service.clock.now - daysAgo * DAY_MS).toISOString();
		const made = await service.ask("POST", "/api/v1/incidents", {
			body: { title, components, ...(daysAgo > 0 && { startedAt, isBackdated: true }) },
		});
		expect([made.status, made.json.error]).toEqual([201, undefined]);
		if (daysAgo > 0) {
			const update = { body: "Mended.", status: "resolved" };
			await service.ask("POST", `/api/v1/incidents/${made.json.data.id}/updates`, { body: update });
		}
	}
	return page;
}

async function folderFor(service: Service) {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-export-"));
	const source = pageSource({ database: service.database, publicUrl: null, now: () => service.clock.now });
	return {
		directory,
		write: (chosen?: readonly string[]) => exportPages(source, directory, chosen),
		files: async () => (await filesBelow(directory)).filter((path) => !path.startsWith(".")).toSorted(),
		[Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
	};
}

async function filesBelow(directory: string): Promise<string[]> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1));
}

const TYPES: Readonly<Record<string, string>> = {
	".html": "text/html",
	".css": "text/css",
	".js": "text/javascript",
	".json": "application/json",
	".svg": "image/svg+xml",
	".png": "image/png",
	".atom": "application/atom+xml",
};

/** As a bucket does: a file by its name alone, typed by its ending. */
async function serveFiles(directory: string) {
	const server = createServer(async ({ url = "" }, response) => {
		const path = join(directory, decodeURIComponent(new URL(url, "http://a").pathname));
		const type = TYPES[extname(path)];
		const content = (await stat(path).catch(() => null))?.isFile() && type ? await readFile(path) : null;
		if (content === null) response.writeHead(404).end();
		else response.writeHead(200, { "content-type": type }).end(content);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Follows every link, picture, sheet and script; those that are not there, and all that are. */
async function walk(start: string): Promise<{ broken: string[]; seen: string[] }> {
	const seen = new Map<string, number>();
	const waiting = [start];
	for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
		if (seen.has(url)) continue;
		const answer = await fetch(url);
		seen.set(url, answer.status);
		const text = await answer.text();
		if (!answer.headers.get("content-type")?.startsWith("text/html")) continue;
		for (const [, link = ""] of text.matchAll(/(?:href|src)="([^"#]+)/g)) {
			const target = new URL(link.replaceAll("&amp;", "&"), url);
			target.search = "";
			if (target.origin === new URL(start).origin) waiting.push(target.href);
		}
	}
	return { broken: [...seen].flatMap(([url, status]) => (status === 200 ? [] : [url])), seen: [...seen.keys()] };
}

onEachEngine("an export of status pages", (name) => {
	test("is a site of files in which every link leads somewhere, and every file of a page is reached or known", async () => {
		await using service = await startService(name);
		await publishFull(service);
		await using folder = await folderFor(service);
		expect(await folder.write()).toMatchObject({ written: ["acme"], removed: [] });
		await using host = await serveFiles(folder.directory);
		const { broken, seen } = await walk(`${host.url}/acme/index.html`);
		expect(broken).toEqual([]);
		const reached = new Set(seen.map((url) => url.slice(host.url.length + 1)));
		const others = (await folder.files()).filter((path) => !reached.has(path));
		// What programs and other sites ask for.
		const known = /^acme\/(?:api\/v2\/|badge|embed\.js$|icon-\w+\.svg$)/;
		expect(others.filter((path) => !known.test(path))).toEqual([]);
		const files = await folder.files();
		for (const file of ["logo.png", "icon.png", "theme.css", "history.html", "api/v2/summary.json", "badge.svg"]) {
			expect(files).toContain(`acme/${file}`);
		}
		expect(files.filter((path) => path.startsWith("acme/incidents/"))).toHaveLength(3);
		expect(files.filter((path) => path.startsWith("acme/history/")).length).toBeGreaterThanOrEqual(3);
		const summary = JSON.parse(await readFile(join(folder.directory, "acme/api/v2/summary.json"), "utf8"));
		expect(summary.status.indicator).toBe("major");
		expect(await readFile(join(folder.directory, "acme/index.html"), "utf8")).not.toContain("subscribe");
	});

	test("holds public pages alone, and no longer what was closed, changed its slug or lost an incident", async () => {
		await using service = await startService(name);
		const { id } = await publishFull(service);
		await publish(service, { slug: "hidden", isPublished: false });
		await publish(service, { slug: "inner", access: "members" });
		const other = await publish(service, { slug: "other" });
		await using folder = await folderFor(service);
		expect((await folder.write()).written).toEqual(["acme", "other"]);
		await service.ask("PUT", `/api/v1/status-pages/${other.id}`, { body: { slug: "renamed" } });
		expect(await folder.write()).toMatchObject({ written: ["acme", "renamed"], removed: ["other"] });
		const { json } = await service.ask("GET", "/api/v1/incidents");
		for (const incident of json.data.incidents) await service.ask("DELETE", `/api/v1/incidents/${incident.id}`);
		await folder.write();
		expect((await folder.files()).filter((path) => path.includes("/incidents/inc_"))).toEqual([]);
		await service.ask("PUT", `/api/v1/status-pages/${id}`, { body: { isPublished: false } });
		expect(await folder.write()).toMatchObject({ written: ["renamed"], removed: ["acme"] });
		expect((await folder.files()).filter((path) => !path.startsWith("renamed/"))).toEqual([]);
		expect(await folder.write(["nothing"])).toEqual({ written: [], removed: [], files: 0 });
		await service.ask("DELETE", `/api/v1/status-pages/${other.id}`);
		expect((await folder.write(["nothing"])).removed).toEqual(["renamed"]);
		expect(await folder.files()).toEqual([]);
		expect((await readdir(folder.directory)).toSorted()).toEqual([".lapwing-export.json"]);
	});
});

test("an export touches no file that it did not write", async () => {
	await using service = await startService("sqlite");
	const { id } = await publish(service);
	await using folder = await folderFor(service);
	await mkdir(join(folder.directory, "acme"));
	await writeFile(join(folder.directory, "acme/status.json"), "mine");
	await expect(folder.write()).rejects.toThrow("acme/status.json was not written by an export");
	expect(await folder.files()).toEqual(["acme/status.json"]);
	await rm(join(folder.directory, "acme/status.json"));
	await folder.write();
	await writeFile(join(folder.directory, "acme/robots.txt"), "mine");
	await service.ask("DELETE", `/api/v1/status-pages/${id}`);
	await folder.write();
	expect(await folder.files()).toEqual(["acme/robots.txt"]);
});

test("an export writes what is different alone, and again what somebody deleted", async () => {
	await using service = await startService("sqlite");
	await publish(service);
	await using folder = await folderFor(service);
	expect((await folder.write()).files).toBeGreaterThan(10);
	expect((await folder.write()).files).toBe(0);
	await rm(join(folder.directory, "acme/badge.svg"));
	expect((await folder.write()).files).toBe(1);
});
