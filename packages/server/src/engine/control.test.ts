import { sql } from "kysely";
import pino from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { beginCutOff } from "../storage/alerts/cut-offs.ts";
import { claimAlerts, lockLeasedAlert } from "../storage/alerts/notice-leases.ts";
import { recordChecks } from "../storage/commit/record-checks.ts";
import { openDatabase } from "../storage/database/open-database.ts";
import { openPostgresql } from "../storage/database/postgresql.ts";
import type { Tx } from "../storage/database/tx.ts";
import { endLeasesOfSilent } from "../storage/installation/controls.ts";
import { machineNames } from "../storage/installation/machines.ts";
import { leasedSchedule } from "../storage/schedule/leased-schedule.ts";
import { freshDatabase, newDatabaseUrl } from "../storage/testing/engines.ts";
import { aMonitor, anOutcome, aTeam, openCutOff, TEN_AT_MOST } from "../storage/testing/fixtures.ts";
import { Control } from "./control.ts";
import { aStage, BOX } from "./notices/testing/notice-stage.ts";

const log = pino({ level: "silent" });

interface Options {
	readonly makesChecks?: boolean;
	readonly heartbeats?: Parameters<typeof Control.start>[0]["heartbeats"];
	monotonic?(): number;
}

function controlOn(database: Tx, machine: string, options: Options = {}) {
	const heartbeats = { transaction: database.transaction, stopWaiting() {} };
	return Control.start({ database, heartbeats, machine, makesChecks: true, log, ...options });
}

async function beaten(control: Control): Promise<void> {
	await control.followed;
	await control.beat();
	await control.followed;
}

/** A clock that can be set forward. */
function aClock() {
	let aheadMs = 0;
	return {
		monotonic: () => performance.now() + aheadMs,
		forward(ms: number) {
			aheadMs += ms;
		},
	};
}

/** A process that has beaten for so long that it judges others. */
async function steadyOn(database: Tx, machine: string, options: Options = {}) {
	const clock = aClock();
	const control = await controlOn(database, machine, { ...options, monotonic: clock.monotonic });
	await steady(control, clock);
	return control;
}

async function steady(control: Control, clock: ReturnType<typeof aClock>): Promise<void> {
	for (let beats = 0; beats < 3; beats += 1) {
		clock.forward(4_500);
		await control.beat();
	}
}

/** As if the process had been silent for so much longer. */
async function silence({ db }: Tx, { id }: Control, ms: number): Promise<void> {
	await sql`update controls set seen_at = seen_at - ${ms}::bigint where id = ${id}`.execute(db);
}

test("a silent process loses its checks to another one; what both have made is recorded once", async () => {
	await using database = await freshDatabase("postgresql");
	await using silent = await controlOn(database, "a");
	await using other = await steadyOn(database, "b");
	const now = other.now();
	const monitor = await aMonitor(database, await aTeam(database), { createdAt: now, timeoutSeconds: 60 });
	const [lost] = (await leasedSchedule(database, null, silent).claim(now, TEN_AT_MOST)).orders;
	const schedule = leasedSchedule(database, null, other);
	await silence(database, silent, 11_000);
	await beaten(other);
	expect((await schedule.claim(now + 5_000, TEN_AT_MOST)).orders).toEqual([]);
	await silence(database, silent, 1_500);
	await beaten(other);
	const { orders } = await schedule.claim(now + 5_000, TEN_AT_MOST);
	expect(orders).toMatchObject([{ monitorId: monitor, scheduledAt: now }]);
	// Repeating it takes nothing from the one that has it now.
	await beaten(other);
	expect((await schedule.claim(now + 5_000, TEN_AT_MOST)).orders).toEqual([]);
	// It is back, and hands in what it made.
	await silent.beat();
	const made = anOutcome(monitor, 0, undefined, { scheduledAt: lost?.scheduledAt ?? 0 });
	expect((await recordChecks(database, [made], now + 6_000)).accepted).toHaveLength(1);
	expect((await recordChecks(database, [made], now + 7_000)).accepted).toEqual([]);
});

