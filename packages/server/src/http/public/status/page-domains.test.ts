/** What is answered on the domain of a page, and on every other host. */

import { once } from "node:events";
import { connect } from "node:net";
import pino from "pino";
import { expect, test } from "vitest";
import { createMetrics } from "../../../metrics.ts";
import { allowDomain } from "../../../services/status-pages/allow-domain.ts";
import { onTheCommandLine } from "../../../services/testing/on-the-command-line.ts";
import { type EngineName, onEachEngine } from "../../../storage/testing/engines.ts";
import { TrustedProxies } from "../../access/client.ts";
import { ROUTES } from "../../app.ts";
import { startHttpServer } from "../../server/http-server.ts";
import { filled, realPath } from "../../testing/paths.ts";
import { type Service, startService } from "../../testing/service.ts";
import { answersAtOnce } from "./serve/at-once.ts";
import { pageSource } from "./serve/page-source.ts";
import { PublicPages } from "./serve/public-pages.ts";

const DOMAIN = "status.example.com";
const OWN = "https://lapwing.example.net";
const HTML = { accept: "text/html" };

/** A service with a published page that has a domain. */
async function start(name: EngineName, { ownHosts = [] as string[], lag = { ms: 0 } } = {}) {
	await using stack = new AsyncDisposableStack();
	const inner = stack.use(await startService(name));
	const { database, key, team } = inner;
	const reads = { count: 0 };
	const plain = pageSource({ database, publicUrl: OWN, ownHosts, now: Date.now });
	const source = {
		...plain,
		page: (slug: string) => {
			reads.count += 1;
			return plain.page(slug);
		},
		version: () => {
			reads.count += 1;
			return plain.version();
		},
	};
	const log = pino({ level: "silent" });
	const options = { source, copies: null, isShared: name === "postgresql", log, now: Date.now };
	const pages = new PublicPages(options);
	await pages.start();
	const service = stack.use(await startService(name, { database, publicPages: pages, publicUrl: OWN, ownHosts, lag }));
	/** By a key of the team. */
	const ask: Service["ask"] = (method, path, asking) => service.ask(method, path, { key, ...asking });
	const made = await ask("POST", "/api/v1/status-pages", {
		body: { name: "Acme", slug: "acme", isPublished: true, domain: DOMAIN, sections: [{ name: "", components: [] }] },
	});
	expect(made.status).toBe(201);
	const { id } = made.json.data;
	const allow = async (isAllowed: boolean) => {
		const input = { id, domain: DOMAIN, isAllowed };
		await onTheCommandLine(database, team.id, allowDomain, input, { now: Date.now() });
		await pages.lookForChanges();
	};
	await allow(true);
	const kept = stack.move();
	return {
		inner,
		service,
		database,
		key,
		ask,
		pages,
		reads,
		id,
		allow,
		log,
		options,
		lag,
		get: (path: string, headers: Record<string, string> = HTML, host = DOMAIN) =>
			service.ask("GET", `http://${host}${path}`, { key: null, headers }),
		[Symbol.asyncDispose]: () => kept.disposeAsync(),
	};
}

