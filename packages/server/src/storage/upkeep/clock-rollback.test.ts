import { sql } from "kysely";
import { expect, test } from "vitest";
import { minuteOf } from "../../domain/checks/check.ts";
import { recordChecks } from "../commit/record-checks.ts";
import type { Tx } from "../database/tx.ts";
import { foldClosedHours } from "../figures/roll-ups.ts";
import { monitorStatistics, teamStatistics } from "../figures/statistics.ts";
import { countClosedMinutes } from "../figures/team-minutes.ts";
import { checksBetween } from "../results/read-checks.ts";
import { claimDue, makeDueNow, releaseClaims, stopChecks } from "../schedule/monitor-states.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation, TEN_AT_MOST } from "../testing/fixtures.ts";
import { untilSomeoneWaits } from "../testing/lock-waits.ts";
import { applyClockRollback } from "./clock-rollback.ts";

const noon = Date.UTC(2026, 4, 1, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const stateOf = (database: Tx, monitor: number) =>
	database.db.selectFrom("monitor_states").selectAll().where("monitor_id", "=", monitor).executeTakeFirstOrThrow();

onEachEngine("a clock that was set back", (name) => {
	test("moves no outage and no notice that another process records while a start waits for the database", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const [ahead, monitor] = [
			await aMonitor(database, team, { createdAt: noon }),
			await aMonitor(database, team, { createdAt: noon }),
		];
		const alert = { public_id: "alt_1", team_id: team, name: "", channel: "webhook", settings: "{}", rules: "{}" };
		const nothing = { encrypted: null, escalation: null, escalates: null, route: null, user_channel_id: null };
		await database.db
			.insertInto("alerts")
			.values({
				...alert,
				...nothing,
				all_monitors: 1,
				is_enabled: 1,
				created_at: noon,
				updated_at: noon,
				deleted_at: null,
			})
			.execute();
		await recordChecks(database, [anOutcome(ahead, 0, downObservation, { scheduledAt: noon + HOUR })], noon + HOUR);
		await sql`create table clock_of_test (at bigint)`.execute(database.db);
		await sql`insert into clock_of_test values (${noon})`.execute(database.db);
		const down = anOutcome(monitor, 0, downObservation, { scheduledAt: noon + 12_000 });
		const { corrected } = await database.transaction(async (tx) => {
			await sql`
				select 1 from monitor_states where monitor_id = ${monitor}${tx.dialect.forUpdate}`.execute(tx.db);
			const running = applyClockRollback(database, sql<number>`(select at from clock_of_test)`);
			if (name === "postgresql") await untilSomeoneWaits(tx);
			await recordChecks(tx, [down], noon + 12_100);
			await tx.db
				.updateTable("notices")
				.set({ due_at: noon + HOUR })
				.where("monitor_id", "=", monitor)
				.execute();
			await sql`update clock_of_test set at = ${noon + 12_100}`.execute(tx.db);
			return { corrected: running };
		});
		expect(await corrected).toBe(1);
		const began = down.outcome.startedAt;
		expect(await stateOf(database, monitor)).toMatchObject({ failing_since: began });
		const outages = database.db.selectFrom("outages").select(["monitor_id", "started_at"]).orderBy("monitor_id");
		expect(await outages.execute()).toEqual([
			{ monitor_id: ahead, started_at: noon + 12_100 },
			{ monitor_id: monitor, started_at: began },
		]);
		const notices = database.db.selectFrom("notices").select(["due_at", "outage"]).where("monitor_id", "=", monitor);
		expect(await notices.execute()).toEqual([{ due_at: noon + HOUR, outage: began }]);
	});

	test("moves an outage that begins seconds after it, and not one that is ahead as clocks differ", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		for (const aheadMs of [1_500, 10_000]) {
			const monitor = await aMonitor(database, team, { createdAt: noon });
			const scheduledAt = noon + aheadMs;
			await recordChecks(database, [anOutcome(monitor, 0, downObservation, { scheduledAt })], scheduledAt);
		}
		const starts = async () =>
			(await database.db.selectFrom("outages").select("started_at").orderBy("id").execute()).map(
				({ started_at }) => started_at - noon,
			);
		const [first] = await starts();
		await applyClockRollback(database, noon);
		expect(await starts()).toEqual([first, 0]);
	});

	test("after the clock was an hour ahead, checks continue at once and replace those of wrong minutes", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitor = await aMonitor(database, team, { createdAt: noon });
		const paused = await aMonitor(database, team, { createdAt: noon, isEnabled: false });
		const ahead = noon + 60 * MINUTE;
		await claimDue(database, ahead, TEN_AT_MOST);
		const wrongClock = anOutcome(monitor, 0, undefined, { scheduledAt: ahead });
		await recordChecks(database, [wrongClock, anOutcome(monitor, minuteOf(noon))], ahead + 300);
		expect(await claimDue(database, noon, TEN_AT_MOST)).toEqual([]);

		expect(await applyClockRollback(database, noon)).toBe(1);
		const [claim] = await claimDue(database, noon, TEN_AT_MOST);
		expect(claim).toMatchObject({ monitorId: monitor, slotAt: noon, revision: 2 });
		const down = anOutcome(monitor, 0, downObservation, { scheduledAt: noon, revision: 2 });
		expect((await recordChecks(database, [down], noon + 300)).recorded).toMatchObject([
			{ transition: { from: "up", to: "down" } },
		]);
		expect(await checksBetween(database, monitor, minuteOf(noon), minuteOf(noon) + 1)).toMatchObject([
			{ verdict: "down" },
		]);
		expect(await stateOf(database, monitor)).toMatchObject({ status: 3, last_minute: minuteOf(noon) });
		expect((await stateOf(database, paused)).due_at).toBeNull();
	});

	test("moves the start of an outage in all tables or in none, when the last of them fails", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: noon });
		const ahead = noon + HOUR;
		await recordChecks(database, [anOutcome(monitor, 0, downObservation, { scheduledAt: ahead })], ahead + 300);
		const starts = async () => {
			const { failing_since } = await stateOf(database, monitor);
			const { started_at } = await database.db.selectFrom("outages").select("started_at").executeTakeFirstOrThrow();
			const { occurred_at } = await database.db
				.selectFrom("transitions")
				.select("occurred_at")
				.executeTakeFirstOrThrow();
			return [failing_since, started_at, occurred_at];
		};
		const before = await starts();
		expect(new Set(before).size).toBe(1);
		const isPostgres = database.dialect.writersAtOnce > 1;
		const [refuse, allow] = isPostgres
			? [
					sql`alter table transitions add constraint unmoved check (occurred_at >= ${sql.lit(ahead)}) not valid`,
					sql`alter table transitions drop constraint unmoved`,
				]
			: [
					sql`create trigger unmoved before update on transitions begin select raise(abort, 'power'); end`,
					sql`drop trigger unmoved`,
				];
		await refuse.execute(database.db);
		await expect(applyClockRollback(database, noon)).rejects.toThrow();
		expect(await starts()).toEqual(before);
		await allow.execute(database.db);
		await applyClockRollback(database, noon + MINUTE);
		expect(await starts()).toEqual([noon + MINUTE, noon + MINUTE, noon + MINUTE]);
	});

	test("with a correct clock nothing changes, whatever is scheduled or claimed", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const [slow, quick] = [
			await aMonitor(database, team, { createdAt: noon, intervalSeconds: 60, timeoutSeconds: 60 }),
			await aMonitor(database, team, { createdAt: noon, intervalSeconds: 3600, timeoutSeconds: 1 }),
		];
		await claimDue(database, noon, TEN_AT_MOST);
		expect(await applyClockRollback(database, noon)).toBe(0);
		await recordChecks(
			database,
			[slow, quick].map((each) => anOutcome(each, 0, undefined, { scheduledAt: noon })),
			noon,
		);
		expect(await applyClockRollback(database, noon)).toBe(0);
	});

	test("a check that was claimed and released does not wait for the wrong time", async () => {
		await using database = await freshDatabase(name);
		const ahead = noon + 24 * HOUR;
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: ahead });
		await claimDue(database, ahead, TEN_AT_MOST);
		await releaseClaims(database, [anOutcome(monitor, 0, undefined, { scheduledAt: ahead }).outcome.order], noon);
		expect(await applyClockRollback(database, noon)).toBe(1);
		expect(await claimDue(database, noon, TEN_AT_MOST)).toMatchObject([{ monitorId: monitor, slotAt: noon }]);
	});

	test("a monitor that is edited or resumed after a pause has the status of its new checks", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const ahead = noon + 24 * HOUR;
		const timing = { intervalSeconds: 60, timeoutSeconds: 10 };
		const [edited, paused] = [
			await aMonitor(database, team, { createdAt: ahead }),
			await aMonitor(database, team, { createdAt: ahead }),
		];
		const before = [edited, paused].map((each) => anOutcome(each, 0, undefined, { scheduledAt: ahead }));
		await recordChecks(database, before, ahead);
		await makeDueNow(database, edited, timing, noon);
		await stopChecks(database, [paused]);
		expect(await applyClockRollback(database, noon)).toBe(2);
		expect((await stateOf(database, paused)).due_at).toBeNull();
		await makeDueNow(database, paused, timing, noon);
		const claims = await claimDue(database, noon, TEN_AT_MOST);
		const down = claims.map(({ monitorId, revision }) =>
			anOutcome(monitorId, 0, downObservation, { scheduledAt: noon, revision }),
		);
		await recordChecks(database, down, noon);
		expect((await stateOf(database, edited)).status).toBe(3);
		expect((await stateOf(database, paused)).status).toBe(3);
	});

	test("figures of the repeated hours are complete", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const ahead = noon + 24 * HOUR;
		const monitor = await aMonitor(database, team, { createdAt: noon });
		while (await foldClosedHours(database, ahead));
		while (await countClosedMinutes(database, ahead));
		await applyClockRollback(database, noon);
		const { revision } = await stateOf(database, monitor);
		const now = noon + 3 * HOUR;
		for (const at of [noon, noon + HOUR]) {
			await recordChecks(database, [anOutcome(monitor, 0, downObservation, { scheduledAt: at, revision })], at);
		}
		const totals = async () => ({
			ofMonitor: (await monitorStatistics(database, { id: monitor, type: "http" }, now)).checks.down,
			ofTeam: (await teamStatistics(database, team, now)).checks.last24Hours,
		});
		expect(await totals()).toEqual({ ofMonitor: 2, ofTeam: 2 });
		while (await foldClosedHours(database, now));
		while (await countClosedMinutes(database, now));
		expect(await totals()).toEqual({ ofMonitor: 2, ofTeam: 2 });
		const days = await database.db
			.selectFrom("daily_roll_ups")
			.select("down")
			.where("monitor_id", "=", monitor)
			.execute();
		expect(days).toEqual([{ down: 2 }]);
	});
});
