import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { judge } from "../../domain/checks/judgement.ts";
import type { RequestSettings } from "../../domain/monitors/http/http-request.ts";
import type { ContentCheck } from "../../domain/monitors/monitor.ts";
import type { HttpSettings } from "../../domain/monitors/types.ts";
import { selfSigned } from "../targets/certificates.ts";
import { type DnsServer, startDnsServer } from "../targets/dns-server.ts";
import { startHttpTarget, startTlsTarget } from "../targets/http-target.ts";
import { hasIpv6Loopback, type Target, unusedPort } from "../targets/listening.ts";
import { drip, startRawTarget } from "../targets/raw-target.ts";
import { type OrderOptions, order, startProber, type TestProber } from "../testing/prober.ts";

let target: Target;
let dns: DnsServer;
let prober: TestProber;

const ROUTES: Readonly<Record<string, RequestListener>> = {
	"/echo": async (request, response) => {
		let body = "";
		for await (const piece of request) body += piece;
		response.end(JSON.stringify({ method: request.method, headers: request.headers, body }));
	},
	"/guarded": ({ headers }, response) => response.writeHead(headers.authorization === BASIC ? 200 : 401).end(),
	"/moved": (_, response) => response.writeHead(301, { location: "/echo" }).end(),
	"/loop": (_, response) => response.writeHead(302, { location: "/loop" }).end(),
	"/mailto": (_, response) => response.writeHead(302, { location: "mailto:a@example.com" }).end(),
	"/see-other": (_, response) => response.writeHead(303, { location: "/echo" }).end(),
	"/again": (_, response) => response.writeHead(307, { location: "/echo" }).end(),
	"/too-large": (_, response) => response.writeHead(413, { connection: "close" }).end(),
	"/html": (_, response) => response.end("<html>Fine, says the error page</html>"),
	"/empty": (_, response) => response.end(),
	"/json": (_, response) => response.setHeader("x-left", "12").end('{"status":"degraded","queue":{"length":7}}'),
	"/bom": (_, response) => response.end('\ufeff{"status":"ok"}'),
	"/utf-16": (_, response) =>
		response.setHeader("content-type", "application/json; charset=utf-16le").end(Buffer.from('{"a":"é"}', "utf16le")),
	"/deep": (_, response) => response.end(`${"[".repeat(50_000)}${"]".repeat(50_000)}`),
	"/cut-short": (_, response) => {
		response.writeHead(200, { "content-length": 100 }).write('{"status":');
		setTimeout(() => response.destroy(), 20);
	},
	"/no-gzip": (_, response) => response.setHeader("content-encoding", "gzip").end('{"status":"ok"}'),
	"/bomb": (_, response) => response.setHeader("content-encoding", "gzip").end(gzipSync(`"${"a".repeat(4_000_000)}"`)),
	"/twice": (_, response) => response.setHeader("vary", ["accept", "origin"]).end(),
	"/long": (_, response) => response.end(`${"a".repeat(2_000)}the end`),
};
const BASIC = `Basic ${Buffer.from("mönitor:päss:word").toString("base64")}`;

beforeAll(async () => {
	target = await startHttpTarget((request, response) => {
		const route = ROUTES[request.url ?? ""];
		if (route) return route(request, response);
		response.writeHead(Number(request.url?.slice(1)) || 404).end();
	});
	dns = await startDnsServer({
		"four.example": (type) => (type === "A" ? { addresses: ["127.0.0.1"] } : "nodata"),
		"six.example": (type) => (type === "AAAA" ? { addresses: ["::1"] } : "nodata"),
		"both.example": (type) => ({ addresses: [type === "A" ? "127.0.0.1" : "::1"] }),
		"broken-six.example": (type) => (type === "A" ? { addresses: ["127.0.0.1"] } : "servfail"),
		"slow-six.example": (type) => ({
			addresses: [type === "A" ? "127.0.0.2" : "::1"],
			delayMs: type === "A" ? 0 : 200,
		}),
		"*": { addresses: ["127.0.0.1"] },
	});
	prober = startProber({ resolvers: [dns.address] });
	return async () => {
		await prober[Symbol.asyncDispose]();
		await dns.close();
		await target.close();
	};
});

