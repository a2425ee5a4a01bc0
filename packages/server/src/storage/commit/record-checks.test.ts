import { expect, test } from "vitest";
import { minuteOf } from "../../domain/checks/check.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import type { Session } from "../database/session.ts";
import { lockMonitor } from "../monitors/monitors.ts";
import { checksBetween } from "../results/read-checks.ts";
import {
	claimDue,
	makeDueNow,
	REDO_WITHIN_MS,
	releaseAllClaims,
	releaseClaims,
	stopChecks,
} from "../schedule/monitor-states.ts";
import { freshDatabase, newDatabaseUrl, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation, missedObservation, TEN_AT_MOST } from "../testing/fixtures.ts";
import { recordChecks } from "./record-checks.ts";

const noon = Date.UTC(2026, 4, 1, 12);
const MINUTE = 60_000;
const stateOf = (database: Session, monitor: number) =>
	database.db.selectFrom("monitor_states").selectAll().where("monitor_id", "=", monitor).executeTakeFirstOrThrow();

onEachEngine("a monitor's schedule", (name) => {
	test("claims each due check once: immediately after creation, then on its grid", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: noon });
		const [claim, ...none] = await claimDue(database, noon, TEN_AT_MOST);
		expect(none).toEqual([]);
		expect(claim).toMatchObject({ monitorId: monitor, revision: 1, slotAt: noon });
		expect(await claimDue(database, noon + 1_000, TEN_AT_MOST)).toEqual([]);
		await recordChecks(database, [anOutcome(monitor, 0, undefined, { scheduledAt: noon })], noon + 300);
		const { due_at, slot_at, claimed, phase_ms } = await stateOf(database, monitor);
		expect(claimed).toBe(0);
		expect(slot_at).toBe(due_at);
		expect(due_at).toBe(claim?.nextDueAt);
		expect((due_at ?? 0) % MINUTE).toBe(phase_ms);
		expect(minuteOf(due_at ?? 0)).toBe(minuteOf(noon) + 1);
	});

	test("after a lease runs out, the check is due again for its own minute; recording it twice changes nothing", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: noon, timeoutSeconds: 60 });
		await claimDue(database, noon, TEN_AT_MOST);
		const { due_at: leaseEnds } = await stateOf(database, monitor);
		expect(leaseEnds).toBeGreaterThan(noon + 2 * MINUTE);
		const [again] = await claimDue(database, leaseEnds ?? 0, TEN_AT_MOST);
		expect(again).toMatchObject({ monitorId: monitor, slotAt: noon });
		const outcome = anOutcome(monitor, 0, undefined, { scheduledAt: noon });
		await recordChecks(database, [outcome], noon + 5 * MINUTE);
		const after = await stateOf(database, monitor);
		await recordChecks(database, [outcome], noon + 6 * MINUTE);
		expect(await stateOf(database, monitor)).toEqual(after);
		expect(await checksBetween(database, monitor, minuteOf(noon), minuteOf(noon) + 10)).toHaveLength(1);
	});

	test("after an hour without a service one check is due, for the current minute", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: noon });
		await claimDue(database, noon, TEN_AT_MOST);
		await recordChecks(database, [anOutcome(monitor, 0, undefined, { scheduledAt: noon })], noon + 300);
		const back = noon + 60 * MINUTE + 30_000;
		const [claim] = await claimDue(database, back, TEN_AT_MOST);
		expect(claim?.slotAt).toBeGreaterThan(back - MINUTE);
		expect(claim?.slotAt).toBeLessThanOrEqual(back);
		// Its slot is 12:59:37: those of 12:01 to 12:58 were passed over.
		expect(claim?.skippedSlots).toBe(58);
		await recordChecks(database, [anOutcome(monitor, 0, undefined, { scheduledAt: claim?.slotAt ?? 0 })], back + 100);
		expect(await claimDue(database, back + 200, TEN_AT_MOST)).toEqual([]);
	});

	test("a lease that ran out long ago drops its minute", async () => {
		await using database = await freshDatabase(name);
		await aMonitor(database, await aTeam(database), { createdAt: noon });
		await claimDue(database, noon, TEN_AT_MOST);
		const [claim] = await claimDue(database, noon + REDO_WITHIN_MS + MINUTE, TEN_AT_MOST);
		expect(claim?.slotAt).toBeGreaterThan(noon + REDO_WITHIN_MS);
	});

	test("an edit makes it due at once; an outcome of the older settings only adds to the history", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: noon });
		await claimDue(database, noon, TEN_AT_MOST);
		await makeDueNow(database, monitor, { intervalSeconds: 60, timeoutSeconds: 10 }, noon + 2_000);
		const old = anOutcome(monitor, 0, downObservation, { scheduledAt: noon, revision: 1 });
		await recordChecks(database, [old], noon + 3_000);
		expect(await stateOf(database, monitor)).toMatchObject({ due_at: noon + 2_000, status: 0, revision: 2 });
		const [claim] = await claimDue(database, noon + 3_000, TEN_AT_MOST);
		expect(claim).toMatchObject({ revision: 2, slotAt: noon + 2_000 });
		await recordChecks(
			database,
			[anOutcome(monitor, 0, undefined, { scheduledAt: noon + 2_000, revision: 2 })],
			noon + 3_100,
		);
		await recordChecks(database, [old], noon + 3_200);
		expect(await stateOf(database, monitor)).toMatchObject({ status: 1, claimed: 0 });
		const [only, ...more] = await checksBetween(database, monitor, minuteOf(noon), minuteOf(noon) + 1);
		expect(more).toEqual([]);
		expect(only).toMatchObject({ verdict: "up", revision: 2 });
	});

	test("pausing stops the checks and keeps the status, and a running check only adds to the history", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: noon });
		await claimDue(database, noon, TEN_AT_MOST);
		await recordChecks(database, [anOutcome(monitor, 0, undefined, { scheduledAt: noon })], noon + 300);
		await stopChecks(database, [monitor]);
		await recordChecks(database, [anOutcome(monitor, minuteOf(noon) + 1, downObservation)], noon + MINUTE);
		expect(await stateOf(database, monitor)).toMatchObject({ due_at: null, status: 1, failing_streak: 0 });
		expect(await claimDue(database, noon + 10 * MINUTE, TEN_AT_MOST)).toEqual([]);
	});

	test("released checks are due at once for their own minute", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const [one, two] = [
			await aMonitor(database, team, { createdAt: noon }),
			await aMonitor(database, team, { createdAt: noon }),
		];
		await claimDue(database, noon, TEN_AT_MOST);
		await releaseClaims(database, [anOutcome(one, 0, undefined, { scheduledAt: noon }).outcome.order], noon + 100);
		expect(
			(await claimDue(database, noon + 100, TEN_AT_MOST)).map(({ monitorId, slotAt }) => [monitorId, slotAt]),
		).toEqual([[one, noon]]);
		await releaseAllClaims(database, noon + 200);
		expect((await claimDue(database, noon + 200, TEN_AT_MOST)).map(({ monitorId }) => monitorId).sort()).toEqual([
			one,
			two,
		]);
	});
});

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

	test("drops outcomes of deleted monitors", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database));
		await database.db.updateTable("monitors").set({ deleted_at: noon }).where("id", "=", monitor).execute();
		expect(await recordChecks(database, [anOutcome(monitor, 1), anOutcome(999_999, 1)], noon)).toEqual({
			accepted: [],
			recorded: [],
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
		await nodes[0].transaction(async (session) => {
			await lockMonitor(session, monitor, noon);
			const down = anOutcome(monitor, 0, downObservation, { scheduledAt: noon });
			const { recorded } = await recordChecks(nodes[1], [down], noon + 100);
			expect(recorded).toMatchObject([{ transition: { from: "pending", to: "down" } }]);
			await makeDueNow(session, monitor, { intervalSeconds: 60, timeoutSeconds: 10 }, noon + 200);
		});
		expect(await stateOf(nodes[1], monitor)).toMatchObject({ status: 3, revision: 2, due_at: noon + 200 });
	} finally {
		await nodes[0].close();
		await nodes[1].close();
		await drop();
	}
});
