import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SCOPES, type Scope } from "../domain/access/scopes.ts";
import { documentedRoutes, ROUTES } from "./app.ts";
import { filled, hasIds, realPath } from "./testing/paths.ts";
import { type Service, startService } from "./testing/service.ts";

let service: Service;
let foreign: string;
beforeAll(async () => {
	service = await startService("sqlite");
	foreign = (await service.newTeam("other")).key;
});
afterAll(() => service[Symbol.asyncDispose]());

const routes = documentedRoutes(ROUTES);
const unknownId = "mon_01jgezt6z8e7kb3mq4f2ys0nd5";
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The code of a refusal, in either style. */
function codeOf({ headers, json }: { headers: Headers; json: { type: string; error: { code: string } } }): string {
	return headers.get("content-type") === "application/problem+json"
		? json.type.toUpperCase().replaceAll("-", "_")
		: json.error.code;
}

describe.each(routes)("$method $path", ({ method, path, scope, endpoint }) => {
	test("answers 401 without a key, also to an unknown id and a bad body", async () => {
		const answer = await service.ask(method, filled(path, unknownId), {
			key: null,
			...(endpoint.spec.body && { rawBody: "{" }),
		});
		expect([answer.status, codeOf(answer), answer.headers.get("www-authenticate")]).toEqual([
			401,
			"UNAUTHORIZED",
			"Bearer",
		]);
		expect(answer.headers.get("x-request-id")).toMatch(uuid);
	});

	test("answers 401 to a wrong key", async () => {
		// Of one address so many wrong keys in a row are refused as such.
		const ask = service.askFrom(`10.0.0.${routes.findIndex((each) => each.endpoint === endpoint) % 250}`);
		const answer = await ask(method, filled(path, unknownId), { key: `lw_${"x".repeat(43)}` });
		expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, 'Bearer error="invalid_token"']);
	});

	test("answers 403 to a key with every scope but its own, also to an unknown id", async () => {
		const key = await service.keyWith(SCOPES.filter((each: Scope) => each !== scope));
		const answer = await service.ask(method, filled(path, unknownId), { key });
		expect([answer.status, codeOf(answer), answer.headers.get("www-authenticate")]).toEqual([
			403,
			"FORBIDDEN",
			`Bearer error="insufficient_scope", scope="${scope}"`,
		]);
	});

	test("needs only its own scope", async () => {
		const key = await service.keyWith([scope]);
		const own = (await service.newTeam(`own-${endpoint.spec.operationId.toLowerCase()}`)).key;
		const answer = await service.ask(method, await realPath(service, path, own), { key });
		expect(answer.status).not.toBe(401);
		expect(answer.status).not.toBe(403);
	});
});

describe.each(routes.filter(({ path }) => hasIds(path)))("$method $path", ({ method, path, endpoint }) => {
	test("answers 404 to unknown, malformed and foreign ids, also with a bad query and body", async () => {
		const bad = endpoint.spec.body ? { rawBody: "{" } : {};
		const paths = [
			await realPath(service, path, foreign),
			filled(path, unknownId),
			filled(path, "mon_"),
			filled(path, "0"),
			filled(path, "%00"),
			filled(path, "%E0%A4%A"),
			filled(path, encodeURIComponent("' or 1=1 --")),
			filled(path, "x".repeat(3000)),
		];
		for (const each of paths) {
			const answer = await service.ask(method, `${each}?perPage=0&cursor=x`, bad);
			expect([each, answer.status, codeOf(answer)]).toEqual([each, 404, "NOT_FOUND"]);
		}
	});
});

describe("unknown routes", () => {
	test("are 404, with or without a key", async () => {
		for (const path of ["/", "/api/v1", "/api/v1/nothing", "/api/v1/monitors/", "/api/v2/monitors"]) {
			const answer = await service.ask("GET", path, { key: null });
			expect([path, answer.status, answer.json.error.code]).toEqual([path, 404, "NOT_FOUND"]);
			expect(answer.json.meta.requestId).toBe(answer.headers.get("x-request-id"));
		}
	});

	test("are 405 with Allow when the path is known and the method is not", async () => {
		const answer = await service.ask("PATCH", "/api/v1/monitors");
		expect([answer.status, answer.json.error.code, answer.headers.get("allow")]).toEqual([
			405,
			"METHOD_NOT_ALLOWED",
			"GET, HEAD, POST",
		]);
		expect((await service.ask("OPTIONS", `/api/v1/monitors/${unknownId}`)).headers.get("allow")).toBe(
			"GET, HEAD, PUT, DELETE",
		);
	});
});

test("HEAD answers as GET does, without a body", async () => {
	const answer = await service.ask("HEAD", "/api/v1/monitors");
	expect([answer.status, answer.text, answer.headers.get("content-type")]).toEqual([200, "", "application/json"]);
});

