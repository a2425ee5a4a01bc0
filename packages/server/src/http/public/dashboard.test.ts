import { mkdir, mkdtemp, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../testing/service.ts";

const SCRIPT = `console.log(${JSON.stringify("x".repeat(5_000))});`;
let folder: string;
let service: Service;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "lapwing-dashboard-"));
	await mkdir(join(folder, "assets"));
	await writeFile(join(folder, "index.html"), "<!doctype html><title>Lapwing</title>");
	await writeFile(join(folder, "assets/main-4f2ys0nd.js"), SCRIPT);
	await writeFile(join(folder, "icon.svg"), "<svg/>");
	await writeFile(join(folder, "reference.html"), '<meta name="sc-nonce" content="NONCE" />');
	await writeFile(join(folder, ".built-from"), "secret");
	service = await startService("sqlite", { dashboardFolder: folder });
});
afterAll(async () => {
	await service[Symbol.asyncDispose]();
	await rm(folder, { recursive: true });
});

const HTML = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const get = (path: string, headers: Record<string, string> = {}) =>
	service.ask("GET", path, { key: null, headers: { ...HTML, ...headers } });

test("every page is index.html, with a strict policy", async () => {
	for (const path of ["/", "/monitors/mon_1/edit", "/sign-in/link", "/settings/keys", "/apis"]) {
		const { status, headers, text } = await get(path);
		expect([path, status, text]).toEqual([path, 200, "<!doctype html><title>Lapwing</title>"]);
		expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
		expect(headers.get("cache-control")).toBe("no-cache");
		expect(headers.get("content-security-policy")).toMatch(/default-src 'self';.* frame-ancestors 'none'$/);
		expect(headers.get("content-security-policy")).not.toContain("unsafe");
		expect(headers.get("x-content-type-options")).toBe("nosniff");
		expect(headers.get("referrer-policy")).toBe("same-origin");
		expect(headers.get("strict-transport-security")).toBeNull();
	}
});

test("a path that is no route is 404 to those who do not ask for HTML", async () => {
	for (const accept of ["*/*", "application/json", ""]) {
		for (const path of ["/monitors", "/monitor/mon_1", "/nothing/here"]) {
			expect([path, accept, (await get(path, { accept })).status]).toEqual([path, accept, 404]);
		}
		expect((await get("/", { accept })).status, "the dashboard itself").toBe(200);
	}
});

test.each([
	"/PING/V1StGXR8Z5jdHi6BmyT3Qa",
	"/Ping",
	"//ping/V1StGXR8Z5jdHi6BmyT3Qa",
	"/pings/V1StGXR8Z5jdHi6BmyT3Qa/start",
	"/%70ing/V1StGXR8Z5jdHi6BmyT3Qa",
	"/lapwing/ping/V1StGXR8Z5jdHi6BmyT3Qa/0",
])("%s looks like a ping address, and is 404 whatever is asked for", async (path) => {
	for (const accept of ["*/*", HTML.accept]) expect((await get(path, { accept })).status, accept).toBe(404);
});

test("the reference has a policy that lets in the styles of its own nonce, another one each time", async () => {
	const nonces = new Set<string>();
	for (let visit = 0; visit < 2; visit += 1) {
		const { status, headers, text } = await get("/docs");
		const nonce = /^<meta name="sc-nonce" content="([\w+/]{22}==)" \/>$/.exec(text)?.[1] ?? "";
		expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
		expect(headers.get("content-security-policy")).toContain(
			`default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}';`,
		);
		expect(headers.get("content-security-policy")).not.toContain("unsafe");
		nonces.add(nonce);
	}
	expect(nonces.size).toBe(2);
	// Under the dashboard's policy it would have no styles.
	expect((await get("/reference.html")).status).toBe(404);
});

test("a reference that is not built says what to do, and a process without pages has none", async () => {
	const empty = await mkdtemp(join(tmpdir(), "lapwing-not-built-"));
	await using unbuilt = await startService("sqlite", { dashboardFolder: empty });
	const answer = await unbuilt.ask("GET", "/docs", { key: null });
	expect([answer.status, answer.text]).toEqual([503, expect.stringContaining("bin/setup")]);
	await rm(empty, { recursive: true });
	await using bare = await startService("sqlite");
	expect((await bare.ask("GET", "/docs", { key: null })).status).toBe(404);
});

