import { pino } from "pino";
import { expect, test } from "vitest";
import { aMonitor, aTeam } from "../../storage/testing/fixtures.ts";
import { scheduleStage } from "../../storage/testing/schedules.ts";
import { createClockRollbackDetector } from "./clock-rollback.ts";

const noon = Date.UTC(2026, 4, 1, 12);
const HOUR = 3_600_000;
const log = pino({ level: "silent" });

test("a clock that is set back moves the schedule back; a correct clock does not", async () => {
	await using stage = await scheduleStage("memory", "sqlite");
	const { database, schedule } = stage;
	await aMonitor(database, await aTeam(database), { createdAt: noon + HOUR });
	let at = noon + HOUR - 1_000;
	const follower = createClockRollbackDetector({ database, schedule, log, now: () => at });
	await follower();
	at += 500;
	await follower();
	expect(await stage.claim(at)).toEqual([]);
	at = noon;
	await follower();
	expect(await stage.claim(at)).toMatchObject([{ scheduledAt: noon }]);
});

test("a clock that was set back while the service was stopped is handled at the start", async () => {
	await using stage = await scheduleStage("memory", "sqlite");
	const { database, schedule } = stage;
	await aMonitor(database, await aTeam(database), { createdAt: noon + HOUR });
	await createClockRollbackDetector({ database, schedule, log, now: () => noon })();
	expect(await stage.claim(noon)).toMatchObject([{ scheduledAt: noon }]);
});
