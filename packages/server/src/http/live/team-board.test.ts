import fc from "fast-check";
import { expect, test } from "vitest";
import type { Verdict } from "../../domain/checks/judgement.ts";
import { percentOf } from "../../domain/figures/board.ts";
import { updateMonitor } from "../../services/testing/monitors.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { openDatabase } from "../../storage/database/open-database.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { foldClosedHours, foldLateHours } from "../../storage/figures/roll-ups.ts";
import { createWindow } from "../../storage/maintenance/maintenance-windows.ts";
import { deleteMonitors } from "../../storage/monitors/monitors.ts";
import { checksBetween } from "../../storage/results/read-checks.ts";
import { freshDatabase, newDatabaseUrl, onEachEngine } from "../../storage/testing/engines.ts";
import {
	aMonitor,
	anOutcome,
	aTeam,
	downObservation,
	missedObservation,
	upObservation,
} from "../../storage/testing/fixtures.ts";
import { TeamBoard } from "./team-board.ts";

const HOUR = 60;
const START = Math.floor(Date.UTC(2025, 4, 1, 7) / 60_000);
const slow = { ...upObservation, responseTimeMs: 6_000 };
const OBSERVATIONS = [upObservation, upObservation, upObservation, slow, downObservation, missedObservation];
const LETTERS = { up: "u", degraded: "g", down: "d", missed: "m" } as const;

async function fold(tx: Tx, now: number): Promise<void> {
	while (await foldLateHours(tx));
	while (await foldClosedHours(tx, now));
}

type Change =
	| { readonly kind: "check"; readonly nth: number; readonly observation: number }
	| { readonly kind: "late"; readonly nth: number; readonly age: number }
	| { readonly kind: "window"; readonly nth: number | null; readonly age: number }
	| { readonly kind: "add" | "rename" | "pause" | "delete"; readonly nth: number }
	| { readonly kind: "pass"; readonly minutes: number };

async function make(tx: Tx, team: number, ids: number[], change: Change, now: number): Promise<void> {
	const minute = Math.floor(now / 60_000);
	const id = "nth" in change && change.nth !== null ? (ids[change.nth % ids.length] ?? null) : null;
	const record = (observation: (typeof OBSERVATIONS)[number], age: number) =>
		recordChecks(tx, [anOutcome(id ?? 0, minute - age, observation)], now);
	switch (change.kind) {
		case "check":
			return void (await record(OBSERVATIONS[change.observation] ?? upObservation, 0));
		case "late":
			await record(downObservation, change.age);
			return fold(tx, now);
		case "window": {
			const [startsAt, endsAt] = [(minute - change.age) * 60_000, (minute - change.age + 9) * 60_000];
			const schedule = { kind: "once", startsAt, endsAt } as const;
			const monitorIds = id === null ? null : new Set([id]);
			return void (await createWindow(tx, team, { name: "Upgrade", monitorIds, schedule }, now));
		}
		case "add":
			return void ids.push(await aMonitor(tx, team, { name: `b${change.nth}`, createdAt: now }));
		case "rename":
			return void (await updateMonitor(tx, id ?? 0, { name: `a${change.nth}` }, now));
		case "pause":
			return void (await updateMonitor(tx, id ?? 0, { isEnabled: false }, now));
		case "delete":
			if (id !== null) await deleteMonitors(tx, [id], now);
			ids.splice(0, ids.length, ...ids.filter((each) => each !== id));
			return;
		case "pass":
			return fold(tx, now);
	}
}

/** The parts of a board that are compared. */
interface ReadBoard {
	readonly counts: { readonly total: number };
	readonly uptime: unknown;
	readonly available: unknown;
	readonly fastEnough: unknown;
	readonly monitors: {
		readonly name: string[];
		readonly status: string;
		readonly enabled: string;
		readonly uptime24h: (number | null)[];
		readonly uptime30d: (number | null)[];
		readonly available24h: (number | null)[];
		readonly available30d: (number | null)[];
		readonly fastEnough24h: (number | null)[];
		readonly fastEnough30d: (number | null)[];
		readonly responseTimeMs: (number | null)[];
		readonly recent: string[];
	};
}

async function read(board: TeamBoard, now: number): Promise<ReadBoard> {
	return JSON.parse(await board.read(now));
}

/** Three monitors, the last of which is of a type whose degraded checks are successful. */
async function threeMonitors(tx: Tx, team: number): Promise<[number, number, number]> {
	const made = (name: string) => aMonitor(tx, team, { name, createdAt: START * 60_000 });
	const ids: [number, number, number] = [await made("c"), await made("a"), await made("b")];
	await tx.db
		.updateTable("monitors")
		.set({ type: "tcp", settings: JSON.stringify({ host: "127.0.0.1", port: 80 }) })
		.where("id", "=", ids[2])
		.execute();
	return ids;
}