onEachEngine("the domain of a status page", (name) => {
	test("shows the page and all of its forms, with links below its root and its own address", async () => {
		await using site = await start(name);
		const page = await site.get("/");
		expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
		expect(page.text).toContain(`<link rel="canonical" href="https://${DOMAIN}">`);
		expect(page.text).toContain(`<meta property="og:url" content="https://${DOMAIN}">`);
		expect(page.text).not.toContain("/status/");
		const links = [...page.text.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, path = ""]) => path);
		expect(links).toContain("/history");
		for (const link of links) expect([link, (await site.get(link)).status]).toEqual([link, 200]);
		for (const path of [
			"status.json",
			"feed.atom",
			"badge.svg",
			"embed.js",
			"api/v2/summary.json",
			"api/v2/status.json",
		]) {
			const [own, under] = [await site.get(`/${path}`), await site.ask("GET", `/status/acme/${path}`)];
			expect([path, own.status, own.text]).toEqual([path, 200, under.text]);
		}
		const { page: said } = (await site.get("/api/v2/summary.json")).json;
		expect(said.url).toBe(`https://${DOMAIN}`);
		// Below the service's own address it stays, and says where it is at home.
		const own = await site.ask("GET", "/status/acme", { key: null, headers: HTML });
		expect([own.status, own.text.includes(`<link rel="canonical" href="https://${DOMAIN}">`)]).toEqual([200, true]);
		for (const host of ["STATUS.Example.com", `${DOMAIN}:8443`, `${DOMAIN}.`]) {
			expect([host, (await site.get("/status.json", {}, host)).status]).toEqual([host, 200]);
		}
	});

	test("answers nothing else of the service, whatever the route, the method and the key", async () => {
		await using site = await start(name);
		const paths = new Set<string>();
		for (const [method, route, scope] of ROUTES) {
			// A key has no account.
			const path = scope === "account" ? filled(route, "x") : await realPath(site.inner, route, site.key);
			paths.add(path);
			const answer = await site.ask(method, `http://${DOMAIN}${path}`);
			expect([method, path, answer.status]).toEqual([method, path, 404]);
			expect(answer.json).toMatchObject({
				error: { code: "NOT_FOUND", message: expect.not.stringMatching(/api|route/) },
			});
		}
		expect(paths.size).toBeGreaterThan(80);
		const others = [
			"/sign-in",
			"/monitors",
			"/welcome",
			"/index.html",
			"/assets/index.js",
			"/status/acme",
			"/favicon.ico",
		];
		for (const path of [
			...others,
			"//",
			"/history/x",
			`/${"a".repeat(300)}`,
			"/%2e%2e/healthz",
			"/status/acme/subscribe",
		]) {
			for (const method of ["GET", "POST", "OPTIONS", "DELETE"]) {
				const answer = await site.ask(method, `http://${DOMAIN}${path}`);
				expect([method, path, answer.status]).toEqual([method, path, 404]);
				expect(answer.headers.get("set-cookie")).toBeNull();
			}
		}
	});

	test("is told apart from every other host, which reads no page however many there are", async () => {
		await using site = await start(name);
		for (const host of ["localhost", "127.0.0.1:7070", "lapwing.example.net", "other.example.com", "example.com"]) {
			expect([host, (await site.get("/healthz", {}, host)).status]).toEqual([host, 200]);
			expect([host, (await site.get("/status/acme.json", {}, host)).status]).toEqual([host, 200]);
			expect([host, (await site.get("/status.json", {}, host)).status]).toEqual([host, 404]);
		}
		const before = site.reads.count;
		for (let n = 0; n < 500; n++) await site.get("/", HTML, `host-${n}.example.com`);
		expect(site.reads.count).toBe(before);
	});

	test("says to a proxy which names need a certificate", async () => {
		await using site = await start(name);
		const ask = (query: string, host = "127.0.0.1:7070") => site.get(`/internal/domains?${query}`, {}, host);
		expect((await ask(`name=${DOMAIN}`)).status).toBe(200);
		expect((await ask(`domain=${DOMAIN}`)).status).toBe(200);
		for (const query of ["name=other.example.com", "name=lapwing.example.net", "name=", ""]) {
			expect([query, (await ask(query)).status]).toEqual([query, 404]);
		}
		expect((await ask(`name=${DOMAIN}`, DOMAIN)).status).toBe(404);
		await site.allow(false);
		expect((await ask(`name=${DOMAIN}`)).status).toBe(404);
	});

	test("that is withdrawn shows neither the page nor the service; that of an unpublished page is a 404, too", async () => {
		await using site = await start(name);
		await site.allow(false);
		for (const path of ["/", "/status.json", "/healthz", "/status/acme", "/sign-in", "/api/v1/monitors"]) {
			expect([path, (await site.get(path)).status]).toEqual([path, 404]);
		}
		await site.allow(true);
		expect((await site.get("/")).status).toBe(200);
		await site.ask("PUT", `/api/v1/status-pages/${site.id}`, { body: { isPublished: false } });
		expect((await site.get("/")).status).toBe(404);
		await site.ask("PUT", `/api/v1/status-pages/${site.id}`, { body: { isPublished: true, slug: "moved" } });
		expect((await site.get("/")).status).toBe(200);
		await site.ask("PUT", `/api/v1/status-pages/${site.id}`, { body: { domain: null } });
		expect((await site.get("/status.json", {})).status).toBe(404);
		expect((await site.get("/healthz", {})).status).toBe(200);
	});

	test("is known to other processes when they look, and never is a host of the service", async () => {
		await using site = await start(name);
		const other = new PublicPages(site.options);
		expect(other.domains.find(DOMAIN)).toBeNull();
		await other.start();
		expect(other.domains.find(DOMAIN)).toEqual({ name: DOMAIN, slug: "acme" });
		await site.allow(false);
		await other.lookForChanges();
		expect(other.domains.find(DOMAIN)).toEqual({ name: DOMAIN, slug: null });
		const source = pageSource({ database: site.database, publicUrl: null, ownHosts: [DOMAIN], now: Date.now });
		expect(await source.domains()).toEqual([]);
	});

	test("takes subscribers where no address for links is set", async () => {
		await using site = await start(name);
		const { database } = site;
		const source = pageSource({ database, publicUrl: null, sendsMail: true, now: Date.now });
		expect(await source.page("acme")).toMatchObject({ address: `https://${DOMAIN}`, takesSubscribers: true });
		await using mailing = await startService(name, { database, publicPages: site.pages, sendMail: async () => null });
		const form = await mailing.ask("GET", "/status/acme/subscribe", { key: null });
		expect(form.status).toBe(200);
		expect((await mailing.ask("GET", `http://${DOMAIN}/subscribe`, { key: null })).text).toContain(
			'action="/subscribe"',
		);
	});
});

