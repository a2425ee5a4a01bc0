import { expect, test } from "vitest";
import { minuteOf } from "../../domain/checks/check.ts";
import { marksOf } from "../board/minute-marks.ts";
import { aMonitor, anOutcome, aTeam } from "../testing/fixtures.ts";
import { onEachSchedule, overdueOutcome, type ScheduleStage } from "../testing/schedules.ts";
import { explainedCheck } from "./explained-check.ts";
import { latestChecks } from "./latest-checks.ts";
import { deleteMissedSpans } from "./missed-spans.ts";
import { phaseSums } from "./phase-sums.ts";
import { checksBetween, pageOfChecks, timesBetween } from "./read-checks.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const MINUTE = 60_000;
const FROM = minuteOf(NOON);
const TEN = { total: 10, slow: 10 };

/** Checked at noon, then nothing until thirteen. */
async function aGap(stage: ScheduleStage) {
	const { database, schedule } = stage;
	const team = await aTeam(database);
	const monitor = await aMonitor(database, team, { createdAt: NOON });
	await stage.claim(NOON);
	await stage.record([anOutcome(monitor, 0, undefined, { scheduledAt: NOON })], NOON + 300);
	const back = NOON + 60 * MINUTE + 30_000;
	const { overdue } = await schedule.claim(back, TEN);
	const committed = await stage.record(overdue.map(overdueOutcome), back);
	return { team, monitor, overdue, back, committed };
}

onEachSchedule("a gap", (open) => {
	test("reads as missed minutes in every list and figure", async () => {
		await using stage = await open();
		const { database } = stage;
		const { team, monitor } = await aGap(stage);
		const until = FROM + 61;
		const { verdicts } = await timesBetween(database, monitor, FROM, until);
		expect(Array.from(verdicts)).toEqual([0, ...Array(59).fill(3)]);
		const sums = await phaseSums(database, monitor, { fromMinute: FROM, toMinute: until, stepMinutes: 10 });
		expect(sums.map(({ missed }) => missed).sort()).toEqual([10, 10, 10, 10, 10, 9]);
		const pages: number[] = [];
		for (let before: number | undefined; ; ) {
			const page = await pageOfChecks(database, monitor, { limit: 7, ...(before !== undefined && { before }) });
			if (page.length === 0) break;
			pages.push(...page.map(({ minute }) => minute));
			before = page.at(-1)?.minute;
		}
		expect(pages).toEqual(Array.from({ length: 60 }, (_, index) => FROM + 59 - index));
		const seen = new Map<number, number>();
		const wanted = { teamId: team, monitorIds: [monitor], fromMinute: FROM, toMinute: until };
		for await (const { minute, verdicts } of marksOf(database, wanted)) seen.set(minute, verdicts[0] ?? -1);
		expect([seen.size, seen.get(FROM), seen.get(FROM + 30)]).toEqual([60, 0, 3]);
		expect((await latestChecks(database, [monitor])).get(monitor)?.missed).toMatchObject({ minute: FROM + 59 });
		expect((await explainedCheck(database, monitor, FROM + 20))?.check).toMatchObject({
			verdict: "missed",
			reason: "too_late",
			message: "Lapwing was off.",
		});
	});

	test("is hidden by a check of the same minute, and recorded once", async () => {
		await using stage = await open();
		const { database } = stage;
		const { monitor, overdue, back, committed } = await aGap(stage);
		expect(committed).toMatchObject({ missedSlots: 59, recorded: [{ after: { missedStreak: 1 }, transition: null }] });
		expect((await stage.record(overdue.map(overdueOutcome), back + 10)).accepted).toEqual([]);
		const slot = overdue[0]?.scheduledAt ?? 0;
		await stage.record([anOutcome(monitor, 0, undefined, { scheduledAt: slot })], back + 100);
		const checks = await checksBetween(database, monitor, FROM, FROM + 61);
		expect(checks.map(({ minute }) => minute - FROM)).toEqual(Array.from({ length: 60 }, (_, index) => index));
		expect(checks.slice(0, 3).map(({ verdict }) => verdict)).toEqual(["up", "up", "missed"]);
		const sums = await phaseSums(database, monitor, { fromMinute: FROM, toMinute: FROM + 60, stepMinutes: 60 });
		expect(sums).toMatchObject([{ answered: 2, missed: 58 }]);
	});

	test("of one slot is a row as any other", async () => {
		await using stage = await open();
		const { database } = stage;
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: NOON, intervalSeconds: 300 });
		await stage.claim(NOON);
		stage.crash();
		const { overdue } = await stage.schedule.claim(NOON + 310_000, TEN);
		expect(await stage.record(overdue.map(overdueOutcome), NOON + 310_000)).toMatchObject({ missedSlots: 1 });
		expect(await database.db.selectFrom("missed_spans").selectAll().execute()).toEqual([]);
		expect(await checksBetween(database, monitor, FROM, FROM + 5)).toMatchObject([{ minute: FROM, verdict: "missed" }]);
	});

	test("is pruned once its last minute is too old", async () => {
		await using stage = await open();
		const { database } = stage;
		await aGap(stage);
		expect(await deleteMissedSpans(database, FROM + 59, 10)).toBe(0);
		expect(await deleteMissedSpans(database, FROM + 60, 10)).toBe(1);
	});
});
