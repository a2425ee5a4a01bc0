import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { judge } from "../../domain/checks/judgement.ts";
import type { FlowResponse, StepSeen } from "../../domain/checks/observation.ts";
import type { FlowStep } from "../../domain/monitors/flow/flow-steps.ts";
import type { FlowSettings } from "../../domain/monitors/types.ts";
import { selfSigned } from "../targets/certificates.ts";
import { type DnsServer, startDnsServer } from "../targets/dns-server.ts";
import { startHttpTarget, startTlsTarget } from "../targets/http-target.ts";
import { type Target, unusedPort } from "../targets/listening.ts";
import { startRawTarget } from "../targets/raw-target.ts";
import { observationOf, order, startProber, type TestProber } from "../testing/prober.ts";

let target: Target;
let dns: DnsServer;
let prober: TestProber;
/** What the target was asked, and what it says of it. */
const seen: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[] = [];

const ROUTES: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse, body: string) => void>> = {
	"/login": (_, response, body) => {
		const { password } = JSON.parse(body);
		if (password !== SECRET) response.writeHead(401).end("wrong password");
		else response.setHeader("set-cookie", "session=c1; Path=/").end('{"token":"t-1","user":{"id":7},"list":[1]}');
	},
	"/account": ({ headers }, response) =>
		response.writeHead(headers.authorization === "Bearer t-1" ? 200 : 403).end('{"status":"active"}'),
	"/cookie": ({ headers }, response) => response.writeHead(headers.cookie === "session=c1" ? 200 : 403).end(),
	"/clear": (_, response) => response.setHeader("set-cookie", "session=; Path=/; Max-Age=0").end(),
	"/page": (_, response) => response.setHeader("x-next", "n 1/2").end('<input name="csrf" value="tok&amp;en">'),
	"/lines": (_, response) => response.end(JSON.stringify({ value: "a\r\nX-Injected: yes" })),
	"/long": (_, response) => response.end(JSON.stringify({ value: "a".repeat(5_000) })),
	"/medium": (_, response) => response.end(JSON.stringify({ value: "a".repeat(4_000) })),
	"/html": (_, response) => response.end("<html>Down for maintenance</html>"),
	"/moved": (_, response) => response.writeHead(302, { location: "/page" }).end(),
	"/loop": (_, response) => response.writeHead(302, { location: "/loop" }).end(),
	"/echo": ({ headers }, response, body) => response.end(JSON.stringify({ headers, body })),
	"/slow": (_, response) => void setTimeout(() => response.end("{}"), 700),
	"/hangs": () => {},
	"/no-gzip": (_, response) => response.setHeader("content-encoding", "gzip").end("{}"),
	"/order": (_, response) => response.end('{"id":12345678901234567891,"name":"a.b","items":[{"sku":"it\'s","n":2}]}'),
	"/orders/12345678901234567891": (_, response) => response.end('{"id":12345678901234567891,"text":"a.b"}'),
	"/orders/12345678901234567000": (_, response) => response.writeHead(404).end(),
	"/teapot": (_, response) => response.writeHead(418).end("{}"),
};
const SECRET = "correct-horse-9";
const listener: RequestListener = async (request, response) => {
	let body = "";
	for await (const piece of request) body += piece;
	const { method = "", url = "", headers } = request;
	seen.push({ method, url, headers, body });
	const route = ROUTES[new URL(url, "http://target").pathname];
	if (route) route(request, response, body);
	else response.end("{}");
};

beforeAll(async () => {
	target = await startHttpTarget(listener);
	dns = await startDnsServer({ "broken.example": "servfail", "*": "nxdomain" });
	prober = startProber({ resolvers: [dns.address] });
	return async () => {
		await prober[Symbol.asyncDispose]();
		await dns.close();
		await target.close();
	};
});
beforeEach(() => {
	seen.length = 0;
});

type StepSettings = Partial<FlowStep> & { readonly url: string };

/** A step; a URL that begins with a slash is the target's. */
function step({ url, ...settings }: StepSettings, index = 0): FlowStep {
	return {
		name: `Number ${index + 1}`,
		method: "GET",
		url: url.startsWith("/") ? target.url.slice(0, -1) + url : url,
		headers: [],
		body: null,
		auth: null,
		expect: ["2xx"],
		contentChecks: [],
		save: [],
		...settings,
	};
}

