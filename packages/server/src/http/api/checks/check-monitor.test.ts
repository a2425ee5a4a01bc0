import { afterAll, beforeAll, expect, test } from "vitest";
import { minuteOf } from "../../../domain/checks/check.ts";
import { recordChecks } from "../../../storage/commit/record-checks.ts";
import { claimDue } from "../../../storage/schedule/monitor-states.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { anOutcome, downObservation, upObservation } from "../../../storage/testing/fixtures.ts";
import { NOON, type Service, startService } from "../../testing/service.ts";

onEachEngine("POST /monitors/:id/check", (name) => {
	let service: Service;
	beforeAll(async () => {
		service = await startService(name);
	});
	afterAll(() => service[Symbol.asyncDispose]());

	const ask = (id: string) => service.ask("POST", `/api/v1/monitors/${id}/check`);
	const claim = () => claimDue(service.database, service.clock.now, { total: 10, slow: 10 });

	/** A monitor whose first check was made `agoMs` ago, and its key. */
	async function checked(agoMs: number) {
		service.clock.now = NOON;
		const { id } = await service.newMonitor({ intervalSeconds: 3600 });
		const [claimed] = await claim();
		if (!claimed) throw new Error("A new monitor is due at once");
		const outcome = anOutcome(claimed.monitorId, 0, upObservation, { scheduledAt: claimed.slotAt });
		await recordChecks(service.database, [outcome], service.clock.now);
		service.clock.now += agoMs;
		return { id, key: claimed.monitorId };
	}

	test("makes a monitor due at once that was checked minutes ago", async () => {
		const { id, key } = await checked(5 * 60_000);
		expect(await claim()).toEqual([]);
		const { now } = service.clock;
		const answer = await ask(id);
		expect([answer.status, answer.json.data]).toEqual([
			202,
			{ status: "queued", checkAt: new Date(now).toISOString() },
		]);
		expect(await claim()).toMatchObject([{ monitorId: key, slotAt: now }]);
	});

	test("checks at once also what was checked in this minute, and both checks explain the minute", async () => {
		const { id, key } = await checked(20_000);
		const { now } = service.clock;
		expect((await ask(id)).json.data.checkAt).toBe(new Date(now).toISOString());
		expect(await claim()).toMatchObject([{ monitorId: key, slotAt: now }]);
		await recordChecks(service.database, [anOutcome(key, 0, downObservation, { scheduledAt: now })], now);
		const results = await service.ask("GET", `/api/v1/monitors/${id}/results`);
		expect(results.json.data.results.map(({ verdict }: { verdict: string }) => verdict)).toEqual(["down"]);
		const why = await service.ask("GET", `/api/v1/monitors/${id}/results/${minuteOf(now)}`);
		expect(why.json.data).toMatchObject({
			verdict: "down",
			replaced: [
				{
					startedAt: new Date(NOON + 30).toISOString(),
					durationMs: 80,
					verdict: "up",
					reason: null,
					phase: null,
					message: null,
					responseStatus: 200,
					responseTimeMs: 80,
				},
			],
		});
		const statistics = await service.ask("GET", `/api/v1/monitors/${id}/stats`);
		expect(statistics.json.data.checks).toMatchObject({ total: 1, up: 0, down: 1 });
	});

	test("answers 409 for a paused monitor, and says what to do", async () => {
		const { id } = await service.newMonitor({ enabled: false });
		const answer = await ask(id);
		expect([answer.status, answer.json.error.code]).toEqual([409, "NOT_CHECKED"]);
		expect(answer.json.error.message).toContain("Resume it");
	});

	test("is limited for each team", async () => {
		const { key } = await service.newTeam("hasty");
		const { id } = await service.newMonitor({}, key);
		const statuses: number[] = [];
		for (let count = 0; count < 21; count += 1) {
			statuses.push((await service.ask("POST", `/api/v1/monitors/${id}/check`, { key })).status);
		}
		expect(statuses).toEqual([...Array(20).fill(202), 429]);
	});
});
