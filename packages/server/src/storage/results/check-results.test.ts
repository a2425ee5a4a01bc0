import fc from "fast-check";
import { expect, test } from "vitest";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import { PHASES } from "../../domain/checks/observation.ts";
import { MONITOR_TYPES, SSL_STATUSES, STATUSES } from "../../domain/monitors/monitor.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { REASONS } from "../database/codes.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation, missedObservation } from "../testing/fixtures.ts";
import {
	checksBetween,
	checksOfRange,
	countByMinute,
	deleteChecksBefore,
	deleteChecksBetween,
	deleteChecksOfMonitor,
	type JudgedOutcome,
	pageOfChecks,
	timesBetween,
} from "./check-results.ts";

const start = Math.floor(Date.UTC(2026, 4, 1) / 60_000);
const minutesOf = (records: readonly { minute: number }[]) => records.map(({ minute }) => minute - start);

test("numbers on disks keep their words", () => {
	expect(VERDICTS).toEqual(["up", "degraded", "down", "missed"]);
	expect(STATUSES).toEqual(["pending", "up", "degraded", "down"]);
	expect(SSL_STATUSES).toEqual(["unknown", "valid", "expiring", "expired", "error"]);
	expect(PHASES).toEqual(["dns", "connect", "tls", "first_byte", "transfer"]);
	expect(MONITOR_TYPES).toEqual(["http", "dns", "tcp", "cron", "flow"]);
	expect(REASONS.join(" ")).toBe(
		" slow status content timeout refused reset unreachable dns_not_found dns_failure tls_expired tls_not_yet_valid tls_untrusted tls_self_signed tls_incomplete_chain tls_wrong_name tls_revoked tls_handshake redirect_loop protocol target_forbidden resolver no_network no_capacity stalled prober_lost internal",
	);
});