test("one that is silent for longer loses its notices, too, and its row", async () => {
	await using stage = await aStage("postgresql");
	const { database } = stage;
	await using silent = await controlOn(database, "a");
	await using other = await steadyOn(database, "b");
	const { id: alert } = await stage.newAlert();
	const now = other.now();
	const [lease] = await claimAlerts(database, [alert], now, silent.id);
	await silence(database, silent, 26_000);
	await beaten(other);
	expect(await claimAlerts(database, [alert], other.now(), other.id)).toEqual([]);
	await silence(database, silent, 1_500);
	await beaten(other);
	expect(await claimAlerts(database, [alert], other.now() + 1, other.id)).toHaveLength(1);
	if (lease === undefined) throw new Error("Nothing was claimed");
	expect(await lockLeasedAlert(database, lease, BOX, now), "what it decides has no effect").toBeNull();
	const before = silent.id;
	await silent.beat();
	expect(silent.id, "it is another holder when it is back").not.toBe(before);
});

test("a process that could not beat for as long claims nothing and begins no delivery", async () => {
	await using database = await freshDatabase("postgresql");
	let monotonic = performance.now();
	await using control = await controlOn(database, "a", { monotonic: () => monotonic });
	await aMonitor(database, await aTeam(database), { createdAt: control.now() });
	const schedule = leasedSchedule(database, null, control);
	monotonic += 12_001;
	expect(control.isSilent).toBe(true);
	expect((await schedule.claim(control.now(), TEN_AT_MOST)).orders).toEqual([]);
	await control.beat();
	expect((await schedule.claim(control.now(), TEN_AT_MOST)).orders).toHaveLength(1);
});

test("the cut of a machine that is gone is over", async () => {
	await using database = await freshDatabase("postgresql");
	await using gone = await controlOn(database, "a");
	await using other = await steadyOn(database, "b");
	await beginCutOff(database, "a", 1_000, other.now());
	await silence(database, gone, 30_000);
	await beaten(other);
	expect(await openCutOff(database, "a")).toBeNull();
});

test("the cut of a machine that is gone is over, too, when the one that took its leases died before it ended the cut", async () => {
	await using database = await freshDatabase("postgresql");
	await using gone = await controlOn(database, "a");
	await using other = await controlOn(database, "b");
	await beginCutOff(database, "a", 1_000, other.now());
	await silence(database, gone, 30_000);
	await endLeasesOfSilent(database, other.now(), () => true);
	await beaten(other);
	expect(await openCutOff(database, "a")).toBeNull();
});

test("the cut of a machine whose last process that makes checks has stopped is over half a minute later", async () => {
	await using database = await freshDatabase("postgresql");
	await using other = await steadyOn(database, "b");
	await using _api = await controlOn(database, "a", { makesChecks: false });
	const stopped = await controlOn(database, "a");
	await beginCutOff(database, "a", 1_000, other.now());
	await stopped[Symbol.asyncDispose]();
	await beaten(other);
	expect(await openCutOff(database, "a"), "it may be started again").toBe(1_000);
	await silence(database, stopped, 30_000);
	await beaten(other);
	expect(await openCutOff(database, "a")).toBeNull();
});

test("while nobody makes checks, a cut is not over; it is as soon as somebody does", async () => {
	await using database = await freshDatabase("postgresql");
	await using gone = await controlOn(database, "a");
	await using api = await steadyOn(database, "a", { makesChecks: false });
	await beginCutOff(database, "a", 1_000, api.now());
	await silence(database, gone, 30_000);
	await beaten(api);
	expect(await openCutOff(database, "a")).toBe(1_000);
	await using _other = await controlOn(database, "b");
	expect(await openCutOff(database, "a")).toBeNull();
});

