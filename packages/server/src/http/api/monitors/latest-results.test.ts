import { expect, test } from "vitest";
import { minuteOf } from "../../../domain/checks/check.ts";
import { recordChecks } from "../../../storage/commit/record-checks.ts";
import { recordMachine } from "../../../storage/installation/machines.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { anOutcome, downObservation, missedObservation } from "../../../storage/testing/fixtures.ts";
import { NOON, startService } from "../../testing/service.ts";

const MINUTE = minuteOf(NOON) + 2;
const LATER = NOON + 600_000;

onEachEngine("the full view of a monitor", (name) => {
	test("shows the newest result and the newest missed check, each with its reason", async () => {
		await using service = await startService(name);
		const { database, ask } = service;
		const [blind, well] = [await service.newMonitor({ name: "blind" }), await service.newMonitor({ name: "well" })];
		service.clock.now = LATER;
		const row = await database.db.selectFrom("monitors").select("id").where("public_id", "=", blind.id).execute();
		const id = row[0]?.id ?? 0;
		await recordChecks(database, [anOutcome(id, MINUTE, missedObservation)], LATER);
		await recordChecks(database, [anOutcome(id, MINUTE + 1, downObservation)], LATER);
		const full = (await ask("GET", `/api/v1/monitors/${blind.id}?view=full`)).json.data;
		expect(full.lastResult).toEqual({
			id: expect.stringMatching(`:${MINUTE + 1}$`),
			verdict: "down",
			reason: "refused",
			phase: "connect",
			message: "The connection was refused.",
			responseStatus: null,
			responseTimeMs: null,
			completedAt: new Date((MINUTE + 1) * 60_000 + 20_035).toISOString(),
			locations: null,
		});
		expect(full.lastMissed).toEqual({
			id: expect.stringMatching(`:${MINUTE}$`),
			reason: "resolver",
			message: "Our resolver does not answer.",
			startedAt: new Date(MINUTE * 60_000 + 20_030).toISOString(),
		});
		const list = (await ask("GET", "/api/v1/monitors?view=full&sort=name")).json.data.monitors;
		expect(list[0]).toEqual(full);
		expect(list[1]).toMatchObject({ id: well.id, lastResult: null, lastMissed: null });
		expect((await ask("GET", `/api/v1/monitors/${blind.id}`)).json.data).not.toHaveProperty("lastResult");
		// What checks change is no change of a setting.
		await ask("PUT", `/api/v1/monitors/${blind.id}`, { body: { name: "seen" } });
		await ask("DELETE", `/api/v1/monitors/${blind.id}`);
		expect((await ask("GET", "/api/v1/audit-events")).text).not.toContain("lastResult");
	});

	test("results name the machine that made them, and statistics without a check say that they have no data", async () => {
		await using service = await startService(name);
		const { database, ask } = service;
		const monitor = await service.newMonitor();
		service.clock.now = LATER;
		const stats = async () => (await ask("GET", `/api/v1/monitors/${monitor.id}/stats`)).json.data;
		expect(await stats()).toMatchObject({ hasData: false, checks: { total: 0 }, uptime: { last24Hours: 100 } });
		expect((await ask("GET", "/api/v1/monitors/stats")).json.data).toMatchObject({ hasData: false });
		const row = await database.db.selectFrom("monitors").select("id").where("public_id", "=", monitor.id).execute();
		const id = row[0]?.id ?? 0;
		await recordChecks(database, [anOutcome(id, MINUTE)], LATER);
		expect(await stats()).toMatchObject({ hasData: true, checks: { total: 1 } });
		expect((await ask("GET", "/api/v1/monitors/stats")).json.data).toMatchObject({ hasData: true });

		await recordMachine(database, "old", MINUTE * 60_000);
		await recordMachine(database, "old", MINUTE * 60_000 + 1);
		await recordMachine(database, "new", (MINUTE + 2) * 60_000);
		await recordChecks(database, [anOutcome(id, MINUTE + 2), anOutcome(id, MINUTE - 1)], LATER);
		const { results } = (await ask("GET", `/api/v1/monitors/${monitor.id}/results`)).json.data;
		expect(results.map(({ machine }: { machine: string | null }) => machine)).toEqual(["new", "old", null]);
		expect(results[0].location).toBeNull();
		const explained = await ask("GET", `/api/v1/monitors/${monitor.id}/results/${MINUTE}`);
		expect(explained.json.data.machine).toBe("old");
	});
});