test("an internal error is a 500 without details, and is logged in full under the same id", async () => {
	await using broken = await startService("sqlite");
	await broken.database.close();
	const answer = await broken.ask("GET", "/api/v1/monitors");
	expect([answer.status, answer.json.error.code]).toEqual([500, "INTERNAL_ERROR"]);
	expect(answer.text).not.toMatch(/sqlite|database|driver|\.ts/i);
	const line = broken.logLines.find((each) => each.includes("a request failed")) ?? "{}";
	expect(JSON.parse(line)).toMatchObject({ requestId: answer.json.meta.requestId, err: { stack: expect.any(String) } });
});

test.each([
	["GET", "/api/v1/monitor", "There is no such route. Did you mean /api/v1/monitors?"],
	["GET", "/api/v1/monitors/", "There is no such route. Did you mean /api/v1/monitors?"],
	["GET", `/api/v1/monitors/${unknownId}/result`, "There is no such route. Did you mean /api/v1/monitors/:id/results?"],
	["GET", `/api/v1/${"monitor".repeat(1_000)}`, "There is no such route."],
	[
		"POST",
		`/api/v1/monitors/${unknownId}/pause`,
		'There is no such route. To pause a monitor, send PUT /api/v1/monitors/:id with {"enabled":false}.',
	],
	[
		"POST",
		"/api/v1/monitors/17/mute",
		expect.stringMatching(
			/^There is no such route\. There are GET, PUT, DELETE \/api\/v1\/monitors\/:id; POST \/api\/v1\/monitors\/:id\/check; /,
		),
	],
	[
		"GET",
		`/api/v1/alerts/${unknownId.replace("mon", "alt")}/history/of/deliveries`,
		"There is no such route. There are GET, PUT, DELETE /api/v1/alerts/:id; POST /api/v1/alerts/:id/test; " +
			"GET /api/v1/alerts/:id/events; GET /api/v1/alerts/:id/figures; POST /api/v1/alerts/:id/replay.",
	],
	["GET", "/api/v1/team/of/mine", "There is no such route. There are GET, PATCH /api/v1/team."],
	["GET", "/somewhere/else/than/the/api", "There is no such route."],
	[
		"PATCH",
		`/api/v1/monitors/${unknownId}`,
		"This resource knows GET, HEAD, PUT, DELETE. PUT changes the members that it names.",
	],
])("%s %s is answered with what was probably meant", async (method, path, message) => {
	expect((await service.ask(method, path)).json.error.message).toEqual(message);
});

test.each([
	["monitors", "pause"],
	["monitors", "resume"],
	["monitors", "run"],
	["alerts", "mute"],
	["alerts", "enable"],
])("what is said of /%s/:id/%s names a route that exists", async (resource, word) => {
	const { json } = await service.ask("POST", `/api/v1/${resource}/17/${word}/`);
	const [, method, path] = /send (\w+) (\S+?)[ .]/.exec(`${json.error.message} `) ?? [];
	expect(ROUTES.filter((route) => route[0] === method && route[1] === path)).toHaveLength(1);
});

test("an unhealthy process answers /healthz with 503 and says why", async () => {
	const health = {
		status: "failing",
		problem: "The scheduler stands still.",
		database: true,
		schedulerTickedAt: null,
		lagMs: 90_000,
		missedChecks: null,
	} as const;
	await using sick = await startService("sqlite", { health: async () => health });
	const answer = await sick.ask("GET", "/healthz", { key: null });
	expect([answer.status, answer.json]).toEqual([503, health]);
});

test("a process that can't make its checks answers /healthz with 200, so that no balancer takes it away", async () => {
	const causes = [{ cause: "resolver", missed: 9, share: 0.9, monitors: 3 }] as const;
	const health = {
		status: "degraded",
		problem: "Of 10 checks in the last 5 minutes 9 could not be made.",
		database: true,
		schedulerTickedAt: 1,
		lagMs: 0,
		missedChecks: { checks: 10, missed: 9, causes },
	} as const;
	await using blind = await startService("sqlite", { health: async () => health });
	const answer = await blind.ask("GET", "/healthz", { key: null });
	expect([answer.status, answer.json]).toEqual([200, health]);
});

test("/metrics counts requests by route, never by path", async () => {
	await service.ask("GET", `/api/v1/monitors/${unknownId}`);
	await service.ask("GET", "/strange/path");
	await service.ask("BREW", "/api/v1/monitors");
	const { status, text } = await service.ask("GET", "/metrics", { key: null });
	expect(status).toBe(200);
	expect(text).toMatch(/lapwing_http_requests_total\{method="GET",route="\/api\/v1\/monitors\/:id",status="404"\} \d+/);
	expect(text).toMatch(/lapwing_http_requests_total\{method="other",route="unmatched",status="405"\} \d+/);
	expect(text).not.toContain("strange");
});