/** What the board has to say of a monitor, counted check by check. */
async function counted(tx: Tx, id: number, minute: number) {
	const share = async (hours: number) => {
		const from = (Math.floor(minute / HOUR) - hours + 1) * HOUR;
		const checks = (await checksBetween(tx, id, from, minute + 1)).filter(({ verdict }) => verdict !== "missed");
		const percent = (...verdicts: readonly Verdict[]) =>
			percentOf(checks.filter(({ verdict }) => verdicts.includes(verdict)).length, checks.length);
		return { available: percent("up", "degraded"), fastEnough: percent("up") };
	};
	const shown = await checksBetween(tx, id, minute - 59, minute + 1);
	const byMinute = new Map(shown.map((check) => [check.minute, LETTERS[check.verdict]]));
	const recent = Array.from({ length: 60 }, (_, index) => byMinute.get(minute - 59 + index) ?? ".").join("");
	return { day: await share(24), month: await share(720), recent };
}

onEachEngine("the board of a team", (name) => {
	test("equals a count of every check, however often it is read", async () => {
		await using database = await freshDatabase(name);
		const step = fc.record({
			minutes: fc.oneof(
				fc.constant(0),
				fc.integer({ min: 1, max: 5 }),
				fc.integer({ min: 20, max: 90 }),
				fc.constant(1_500),
			),
			checks: fc.array(fc.tuple(fc.nat(2), fc.nat(2), fc.nat(OBSERVATIONS.length - 1)), { maxLength: 12 }),
			folds: fc.boolean(),
			reads: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
				const team = await aTeam(database);
				const ids = await threeMonitors(database, team);
				const board = new TeamBoard(database, team);
				let minute = START;
				for (const { minutes, checks, folds, reads } of steps) {
					minute += minutes;
					const now = minute * 60_000 + 30_000;
					// A check of an hour that is over is shown once that hour was folded again, one of an earlier minute
					// and a missed one in the next minute, others of this minute at once.
					const recorded =
						minutes > 0
							? checks
							: checks
									.filter(([, , observation]) => OBSERVATIONS[observation] !== missedObservation)
									.map(([monitor, , observation]) => [monitor, 0, observation] as const);
					const sameHour = recorded.filter(
						([, age]) => Math.floor((minute - age) / HOUR) === Math.floor(minute / HOUR),
					);
					const outcomes = sameHour.map(([monitor, age, observation]) =>
						anOutcome(ids[monitor] ?? 0, minute - age, OBSERVATIONS[observation], {
							scheduledAt: now - age * 60_000 - 200,
						}),
					);
					await recordChecks(database, outcomes, now);
					if (folds || minutes > 60) await fold(database, now);
					if (!reads) continue;
					const { monitors, counts } = await read(board, now);
					expect(monitors.name).toEqual(["a", "b", "c"]);
					expect(counts).toMatchObject({ total: 3, paused: 0 });
					for (const [position, index] of [1, 2, 0].entries()) {
						const { day, month, recent } = await counted(database, ids[index] ?? 0, minute);
						const uptime = index === 2 ? "available" : "fastEnough";
						expect([monitors.uptime24h[position], monitors.uptime30d[position]]).toEqual([day[uptime], month[uptime]]);
						expect({
							day: {
								available: monitors.available24h[position] ?? monitors.uptime24h[position],
								fastEnough: monitors.fastEnough24h[position] ?? monitors.uptime24h[position],
							},
							month: {
								available: monitors.available30d[position] ?? monitors.uptime30d[position],
								fastEnough: monitors.fastEnough30d[position] ?? monitors.uptime30d[position],
							},
							recent: monitors.recent[position],
						}).toEqual({ day, month, recent });
					}
				}
			}),
			{ numRuns: 12 },
		);
	});

	test("equals one that is read for the first time, after any changes by another process", async () => {
		const { url, drop } = await newDatabaseUrl(name, "migrated");
		const [database, other] = [openDatabase(url), openDatabase(url)];
		const nth = fc.nat(9);
		const change = fc.oneof(
			fc.record({ kind: fc.constant("check"), nth, observation: fc.nat(OBSERVATIONS.length - 1) }),
			fc.record({ kind: fc.constant("late"), nth, age: fc.integer({ min: 2, max: 170 }) }),
			fc.record({ kind: fc.constant("window"), nth: fc.option(nth), age: fc.nat(70) }),
			fc.record({ kind: fc.constantFrom("add", "rename", "pause", "delete"), nth }),
			fc.record({ kind: fc.constant("pass"), minutes: fc.integer({ min: 1, max: 130 }) }),
		) as fc.Arbitrary<Change>;
		await fc.assert(
			fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 10 }), async (changes) => {
				const team = await aTeam(other);
				const ids: number[] = await threeMonitors(other, team);
				const board = new TeamBoard(database, team);
				let now = (START + 200) * 60_000 + 1_000;
				await fold(other, now);
				await board.read(now);
				for (const each of changes) {
					now += each.kind === "pass" ? each.minutes * 60_000 : 100;
					await make(other, team, ids, each, now);
					// All that is late is read again within a quarter of an hour.
					for (let minute = 0; each.kind === "late" && minute < 17; minute += 1) {
						now += 60_000;
						await board.read(now);
					}
					expect(await read(board, now)).toEqual(await read(new TeamBoard(database, team), now));
				}
			}),
			{ numRuns: 6 },
		);
		await Promise.all([database.close(), other.close()]);
		await drop();
	});

	test("shows a check of an earlier minute at once if it is the last one, as the run of a job is", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const job = await aMonitor(database, team, { createdAt: START * 60_000 });
		const minute = START + 100;
		const now = minute * 60_000 + 30_000;
		const board = new TeamBoard(database, team);
		const shown = async () => {
			const { monitors } = await read(board, now);
			return [monitors.recent[0], monitors.responseTimeMs[0]];
		};
		expect(await shown()).toEqual([".".repeat(60), null]);
		await recordChecks(database, [anOutcome(job, minute - 30)], now);
		expect(await shown()).toEqual([`${".".repeat(29)}u${".".repeat(30)}`, 80]);
	});

	test("shows how long the last run of a job took that was due before all minutes shown", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const job = await aMonitor(database, team, { createdAt: START * 60_000 });
		const minute = START + 200;
		const now = minute * 60_000 + 30_000;
		await fold(database, now);
		const board = new TeamBoard(database, team);
		const shown = async () => (await read(board, now)).monitors.responseTimeMs[0];
		expect(await shown()).toBe(null);
		await recordChecks(database, [anOutcome(job, minute - 100)], now);
		expect(await shown()).toBe(80);
		expect(await shown()).toBe(80);
	});

	test("within a minute shows what was checked, edited, added and deleted since", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const made = (name: string) => aMonitor(database, team, { name, createdAt: START * 60_000 });
		const [edited, deleted] = [await made("b"), await made("c")];
		let now = (START + 10) * 60_000 + 1_000;
		const board = new TeamBoard(database, team);
		const shown = async () => {
			now += 2_000;
			const { monitors, counts } = await read(board, now);
			return [monitors.name.join(), monitors.status, monitors.enabled, counts.total];
		};
		expect(await shown()).toEqual(["b,c", "pp", "11", 2]);
		await recordChecks(database, [anOutcome(edited, START + 10, downObservation, { scheduledAt: now })], now);
		expect(await shown()).toEqual(["b,c", "dp", "11", 2]);
		await updateMonitor(database, edited, { name: "z", isEnabled: false }, now);
		expect(await shown()).toEqual(["c,z", "pd", "10", 2]);
		await aMonitor(database, team, { name: "a", createdAt: now });
		expect(await shown()).toEqual(["a,c,z", "ppd", "110", 3]);
		await deleteMonitors(database, [deleted], now);
		expect(await shown()).toEqual(["a,z", "pd", "10", 2]);
	});

	test("shows failures within maintenance, paused monitors, and monitors without checks", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const now = (START + 10) * 60_000;
		const [down, calm, paused] = [
			await aMonitor(database, team, { name: "down", createdAt: START * 60_000 }),
			await aMonitor(database, team, { name: "calm", createdAt: START * 60_000 }),
			await aMonitor(database, team, { name: "paused", isEnabled: false }),
		];
		await createWindow(
			database,
			team,
			{
				name: "Upgrade",
				monitorIds: null,
				schedule: { kind: "once", startsAt: (START + 7.5) * 60_000, endsAt: (START + 10) * 60_000 },
			},
			now,
		);
		const outcomes = [7, 8, 9, 10].flatMap((minute) => [
			anOutcome(down, START + minute, downObservation),
			anOutcome(calm, START + minute),
		]);
		await recordChecks(database, outcomes, now);
		expect(paused).toBeGreaterThan(0);
		const board = await read(new TeamBoard(database, team), now);
		expect(board.counts).toEqual({ total: 3, up: 1, degraded: 0, down: 1, pending: 0, paused: 1 });
		expect(board.monitors.recent.map((recent) => recent.slice(-5))).toEqual([".uuuu", ".dwwd", "....."]);
		expect(board.monitors).toMatchObject({
			name: ["calm", "down", "paused"],
			status: "udp",
			enabled: "110",
			uptime24h: [100, 0, null],
			responseTimeMs: [80, null, null],
		});
		expect(board.uptime).toEqual({ last24Hours: 50, last30Days: 50 });
	});

	test("has slow answers as available and not as fast enough, whichever of the two is the uptime", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const [http, , tcp] = await threeMonitors(database, team);
		const minute = START + 3;
		const outcomes = [http, tcp].flatMap((id) => [
			anOutcome(id, START, upObservation),
			anOutcome(id, START + 1, slow),
			anOutcome(id, START + 2, slow),
			anOutcome(id, minute, downObservation),
		]);
		await recordChecks(database, outcomes, minute * 60_000 + 1_000);
		const board = await read(new TeamBoard(database, team), minute * 60_000 + 2_000);
		expect(board.monitors).toMatchObject({
			name: ["a", "b", "c"],
			uptime24h: [null, 75, 25],
			available24h: [null, null, 75],
			fastEnough24h: [null, 25, null],
			createdAt: [START * 60, START * 60, START * 60],
		});
		expect([board.uptime, board.available, board.fastEnough].map((of) => Object.values(of as object))).toEqual([
			[50, 50],
			[75, 75],
			[25, 25],
		]);
	});
});