const LOGIN: StepSettings = {
	url: "/login",
	method: "POST",
	headers: [{ name: "Content-Type", value: "application/json" }],
	body: '{"password":"{{password}}"}',
	save: [{ name: "token", from: "json", value: "$.token" }],
};
const PASSWORD = { name: "password", value: SECRET, secret: true };

async function run(
	steps: readonly StepSettings[],
	{ variables = [PASSWORD] as FlowSettings["variables"], timeoutMs = 5_000, degradedAfterMs = 30_000 } = {},
) {
	const settings = { type: "flow", steps: steps.map(step), variables } as FlowSettings;
	const check = { ...order({ url: target.url, timeoutMs, degradedAfterMs }), settings };
	const observation = await observationOf(prober.prober, check);
	const judgement = judge(observation, check);
	const said = [judgement.verdict, judgement.reason, judgement.phase].filter((each) => each !== null).join(" ");
	const took = observation.kind === "missed" ? [] : ((observation as FlowResponse).steps ?? []);
	return { said, message: judgement.message, observation, steps: took as readonly StepSeen[] };
}

describe("a run", () => {
	test("hands values, cookies and credentials from step to step, and times each of them", async () => {
		const { said, observation, steps } = await run([
			LOGIN,
			{ url: "/account", auth: { type: "bearer", token: "{{token}}" } },
			{ url: "/cookie" },
		]);
		expect(said).toBe("up");
		expect(steps.map(({ name, responseStatus }) => [name, responseStatus])).toEqual([
			["Number 1", 200],
			["Number 2", 200],
			["Number 3", 200],
		]);
		if (observation.kind !== "answered") return;
		const sum = steps.reduce((total, { timeMs }) => total + timeMs, 0);
		expect(sum).toBeLessThanOrEqual(observation.responseTimeMs);
		const connecting = steps.reduce((total, { phases }) => total + phases.connect, 0);
		expect(observation.phases.connect).toBeCloseTo(connecting, 6);
		expect(target.connections).toBeGreaterThanOrEqual(3);
	});

	test("saves from JSON, a header, a pattern and a cookie, and inserts them escaped for where they stand", async () => {
		const { said, steps } = await run([
			LOGIN,
			{
				url: "/page",
				save: [
					{ name: "next", from: "header", value: "X-Next" },
					{ name: "csrf", from: "regex", value: 'name="csrf" value="([^"]*)"' },
					{ name: "session", from: "cookie", value: "session" },
				],
			},
			{
				url: "/anything/{{next}}?t={{csrf}}",
				method: "PUT",
				headers: [
					{ name: "Content-Type", value: "application/x-www-form-urlencoded" },
					{ name: "X-Session", value: "s={{session}}; {{next}}" },
				],
				body: "csrf={{csrf}}&a=b",
			},
		]);
		expect(said).toBe("up");
		expect(seen[2]).toMatchObject({
			url: "/anything/n%201%2F2?t=tok%26amp%3Ben",
			headers: { "x-session": "s=c1; n 1/2" },
			body: "csrf=tok%26amp%3Ben&a=b",
		});
		expect(steps[1]?.saved).toEqual([
			{ name: "next", value: "n 1/2" },
			{ name: "csrf", value: "tok&amp;en" },
			{ name: "session", value: "c1" },
		]);
	});

	test("inserts values into content checks, and keeps the digits of numbers", async () => {
		const order: StepSettings = {
			url: "/order",
			save: [
				{ name: "id", from: "json", value: "$.id" },
				{ name: "text", from: "json", value: "$.name" },
				{ name: "sku", from: "json", value: "$.items[0].sku" },
			],
		};
		const checked = (url: string, contentChecks: object[]): StepSettings => {
			return { url, contentChecks: contentChecks as FlowStep["contentChecks"] };
		};
		const all = await run([
			order,
			checked("/orders/{{id}}", [
				{ type: "json", value: "$.id", operator: "equals", expected: "{{id}}", caseSensitive: true },
				{ type: "contains", value: "{{text}}", caseSensitive: true },
				{ type: "regex", value: '^.*"{{text}}"', caseSensitive: true },
				{ type: "json", value: "$.text", operator: "matches", expected: "^{{text}}$", caseSensitive: true },
			]),
			checked("/order", [
				{ type: "json", value: "$.items[?@.sku == '{{sku}}'].n", operator: "equals", expected: 2, caseSensitive: true },
				{
					type: "json",
					value: "$.items[?@.sku == {{sku}}].n",
					operator: "less_than",
					expected: "{{id}}",
					caseSensitive: true,
				},
			]),
		]);
		expect(all).toMatchObject({ said: "up", message: null });
		const literal = await run([order, checked("/order", [{ type: "regex", value: "{{text}}c", caseSensitive: true }])]);
		expect(literal).toMatchObject({ said: "down content" });
		expect(literal.message, "as its owner wrote it: the value may be a secret").toContain('"{{text}}c"');
	});

	test("begins without the cookies of the run before, and stops at the first step that fails", async () => {
		await run([LOGIN]);
		seen.length = 0;
		const { said, message, steps } = await run([{ url: "/cookie" }, { url: "/page" }]);
		expect([said, message]).toEqual([
			"down status",
			"Step 1, Number 1: The response had status 403; 2xx was expected.",
		]);
		expect(steps).toHaveLength(1);
		expect(seen).toHaveLength(1);
	});

	test("takes as long as its requests: the search in what they answer is not the target's", async () => {
		await using server = await startHttpTarget((_, response) => response.end("a b c ".repeat(20_000)));
		const value = "[a-z ]{1,20}[0-9]";
		const contentChecks = [{ type: "regex", value, enabled: true } as unknown as FlowStep["contentChecks"][number]];
		const { observation, steps } = await run([{ url: server.url, contentChecks }], { timeoutMs: 15_000 });
		expect(observation).toMatchObject({ kind: "answered", shortfall: { reason: "content" } });
		if (observation.kind !== "answered") return;
		const phases = Object.values(observation.phases).reduce((sum, each) => sum + each, 0);
		expect(observation.responseTimeMs).toBeCloseTo(phases, 6);
		expect(steps[0]?.timeMs).toBeCloseTo(phases, 6);
	});

	test("is degraded when all steps together are slow", async () => {
		const { said } = await run([{ url: "/slow" }, { url: "/slow" }], { degradedAfterMs: 1_000 });
		expect(said).toBe("degraded slow");
	});

	test("is confirmed as a whole", async () => {
		let runs = 0;
		await using flaky = await startHttpTarget((request, response) => {
			if (request.url === "/first") runs++;
			response.writeHead(request.url === "/second" && runs === 1 ? 500 : 200).end();
		});
		const steps = [step({ url: `${flaky.url}first` }), step({ url: `${flaky.url}second` }, 1)];
		const settings = { type: "flow", steps, variables: [] } as unknown as FlowSettings;
		const check = { ...order({ url: flaky.url, nextDueAt: Date.now() + 60_000 }), settings };
		const outcome = await prober.prober.run(check, new AbortController().signal);
		expect(outcome).toMatchObject({
			attempts: 2,
			observation: { type: "flow", shortfall: null },
			firstAttempt: { observation: { shortfall: { reason: "status" } } },
		});
		expect(runs).toBe(2);
	});
});

