import { expect, test } from "vitest";
import { hourOf } from "../../domain/figures/roll-up.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam } from "../testing/fixtures.ts";
import { countedHours } from "./team-hours.ts";
import { countClosedMinutes } from "./team-minutes.ts";

const minute = Math.floor(Date.UTC(2026, 4, 1, 12) / 60_000);

onEachEngine("the minutes of a new database", (name) => {
	test("are counted in one slice, from its first result on, however many monitors make the slices small", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		expect(await countClosedMinutes(database, minute * 60_000)).toBe(false);
		const monitor = await aMonitor(database, team, { createdAt: minute * 60_000 });
		await recordChecks(database, [anOutcome(monitor, minute), anOutcome(monitor, minute + 1)], (minute + 2) * 60_000);
		expect(await countClosedMinutes(database, (minute + 5) * 60_000)).toBe(false);
		const [counted, ...others] = await countedHours(database, team, 0, 1e9);
		expect([counted?.hour, counted?.counts.total.indexOf(0), others]).toEqual([hourOf(minute), 2, []]);
	});
});
