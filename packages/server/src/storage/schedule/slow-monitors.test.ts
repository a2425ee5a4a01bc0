import { expect, test } from "vitest";
import { SLOW_CHECK_MS } from "../../domain/checks/confirmation.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, missedObservation, upObservation } from "../testing/fixtures.ts";
import { claimDue } from "./monitor-states.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const minute = NOON / 60_000;

onEachEngine("a claim that may take few slow monitors", (name) => {
	test("claims fast monitors first, even if slow ones have been due for longer", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitors: number[] = [];
		for (let index = 0; index < 4; index += 1) monitors.push(await aMonitor(database, team, { createdAt: NOON }));
		const [a = 0, b = 0, c = 0, d = 0] = monitors;
		const slow = { ...upObservation, responseTimeMs: SLOW_CHECK_MS } as typeof upObservation;
		const fast = { ...upObservation, responseTimeMs: SLOW_CHECK_MS - 1 } as typeof upObservation;
		await recordChecks(
			database,
			[anOutcome(a, minute, slow), anOutcome(b, minute, fast), anOutcome(c, minute, slow), anOutcome(d, minute, slow)],
			NOON + 50_000,
		);
		// A missed check says nothing about how long a target takes.
		await recordChecks(database, [anOutcome(d, minute + 1, missedObservation)], NOON + 110_000);
		const later = NOON + 3_600_000;
		const claims = await claimDue(database, later, { total: 3, slow: 1 });
		expect(claims.map(({ monitorId, wasSlow }) => [monitorId === b, wasSlow])).toEqual([
			[true, false],
			[false, true],
		]);
		expect(await claimDue(database, later, { total: 3, slow: 0 })).toEqual([]);
		const rest = await claimDue(database, later, { total: 3, slow: 3 });
		expect(rest.map(({ wasSlow }) => wasSlow)).toEqual([true, true]);
	});
});