describe("a target that misbehaves in the second step is", () => {
	const jsonCheck = (value: string, expected: string) =>
		({ type: "json", value, operator: "equals", expected, caseSensitive: false }) as const;
	const insert = (url: string, second: StepSettings): StepSettings[] => [
		{ url, save: [{ name: "v", from: "json", value: "$.value" }] },
		second,
	];

	test.each<[string, string, StepSettings]>([
		["down status", "The response had status 418", { url: "/teapot" }],
		["down status", "200; 404 was expected", { url: "/page", expect: ["404"] }],
		["down status", "The response had status 302; 200", { url: "/moved", expect: ["200", "301"] }],
		["up", "", { url: "/moved", expect: ["302"], save: [{ name: "l", from: "header", value: "Location" }] }],
		["down redirect_loop transfer", "lead back", { url: "/loop" }],
		["down timeout first_byte", "within 1 s", { url: "/hangs" }],
		["down dns_not_found dns", "does not exist", { url: "http://nowhere.example/" }],
		["down dns_failure dns", "do not answer as they should", { url: "http://broken.example/" }],
		["down target_forbidden connect", "was not connected to", { url: "http://169.254.169.254/" }],
		[
			"down protocol transfer",
			"does not decompress",
			{ url: "/no-gzip", save: [{ name: "a", from: "json", value: "$" }] },
		],
		["down content", "not JSON", { url: "/html", contentChecks: [jsonCheck("$.a", "b")] }],
		[
			"down content",
			'$.status is "active"',
			{ url: "/account", expect: ["403"], contentChecks: [jsonCheck("$.status", "no")] },
		],
		[
			"down content",
			"X-None is missing",
			{ url: "/page", contentChecks: [{ type: "header", name: "X-None", operator: "exists", caseSensitive: false }] },
		],
		[
			"down content",
			'The body contains "maintenance", which it must not',
			{ url: "/html", contentChecks: [{ type: "not_contains", value: "maintenance", caseSensitive: false }] },
		],
		[
			"down content",
			"The body does not match",
			{ url: "/html", contentChecks: [{ type: "regex", value: "^ok$", caseSensitive: false }] },
		],
		[
			"down saved_value",
			"as a: json $.none has no text",
			{
				url: "/login",
				method: "POST",
				body: '{"password":"correct-horse-9"}',
				save: [{ name: "a", from: "json", value: "$.none" }],
			},
		],
		[
			"down saved_value",
			"as a: json $.list has no text",
			{
				url: "/login",
				method: "POST",
				body: '{"password":"correct-horse-9"}',
				save: [{ name: "a", from: "json", value: "$.list" }],
			},
		],
		["down saved_value", "as a: json $ has no text", { url: "/html", save: [{ name: "a", from: "json", value: "$" }] }],
		[
			"down saved_value",
			"at most 4096 characters",
			{ url: "/long", save: [{ name: "a", from: "json", value: "$.value" }] },
		],
		["down saved_value", "header X-None", { url: "/page", save: [{ name: "a", from: "header", value: "X-None" }] }],
		["down saved_value", "cookie none", { url: "/page", save: [{ name: "a", from: "cookie", value: "none" }] }],
		["down saved_value", "cookie session", { url: "/clear", save: [{ name: "a", from: "cookie", value: "session" }] }],
		["down saved_value", "regex token=", { url: "/page", save: [{ name: "a", from: "regex", value: "token=(.*)" }] }],
	])("%s: …%s…", async (said, message, second) => {
		const result = await run([{ url: "/page" }, second], { timeoutMs: second.url === "/hangs" ? 1_000 : 5_000 });
		expect(result.said).toBe(said);
		if (said === "up") return;
		expect(result.message).toMatch(/^Step 2, Number 2: /);
		expect(result.message).toContain(message);
		expect(result.steps.map(({ responseStatus }) => responseStatus)[0]).toBe(200);
		expect(result.steps).toHaveLength(2);
	});

	test.each<[string, string, (socket: Socket) => void]>([
		["down reset first_byte", "hangs up", (socket) => socket.once("data", () => socket.resetAndDestroy())],
		[
			"down reset transfer",
			"stops",
			(socket) => socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na")),
		],
		["down protocol transfer", "speaks no HTTP", (socket) => socket.once("data", () => socket.end("SSH-2.0-x\r\n"))],
		[
			"down timeout transfer",
			"drips",
			(socket) => socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na")),
		],
	])("%s when it %s", async (said, _, onSocket) => {
		await using raw = await startRawTarget(onSocket);
		const result = await run([{ url: "/page" }, { url: raw.url }], { timeoutMs: 1_000 });
		expect([result.said, result.message?.slice(0, 18)]).toEqual([said, "Step 2, Number 2: "]);
		expect(result.steps[1]).toMatchObject({ responseStatus: null, timeMs: expect.any(Number) });
	});

	test("down refused when nobody listens, down tls_self_signed when its certificate is its own", async () => {
		const refused = await run([{ url: "/page" }, { url: `http://127.0.0.1:${await unusedPort()}/` }]);
		expect(refused.said).toBe("down refused connect");
		await using server = await startTlsTarget({ certificate: await selfSigned() });
		const untrusted = await run([{ url: "/page" }, { url: server.url }]);
		expect(untrusted.said).toBe("down tls_self_signed tls");
		expect(untrusted.observation).toMatchObject({ certificate: { expiresAt: expect.any(Number) } });
	});

	test("down saved_value when what it sent ends a line of a header, or makes a URL too long", async () => {
		const header = insert("/lines", { url: "/echo", headers: [{ name: "X-Value", value: "{{v}}" }] });
		expect((await run(header)).message).toBe("Step 2, Number 2: A value for the header X-Value holds a line end.");
		const token = insert("/lines", { url: "/echo", auth: { type: "bearer", token: "{{v}}" } });
		expect((await run(token)).message).toBe("Step 2, Number 2: The token holds a line end.");
		const url = insert("/medium", { url: "/echo?a={{v}}&b={{v}}&c={{v}}" });
		expect(await run(url)).toMatchObject({ said: "down saved_value" });
		expect(seen.filter((each) => each.url.startsWith("/echo"))).toEqual([]);
	});

	test("down saved_value when a pattern is too long with its values", async () => {
		const pattern = insert("/medium", {
			url: "/echo",
			contentChecks: [{ type: "regex", value: "{{v}}", caseSensitive: true }],
		});
		expect((await run(pattern)).message).toBe(
			"Step 2, Number 2: A content check can't be run once its values are inserted.",
		);
	});

	test("judged within one deadline for all steps", async () => {
		const { said, steps } = await run(Array(5).fill({ url: "/slow" }), { timeoutMs: 1_000 });
		expect(said).toBe("down timeout first_byte");
		// Two, and more where this process stood still, for the deadline is extended by that.
		expect(steps.length).toBeLessThan(5);
	});
});