/** Verdict, reason and phase of one attempt. */
async function verdictOf(options: OrderOptions) {
	const { verdict, reason, phase } = judge(await prober.observe(options), order(options));
	return [verdict, ...(reason === null ? [] : [reason]), ...(phase === null ? [] : [phase])].join(" ");
}

async function messageOf(options: OrderOptions) {
	return judge(await prober.observe(options), order(options)).message;
}

const at = (path: string, options: Omit<OrderOptions, "url"> = {}) => ({ url: `${target.url}${path}`, ...options });
const request = (settings: Partial<RequestSettings>): Partial<HttpSettings> => ({
	request: { headers: [], body: null, auth: null, ...settings } as NonNullable<HttpSettings["request"]>,
});
const json = (value: string, comparison: ContentCheck["comparison"] = { operator: "exists", expected: null }) =>
	({ id: "chk_json", type: "json", value, caseSensitive: false, comparison }) as ContentCheck;
const header = (value: string, comparison: ContentCheck["comparison"] = { operator: "exists", expected: null }) =>
	({ id: "chk_header", type: "header", value, caseSensitive: false, comparison }) as ContentCheck;
const contains = (value: string): ContentCheck => ({ id: "chk_text", type: "contains", value, caseSensitive: true });

describe("a request", () => {
	test("carries its headers, which replace our own, its body, and its length in bytes", async () => {
		const headers = [
			{ name: "User-Agent", value: "mine/1" },
			{ name: "X-Key", value: "k-1", secret: true },
			{ name: "Content-Type", value: "text/plain" },
			{ name: "accept", value: "application/json" },
		];
		const options = request({ headers, body: "käse" });
		const checks = [
			json("$.headers['user-agent']", { operator: "equals", expected: "mine/1" }),
			json("$.headers['x-key']", { operator: "equals", expected: "k-1" }),
			json("$.headers.accept", { operator: "equals", expected: "application/json" }),
			json("$.headers['content-length']", { operator: "equals", expected: "5" }),
			json("$.headers['accept-encoding']"),
			json("$.body", { operator: "equals", expected: "käse" }),
		];
		expect(await messageOf(at("echo", { method: "POST", options, contentChecks: checks }))).toBeNull();
	});

	test.each<[string, string, Partial<RequestSettings>]>([
		["up", "with the right password", { auth: { type: "basic", username: "mönitor", password: "päss:word" } }],
		["down status", "with a wrong one", { auth: { type: "basic", username: "mönitor", password: "no" } }],
		["down status", "with a token instead", { auth: { type: "bearer", token: "päss:word" } }],
		["down status", "without credentials", {}],
		["missed internal", "whose password can't be read", { auth: { type: "basic", username: "a", password: null } }],
		["missed internal", "whose header can't be read", { headers: [{ name: "X-Key", value: null, secret: true }] }],
	])("is %s %s", async (expected, _, settings) => {
		expect(await verdictOf(at("guarded", { options: request(settings) }))).toBe(expected);
	});

	test("goes on after 303 without body and its headers, after 307 with them", async () => {
		const options = request({ headers: [{ name: "Content-Type", value: "text/plain" }], body: "hello" });
		const none = { operator: "exists", expected: false } as const;
		const dropped = [json("$.headers['content-type']", none), json("$.body", { operator: "equals", expected: "" })];
		expect(await messageOf(at("see-other", { method: "POST", options, contentChecks: dropped }))).toBeNull();
		const kept = [json("$.headers['content-type']"), json("$.body", { operator: "equals", expected: "hello" })];
		expect(await messageOf(at("again", { method: "POST", options, contentChecks: kept }))).toBeNull();
	});

	const upload = { method: "POST", options: request({ body: "x".repeat(64 * 1024) }) } as const;

	test("is judged by an answer that comes before its body was read", async () => {
		expect(await verdictOf(at("too-large", upload))).toBe("down status");
	});

	test.each<[string, string, (socket: Socket) => void]>([
		["down reset first_byte", "hangs up on it", (socket) => socket.once("data", () => socket.resetAndDestroy())],
		["down timeout first_byte", "never reads it", (socket) => socket.pause()],
		["down reset first_byte", "reads it and says nothing", (socket) => socket.once("data", () => socket.end())],
		["down protocol transfer", "answers with it", (socket) => socket.once("data", (bytes) => socket.end(bytes))],
	])("is %s when the server %s", async (expected, _, onSocket) => {
		await using raw = await startRawTarget(onSocket);
		expect(await verdictOf({ url: raw.url, timeoutMs: 1_000, ...upload })).toBe(expected);
	});
});

