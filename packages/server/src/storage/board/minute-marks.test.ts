import { expect, test } from "vitest";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation } from "../testing/fixtures.ts";
import { marksOf } from "./minute-marks.ts";

const MINUTE = 29_000_000;

onEachEngine("the checks of a team for its board", (name) => {
	test("are those of its own monitors and minutes, for a team with most of all monitors and for one with few", async () => {
		await using database = await freshDatabase(name);
		const large = await aTeam(database);
		const small = await aTeam(database);
		const ofLarge = [await aMonitor(database, large), await aMonitor(database, large), await aMonitor(database, large)];
		const ofSmall = await aMonitor(database, small);
		const [first = 0, second = 0, unasked = 0] = ofLarge;
		await recordChecks(
			database,
			[
				anOutcome(first, MINUTE - 1),
				anOutcome(first, MINUTE),
				anOutcome(second, MINUTE + 1, downObservation),
				anOutcome(second, MINUTE + 2),
				anOutcome(unasked, MINUTE),
				anOutcome(ofSmall, MINUTE),
				anOutcome(ofSmall, MINUTE + 1, downObservation),
			],
			(MINUTE + 3) * 60_000,
		);
		const read = async (teamId: number, monitorIds: number[]) => {
			const marks: unknown[] = [];
			const wanted = { teamId, monitorIds, fromMinute: MINUTE, toMinute: MINUTE + 2 };
			for await (const each of marksOf(database, wanted)) {
				for (const [at, monitorId] of each.monitorIds.entries()) {
					const [verdict, responseTimeMs] = [each.verdicts[at], each.responseTimesMs[at]];
					if (monitorIds.includes(monitorId)) marks.push({ monitorId, minute: each.minute, verdict, responseTimeMs });
				}
			}
			return marks;
		};
		const up = (monitorId: number, minute: number) => ({
			monitorId,
			minute,
			verdict: VERDICTS.indexOf("up"),
			responseTimeMs: 80,
		});
		const down = (monitorId: number, minute: number) => ({
			monitorId,
			minute,
			verdict: VERDICTS.indexOf("down"),
			responseTimeMs: null,
		});
		expect(await read(large, [first, second])).toEqual([up(first, MINUTE), down(second, MINUTE + 1)]);
		expect(await read(large, [second])).toEqual([down(second, MINUTE + 1)]);
		expect(await read(small, [ofSmall])).toEqual([up(ofSmall, MINUTE), down(ofSmall, MINUTE + 1)]);
	});
});