test("after a minute without the database, the first process that is back gives the others time to beat", async () => {
	await using database = await freshDatabase("postgresql");
	const clock = aClock();
	await using late = await controlOn(database, "a");
	await using first = await controlOn(database, "b", { monotonic: clock.monotonic });
	await steady(first, clock);
	const now = first.now();
	await aMonitor(database, await aTeam(database), { createdAt: now, timeoutSeconds: 60 });
	expect((await leasedSchedule(database, null, late).claim(now, TEN_AT_MOST)).orders).toHaveLength(1);
	const schedule = leasedSchedule(database, null, first);
	const claims = async () => (await schedule.claim(now + 5_000, TEN_AT_MOST)).orders.length;
	clock.forward(60_000);
	const before = late.id;
	await silence(database, late, 60_000);
	await beaten(first);
	expect(await claims()).toBe(0);
	clock.forward(5_000);
	await beaten(first);
	clock.forward(5_000);
	await silence(database, late, 60_000);
	await beaten(first);
	expect(await claims()).toBe(0);
	clock.forward(3_000);
	await silence(database, late, 60_000);
	await beaten(first);
	expect(await claims()).toBe(1);
	await late.beat();
	expect(late.id).not.toBe(before);
});

/** Processes on a database whose clock can be set. */
async function onSettableClock() {
	const { url, drop } = await newDatabaseUrl("postgresql", "migrated");
	const setUp = openDatabase(url);
	// It hides the function of the same name that belongs to PostgreSQL.
	for (const statement of [
		sql`create schema settable`,
		sql`create table settable.clock as select 0::bigint as ahead_ms`,
		sql`create function settable.clock_timestamp() returns timestamptz language sql volatile as $$
			select pg_catalog.clock_timestamp() + ahead_ms * interval '1 millisecond' from settable.clock $$`,
		sql`do $$ begin
			execute format('alter database %I set search_path = settable, pg_catalog, public', current_database());
		end $$`,
	]) {
		await statement.execute(setUp.db);
	}
	await setUp.close();
	const database = openDatabase(url);
	return {
		database,
		async setBy(ms: number) {
			await sql`update settable.clock set ahead_ms = ahead_ms + ${ms}::bigint`.execute(database.db);
		},
		async [Symbol.asyncDispose]() {
			await database.close();
			await drop();
		},
	};
}

test("when the database's clock is set forward, nobody is silent because of it", async () => {
	await using stage = await onSettableClock();
	const { database, setBy } = stage;
	await using living = await controlOn(database, "a");
	await using other = await steadyOn(database, "b");
	const before = living.id;
	await setBy(40_000);
	await beaten(other);
	await living.beat();
	expect(living.id).toBe(before);
});

test("a process that dies when the database's clock is set back is found as soon as any other", async () => {
	await using stage = await onSettableClock();
	const { database, setBy } = stage;
	const clock = aClock();
	await using dead = await controlOn(database, "a");
	await using other = await controlOn(database, "b", { monotonic: clock.monotonic });
	await steady(other, clock);
	const before = dead.id;
	await setBy(-3_600_000);
	await beaten(other);
	for (let beats = 0; beats < 7; beats += 1) {
		clock.forward(4_500);
		await setBy(4_500);
		await beaten(other);
	}
	await dead.beat();
	expect(dead.id, "it lost its row").not.toBe(before);
});

test("a process that has just started gives the others time to beat", async () => {
	await using database = await freshDatabase("postgresql");
	await using late = await controlOn(database, "a");
	await silence(database, late, 60_000);
	const before = late.id;
	await using _first = await controlOn(database, "b");
	await late.beat();
	expect(late.id).toBe(before);
});