test("over https pages have Strict-Transport-Security", async () => {
	await using secure = await startService("sqlite", { dashboardFolder: folder, publicUrl: "https://lapwing.example" });
	for (const path of ["/", "/docs"]) {
		const { headers } = await secure.ask("GET", path, { key: null });
		expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
		expect(headers.get("referrer-policy")).toBe("same-origin");
	}
});

test("files with a hash in their names are immutable, others are revalidated", async () => {
	const script = await get("/assets/main-4f2ys0nd.js");
	expect([script.status, script.text, script.headers.get("content-type")]).toEqual([
		200,
		SCRIPT,
		"text/javascript; charset=utf-8",
	]);
	expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
	const icon = await get("/icon.svg");
	expect([icon.headers.get("content-type"), icon.headers.get("cache-control")]).toEqual(["image/svg+xml", "no-cache"]);
	const again = await get("/icon.svg", { "if-none-match": icon.headers.get("etag") ?? "" });
	expect([again.status, again.text]).toEqual([304, ""]);
});

test("are compressed as the browser accepts it", async () => {
	const ask = async (accepted: string) => {
		const headers = { "accept-encoding": accepted };
		const response = await service.app.request("/assets/main-4f2ys0nd.js", { headers });
		const bytes = Buffer.from(await response.arrayBuffer());
		return [response.headers.get("content-encoding"), bytes] as const;
	};
	const [br, brotli] = await ask("gzip, deflate, br, zstd");
	expect([br, brotliDecompressSync(brotli).toString()]).toEqual(["br", SCRIPT]);
	const [gzip, zipped] = await ask("gzip");
	expect([gzip, gunzipSync(zipped).toString()]).toEqual(["gzip", SCRIPT]);
	expect((await ask("identity"))[0]).toBeNull();
	expect((await ask("br;q=0, gzip;q=0"))[0]).toBeNull();
});

test("other paths are not found", async () => {
	for (const path of [
		"/assets/main-gone.js",
		"/assets",
		"/favicon.ico",
		"/.built-from",
		"/../package.json",
		"/%2e%2e/package.json",
		"/api/v1/nothing",
		"/api",
		"/metrics/x",
	]) {
		const { status, json } = await get(path);
		expect([path, status, json?.error.code]).toEqual([path, 404, "NOT_FOUND"]);
	}
	expect((await service.ask("POST", "/", { key: null })).status).toBe(404);
	expect((await service.ask("HEAD", "/", { key: null })).text).toBe("");
});

test("a new build of the dashboard is served at the next request", async () => {
	await writeFile(join(folder, "index.html"), "<!doctype html><title>New</title>");
	await utimes(join(folder, "index.html"), new Date(), new Date(Date.now() + 5_000));
	expect((await get("/")).text).toContain("New");
	await writeFile(join(folder, "index.html"), "<!doctype html><title>Lapwing</title>");
	await utimes(join(folder, "index.html"), new Date(), new Date(Date.now() + 10_000));
});

test("a file that cannot be read fails the requests until it can, also without a new build", async () => {
	const build = await mkdtemp(join(tmpdir(), "lapwing-dashboard-"));
	await writeFile(join(build, "index.html"), "<title>Built</title>");
	await writeFile(join(build, "app.js"), "");
	// More than a buffer holds, of which the disk holds nothing.
	await truncate(join(build, "app.js"), 2 ** 31);
	await using built = await startService("sqlite", { dashboardFolder: build });
	const status = async () => (await built.ask("GET", "/", { key: null })).status;
	expect(await status()).toBe(500);
	await truncate(join(build, "app.js"), 0);
	expect(await status()).toBe(200);
	await rm(build, { recursive: true });
});

test("without a build the page explains how to build the dashboard", async () => {
	await using bare = await startService("sqlite", { dashboardFolder: join(folder, "nothing") });
	const { status, text, headers } = await bare.ask("GET", "/monitors", { key: null, headers: HTML });
	expect([status, headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
	expect(text).toContain("bin/setup");
});
