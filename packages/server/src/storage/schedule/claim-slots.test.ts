import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { overdueSlots } from "../../domain/schedule/schedule.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aMonitor, aTeam, TEN_AT_MOST } from "../testing/fixtures.ts";
import { slotStates } from "../testing/slot-states.ts";
import { leasedSchedule } from "./leased-schedule.ts";
import { claimDue, claimOverdue } from "./monitor-states.ts";
import type { Schedule } from "./schedule.ts";

const NOON = Date.UTC(2026, 4, 1, 12);

const MANY = 20_000;

test("finds overdue checks among 20,000 monitors by indexes alone, whichever location they have", async () => {
	await using database = await freshDatabase("postgresql");
	const first = await aMonitor(database, await aTeam(database), { createdAt: NOON });
	for (const [table, id] of [
		["monitors", "id"],
		["monitor_states", "monitor_id"],
	]) {
		const fields = sql`jsonb_build_object(${sql.lit(id)}, ${first}::bigint + g, 'public_id', 'mon_' || g, 'name', 'm' || g)`;
		await sql`
			insert into ${sql.table(table as string)} select r.* from ${sql.table(table as string)} as one,
				generate_series(1, ${sql.lit(MANY)}) as g, jsonb_populate_record(one, ${fields}) as r`.execute(database.db);
	}
	// One that nobody had capacity for.
	await sql`update monitor_states set due_at = due_at - 600000, slot_at = slot_at - 600000
		where monitor_id = ${first + 7}`.execute(database.db);
	await sql`analyze monitor_states`.execute(database.db);
	await database.transaction(async (tx) => {
		const read = async () => {
			const { rows } = await sql<{ scans: number; rows: number }>`
				select seq_scan as scans, seq_tup_read + idx_tup_fetch as rows
				from pg_stat_xact_user_tables where relname = 'monitor_states'`.execute(tx.db);
			return rows[0] ?? { scans: 0, rows: 0 };
		};
		// PostgreSQL counts what the connection did before, too, until it has handed that on.
		const before = await read();
		expect(await claimOverdue(tx, NOON, 10)).toMatchObject([{ monitorId: first + 7 }]);
		const { scans, rows } = await read();
		expect(scans - before.scans).toBe(0);
		expect(rows - before.rows).toBeLessThan(20);
	});
});

onEachEngine("the claim statement", (name) => {
	test("a process that lost its lease releases no check that another has claimed since", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: NOON });
		const [lost, other] = [1, 2].map((id) => leasedSchedule(database, null, { id, isSilent: false })) as [
			Schedule,
			Schedule,
		];
		const { orders } = await lost.claim(NOON, TEN_AT_MOST);
		// As others do with the leases of a silent one.
		await sql`update monitor_states set due_at = slot_at where held_by = 1`.execute(database.db);
		expect((await other.claim(NOON + 13_000, TEN_AT_MOST)).orders).toMatchObject([{ monitorId: monitor }]);
		await lost.release(orders, NOON + 14_000);
		expect((await other.claim(NOON + 14_000, TEN_AT_MOST)).orders).toEqual([]);
		await other.release(orders, NOON + 15_000);
		expect((await other.claim(NOON + 15_000, TEN_AT_MOST)).orders).toMatchObject([{ monitorId: monitor }]);
	});

	test("of overdue checks finds those that the domain's rule finds, and leaves their slots", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database));
		const property = fc.asyncProperty(slotStates, fc.nat(86_400_000), async (from, offset) => {
			const now = NOON + offset;
			const slotAt = now - from.slotBefore;
			await sql`
				update monitor_states set interval_ms = ${from.intervalMs}, phase_ms = ${from.phaseMs},
					slot_at = ${slotAt}, due_at = ${slotAt}, claimed = ${from.isClaimed ? 1 : 0}
				where monitor_id = ${monitor}`.execute(database.db);
			const isOverdue = overdueSlots(from, slotAt, now) !== null;
			const overdue = await claimOverdue(database, now, 10);
			const rest = await claimDue(database, now, TEN_AT_MOST);
			expect(overdue).toMatchObject(isOverdue ? [{ slotAt }] : []);
			expect(rest).toMatchObject(isOverdue ? [] : [{ slotAt }]);
		});
		await fc.assert(property, { numRuns: 300 });
	});

	test("claims no more than its limit, also while the statistics of the planner are those of one monitor", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		await aMonitor(database, team);
		await sql`analyze monitor_states`.execute(database.db);
		for (let index = 0; index < 10; index += 1) await aMonitor(database, team, { createdAt: index });
		expect(await claimDue(database, NOON, { total: 1, slow: 1 })).toHaveLength(1);
	});

	test("fails while the database takes no writes, and leaves the check due with its slot", async () => {
		await using database = await freshDatabase(name);
		await aMonitor(database, await aTeam(database), { createdAt: NOON });
		const claimed = database.transaction(async (tx) => {
			await sql.raw(name === "sqlite" ? "pragma query_only = 1" : "set transaction read only").execute(tx.db);
			return claimDue(tx, NOON, TEN_AT_MOST);
		});
		const error = await claimed.catch((cause) => cause);
		expect(database.dialect.isTransient(error)).toBe(true);
		if (name === "sqlite") await sql`pragma query_only = 0`.execute(database.db);
		expect(await claimDue(database, NOON + 30_000, TEN_AT_MOST)).toMatchObject([{ slotAt: NOON }]);
	});
});
