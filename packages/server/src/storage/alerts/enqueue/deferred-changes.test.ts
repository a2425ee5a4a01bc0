import { expect, test } from "vitest";
import { freshDatabase, onEachEngine } from "../../testing/engines.ts";
import { aMonitor, aTeam } from "../../testing/fixtures.ts";
import { killAtEachStep } from "../../testing/killed-at.ts";
import { moveDeferredChanges } from "./deferred-changes.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const AHEAD = NOON + 3_600_000;

onEachEngine("deferred changes after the clock was set back", (name) => {
	test("are moved a thousand in a statement, with what their outages and blindness are known by", async () => {
		await using database = await freshDatabase(name);
		const team_id = await aTeam(database);
		const monitor_id = await aMonitor(database, team_id);
		const changeOf = (instant: number) => {
			const state = { status: "down", failingSince: instant, missedSince: instant };
			return JSON.stringify({ before: { ...state, failingSince: null }, after: state });
		};
		const values = { team_id, monitor_id, change: changeOf(AHEAD), created_at: AHEAD };
		const changes = database.db.insertInto("deferred_changes");
		for (let slice = 0; slice < 7; slice += 1) await changes.values(Array(300).fill(values)).execute();
		const regional = (since: number) => JSON.stringify({ monitorId: monitor_id, locationId: 7, since });
		await changes.values({ ...values, change: regional(AHEAD) }).execute();
		await changes.values({ ...values, change: "{}", created_at: NOON - 1 }).execute();
		const steps = await killAtEachStep(database, {
			work: (killed) => moveDeferredChanges(killed, NOON, NOON),
			resume: async () => {},
		});
		expect(steps).toBeLessThan(10);
		const { db } = database;
		const moved = await db.selectFrom("deferred_changes").select(["change", "created_at"]).distinct().execute();
		expect(new Set(moved.map(({ change, created_at }) => `${created_at} ${change}`))).toEqual(
			new Set([`${NOON - 1} {}`, `${NOON} ${changeOf(NOON)}`, `${NOON} ${regional(NOON)}`]),
		);
	});
});
