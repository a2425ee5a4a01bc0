import fc from "fast-check";
import { expect, test } from "vitest";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import type { Observation } from "../../domain/checks/observation.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import {
	aJob,
	aMonitor,
	anOutcome,
	aTeam,
	downObservation,
	missedObservation,
	upObservation,
} from "../testing/fixtures.ts";
import { countByMinute } from "./count-checks.ts";
import { deleteChecksBefore, deleteChecksOfMonitor } from "./delete-checks.ts";
import { checksBetween, pageOfChecks, timesBetween } from "./read-checks.ts";

const start = Math.floor(Date.UTC(2026, 4, 1) / 60_000);
const minutesOf = (records: readonly { minute: number }[]) => records.map(({ minute }) => minute - start);

onEachEngine("results", (name) => {
	test("are read as they were recorded", async () => {
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
				phases: { dns: null, connect: 10, tls: null, first_byte: 60, transfer: 10 },
				startedAt: at(start),
				completedAt: at(start) + 80,
				attempts: 1,
				location: null,
				locations: null,
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
				phases: { dns: null, connect: null, tls: null, first_byte: null, transfer: null },
				startedAt: at(start + 1),
				completedAt: at(start + 1) + 5,
				attempts: 1,
				location: null,
				locations: null,
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
				phases: { dns: null, connect: null, tls: null, first_byte: null, transfer: null },
				startedAt: at(start + 2),
				completedAt: null,
				attempts: 1,
				location: null,
				locations: null,
				phase: null,
				message: "Our resolver does not answer.",
				contentCheckId: null,
			},
		]);
	});

	test("are kept with a reason or phase of a newer version, and with their location", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database));
		const ofNewerProber = { ...downObservation, fault: "quic_refused", phase: "quic" } as unknown as Observation;
		const known = anOutcome(monitor, start + 1, downObservation);
		const located: JudgedOutcome = {
			...known,
			outcome: { ...known.outcome, attempts: 2, order: { ...known.outcome.order, locationId: 3 } },
		};
		const elsewhere = anOutcome(monitor, start, ofNewerProber);
		const { recorded } = await recordChecks(database, [elsewhere, located], (start + 1) * 60_000);
		expect(recorded).toMatchObject([{ transition: { from: "pending", to: "down" } }, { transition: null }]);
		expect(await checksBetween(database, monitor, start, start + 2)).toMatchObject([
			{ verdict: "down", reason: "unknown", phase: null, message: downObservation.message, location: null },
			{ verdict: "down", reason: "refused", phase: "connect", attempts: 2, location: 3 },
		]);
	});

	test("replace NUL and lone surrogates in a target's text, and record the check", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: start * 60_000 });
		const failure = { ...downObservation, message: "a\0b \ud83d" };
		await recordChecks(database, [anOutcome(monitor, start, failure), anOutcome(monitor, start + 1)], start * 60_000);
		const read = await checksBetween(database, monitor, start, start + 2);
		expect(read.map(({ message }) => message)).toEqual(["a\ufffdb \ufffd", null]);
	});

	test("have each minute once: only a newer revision, or a check after a missed one, replaces it", async () => {
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
		// The details of the replaced failure are not read with the check that replaced it.
		expect((await checksBetween(database, monitor, start, start + 1))[0]).toMatchObject({
			verdict: "up",
			message: null,
			phase: null,
		});
	});

	test("are paged newest first, in both directions, over gaps of days", async () => {
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
		expect(minutesOf(await pageOfChecks(database, monitor, { limit: 2, after: -1 }))).toEqual([1, 0]);
		const beyond = Number.MAX_SAFE_INTEGER;
		expect(minutesOf(await pageOfChecks(database, monitor, { limit: 2, before: beyond }))).toEqual([9_999, 5_001]);
		expect(minutesOf(await pageOfChecks(database, monitor, { limit: 2, after: beyond }))).toEqual([]);
		expect(minutesOf(await pageOfChecks(database, monitor, { limit: 2, before: 0 }))).toEqual([]);
	});

	test("every reader returns the same as a list held in memory", async () => {
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
					const outcomes = checks.map((check) =>
						anOutcome(monitors[check.index] ?? 0, start + check.minute, check.kind),
					);
					await recordChecks(database, outcomes, (start + 400) * 60_000);
					const [from, to] = [start + Math.min(a, b), start + Math.max(a, b)];
					const wanted = [...new Set(checks.map((check) => `${check.index}:${start + check.minute}`))]
						.map((key) => key.split(":").map(Number) as [number, number])
						.filter(([, minute]) => minute >= from && minute < to)
						.sort((x, y) => x[0] - y[0] || x[1] - y[1]);
					const read = await Promise.all(monitors.map((monitor) => checksBetween(database, monitor, from, to)));
					expect(read.flat().map((check) => [monitors.indexOf(check.monitorId), check.minute])).toEqual(wanted);
					const [first = []] = read;
					const times = await timesBetween(database, monitors[0] ?? 0, from, to);
					expect([...times.minutes]).toEqual(first.map((check) => check.minute));
					expect([...times.verdicts].map((code) => VERDICTS[code])).toEqual(first.map((check) => check.verdict));
					expect([...times.responseTimesMs]).toEqual(first.map((check) => check.responseTimeMs ?? -1));
				},
			),
			{ numRuns: 15 },
		);
	});

	test("are counted by minute and team; degraded ones as successful by type, missed ones nowhere", async () => {
		await using database = await freshDatabase(name);
		const [one, two] = [await aTeam(database), await aTeam(database)];
		const [a, b, c] = [await aMonitor(database, one), await aMonitor(database, one), await aMonitor(database, two)];
		const { id: job } = await aJob(database, two);
		const slow = { ...upObservation, responseTimeMs: 6_000 };
		const checks = [
			anOutcome(a, start),
			anOutcome(b, start, downObservation),
			anOutcome(c, start),
			anOutcome(a, start + 1, missedObservation),
			anOutcome(c, start + 1, slow),
			anOutcome(job, start + 1, slow),
			anOutcome(a, start + 2),
		];
		await recordChecks(database, checks, (start + 3) * 60_000);
		const ofOne = { teamId: one, minute: start, total: 2, successful: 1 };
		const ofTwo = { teamId: two, minute: start, total: 1, successful: 1 };
		const missed = { teamId: one, minute: start + 1, total: 0, successful: 0 };
		const degraded = { teamId: two, minute: start + 1, total: 2, successful: 1 };
		expect(await countByMinute(database, start, start + 2, null)).toEqual([ofOne, ofTwo, missed, degraded]);
		expect(await countByMinute(database, start, start + 2, one)).toEqual([ofOne, missed]);
		expect(await countByMinute(database, start, start + 2, two)).toEqual([ofTwo, degraded]);
	});

	test("are deleted by age and by monitor, a few at a time, with the details of failures", async () => {
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
