import fc from "fast-check";
import { expect, test } from "vitest";
import { percentOf } from "../../domain/figures/board.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import type { Session } from "../../storage/database/session.ts";
import { foldClosedHours, foldLateHours } from "../../storage/figures/roll-ups.ts";
import { createWindow } from "../../storage/maintenance/maintenance-windows.ts";
import { deleteMonitor, updateMonitor } from "../../storage/monitors/monitors.ts";
import { checksBetween } from "../../storage/results/read-checks.ts";
import { freshDatabase, onEachEngine } from "../../storage/testing/engines.ts";
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

async function fold(session: Session, now: number): Promise<void> {
	while (await foldLateHours(session));
	while (await foldClosedHours(session, now));
}

/** The parts of a board that are compared. */
interface ReadBoard {
	readonly counts: { readonly total: number };
	readonly uptime: unknown;
	readonly monitors: {
		readonly name: string[];
		readonly status: string;
		readonly enabled: string;
		readonly uptime24h: (number | null)[];
		readonly uptime30d: (number | null)[];
		readonly responseTimeMs: (number | null)[];
		readonly recent: string[];
	};
}

async function read(board: TeamBoard, now: number): Promise<ReadBoard> {
	return JSON.parse((await board.read(now)).toString());
}

/** What the board has to say of a monitor, counted check by check. */
async function counted(session: Session, id: number, minute: number) {
	const share = async (hours: number) => {
		const from = (Math.floor(minute / HOUR) - hours + 1) * HOUR;
		const checks = (await checksBetween(session, id, from, minute + 1)).filter(({ verdict }) => verdict !== "missed");
		return percentOf({
			total: checks.length,
			successful: checks.filter(({ verdict }) => verdict === "up").length,
		});
	};
	const shown = await checksBetween(session, id, minute - 59, minute + 1);
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
				const createdAt = START * 60_000;
				const ids: number[] = [];
				for (const each of ["c", "a", "b"]) ids.push(await aMonitor(database, team, { name: each, createdAt }));
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
					for (const [place, index] of [1, 2, 0].entries()) {
						const expected = await counted(database, ids[index] ?? 0, minute);
						expect({
							day: monitors.uptime24h[place],
							month: monitors.uptime30d[place],
							recent: monitors.recent[place],
						}).toEqual(expected);
					}
				}
			}),
			{ numRuns: 12 },
		);
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
		await deleteMonitor(database, deleted, now);
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
				schedule: { kind: "once", startsAt: (START + 8) * 60_000, endsAt: (START + 10) * 60_000 },
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
});
