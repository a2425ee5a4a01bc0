import { expect, test } from "vitest";
import { minuteOf } from "../../domain/checks/check.ts";
import type { Observation } from "../../domain/checks/observation.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import type { Tx } from "../database/tx.ts";
import { checksBetween } from "../results/read-checks.ts";
import { claimDue, makeDueNow } from "../schedule/monitor-states.ts";
import { freshDatabase, newDatabaseUrl, onEachEngine } from "../testing/engines.ts";
import {
	aMonitor,
	anOutcome,
	aTeam,
	downObservation,
	missedObservation,
	TEN_AT_MOST,
	upObservation,
} from "../testing/fixtures.ts";
import { recordChecks } from "./record-checks.ts";

const noon = Date.UTC(2026, 4, 1, 12);
const MINUTE = 60_000;
const stateOf = (database: Tx, monitor: number) =>
	database.db.selectFrom("monitor_states").selectAll().where("monitor_id", "=", monitor).executeTakeFirstOrThrow();

onEachEngine("a commit", (name) => {
	test("updates the state and writes the change of status that a check caused", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitor = await aMonitor(database, team);
		const minute = minuteOf(noon);
		const { accepted, recorded } = await recordChecks(
			database,
			[
				anOutcome(monitor, minute),
				anOutcome(monitor, minute + 1, missedObservation),
				anOutcome(monitor, minute + 2, downObservation),
			],
			noon + 3 * MINUTE,
		);
		expect(accepted.map(({ judgement }) => judgement.verdict)).toEqual(["up", "missed", "down"]);
		expect(recorded.map(({ transition }) => transition)).toEqual([
			{ from: "pending", to: "up" },
			null,
			{ from: "up", to: "down" },
		]);
		expect(await stateOf(database, monitor)).toMatchObject({
			status: 3,
			last_minute: minute + 2,
			failing_streak: 1,
			failing_since: (minute + 2) * MINUTE + 20_030,
			last_up_at: minute * MINUTE + 20_110,
		});
		const transitions = await database.db
			.selectFrom("transitions")
			.select(["from_status", "to_status", "minute", "team_id"])
			.orderBy("id")
			.execute();
		expect(transitions).toEqual([
			{ from_status: 0, to_status: 1, minute, team_id: team },
			{ from_status: 1, to_status: 3, minute: minute + 2, team_id: team },
		]);
	});

	test("keeps what it recorded of a check whose outcome comes again, confirmed anew", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: noon });
		const minute = minuteOf(noon);
		await claimDue(database, noon, TEN_AT_MOST);
		const seen = (observation: Observation = upObservation, secondsLater = 0) => {
			const { outcome, judgement } = anOutcome(monitor, minute, observation, { scheduledAt: noon });
			return { outcome: { ...outcome, startedAt: outcome.startedAt + secondsLater * 1_000 }, judgement };
		};
		await recordChecks(database, [seen(missedObservation)], noon + 1_000);
		await recordChecks(database, [seen()], noon + 2_000);
		const again = await recordChecks(database, [seen(downObservation, 20)], noon + 30_000);
		expect(again).toMatchObject({ accepted: [], recorded: [] });
		const checks = await checksBetween(database, monitor, minute, minute + 1);
		expect(checks.map(({ verdict }) => verdict)).toEqual(["up"]);
		expect(await stateOf(database, monitor)).toMatchObject({ status: 1, failing_streak: 0 });
	});

	test("drops outcomes of deleted monitors", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database));
		await database.db.updateTable("monitors").set({ deleted_at: noon }).where("id", "=", monitor).execute();
		expect(await recordChecks(database, [anOutcome(monitor, 1), anOutcome(999_999, 1)], noon)).toEqual({
			accepted: [],
			recorded: [],
			missedSlots: 0,
		});
		expect(await checksBetween(database, monitor, 0, 10)).toEqual([]);
	});
});

test("two schedulers and two recorders at once: each check is claimed once and recorded once", async () => {
	const { url, drop } = await newDatabaseUrl("postgresql");
	const nodes = [openDatabase(url), openDatabase(url)] as const;
	try {
		await migrate(nodes[0]);
		const team = await aTeam(nodes[0]);
		for (let index = 0; index < 60; index += 1) await aMonitor(nodes[0], team, { createdAt: noon });
		const claims = await Promise.all(
			Array.from({ length: 12 }, (_, index) => claimDue(nodes[(index % 2) as 0 | 1], noon, { total: 7, slow: 7 })),
		);
		const ids = claims.flat().map(({ monitorId }) => monitorId);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids.length).toBe(60);
		const outcomes = ids.map((id) => anOutcome(id, 0, undefined, { scheduledAt: noon }));
		const results = await Promise.all([
			recordChecks(nodes[0], outcomes, noon + 100),
			recordChecks(nodes[1], outcomes.toReversed(), noon + 100),
			recordChecks(nodes[0], outcomes.slice(20), noon + 100),
		]);
		expect(results.flatMap(({ recorded }) => recorded)).toHaveLength(60);
		const transitions = await nodes[1].db.selectFrom("transitions").select("id").execute();
		expect(transitions).toHaveLength(60);
	} finally {
		await nodes[0].close();
		await nodes[1].close();
		await drop();
	}
});

test("an edit that locks a monitor does not deadlock with a commit that changes its status", async () => {
	const { url, drop } = await newDatabaseUrl("postgresql");
	const nodes = [openDatabase(url), openDatabase(url)] as const;
	try {
		await migrate(nodes[0]);
		const monitor = await aMonitor(nodes[0], await aTeam(nodes[0]), { createdAt: noon });
		await claimDue(nodes[0], noon, TEN_AT_MOST);
		await nodes[0].transaction(async (tx) => {
			await tx.db
				.selectFrom("monitors")
				.select("id")
				.where("id", "=", monitor)
				.modifyEnd(tx.dialect.forUpdate)
				.execute();
			const down = anOutcome(monitor, 0, downObservation, { scheduledAt: noon });
			const { recorded } = await recordChecks(nodes[1], [down], noon + 100);
			expect(recorded).toMatchObject([{ transition: { from: "pending", to: "down" } }]);
			await makeDueNow(tx, monitor, { intervalSeconds: 60, timeoutSeconds: 10 }, noon + 200);
		});
		expect(await stateOf(nodes[1], monitor)).toMatchObject({ status: 3, revision: 2, due_at: noon + 200 });
	} finally {
		await nodes[0].close();
		await nodes[1].close();
		await drop();
	}
});