onEachEngine("results", (name) => {
	test("are told as they were recorded", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database));
		await recordChecks(
			database,
			[
				anOutcome(monitor, start),
				anOutcome(monitor, start + 1, downObservation),
				anOutcome(monitor, start + 2, missedObservation),
			],
			(start + 3) * 60_000,
		);
		const at = (minute: number) => minute * 60_000 + 20_030;
		expect(await checksBetween(database, monitor, start, start + 3)).toEqual([
			{
				monitorId: monitor,
				minute: start,
				revision: 1,
				verdict: "up",
				reason: null,
				responseStatus: 200,
				responseTimeMs: 80,
				phases: { dns: 0, connect: 10, tls: 0, first_byte: 60, transfer: 10 },
				startedAt: at(start),
				completedAt: at(start) + 80,
				phase: null,
				message: null,
				contentCheckId: null,
			},
			{
				monitorId: monitor,
				minute: start + 1,
				revision: 1,
				verdict: "down",
				reason: "refused",
				responseStatus: null,
				responseTimeMs: null,
				phases: { dns: 0, connect: 0, tls: 0, first_byte: 0, transfer: 0 },
				startedAt: at(start + 1),
				completedAt: at(start + 1) + 5,
				phase: "connect",
				message: "The connection was refused.",
				contentCheckId: null,
			},
			{
				monitorId: monitor,
				minute: start + 2,
				revision: 1,
				verdict: "missed",
				reason: "resolver",
				responseStatus: null,
				responseTimeMs: null,
				phases: { dns: 0, connect: 0, tls: 0, first_byte: 0, transfer: 0 },
				startedAt: at(start + 2),
				completedAt: null,
				phase: null,
				message: "Our resolver does not answer.",
				contentCheckId: null,
			},
		]);
	});

	test("are recorded whatever a stranger's text holds: NUL and halves of characters are told as replaced", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: start * 60_000 });
		const said = { ...downObservation, message: "a\0b \ud83d" } as typeof downObservation;
		await recordChecks(database, [anOutcome(monitor, start, said), anOutcome(monitor, start + 1)], start * 60_000);
		const told = await checksBetween(database, monitor, start, start + 2);
		expect(told.map(({ message }) => message)).toEqual(["a\ufffdb \ufffd", null]);
	});

	test("a minute appears once: a newer revision and a look after a miss take its place, nothing else does", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database));
		const record = (...checks: JudgedOutcome[]) => recordChecks(database, checks, (start + 1) * 60_000);
		const verdict = async () =>
			(await checksBetween(database, monitor, start, start + 1)).map((check) => `${check.verdict} ${check.revision}`);
		await record(anOutcome(monitor, start, missedObservation));
		expect(await verdict()).toEqual(["missed 1"]);
		await record(anOutcome(monitor, start), anOutcome(monitor, start, missedObservation));
		expect(await verdict()).toEqual(["up 1"]);
		await record(anOutcome(monitor, start, downObservation));
		expect(await verdict()).toEqual(["up 1"]);
		await record(anOutcome(monitor, start, downObservation, { revision: 2 }));
		expect(await verdict()).toEqual(["down 2"]);
		await record(anOutcome(monitor, start));
		expect(await verdict()).toEqual(["down 2"]);
		await record(anOutcome(monitor, start, undefined, { revision: 3 }));
		// What the replaced failure had to say is not told of the check that took its place.
		expect((await checksBetween(database, monitor, start, start + 1))[0]).toMatchObject({
			verdict: "up",
			message: null,
			phase: null,
		});
	});

	test("pages newest first, forwards and back, over gaps of days", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitor = await aMonitor(database, team);
		const other = await aMonitor(database, team);
		const minutes = [0, 1, 2, 5_000, 5_001, 9_999];
		await recordChecks(
			database,
			[...minutes.map((minute) => anOutcome(monitor, start + minute)), anOutcome(other, start + 3)],
			(start + 10_000) * 60_000,
		);
		expect(minutesOf(await pageOfChecks(database, monitor, { limit: 4 }))).toEqual([9_999, 5_001, 5_000, 2]);
		expect(minutesOf(await pageOfChecks(database, monitor, { limit: 4, before: start + 2 }))).toEqual([1, 0]);
		expect(minutesOf(await pageOfChecks(database, monitor, { limit: 3, after: start + 1 }))).toEqual([5_001, 5_000, 2]);
		expect(minutesOf(await pageOfChecks(database, monitor, { limit: 3, after: start + 9_999 }))).toEqual([]);
		expect(minutesOf(await pageOfChecks(database, other, { limit: 3 }))).toEqual([3]);
	});

	test("every reader tells the same as a list held in memory", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitors = [
			await aMonitor(database, team),
			await aMonitor(database, team),
			await aMonitor(database, await aTeam(database)),
		];
		const arbitrary = fc.array(
			fc.record({
				index: fc.nat(2),
				minute: fc.integer({ min: 0, max: 300 }),
				kind: fc.constantFrom(undefined, downObservation, missedObservation),
			}),
			{ minLength: 50, maxLength: 120 },
		);
		await fc.assert(
			fc.asyncProperty(
				arbitrary,
				fc.integer({ min: 0, max: 300 }),
				fc.integer({ min: 0, max: 300 }),
				async (checks, a, b) => {
					for (const monitor of monitors) while ((await deleteChecksOfMonitor(database, monitor, 50)) > 0);
					const told = checks.map((check) => anOutcome(monitors[check.index] ?? 0, start + check.minute, check.kind));
					await recordChecks(database, told, (start + 400) * 60_000);
					const [from, to] = [start + Math.min(a, b), start + Math.max(a, b)];
					const all = await checksOfRange(database, from, to, { limit: 10 });
					const wanted = [...new Set(checks.map((check) => `${check.index}:${start + check.minute}`))]
						.map((key) => key.split(":").map(Number) as [number, number])
						.filter(([, minute]) => minute >= from && minute < to)
						.sort((x, y) => x[0] - y[0] || x[1] - y[1]);
					expect(all.checks.map((check) => [monitors.indexOf(check.monitorId), check.minute])).toEqual(wanted);
					expect(all.lastMonitorId).toBe(monitors[2]);
					const first = await checksBetween(database, monitors[0] ?? 0, from, to);
					expect(first).toEqual(all.checks.filter((check) => check.monitorId === monitors[0]));
					const lean = await timesBetween(database, monitors[0] ?? 0, from, to);
					expect([...lean.minutes]).toEqual(first.map((check) => check.minute));
					expect([...lean.verdicts].map((code) => VERDICTS[code])).toEqual(first.map((check) => check.verdict));
					expect([...lean.responseTimesMs]).toEqual(first.map((check) => check.responseTimeMs ?? -1));
				},
			),
			{ numRuns: 15 },
		);
	});

	test("are counted by minute, team and type; missed ones count nowhere", async () => {
		await using database = await freshDatabase(name);
		const [one, two] = [await aTeam(database), await aTeam(database)];
		const [a, b, c] = [await aMonitor(database, one), await aMonitor(database, one), await aMonitor(database, two)];
		const checks = [
			anOutcome(a, start),
			anOutcome(b, start, downObservation),
			anOutcome(c, start),
			anOutcome(a, start + 1, missedObservation),
			anOutcome(a, start + 2),
		];
		await recordChecks(database, checks, (start + 3) * 60_000);
		const counts = { type: "http", up: 0, degraded: 0, down: 0 };
		const first = { ...counts, teamId: one, minute: start, up: 1, down: 1 };
		const second = { ...counts, teamId: two, minute: start, up: 1 };
		const missed = { ...counts, teamId: one, minute: start + 1 };
		expect(await countByMinute(database, start, start + 2, null)).toEqual([first, second, missed]);
		expect(await countByMinute(database, start, start + 2, one)).toEqual([first, missed]);
	});

	test("of some minutes of a monitor are forgotten in one transaction", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database));
		const checks = Array.from({ length: 10 }, (_, index) => anOutcome(monitor, start + index, downObservation));
		await recordChecks(database, checks, (start + 30) * 60_000);
		const prune = () => database.transaction((session) => deleteChecksBetween(session, monitor, start + 2, start + 8));
		expect(await prune()).toBe(6);
		expect(await prune()).toBe(0);
		expect(minutesOf(await checksBetween(database, monitor, start, start + 30))).toEqual([0, 1, 8, 9]);
	});

	test("are forgotten by age and by monitor, a few at a time, details too", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const [kept, gone] = [await aMonitor(database, team), await aMonitor(database, team)];
		const checks = [kept, gone].flatMap((monitor) =>
			Array.from({ length: 20 }, (_, index) => anOutcome(monitor, start + index, downObservation)),
		);
		await recordChecks(database, checks, (start + 30) * 60_000);
		expect(await deleteChecksBefore(database, start + 5, 6)).toBe(6);
		expect(await deleteChecksBefore(database, start + 5, 6)).toBe(4);
		expect(await deleteChecksBefore(database, start + 5, 6)).toBe(0);
		expect(await deleteChecksOfMonitor(database, gone, 100)).toBe(15);
		expect(await deleteChecksOfMonitor(database, gone, 100)).toBe(0);
		expect(minutesOf(await checksBetween(database, kept, start, start + 30))).toEqual(
			Array.from({ length: 15 }, (_, index) => index + 5),
		);
		const { failures } = await database.db
			.selectFrom("check_failures")
			.select((of) => of.fn.countAll<number>().as("failures"))
			.executeTakeFirstOrThrow();
		expect(failures).toBe(15);
	});
});
