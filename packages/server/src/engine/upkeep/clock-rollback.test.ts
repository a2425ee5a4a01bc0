import { pino } from "pino";
import { expect, test } from "vitest";
import { claimDue } from "../../storage/schedule/monitor-states.ts";
import { freshDatabase } from "../../storage/testing/engines.ts";
import { aMonitor, aTeam, TEN_AT_MOST } from "../../storage/testing/fixtures.ts";
import { createClockRollbackDetector } from "./clock-rollback.ts";

const noon = Date.UTC(2026, 4, 1, 12);
const HOUR = 3_600_000;
const log = pino({ level: "silent" });

test("a clock that is set back moves the schedule back; a correct clock does not", async () => {
	await using database = await freshDatabase("sqlite");
	await aMonitor(database, await aTeam(database), { createdAt: noon + HOUR });
	let at = noon + HOUR - 1_000;
	const follower = createClockRollbackDetector({ database, log, now: () => at });
	await follower.run();
	at += 500;
	await follower.run();
	expect(await claimDue(database, at, TEN_AT_MOST)).toEqual([]);
	at = noon;
	await follower.run();
	expect(await claimDue(database, at, TEN_AT_MOST)).toMatchObject([{ slotAt: noon }]);
});

test("a clock that was set back while the service was stopped is handled at the start", async () => {
	await using database = await freshDatabase("sqlite");
	await aMonitor(database, await aTeam(database), { createdAt: noon + HOUR });
	await createClockRollbackDetector({ database, log, now: () => noon }).run();
	expect(await claimDue(database, noon, TEN_AT_MOST)).toMatchObject([{ slotAt: noon }]);
});