describe("secrets and credentials", () => {
	const CREDENTIALS = request({
		headers: [
			{ name: "X-Key", value: "k-1", secret: true },
			{ name: "Cookie", value: "session=1" },
			{ name: "X-Open", value: "yes" },
		],
		auth: { type: "bearer", token: "t-1" },
	});
	const seen = (name: string, isThere: boolean) =>
		json(`$.headers['${name}']`, { operator: "exists", expected: isThere ? null : false });
	const arrived = (isThere: boolean) => ["x-key", "cookie", "authorization"].map((name) => seen(name, isThere));

	test("go along with a redirect on their own server", async () => {
		const contentChecks = [...arrived(true), seen("x-open", true)];
		expect(await messageOf(at("moved", { options: CREDENTIALS, contentChecks }))).toBeNull();
	});

	test.each<[string, (port: number) => string]>([
		["another host", (port) => `http://other.example:${port}/echo`],
		["another port of the host", (port) => `http://127.0.0.1:${port}/echo`],
		["another host that leads back", (port) => `http://other.example:${port}/moved`],
	])("are left behind by a redirect to %s", async (_, location) => {
		await using other = await startHttpTarget((request, response) => {
			if (request.url === "/moved") response.writeHead(302, { location: `${target.url}echo` }).end();
			else ROUTES["/echo"]?.(request, response);
		});
		await using first = await startHttpTarget((_, response) =>
			response.writeHead(302, { location: location(other.port) }).end(),
		);
		const contentChecks = [...arrived(false), seen("x-open", true)];
		expect(await messageOf({ url: first.url, options: CREDENTIALS, contentChecks })).toBeNull();
	});

	test("do not show in what is said of a target that echoes them", async () => {
		const token = "tok-4711-Very.Secret";
		const options = request({ auth: { type: "bearer", token } });
		await using raw = await startRawTarget((socket) => socket.once("data", () => socket.end(`${token} is your token`)));
		expect(await messageOf({ url: raw.url, options })).toMatch(/status line: “•••• is your token”/);
		await using redirecting = await startHttpTarget((_, response) =>
			response.writeHead(302, { location: `http://${token}.nx.example/` }).end(),
		);
		dns.zone[`${token.toLowerCase()}.nx.example`] = "nxdomain";
		expect(await messageOf({ url: redirecting.url, options })).toBe(
			"The name ••••.nx.example does not exist or has no address.",
		);
		const contentChecks = [json("$.headers.authorization", { operator: "equals", expected: "other" })];
		expect(await messageOf(at("echo", { options, contentChecks }))).toBe(
			`$.headers.authorization is "Bearer ••••"; "other" was expected.`,
		);
	});
});

