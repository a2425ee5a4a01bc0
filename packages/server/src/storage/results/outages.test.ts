import { expect, test } from "vitest";
import type { RunResult } from "../../domain/jobs/run-result.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { recordRuns } from "../commit/record-runs.ts";
import type { Tx } from "../database/tx.ts";
import { createWindow } from "../maintenance/maintenance-windows.ts";
import { replaceDependencies } from "../testing/dependencies.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation, upObservation } from "../testing/fixtures.ts";
import { sumOfOutages } from "./outage-spans.ts";
import { pageOfOutages } from "./outages.ts";

const start = Math.floor(Date.UTC(2026, 4, 1) / 60_000);
const slow = { ...upObservation, responseTimeMs: 6_000 };
const startOf = (minute: number) => (start + minute) * 60_000 + 20_030;

async function aMonitorOfTeam(database: Tx) {
	const teamId = await aTeam(database);
	return { id: await aMonitor(database, teamId, { createdAt: start * 60_000 }), teamId };
}

/** Records one check a minute: "u" up, "g" degraded, "d" down. */
async function record(database: Tx, monitorId: number, checks: string): Promise<void> {
	const observations = { u: upObservation, g: slow, d: downObservation } as const;
	const outcomes = [...checks].map((letter, minute) =>
		anOutcome(monitorId, start + minute, observations[letter as keyof typeof observations]),
	);
	await recordChecks(database, outcomes, (start + checks.length) * 60_000);
}

const all = { limit: 10, direction: "forward", from: null } as const;

const RUN = { reason: null, message: null, durationMs: null, address: null } as const;

/** Records runs of a job, each at its end. */
async function recordInTurn(database: Tx, monitorId: number, results: readonly RunResult[]): Promise<void> {
	const monitor = { ...anOutcome(monitorId, start).outcome.order, type: "cron" as const };
	for (const result of results) {
		await database.transaction((tx) => recordRuns(tx, [{ monitor, result }], result.completedAt));
	}
}

