import { expect, test } from "vitest";
import { minuteOf, startOfMinute } from "../../../domain/checks/check.ts";
import type { JudgedOutcome } from "../../../domain/checks/record.ts";
import { recordChecks } from "../../../storage/commit/record-checks.ts";
import { findMonitor } from "../../../storage/monitors/monitors.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { anOutcome, downObservation, upObservation } from "../../../storage/testing/fixtures.ts";
import { NOON, type Service, startService } from "../../testing/service.ts";

const minute = minuteOf(NOON);
const SECOND = 1_000;

async function aMonitor(service: Service) {
	const { id } = await service.newMonitor();
	const monitor = await findMonitor(service.database, service.team.id, id, NOON);
	const key = monitor?.id ?? 0;
	return {
		key,
		record: (...checks: JudgedOutcome[]) => recordChecks(service.database, checks, NOON + 600 * SECOND),
		edit: (body: object) => service.ask("PUT", `/api/v1/monitors/${id}`, { body }),
		explain: (of: number | string) => service.ask("GET", `/api/v1/monitors/${id}/results/${of}`),
	};
}

const certificate = { expiresAt: Date.UTC(2026, 0, 2), issuer: "Let's Encrypt", fingerprint: "ab".repeat(32) };

onEachEngine("an explained result", (name) => {
	test("of a check that changed the status has both attempts, address, certificate and expectation", async () => {
		await using service = await startService(name);
		const { key, record, explain } = await aMonitor(service);
		const { outcome, judgement } = anOutcome(key, minute, { ...downObservation, certificate });
		const firstAttempt = {
			observation: { ...upObservation, status: 503 },
			startedAt: outcome.startedAt - 3 * SECOND,
			completedAt: outcome.startedAt - 3 * SECOND + 80,
		};
		await record({ outcome: { ...outcome, attempts: 2, firstAttempt }, judgement });
		const { status, json } = await explain(minute);
		expect([status, json.data]).toEqual([
			200,
			expect.objectContaining({
				verdict: "down",
				reason: "refused",
				message: "The connection was refused.",
				attempts: 2,
				scheduledAt: new Date(startOfMinute(minute)).toISOString(),
				address: "127.0.0.1",
				certificate: { ...certificate, expiresAt: "2026-01-02T00:00:00.000Z" },
				expectation: {
					url: "http://127.0.0.1/",
					method: "GET",
					expectedStatus: 200,
					degradedAfterMs: 5_000,
					timeoutSeconds: 10,
					contentChecks: [],
				},
				attemptList: [
					{
						startedAt: new Date(firstAttempt.startedAt).toISOString(),
						durationMs: 80,
						verdict: "down",
						reason: "status",
						phase: null,
						message: "The response had status 503; 200 was expected.",
						responseStatus: 503,
						responseTimeMs: 80,
					},
					{
						startedAt: new Date(outcome.startedAt).toISOString(),
						durationMs: 5,
						verdict: "down",
						reason: "refused",
						phase: "connect",
						message: "The connection was refused.",
						responseStatus: null,
						responseTimeMs: null,
					},
				],
			}),
		]);
	});

	test("of a check that did not change the status has what every result has, and the present expectation", async () => {
		await using service = await startService(name);
		const { key, record, explain, edit } = await aMonitor(service);
		await record(anOutcome(key, minute), anOutcome(key, minute + 1));
		expect((await explain(minute + 1)).json.data).toMatchObject({
			verdict: "up",
			responseTimeMs: 80,
			address: null,
			certificate: null,
			expectation: { method: "HEAD", expectedStatus: 200, degradedAfterMs: 5_000, contentChecks: [] },
			attemptList: [{ verdict: "up", durationMs: 80, responseStatus: 200 }],
		});
		await edit({ name: "Renamed" });
		expect((await explain(minute + 1)).json.data).toMatchObject({ expectation: { expectedStatus: 200 } });
		await edit({ expectedStatus: 204 });
		expect((await explain(minute + 1)).json.data).toMatchObject({ verdict: "up", expectation: null });
		expect((await explain(minute)).json.data).toMatchObject({ expectation: { expectedStatus: 200 } });
	});

	test("does not inherit the details of a check that it replaced", async () => {
		await using service = await startService(name);
		const { key, record, explain } = await aMonitor(service);
		await record(anOutcome(key, minute, downObservation));
		const edited = { revision: 2, scheduledAt: startOfMinute(minute) + 40 * SECOND };
		await record(anOutcome(key, minute, downObservation, edited));
		expect((await explain(minute)).json.data).toMatchObject({ verdict: "down", expectation: null });
	});

	test("exists only for minutes of this monitor with a check", async () => {
		await using service = await startService(name);
		const { key, record, explain } = await aMonitor(service);
		await record(anOutcome(key, minute));
		for (const unknown of [minute - 1, minute + 1, "now", "-1", "1e3", "9999999999"]) {
			expect([unknown, (await explain(unknown)).status]).toEqual([unknown, 404]);
		}
		const other = await aMonitor(service);
		expect((await other.explain(minute)).status).toBe(404);
	});
});

test("contains the beginning of a long content check", async () => {
	await using service = await startService("sqlite");
	const { key, record, explain } = await aMonitor(service);
	const { outcome, judgement } = anOutcome(key, minute);
	const contentChecks = [{ id: "chk_1", type: "contains", value: "a".repeat(2_000), caseSensitive: false }] as const;
	await record({ outcome: { ...outcome, order: { ...outcome.order, contentChecks } }, judgement });
	expect((await explain(minute)).json.data.expectation.contentChecks).toEqual([
		{ type: "contains", value: `${"a".repeat(100)}…`, caseSensitive: false },
	]);
});
