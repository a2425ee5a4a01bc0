import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { type CheckOrder, minuteOf } from "../../../domain/checks/check.ts";
import { judge } from "../../../domain/checks/judgement.ts";
import { NO_PHASES, type Observation } from "../../../domain/checks/observation.ts";
import { recordChecks } from "../../../storage/commit/record-checks.ts";
import { secretBox } from "../../../storage/database/secret-box.ts";
import { deleteChecksOfMonitor } from "../../../storage/results/delete-checks.ts";
import { ordersFor } from "../../../storage/schedule/check-orders.ts";
import { claimDue } from "../../../storage/schedule/monitor-states.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { type Service, startService } from "../../testing/service.ts";

const PATH = "/api/v1/monitors";
const PASSWORD = "password-marker-1";
const KEY = "header-marker-2";
const BASIC = "basic-marker-3";
const ORIGIN = "https://shop.example";
const LOGIN = {
	name: "Log in",
	method: "POST",
	url: `${ORIGIN}/login?next={{page}}`,
	headers: [
		{ name: "Content-Type", value: "application/json" },
		{ name: "X-Key", value: KEY, secret: true },
	],
	body: '{"password":"{{password}}"}',
	save: [{ name: "token", from: "json", value: "$.token" }],
};
const ACCOUNT = {
	name: "Account",
	url: `${ORIGIN}/account/{{token}}`,
	auth: { type: "basic", username: "a", password: BASIC },
	contentChecks: [{ type: "json", value: "$.status", operator: "equals", expected: "active" }],
};
const VARIABLES = [
	{ name: "password", value: PASSWORD, secret: true },
	{ name: "page", value: "home" },
];
const FLOW = { type: "flow", name: "Shop", steps: [LOGIN, ACCOUNT], variables: VARIABLES };
const HIDDEN_VARIABLES = [{ name: "password", value: null, secret: true }, VARIABLES[1]];
const HIDDEN_LOGIN = { ...LOGIN, headers: [LOGIN.headers[0], { name: "X-Key", value: null, secret: true }] };
const HIDDEN_ACCOUNT = { ...ACCOUNT, auth: { type: "basic", username: "a", password: null } };

async function made(service: Service, body: object = {}) {
	const { status, json, text } = await service.ask("POST", PATH, { body: { ...FLOW, ...body } });
	expect(status, text).toBe(201);
	return json.data;
}

async function orderOf(service: Service): Promise<CheckOrder> {
	await sql`update monitor_states set due_at = ${service.clock.now}, claimed = 0`.execute(service.database.db);
	const claims = await claimDue(service.database, service.clock.now, { total: 10, slow: 10 });
	const [order] = await ordersFor(service.database, claims, secretBox(new Uint8Array(32).fill(7)));
	if (order === undefined) throw new Error("no order");
	return order;
}