describe("own trouble is missed:", () => {
	test("a secret that can't be read", async () => {
		const { said } = await run([LOGIN], { variables: [{ ...PASSWORD, value: null }] });
		expect(said).toBe("missed internal");
		expect(seen).toEqual([]);
	});

	test("a pattern that takes too long", async () => {
		await using server = await startHttpTarget((_, response) => response.end("a b c ".repeat(160_000)));
		const value = "([a-z ]{1,100}){1,10}[0-9]";
		const { said } = await run([{ url: server.url, save: [{ name: "a", from: "regex", value }] }], {
			timeoutMs: 15_000,
		});
		expect(said).toBe("missed no_capacity");
	});
});

describe("a secret", () => {
	test("does not show when the target echoes it: in messages and in what was saved", async () => {
		const echoed = await run([
			{ ...LOGIN, save: [] },
			{
				url: "/echo",
				headers: [{ name: "X-Key", value: "key-{{password}}" }],
				save: [{ name: "echo", from: "json", value: "$.headers['x-key']" }],
				contentChecks: [{ type: "json", value: "$.headers['x-key']", operator: "exists", caseSensitive: false }],
			},
			{
				url: "/echo?{{echo}}",
				headers: [{ name: "X-Key", value: "{{password}}" }],
				contentChecks: [
					{ type: "json", value: "$.headers['x-key']", operator: "equals", expected: "other", caseSensitive: false },
				],
			},
		]);
		expect(echoed.steps[1]?.saved).toEqual([{ name: "echo", value: "key-••••" }]);
		expect(echoed.message).toBe(`Step 3, Number 3: $.headers['x-key'] is "••••"; "other" was expected.`);
		expect(JSON.stringify(echoed.observation)).not.toContain(SECRET);
	});

	test("does not show in parts, when patterns cut it out of what the target echoes", async () => {
		const save = Array.from(SECRET, (_, at) => ({
			name: `part${at}`,
			from: "regex" as const,
			value: `"x-key":"key-${".".repeat(at)}(.)`,
		}));
		const { steps } = await run([{ url: "/echo", headers: [{ name: "X-Key", value: "key-{{password}}" }], save }]);
		expect(steps[0]?.saved).toEqual(save.map(({ name }) => ({ name, value: "••••" })));
	});

	test("stays with its own server, in headers, credentials and bodies, when a step is redirected", async () => {
		await using other = await startHttpTarget(listener);
		await using first = await startHttpTarget((_, response) =>
			response.writeHead(307, { location: `${other.url}elsewhere` }).end(),
		);
		await run([
			{
				url: first.url,
				method: "POST",
				headers: [
					{ name: "X-Key", value: "{{password}}" },
					{ name: "X-Marked", value: "marked", secret: true },
					{ name: "X-Open", value: "open" },
				],
				auth: { type: "basic", username: "a", password: "{{password}}" },
				body: "p={{password}}",
			},
		]);
		expect(seen).toHaveLength(1);
		expect(seen[0]).toMatchObject({ method: "POST", url: "/elsewhere", headers: { "x-open": "open" }, body: "" });
		for (const name of ["x-key", "x-marked", "authorization"]) expect(seen[0]?.headers).not.toHaveProperty(name);
	});
});
