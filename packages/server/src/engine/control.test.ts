import { sql } from "kysely";
import pino from "pino";
import { expect, test } from "vitest";
import { beginCutOff, openCutOff } from "../storage/alerts/cut-offs.ts";
import { claimAlerts, lockLeasedAlert } from "../storage/alerts/notice-leases.ts";
import { recordChecks } from "../storage/commit/record-checks.ts";
import type { Tx } from "../storage/database/tx.ts";
import { machineNames } from "../storage/installation/machines.ts";
import { leasedSchedule } from "../storage/schedule/leased-schedule.ts";
import { freshDatabase } from "../storage/testing/engines.ts";
import { aMonitor, anOutcome, aTeam, TEN_AT_MOST } from "../storage/testing/fixtures.ts";
import { Control } from "./control.ts";
import { aStage, BOX } from "./notices/testing/notice-stage.ts";

const log = pino({ level: "silent" });

function controlOn(database: Tx, machine: string, monotonic?: () => number) {
	return Control.start({ database, machine, makesChecks: true, log, ...(monotonic && { monotonic }) });
}

/** As if the process had been silent for so much longer. */
async function silence({ db }: Tx, { id }: Control, ms: number): Promise<void> {
	await sql`update controls set seen_at = seen_at - ${ms}::bigint where id = ${id}`.execute(db);
}

test("a silent process loses its checks to another one; what both have made is recorded once", async () => {
	await using database = await freshDatabase("postgresql");
	await using silent = await controlOn(database, "a");
	await using other = await controlOn(database, "b");
	const now = other.now();
	const monitor = await aMonitor(database, await aTeam(database), { createdAt: now, timeoutSeconds: 60 });
	const [lost] = (await leasedSchedule(database, null, silent).claim(now, TEN_AT_MOST)).orders;
	const schedule = leasedSchedule(database, null, other);
	await silence(database, silent, 11_000);
	await other.beat();
	expect((await schedule.claim(now + 5_000, TEN_AT_MOST)).orders).toEqual([]);
	await silence(database, silent, 1_500);
	await other.beat();
	const { orders } = await schedule.claim(now + 5_000, TEN_AT_MOST);
	expect(orders).toMatchObject([{ monitorId: monitor, scheduledAt: now }]);
	// Repeating it takes nothing from the one that has it now.
	await other.beat();
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
	await using other = await controlOn(database, "b");
	const { id: alert } = await stage.newAlert();
	const now = other.now();
	const [lease] = await claimAlerts(database, [alert], now, silent.id);
	await silence(database, silent, 26_000);
	await other.beat();
	expect(await claimAlerts(database, [alert], other.now(), other.id)).toEqual([]);
	await silence(database, silent, 1_500);
	await other.beat();
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
	await using control = await controlOn(database, "a", () => monotonic);
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
	await using other = await controlOn(database, "b");
	await beginCutOff(database, "a", 1_000, other.now());
	await silence(database, gone, 30_000);
	await other.beat();
	expect(await openCutOff(database, "a")).toBeNull();
});

test("time is the database's, whatever the machine's clock says, and follows it within the error of a round trip", async () => {
	await using database = await freshDatabase("postgresql");
	await using control = await controlOn(database, "a");
	const { rows } = await sql<{ at: number }>`
		select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(database.db);
	expect(Math.abs(control.now() - (rows[0]?.at ?? 0))).toBeLessThan(250);
});

test("the machine of a result is known while one alone makes checks", async () => {
	await using database = await freshDatabase("postgresql");
	await using first = await controlOn(database, "a");
	const alone = first.now();
	await new Promise((resolve) => setTimeout(resolve, 5));
	{
		await using second = await controlOn(database, "b");
		await first.beat();
		const names = await machineNames(database);
		expect([names(alone), names(second.now())]).toEqual(["a", null]);
	}
	await first.beat();
	expect((await machineNames(database))(first.now())).toBe("a");
});