onEachEngine("a flow", (name) => {
	test("shows its steps and variables without secrets, in every form, and is its own target", async () => {
		await using service = await startService(name);
		const flow = await made(service, { intervalSeconds: 86_400 });
		const own = {
			type: "flow",
			target: "Shop",
			intervalSeconds: 86_400,
			variables: HIDDEN_VARIABLES,
			steps: [
				{ ...HIDDEN_LOGIN, auth: null, expect: ["2xx"], contentChecks: [] },
				{
					...HIDDEN_ACCOUNT,
					method: "GET",
					headers: [],
					body: null,
					expect: ["2xx"],
					contentChecks: [{ ...ACCOUNT.contentChecks[0], caseSensitive: false }],
					save: [],
				},
			],
		};
		expect(flow).toMatchObject(own);
		for (const path of [`${PATH}/${flow.id}`, `${PATH}/${flow.id}?view=full`]) {
			expect((await service.ask("GET", path)).json.data).toMatchObject(own);
		}
		for (const path of [PATH, `${PATH}?view=full&type=flow&q=shop`]) {
			expect((await service.ask("GET", path)).json.data.monitors).toMatchObject([own]);
		}
		const renamed = await service.ask("PUT", `${PATH}/${flow.id}`, { body: { name: "Till" } });
		expect(renamed.json.data).toMatchObject({ name: "Till", target: "Till" });
		expect((await service.ask("GET", `${PATH}?q=till`)).json.data.monitors).toHaveLength(1);
		expect(
			(await service.ask("POST", `${PATH}/${flow.id}/content-checks`, { body: { type: "contains", value: "a" } }))
				.status,
		).toBe(400);
	});

	test("keeps its secrets by the names of steps, headers and variables, on the servers that it had", async () => {
		await using service = await startService(name);
		const { id } = await made(service);
		const put = (body: object) => service.ask("PUT", `${PATH}/${id}`, { body });
		expect((await put({ variables: [...HIDDEN_VARIABLES, { name: "more", value: "x" }] })).status).toBe(200);
		const swapped = [
			{ ...HIDDEN_ACCOUNT, url: `${ORIGIN}/account` },
			{ ...HIDDEN_LOGIN, name: "Log in" },
		];
		const changed = await put({ steps: swapped });
		expect(changed.status, changed.text).toBe(200);
		expect(await orderOf(service)).toMatchObject({
			settings: {
				steps: [{ auth: { password: BASIC } }, { headers: [LOGIN.headers[0], { value: KEY }] }],
				variables: [{ value: PASSWORD }, { value: "home" }, { value: "x" }],
			},
		});
		const refusals: [paths: string[], body: object][] = [
			[["/steps/0/auth/password"], { steps: [{ ...swapped[0], name: "Renamed" }, swapped[1]] }],
			[
				["/steps/0/auth/password", "/steps/1/headers/1/value", "/variables/0/value"],
				{ steps: [...swapped, { name: "Elsewhere", url: "https://elsewhere.example/?p={{password}}" }] },
			],
			[
				["/steps/0/auth/password", "/steps/1/headers/1/value", "/variables/0/value"],
				{ steps: [{ ...swapped[0], url: "http://shop.example/account" }, swapped[1]] },
			],
			[
				["/variables/1/value"],
				{
					variables: [...HIDDEN_VARIABLES.slice(1), { name: "other", value: null, secret: true }, HIDDEN_VARIABLES[0]],
				},
			],
		];
		for (const [paths, body] of refusals) {
			const { status, json } = await put(body);
			expect([status, json.error?.details.map(({ path }: { path: string }) => path)]).toEqual([400, paths]);
		}
	});

	test("is neither made nor changed with a content check that inserts a name unknown there, or can't be run", async () => {
		await using service = await startService(name);
		const path = { type: "json", value: "$[?@.id == {{token}}].n", operator: "less_than", expected: "{{token}}" };
		await made(service, { steps: [LOGIN, { ...ACCOUNT, contentChecks: [path] }] });
		const { id } = await made(service);
		const unknown = (name: string) => `No variable and no earlier step has a value named ${name}.`;
		const refusals: [check: object, member: string, message: string][] = [
			[{ type: "contains", value: "{{tokn}}" }, "value", unknown("tokn")],
			[{ type: "not_contains", value: "{{token}} {{tokn}}" }, "value", unknown("tokn")],
			[{ type: "regex", value: "^{{tokn}}$" }, "value", unknown("tokn")],
			[{ type: "json", value: "$[?@.id == {{tokn}}]", operator: "exists" }, "value", unknown("tokn")],
			[{ type: "json", value: "$.a", operator: "equals", expected: "{{own}}" }, "expected", unknown("own")],
			[{ type: "header", name: "X-A", operator: "equals", expected: "{{tokn}}" }, "expected", unknown("tokn")],
			[{ type: "regex", value: "({{token}}" }, "value", expect.any(String)],
			[{ type: "json", value: "$[{{token}}", operator: "exists" }, "value", expect.any(String)],
			[{ type: "json", value: "$.a", operator: "equals", expected: 2 ** 60 }, "expected", expect.any(String)],
		];
		for (const [check, member, message] of refusals) {
			const own = { ...ACCOUNT, contentChecks: [check], save: [{ name: "own", from: "json", value: "$.own" }] };
			const steps = [LOGIN, own];
			const refused = { path: `/steps/1/contentChecks/0/${member}`, message };
			for (const [method, path, body] of [
				["POST", PATH, { ...FLOW, steps }],
				["PUT", `${PATH}/${id}`, { steps }],
			] as const) {
				const { status, json } = await service.ask(method, path, { body });
				expect([method, status, json.error?.details]).toMatchObject([method, 400, [refused]]);
			}
		}
	});

	test("has no secret in any answer, audit event, log line or row", async () => {
		await using service = await startService(name);
		const flow = await made(service);
		await service.ask("PUT", `${PATH}/${flow.id}`, { body: { variables: VARIABLES } });
		const rows = await sql`select * from monitors`.execute(service.database.db);
		const answers = [flow, (await service.ask("GET", "/api/v1/audit-events")).json, rows.rows, service.logLines];
		for (const marker of [PASSWORD, KEY, BASIC]) expect(JSON.stringify(answers)).not.toContain(marker);
		expect(JSON.stringify(answers[1])).toContain('"variables"');
	});

	test("keeps the times of each step of a check, as long as the check", async () => {
		await using service = await startService(name);
		const { id } = await made(service);
		const order = await orderOf(service);
		const step = (stepName: string, responseStatus: number | null, timeMs: number) => ({
			name: stepName,
			responseStatus,
			timeMs,
			phases: { ...NO_PHASES, connect: 0.4, first_byte: timeMs - 1 },
			saved: [{ name: "token", value: "saved-marker" }],
		});
		const observation: Observation = {
			kind: "failed",
			fault: "timeout",
			phase: "first_byte",
			message: "Step 2, Account: No complete response within 10 s.",
			phases: { ...NO_PHASES, connect: 0.8, first_byte: 90 },
			certificate: null,
			address: "127.0.0.1",
			steps: [step("Log in", 200, 12.4), step("Account", null, 80)],
		};
		const startedAt = order.scheduledAt + 5;
		const outcome = {
			order,
			observation,
			startedAt,
			completedAt: startedAt + 93,
			firstAttemptAt: startedAt,
			attempts: 1 as const,
		};
		await recordChecks(service.database, [{ outcome, judgement: judge(observation, order) }], service.clock.now);
		const path = `${PATH}/${id}/results/${minuteOf(order.scheduledAt)}`;
		const { text, json } = await service.ask("GET", path);
		expect(json.data).toMatchObject({
			verdict: "down",
			reason: "timeout",
			phase: "first_byte",
			message: observation.message,
			expectation: { steps: [{ name: "Log in" }, { name: "Account" }] },
		});
		const none = { dns: null, tls: null, transfer: null };
		expect(json.data.steps).toEqual([
			{ name: "Log in", responseStatus: 200, timeMs: 12, phases: { ...none, connect: 1, first_byte: 11 } },
			{ name: "Account", responseStatus: null, timeMs: 80, phases: { ...none, connect: 1, first_byte: 79 } },
		]);
		expect(text).not.toContain("saved-marker");
		await deleteChecksOfMonitor(service.database, order.monitorId, 10);
		const left = await sql`select * from check_steps`.execute(service.database.db);
		expect(left.rows).toEqual([]);
	});
});