describe("statuses and redirects", () => {
	test.each<[string, string, Partial<HttpSettings>]>([
		["up", "204", { acceptedStatuses: ["2xx"] }],
		["down status", "500", { acceptedStatuses: ["2xx", "404"] }],
		["up", "404", { acceptedStatuses: ["2xx", "404"] }],
		["up", "503", { acceptedStatuses: ["500-599"] }],
		["up", "999", { acceptedStatuses: ["9xx"] }],
		["down status", "200", { acceptedStatuses: ["204"] }],
		["up", "moved", { acceptedStatuses: ["2xx"] }],
		["up", "moved", { acceptedStatuses: ["2xx", "301"] }],
		["down status", "moved", { followRedirects: false }],
		["down status", "loop", { followRedirects: false }],
		["down status", "mailto", { followRedirects: false }],
		["down redirect_loop transfer", "loop", { acceptedStatuses: ["2xx"] }],
		["down protocol transfer", "mailto", { acceptedStatuses: ["2xx"] }],
	])("%s: /%s with %o", async (expected, path, options) => {
		expect(await verdictOf(at(path, { options }))).toBe(expected);
	});

	test("are named when another was expected", async () => {
		expect(await messageOf(at("500", { options: { acceptedStatuses: ["2xx", "304"] } }))).toBe(
			"The response had status 500; 2xx or 304 was expected.",
		);
	});
});

describe("a certificate that is not verified", () => {
	const UNVERIFIED = { verifyTls: false };

	test.each<[string, Parameters<typeof selfSigned>[0], string]>([
		["is signed by itself", {}, "down tls_self_signed tls"],
		["has expired", { validFromDays: -10, validToDays: -1 }, "down tls_expired tls"],
		["is not valid yet", { validFromDays: 1 }, "down tls_not_yet_valid tls"],
		["is for another name", { names: ["other.example"] }, "down tls_self_signed tls"],
	])("may be one that %s, and its expiry is known", async (_, leaf, verified) => {
		await using server = await startTlsTarget({ certificate: await selfSigned(leaf) });
		expect(await verdictOf({ url: server.url })).toBe(verified);
		expect(await verdictOf({ url: server.url, options: UNVERIFIED })).toBe("up");
		const observation = await prober.observe({ url: server.url, options: UNVERIFIED });
		expect(observation).toMatchObject({ kind: "answered", certificate: { expiresAt: expect.any(Number) } });
	});

	test.each<[string, string, (socket: Socket) => void]>([
		["down tls_handshake tls", "speaks no TLS", (socket) => socket.write("220 mail.example ESMTP\r\n")],
		["down reset tls", "hangs up", (socket) => socket.once("data", () => socket.resetAndDestroy())],
		["down timeout tls", "says nothing", () => {}],
	])("is still %s when the server %s", async (expected, _, onSocket) => {
		await using raw = await startRawTarget(onSocket, { scheme: "https" });
		expect(await verdictOf({ url: raw.url, timeoutMs: 1_000, options: UNVERIFIED })).toBe(expected);
	});
});