onEachEngine("outages", (name) => {
	test("count the others of their cause that are no consequences, also where a consequence failed twice", async () => {
		await using database = await freshDatabase(name);
		const router = await aMonitorOfTeam(database);
		const shop = await aMonitor(database, router.teamId, { createdAt: start * 60_000 });
		const neighbour = await aMonitor(database, router.teamId, { createdAt: start * 60_000 });
		await replaceDependencies(database, shop, [router.id]);
		for (const [minute, letters] of ["dud", "ddd", "dud", "ddd"].entries()) {
			const outcomes = [router.id, shop, neighbour].map((id, place) =>
				anOutcome(id, start + minute, letters[place] === "d" ? downObservation : upObservation),
			);
			await recordChecks(database, outcomes, (start + minute + 1) * 60_000);
		}
		const [outage] = await pageOfOutages(database, router, all);
		expect(outage).toMatchObject({ consequences: { count: 1 }, group: { others: 3, independent: 1 } });
	});

	test("are the runs of failing checks, newest first, with the reason of the first one", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitorOfTeam(database);
		await record(database, monitor.id, "uugdduudd");
		expect(await pageOfOutages(database, monitor, all)).toEqual([
			{
				id: expect.any(Number),
				publicId: expect.stringMatching(/^out_/),
				causeId: expect.stringMatching(/^cau_/),
				startedAt: startOf(7),
				endedAt: null,
				worstStatus: "down",
				reason: "refused",
				phase: "connect",
				message: downObservation.message,
				checks: 2,
				consequenceOf: null,
				consequences: null,
				waitsUntil: null,
				group: null,
				duringMaintenance: false,
				notified: [],
				handling: { acknowledged: null, snoozed: null },
			},
			{
				id: expect.any(Number),
				publicId: expect.stringMatching(/^out_/),
				causeId: expect.stringMatching(/^cau_/),
				startedAt: startOf(2),
				endedAt: startOf(5) + 80,
				worstStatus: "down",
				reason: "slow",
				phase: null,
				message: "The response took 6000 ms; 5000 ms or more is degraded.",
				checks: 3,
				consequenceOf: null,
				consequences: null,
				waitsUntil: null,
				group: null,
				duringMaintenance: false,
				notified: [],
				handling: { acknowledged: null, snoozed: null },
			},
		]);
	});

	test("begin with the first check of a monitor if it fails", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitorOfTeam(database);
		await record(database, monitor.id, "du");
		expect(await pageOfOutages(database, monitor, all)).toMatchObject([
			{ startedAt: startOf(0), endedAt: startOf(1) + 80, checks: 1 },
		]);
	});

	test.each([
		["ugggu", ["degraded"]],
		["ggdgu", ["down"]],
		["gd", ["down"]],
		["dugg", ["degraded", "down"]],
		["gudu", ["down", "degraded"]],
	])("have the worst status of their own checks: %s", async (checks, expected) => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitorOfTeam(database);
		await record(database, await aMonitor(database, monitor.teamId), "ud");
		await record(database, monitor.id, checks);
		await record(database, await aMonitor(database, monitor.teamId), "ud");
		const outages = await pageOfOutages(database, monitor, all);
		expect(outages.map(({ worstStatus }) => worstStatus)).toEqual(expected);
	});

	test("are paged by keyset in both directions", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitorOfTeam(database);
		await record(database, await aMonitor(database, monitor.teamId), "dud");
		await record(database, monitor.id, "dududud");
		const startsOf = async (seek: Parameters<typeof pageOfOutages>[2]) =>
			(await pageOfOutages(database, monitor, seek)).map(({ startedAt }) => (startedAt - startOf(0)) / 60_000);
		const [newest, second, third] = await pageOfOutages(database, monitor, all);
		expect(await startsOf({ limit: 2, direction: "forward", from: null })).toEqual([6, 4]);
		expect(await startsOf({ limit: 2, direction: "forward", from: second?.id ?? 0 })).toEqual([2, 0]);
		expect(await startsOf({ limit: 1, direction: "backward", from: third?.id ?? 0 })).toEqual([4]);
		expect(await startsOf({ limit: 2, direction: "backward", from: newest?.id ?? 0 })).toEqual([]);
		expect(await startsOf({ limit: 2, direction: "backward", from: null })).toEqual([2, 0]);
	});

	test("of a job last until the run that ends them is over, however long it took", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitorOfTeam(database);
		const at = (hours: number) => (start + hours * 60) * 60_000;
		const results: readonly RunResult[] = [
			{ ...RUN, dueAt: at(0), verdict: "down", startedAt: at(0), completedAt: at(1), failingFrom: at(1) },
			{ ...RUN, dueAt: at(24), verdict: "up", startedAt: at(24), completedAt: at(30), failingFrom: at(30) },
		];
		await recordInTurn(database, monitor.id, results);
		const range = { from: at(26), to: at(31) };
		expect(await pageOfOutages(database, monitor, all, range)).toMatchObject([{ startedAt: at(1), endedAt: at(30) }]);
		expect(await sumOfOutages(database, monitor, range, at(31))).toMatchObject({ outages: 1, downMs: 4 * 3_600_000 });
	});

	test("of a job do not overlap where its runs do", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitorOfTeam(database);
		const at = (hours: number) => (start + hours * 60) * 60_000;
		// The second run should have ended before the third one did, and was given up afterwards.
		const results: readonly RunResult[] = [
			{ ...RUN, dueAt: at(0), verdict: "down", startedAt: at(0), completedAt: at(0.5), failingFrom: at(0) },
			{ ...RUN, dueAt: at(2), verdict: "up", startedAt: at(2), completedAt: at(2.5), failingFrom: at(2.5) },
			{ ...RUN, dueAt: at(1), verdict: "down", startedAt: at(1), completedAt: at(3), failingFrom: at(2) },
		];
		await recordInTurn(database, monitor.id, results);
		expect(await pageOfOutages(database, monitor, all)).toMatchObject([
			{ startedAt: at(2.5), endedAt: null },
			{ startedAt: at(0), endedAt: at(2.5) },
		]);
		expect(await sumOfOutages(database, monitor, { from: at(0), to: at(4) }, at(4))).toMatchObject({
			outages: 2,
			downMs: 4 * 3_600_000,
		});
	});

	test("of a job begin before they end where the clock was set back", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitorOfTeam(database);
		const at = (hours: number) => (start + hours * 60) * 60_000;
		const results: readonly RunResult[] = [
			{ ...RUN, dueAt: at(5), verdict: "down", startedAt: at(5), completedAt: at(5.5), failingFrom: at(5) },
			{ ...RUN, dueAt: at(6), verdict: "up", startedAt: at(6), completedAt: at(6.5), failingFrom: at(6.5) },
			{ ...RUN, dueAt: at(1), verdict: "down", startedAt: at(1), completedAt: at(1.5), failingFrom: at(1) },
			{ ...RUN, dueAt: at(2), verdict: "up", startedAt: at(2), completedAt: at(2.5), failingFrom: at(2.5) },
		];
		await recordInTurn(database, monitor.id, results);
		expect(await pageOfOutages(database, monitor, all)).toContainEqual(
			expect.objectContaining({ startedAt: at(1.5), endedAt: at(2.5) }),
		);
	});

	test("show whether they began within a maintenance window", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitorOfTeam(database);
		await record(database, monitor.id, "duud");
		const schedule = { kind: "once", startsAt: startOf(0) - 1_000, endsAt: startOf(2) } as const;
		await createWindow(database, monitor.teamId, { name: "w", monitorIds: null, schedule }, startOf(0));
		const outages = await pageOfOutages(database, monitor, all);
		expect(outages.map(({ duringMaintenance }) => duringMaintenance)).toEqual([false, true]);
	});
});