test("a process lives while its takeover of another one waits, and every connection of its pool is in use", async () => {
	const { url, drop } = await newDatabaseUrl("postgresql", "migrated");
	const [database, heartbeats, rival] = [openPostgresql(url, { poolSize: 3 }), openDatabase(url), openDatabase(url)];
	try {
		await using gone = await controlOn(rival, "a");
		await using other = await steadyOn(database, "b", { heartbeats });
		const now = other.now();
		const monitor = await aMonitor(rival, await aTeam(rival), { createdAt: now, timeoutSeconds: 60 });
		expect((await leasedSchedule(rival, null, gone).claim(now, TEN_AT_MOST)).orders).toHaveLength(1);
		await silence(rival, gone, 13_000);
		const seen = async () => {
			const { rows } = await sql<{ at: number }>`select seen_at as at from controls where id = ${other.id}`.execute(
				rival.db,
			);
			return rows[0]?.at ?? 0;
		};
		await rival.transaction(async (tx) => {
			await sql`select 1 from monitor_states where monitor_id = ${monitor} for update`.execute(tx.db);
			await other.beat();
			let isFree = false;
			const busy = Promise.all(Array.from({ length: 2 }, () => sql`select pg_sleep(3)`.execute(database.db))).then(
				() => {
					isFree = true;
				},
			);
			const before = await seen();
			await other.beat();
			await other.beat();
			expect(isFree).toBe(false);
			expect(await seen()).toBeGreaterThan(before);
			await busy;
		});
		await other.followed;
		expect((await leasedSchedule(database, null, other).claim(now + 5_000, TEN_AT_MOST)).orders).toHaveLength(1);
	} finally {
		await database.close();
		await heartbeats.close();
		await rival.close();
		await drop();
	}
});

test("what a process still holds when it stops, because a release failed, is due again at once", async () => {
	await using stage = await aStage("postgresql");
	const { database } = stage;
	const stopped = await controlOn(database, "a");
	await using other = await controlOn(database, "b");
	const { id: alert } = await stage.newAlert();
	const now = other.now();
	const monitor = await aMonitor(database, await aTeam(database), { createdAt: now, timeoutSeconds: 60 });
	expect((await leasedSchedule(database, null, stopped).claim(now, TEN_AT_MOST)).orders).toMatchObject([
		{ monitorId: monitor },
	]);
	expect(await claimAlerts(database, [alert], now, stopped.id)).toHaveLength(1);
	await stopped[Symbol.asyncDispose]();
	expect((await leasedSchedule(database, null, other).claim(now + 1_000, TEN_AT_MOST)).orders).toMatchObject([
		{ monitorId: monitor, scheduledAt: now },
	]);
	expect(await claimAlerts(database, [alert], other.now() + 1, other.id)).toHaveLength(1);
});

test("time is the database's, whatever the machine's clock says, and follows it within the error of a round trip", async () => {
	await using database = await freshDatabase("postgresql");
	await using control = await controlOn(database, "a");
	let leastMs = Number.POSITIVE_INFINITY;
	for (let time = 0; time < 5; time += 1) {
		const { rows } = await sql<{ at: number }>`
			select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(database.db);
		leastMs = Math.min(leastMs, Math.abs(control.now() - (rows[0]?.at ?? 0)));
	}
	expect(leastMs).toBeLessThan(250);
});

test("a process whose machine was suspended knows the time again after its next heartbeat", async () => {
	await using database = await freshDatabase("postgresql");
	onTestFinished(() => void vi.useRealTimers());
	vi.useFakeTimers({ toFake: ["Date"] });
	const clock = aClock();
	await using control = await controlOn(database, "a", { monotonic: clock.monotonic });
	expect(control.knowsTime).toBe(true);
	vi.setSystemTime(Date.now() + 40_000);
	expect(control.knowsTime).toBe(false);
	await beaten(control);
	expect(control.knowsTime).toBe(true);
	clock.forward(13_000);
	vi.setSystemTime(Date.now() + 13_000);
	expect([control.isSilent, control.knowsTime]).toEqual([true, false]);
});

test("the machine of a result is known while one alone makes checks", async () => {
	await using database = await freshDatabase("postgresql");
	await using first = await controlOn(database, "a");
	const alone = first.now();
	// More than the clocks of two processes differ by.
	const apart = () => new Promise((resolve) => setTimeout(resolve, 250));
	await apart();
	{
		await using second = await controlOn(database, "b");
		await apart();
		await beaten(first);
		const names = await machineNames(database);
		expect([names(alone), names(second.now())]).toEqual(["a", null]);
	}
	await apart();
	await beaten(first);
	expect((await machineNames(database))(first.now())).toBe("a");
});