describe("a flow is refused at its place:", () => {
	let service: Service;
	let id: string;
	beforeAll(async () => {
		service = await startService("sqlite");
		({ id } = await made(service));
		return () => service[Symbol.asyncDispose]();
	});
	const steps = (...changes: object[]) => ({
		steps: changes.map((change, index) => ({ name: `${index}`, url: `${ORIGIN}/`, ...change })),
	});

	test.each<[string, object]>([
		["/steps", { steps: [] }],
		["/steps", steps(...Array(21).fill({}))],
		[
			"/steps",
			steps(
				{ body: "a".repeat(60_000), method: "POST" },
				{ body: "a".repeat(60_000), method: "POST" },
				{ body: "a".repeat(20_000), method: "POST" },
			),
		],
		["/steps/0/name", steps({ name: "" })],
		["/steps/1/name", steps({ name: "same" }, { name: "same" })],
		["/steps/0/url", steps({ url: "ftp://example.com/" })],
		["/steps/0/url", steps({ url: "https://{{page}}/" })],
		["/steps/0/url", steps({ url: "{{page}}" })],
		["/steps/0/url", steps({ url: `${ORIGIN}/{{token}}` })],
		["/steps/0/url", steps({ url: `${ORIGIN}/{{later}}`, save: [{ name: "later", from: "json", value: "$" }] })],
		["/steps/1/headers/0/value", steps({}, { headers: [{ name: "X-A", value: "{{unknown}}" }] })],
		["/steps/0/headers/0/value", steps({ headers: [{ name: "X-A", value: "a\nb" }] })],
		["/steps/0/body", steps({ method: "POST", body: "{{unknown}}" })],
		["/steps/0/body", steps({ body: "a" })],
		["/steps/0/auth/token", steps({ auth: { type: "bearer", token: "{{unknown}}" } })],
		["/steps/0/expect/0", steps({ expect: ["20x"] })],
		["/steps/0/contentChecks/0/value", steps({ contentChecks: [{ type: "json", value: "a", operator: "exists" }] })],
		["/steps/0/save/0/name", steps({ save: [{ name: "1st", from: "json", value: "$" }] })],
		["/steps/0/save/0/name", steps({ save: [{ name: "page", from: "json", value: "$" }] })],
		["/steps/0/save/0/from", steps({ save: [{ name: "a", from: "body", value: "$" }] })],
		["/steps/0/save/0/value", steps({ save: [{ name: "a", from: "json", value: "$[" }] })],
		["/steps/0/save/0/value", steps({ save: [{ name: "a", from: "regex", value: "(a" }] })],
		["/variables/1/name", { variables: [...VARIABLES.slice(1), { name: "page", value: "a" }] }],
		["/variables/0/value", { variables: [{ name: "a", value: null }] }],
		["/variables/0/value", { variables: [{ name: "new", value: null, secret: true }, ...VARIABLES] }],
		["/intervalSeconds", { intervalSeconds: 86_401 }],
		["/url", { url: ORIGIN }],
	])("%s", async (path, body) => {
		const asked: [string, string, object][] = [
			["POST", PATH, { ...FLOW, ...body }],
			["POST", `${PATH}/try`, { ...FLOW, ...body }],
			["PUT", `${PATH}/${id}`, body],
		];
		for (const [method, target, settings] of asked) {
			const { status, json } = await service.ask(method, target, { body: settings });
			expect([target, status, json.error?.details[0].path]).toEqual([target, 400, path]);
		}
	});
});
