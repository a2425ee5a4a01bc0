import { sql } from "kysely";
import { expect, test } from "vitest";
import { MAX_CONTENT_CHECKS } from "../../../domain/monitors/monitor.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { NOON, type Service, startService } from "../../testing/service.ts";

const LATER = NOON + 86_400_000;

async function dueAt({ database }: Service, id: string): Promise<number | null> {
	const { rows } = await sql<{ due_at: number | null }>`select due_at from monitor_states
		where monitor_id = (select id from monitors where public_id = ${id})`.execute(database.db);
	return rows[0]?.due_at ?? null;
}

onEachEngine("a content check", (name) => {
	test("is created enabled and case-insensitive, and makes its monitor due at once; so does its removal", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor();
		const settle = () => sql`update monitor_states set due_at = ${LATER}`.execute(service.database.db);
		const path = `/api/v1/monitors/${id}/content-checks`;

		await settle();
		const made = await service.ask("POST", path, { body: { type: "contains", value: "Welcome" } });
		const checkId = made.json.data.id;
		expect(made.status).toBe(201);
		expect(made.headers.get("location")).toBe(`${path}/${checkId}`);
		expect(made.json).toEqual({
			data: {
				id: expect.stringMatching(/^chk_[0-9a-z]{26}$/),
				monitorId: id,
				type: "contains",
				value: "Welcome",
				caseSensitive: false,
				isEnabled: true,
				createdAt: NOON,
				updatedAt: NOON,
			},
		});
		expect(await dueAt(service, id)).toBe(NOON);
		expect((await service.ask("GET", path)).json.data).toEqual({ contentChecks: [made.json.data] });

		await settle();
		expect((await service.ask("DELETE", `${path}/${checkId}`)).status).toBe(204);
		expect(await dueAt(service, id)).toBe(NOON);
		expect((await service.ask("DELETE", `${path}/${checkId}`)).status).toBe(404);
		expect((await service.ask("GET", path)).json.data).toEqual({ contentChecks: [] });
	});

	test("can be created switched off, by either name", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor();
		for (const off of [{ isEnabled: false }, { enabled: false }]) {
			const body = { type: "contains", value: "Welcome", ...off };
			const made = await service.ask("POST", `/api/v1/monitors/${id}/content-checks`, { body });
			expect([made.status, made.json.data.isEnabled]).toEqual([201, false]);
		}
	});

	test("of a paused monitor causes no check", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor({ enabled: false });
		await service.ask("POST", `/api/v1/monitors/${id}/content-checks`, { body: { type: "contains", value: "a" } });
		expect(await dueAt(service, id)).toBeNull();
	});

	test("is found only under its own monitor", async () => {
		await using service = await startService(name);
		const [one, two] = [await service.newMonitor(), await service.newMonitor()];
		const body = { type: "contains", value: "a" };
		const { json } = await service.ask("POST", `/api/v1/monitors/${one.id}/content-checks`, { body });
		const answer = await service.ask("DELETE", `/api/v1/monitors/${two.id}/content-checks/${json.data.id}`);
		expect(answer.status).toBe(404);
	});

	test(`is refused when its monitor has ${MAX_CONTENT_CHECKS}, also for concurrent requests`, async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor();
		const path = `/api/v1/monitors/${id}/content-checks`;
		const answers = await Promise.all(
			Array.from({ length: MAX_CONTENT_CHECKS + 5 }, (_, index) =>
				service.ask("POST", path, { body: { type: "contains", value: `text ${index}` } }),
			),
		);
		const refused = answers.filter(({ status }) => status !== 201);
		expect(refused.map(({ status, json }) => [status, json.error.code])).toEqual(
			Array.from({ length: 5 }, () => [400, "VALIDATION_ERROR"]),
		);
		expect((await service.ask("GET", path)).json.meta.pagination.total).toBe(MAX_CONTENT_CHECKS);
	});
});

test("a content check needs a type, a value of 1–2,000 characters, and for regex a pattern that RE2 can run", async () => {
	await using service = await startService("sqlite");
	const { id } = await service.newMonitor();
	const post = (body: object) => service.ask("POST", `/api/v1/monitors/${id}/content-checks`, { body });
	const refused: [path: string, body: object][] = [
		["/type", { value: "a" }],
		["/type", { type: "matches", value: "a" }],
		["/value", { type: "contains" }],
		["/value", { type: "contains", value: "" }],
		["/value", { type: "contains", value: "a".repeat(2001) }],
		["/value", { type: "contains", value: "a\0" }],
		["/value", { type: "contains", value: 5 }],
		["/caseSensitive", { type: "contains", value: "a", caseSensitive: "true" }],
		["/value", { type: "regex", value: "(a" }],
		["/value", { type: "regex", value: "(a)\\1" }],
		["/value", { type: "regex", value: "(?=a)b" }],
		["/value", { type: "regex", value: "((((a{1000}){1000}){1000}){1000})" }],
	];
	for (const [path, body] of refused) {
		const { status, json } = await post(body);
		expect([body, status, json.error?.code, json.error?.details[0].path]).toEqual([
			body,
			400,
			"VALIDATION_ERROR",
			path,
		]);
	}
	for (const body of [
		{ type: "contains", value: "🦆".repeat(2000) },
		{ type: "not_contains", value: "(a", caseSensitive: true },
		{ type: "regex", value: "(a+)+$" },
	]) {
		expect((await post(body)).json.data).toMatchObject(body);
	}
});
