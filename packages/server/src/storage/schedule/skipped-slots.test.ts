import { expect, test } from "vitest";
import { minuteOf } from "../../domain/checks/check.ts";
import { checksBetween } from "../results/read-checks.ts";
import { aMonitor, anOutcome, aTeam } from "../testing/fixtures.ts";
import { onEachSchedule, type ScheduleStage } from "../testing/schedules.ts";
import { makeDueNow, pauseChecks, resumeChecks } from "./monitor-states.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const MINUTE = 60_000;
const TIMING = { intervalSeconds: 60, timeoutSeconds: 10 };

/** Checked at noon. */
async function checkedAtNoon(stage: ScheduleStage) {
	const { database } = stage;
	const id = await aMonitor(database, await aTeam(database), { createdAt: NOON });
	await stage.claim(NOON);
	await stage.record([anOutcome(id, 0, undefined, { scheduledAt: NOON })], NOON + 300);
	const checkNow = async (now: number) => {
		const [order] = await stage.claim(now);
		if (!order) throw new Error("Nothing is due.");
		const { scheduledAt, revision } = order;
		return anOutcome(id, 0, undefined, { scheduledAt, revision });
	};
	const verdicts = async () => {
		const checks = await checksBetween(database, id, minuteOf(NOON), minuteOf(NOON) + 60);
		return checks.map(({ minute, verdict }) => `${minute - minuteOf(NOON)} ${verdict}`);
	};
	return { id, checkNow, verdicts };
}

const GAP = ["0 up", "1 missed", "2 missed", "3 missed"];

onEachSchedule("slots that were due when a monitor", (open) => {
	test.each(["edited", "edited with others"])("is %s are missed up to that minute, which is checked", async (how) => {
		await using stage = await open();
		const { id, checkNow, verdicts } = await checkedAtNoon(stage);
		const now = NOON + 4 * MINUTE + 59_000;
		await stage.database.transaction(async (tx) => {
			if (how === "edited") await makeDueNow(tx, id, TIMING, now);
			else await resumeChecks(tx, [id], now);
		});
		expect(await verdicts()).toEqual(GAP);
		await stage.record([await checkNow(now)], now + 300);
		expect(await verdicts()).toEqual([...GAP, "4 up"]);
	});

	test("is paused are missed, and none while it is paused", async () => {
		await using stage = await open();
		const { id, checkNow, verdicts } = await checkedAtNoon(stage);
		const now = NOON + 3 * MINUTE + 59_000;
		await stage.database.transaction((tx) => pauseChecks(tx, [id], now));
		expect(await verdicts()).toEqual(GAP);
		const later = now + 5 * MINUTE;
		await stage.database.transaction((tx) => resumeChecks(tx, [id], later));
		await stage.record([await checkNow(later)], later + 300);
		expect(await verdicts()).toEqual([...GAP, "8 up"]);
	});

	test("is edited are none while it is checked in time", async () => {
		await using stage = await open();
		const { id, verdicts } = await checkedAtNoon(stage);
		await stage.database.transaction((tx) => makeDueNow(tx, id, TIMING, NOON + 30_000));
		await stage.database.transaction((tx) => pauseChecks(tx, [id], NOON + 30_000));
		expect(await verdicts()).toEqual(["0 up"]);
	});

	test("is edited and are under way keep what their checks see", async () => {
		await using stage = await open();
		const { id, checkNow, verdicts } = await checkedAtNoon(stage);
		const due = NOON + 2 * MINUTE - 1;
		const running = await checkNow(due);
		const now = due + 2_000;
		await stage.database.transaction((tx) => makeDueNow(tx, id, TIMING, now));
		expect(await verdicts()).toEqual(["0 up", "1 missed"]);
		await stage.record([running], now + 100);
		await stage.record([await checkNow(now)], now + 300);
		expect(await verdicts()).toEqual(["0 up", "1 up", "2 up"]);
	});
});
