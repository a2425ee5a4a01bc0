import { pino } from "pino";
import { expect, inject, test } from "vitest";
import { healthOf } from "../../compose/health.ts";
import { createMetrics } from "../../metrics.ts";
import { migrate } from "../../storage/database/migrate.ts";
import { POOL_LIMITS } from "../../storage/database/pool/limited-pool.ts";
import { openPostgresql } from "../../storage/database/postgresql.ts";
import { type Database, DatabaseUnreachable } from "../../storage/database/tx.ts";
import { leasedSchedule } from "../../storage/schedule/leased-schedule.ts";
import { newDatabaseUrl } from "../../storage/testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation, TEN_AT_MOST } from "../../storage/testing/fixtures.ts";
import { type SilentNetwork, startSilentNetwork } from "../../storage/testing/silent-network.ts";
import { GroupingRecorder } from "./record-observations.ts";

const LIMITS = {
	...POOL_LIMITS,
	answerMs: 1_000,
	lockMs: 200,
	idleInTransactionMs: 600,
};
const LEASE_MS = 59_000;

interface Behind {
	readonly database: Database;
	readonly direct: Database;
	readonly network: SilentNetwork;
	readonly monitor: number;
	readonly now: number;
}

/** A monitor that is due now, in a PostgreSQL behind a network that can fall silent. */
async function behindNetwork(test: (behind: Behind) => Promise<void>): Promise<void> {
	const { url, drop } = await newDatabaseUrl("postgresql");
	const port = new URL(inject("postgresUrl")).port;
	await using network = await startSilentNetwork(Number(port));
	const database = openPostgresql(url.replace(`:${port}/`, `:${network.port}/`), { limits: LIMITS });
	// No network is in its way.
	const direct = openPostgresql(url);
	try {
		await migrate(direct);
		const now = Date.now();
		const monitor = await aMonitor(direct, await aTeam(direct), { createdAt: now });
		await test({ database, direct, network, monitor, now });
	} finally {
		await database.close();
		await direct.close();
		await drop();
	}
}

const log = pino({ level: "silent" });

for (const [lost, what] of [
	["the answer to the commit", "answers"],
	["the commit itself", "everything"],
] as const) {
	test(`a check is recorded once and changes the status once, when ${lost} is lost`, { timeout: 120_000 }, async () => {
		await behindNetwork(async ({ database, direct, network, monitor, now }) => {
			const [order] = (await leasedSchedule(direct).claim(now, TEN_AT_MOST)).orders;
			if (!order) throw new Error("nothing was due");
			const { outcome } = anOutcome(monitor, 0, downObservation, { scheduledAt: order.scheduledAt });
			const metrics = createMetrics();
			const recorder = new GroupingRecorder({ database, metrics, log, now: () => now });
			network.fallSilentAt("commit", what);
			recorder.receive({ outcomes: [{ ...outcome, order }], acknowledge: () => {} });
			const failures = async () => (await metrics.commitFailures.get()).values[0]?.value ?? 0;
			// Each failure doubles the pause before the next try, up to five seconds.
			const finished = recorder.finish(AbortSignal.timeout(90_000));
			await expect.poll(failures, { timeout: 10_000 }).toBeGreaterThan(0);
			network.restore();
			expect(await finished).toBe(0);
			const rows = (table: "check_results" | "transitions") => direct.db.selectFrom(table).selectAll().execute();
			expect(await rows("check_results")).toHaveLength(1);
			expect(await rows("transitions")).toHaveLength(1);
		});
	});
}

test("a claim whose answer is lost is made again, for the same minute", async () => {
	await behindNetwork(async ({ database, direct, network, monitor, now }) => {
		network.fallSilentAt("commit", "answers");
		const lost = leasedSchedule(database).claim(now, TEN_AT_MOST);
		await expect(lost).rejects.toBeInstanceOf(DatabaseUnreachable);
		const isClaimed = async () => {
			const state = await direct.db.selectFrom("monitor_states").select("claimed").executeTakeFirstOrThrow();
			return state.claimed;
		};
		await expect.poll(isClaimed, { timeout: 10_000 }).toBe(1);
		network.restore();
		const { orders } = await leasedSchedule(direct).claim(now + LEASE_MS, TEN_AT_MOST);
		expect(orders.map(({ monitorId, scheduledAt }) => [monitorId, scheduledAt])).toEqual([[monitor, now]]);
	});
});

test("/healthz reports a database behind a silent network as unreachable, and says so no longer once it is back", async () => {
	await behindNetwork(async ({ database, network, now }) => {
		const health = () => healthOf({ database, now: () => now }, null);
		await expect.poll(health, { timeout: 10_000 }).toMatchObject({ status: "ok", database: true });
		network.fallSilent();
		expect(await health()).toMatchObject({
			status: "failing",
			database: false,
			problem: "The database does not answer.",
		});
		network.restore();
		await expect.poll(health, { timeout: 10_000 }).toMatchObject({ status: "ok", database: true });
	});
});