describe("a version of IP", () => {
	const over = (ipFamily: "4" | "6", name: string, port = target.port) =>
		verdictOf({ url: `http://${name}:${port}/200`, options: { ipFamily } });

	const OF_CLOSED_PORT = hasIpv6Loopback() ? "down refused connect" : "missed no_network";

	test.each<["4" | "6", string, string]>([
		["4", "four.example", "up"],
		["4", "both.example", "up"],
		["4", "six.example", "down dns_not_found dns"],
		["6", "four.example", "down dns_not_found dns"],
		["6", "localhost", OF_CLOSED_PORT],
		["6", "both.example", OF_CLOSED_PORT],
		["6", "broken-six.example", "down dns_failure dns"],
		["4", "broken-six.example", "up"],
	])("%s alone for %s is %s", async (ipFamily, name, expected) => {
		expect(await over(ipFamily, name)).toBe(expected);
	});

	test.runIf(hasIpv6Loopback())("6 waits for an answer that comes late, and goes there", async () => {
		await using six = await startHttpTarget((_, response) => response.end(), { host: "::1" });
		expect(await over("6", "slow-six.example", six.port)).toBe("up");
	});

	test.runIf(hasIpv6Loopback())("holds for where redirects lead", async () => {
		const port = await unusedPort();
		await using six = await startHttpTarget(
			(_, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end(),
			{ host: "::1" },
		);
		expect(await over("6", "six.example", six.port)).toBe("down dns_not_found dns");
	});
});

describe("a value in a body or a header", () => {
	const ok = { operator: "equals", expected: "ok" } as const;

	test.each<[string, string, ContentCheck, string | null]>([
		["down content", "json", json("$.status", ok), '$.status is "degraded"; "ok" was expected.'],
		["down content", "json", json("$.stat", ok), "$.stat selects nothing in the response's JSON."],
		["down content", "json", json("$.queue.length", { operator: "less_than", expected: 5 }), null],
		["down content", "json", json("$.queue", { operator: "greater_than", expected: 5 }), "$.queue is an object; more"],
		["up", "json", json("$..length", { operator: "greater_than", expected: 5 }), null],
		["down content", "html", json("$.status", ok), "The response's body is not JSON."],
		["down content", "empty", json("$"), "The response's body is not JSON."],
		["up", "bom", json("$.status", ok), null],
		["up", "utf-16", json("$.a", { operator: "equals", expected: "é" }), null],
		["down content", "deep", json("$..a"), "The response's JSON is nested too deeply for $..a."],
		["down reset transfer", "cut-short", json("$.status", ok), null],
		["down protocol transfer", "no-gzip", json("$.status", ok), null],
		["down content", "bomb", json("$"), "longer than what is read of it"],
		["down content", "json", header("X-Request-Id"), "The header X-Request-Id is missing."],
		["down content", "json", header("X-Left", { operator: "greater_than", expected: 20 }), "The header X-Left is 12;"],
		["up", "twice", header("Vary", { operator: "equals", expected: "accept, origin" }), null],
	])("%s: /%s", async (expected, path, check, message) => {
		const options = at(path, { contentChecks: [check] });
		expect(await verdictOf(options)).toBe(expected);
		if (message !== null) expect(await messageOf(options)).toContain(message);
	});

	test("in a header needs no body: HEAD stays HEAD", async () => {
		const methods: (string | undefined)[] = [];
		await using server = await startHttpTarget(({ method }, response) => {
			methods.push(method);
			response.setHeader("x-a", "1").end();
		});
		await prober.observe({ url: server.url, method: "HEAD", contentChecks: [header("x-a")] });
		await prober.observe({ url: server.url, method: "HEAD", contentChecks: [header("x-a"), contains("a")] });
		expect(methods).toEqual(["HEAD", "GET"]);
	});

	test("whose path takes too long is missed, not down", async () => {
		const path = `$${"[*,*,*,*]".repeat(20)}`;
		await using server = await startHttpTarget((_, response) => response.end(`${"[".repeat(40)}1${"]".repeat(40)}`));
		expect(await verdictOf({ url: server.url, contentChecks: [json(path)] })).toBe("missed no_capacity");
	});
});

describe("the bound of a body", () => {
	test("is what is searched", async () => {
		const options = { maxBodyBytes: 2_007 };
		expect(await verdictOf(at("long", { options, contentChecks: [contains("the end")] }))).toBe("up");
		const less = { maxBodyBytes: 2_006 };
		expect(await verdictOf(at("long", { options: less, contentChecks: [contains("the end")] }))).toBe("down content");
	});

	test("ends the response: one without an end is up", async () => {
		await using raw = await startRawTarget((socket) =>
			socket.once("data", () => drip(socket, "a".repeat(100), { first: "HTTP/1.1 200 OK\r\n\r\n", everyMs: 5 })),
		);
		expect(await verdictOf({ url: raw.url, timeoutMs: 5_000, options: { maxBodyBytes: 1_000 } })).toBe("up");
		const contentChecks = [json("$.a")];
		expect(await messageOf({ url: raw.url, options: { maxBodyBytes: 1_000 }, contentChecks })).toMatch(/longer than/);
	});
});