test("readers on a domain are answered from memory as by the app, and are counted as readers", async () => {
	await using site = await start("sqlite");
	const proxies = new TrustedProxies(["127.0.0.1"]);
	const { pages, lag } = site;
	const readers = answersAtOnce({ pages, lag, metrics: createMetrics(), proxies, publicUrl: OWN });
	const server = await startHttpServer(site.service.app, {
		host: "127.0.0.1",
		port: 0,
		log: site.log,
		proxies,
		readers,
	});
	/** Over a socket of its own, because fetch sends the Host of its address. */
	async function ask(path: string, host = DOMAIN, more = ""): Promise<string> {
		const socket = connect(server.port, "127.0.0.1");
		const chunks: Buffer[] = [];
		socket.on("data", (chunk: Buffer) => void chunks.push(chunk));
		socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n${more}\r\n`);
		await once(socket, "close");
		return Buffer.concat(chunks)
			.toString()
			.replace(/^(?:date|x-request-id|connection|content-length|transfer-encoding): .*\r\n/gim, "");
	}
	const body = (text: string) => text.slice(text.indexOf("\r\n\r\n"));
	try {
		const first = await ask("/status.json");
		const { count } = site.reads;
		const second = await ask("/status.json");
		expect(first).toMatch(/^HTTP\/1.1 200/);
		expect(body(second)).toContain('"Acme"');
		expect(second.split("\r\n\r\n")[0]?.toLowerCase().split("\r\n").toSorted()).toEqual(
			first.split("\r\n\r\n")[0]?.toLowerCase().split("\r\n").toSorted(),
		);
		expect(site.reads.count).toBe(count);
		// HSTS for the name alone, and only over https.
		expect(first.toLowerCase()).toContain("strict-transport-security: max-age=31536000\r\n");
		for (const path of ["/", "/", "/status.json"]) {
			expect(await ask(path, DOMAIN, "x-forwarded-proto: http\r\n")).not.toMatch(/strict-transport-security/i);
		}
		// What a client says beside Host does not count.
		expect(await ask("/status.json", "127.0.0.1", `x-forwarded-host: ${DOMAIN}\r\n`)).toMatch(/^HTTP\/1.1 404/);
		expect(await ask("/healthz", DOMAIN)).toMatch(/^HTTP\/1.1 404/);
		expect(await ask("/healthz", "127.0.0.1")).toMatch(/^HTTP\/1.1 200/);
		lag.ms = 1_000;
		expect(await ask("/")).toMatch(/^HTTP\/1.1 503/);
		expect(await ask("/healthz", "127.0.0.1")).toMatch(/^HTTP\/1.1 200/);
	} finally {
		lag.ms = 0;
		await server.close();
	}
});
