/** Whatever is recorded, sealed and deleted in whatever order reads the same as a plain list. */

import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { CheckOrder, LocationOutcome } from "../../../domain/checks/check.ts";
import { judge, VERDICTS } from "../../../domain/checks/judgement.ts";
import { NO_PHASES, type Observation, PHASES } from "../../../domain/checks/observation.ts";
import type { CheckRecord, JudgedOutcome, LocationRecord } from "../../../domain/checks/record.ts";
import { recordChecks } from "../../commit/record-checks.ts";
import type { Database } from "../../database/tx.ts";
import { freshDatabase, onEachEngine } from "../../testing/engines.ts";
import {
	aMonitor,
	anOutcome,
	aTeam,
	downObservation,
	missedObservation,
	upObservation,
} from "../../testing/fixtures.ts";
import { stepsOf } from "../check-steps.ts";
import { countByMinute, countInHours } from "../count-checks.ts";
import { deleteChecksBefore, deleteChecksOfMonitor } from "../delete-checks.ts";
import { latestChecks } from "../latest-checks.ts";
import { createPartitions, dropPartitions } from "../partitions/keep-partitions.ts";
import { phaseSums } from "../phase-sums.ts";
import { checksBetween, pageOfChecks, timesBetween } from "../read-checks.ts";
import { SEALED_AFTER_HOURS, sealClosedHours } from "./seal-hours.ts";

/** Two hours before midnight: both hours of that day become one packed day. */
const start = Date.UTC(2026, 4, 1, 22) / 60_000;
const MIDNIGHT = start + 120;
const HOURS = 5;
const MINUTES = HOURS * 60;
const END = start + MINUTES;

const observation: fc.Arbitrary<Observation> = fc.oneof(
	fc.integer({ min: 1, max: 9_000 }).map((responseTimeMs) => ({ ...upObservation, responseTimeMs })),
	fc
		.constantFrom("refused", "timeout")
		.map((fault) => ({ ...downObservation, fault, message: `It was ${fault}.` }) as const),
	fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 4 }).map((times) => ({
		...downObservation,
		steps: times.map((timeMs, place) => ({
			name: `Step ${place}`,
			responseStatus: 200,
			timeMs,
			phases: { ...NO_PHASES, first_byte: timeMs },
			saved: [],
		})),
	})),
	fc.constant(missedObservation),
	fc.constant({ ...upObservation, status: 500 }),
);

type Step =
	| {
			readonly do: "record";
			readonly checks: readonly {
				monitor: number;
				minute: number;
				revision: number;
				observation: Observation;
				elsewhere: readonly Observation[];
			}[];
	  }
	| { readonly do: "seal"; readonly beforeHour: number; readonly slices: number }
	| { readonly do: "create partitions"; readonly hour: number }
	| { readonly do: "drop partitions" }
	| { readonly do: "delete before"; readonly minute: number }
	| { readonly do: "delete all of"; readonly monitor: number };

const hour = fc.nat(HOURS);
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constant("record" as const),
			checks: fc.uniqueArray(
				fc.record({
					monitor: fc.nat(2),
					minute: fc.nat(MINUTES - 1),
					revision: fc.integer({ min: 1, max: 3 }),
					observation,
					elsewhere: fc.oneof(
						{ weight: 3, arbitrary: fc.constant([]) },
						{ weight: 1, arbitrary: fc.array(observation, { maxLength: 2 }) },
					),
				}),
				{ minLength: 1, maxLength: 40, selector: ({ monitor, minute }) => `${monitor}:${minute}` },
			),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			do: fc.constant("seal" as const),
			beforeHour: hour,
			slices: fc.integer({ min: 1, max: 20 }),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ do: fc.constant("create partitions" as const), hour }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant("drop partitions" as const) }) },
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant("delete before" as const),
			minute: fc.constantFrom(start - 1_320, MIDNIGHT),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ do: fc.constant("delete all of" as const), monitor: fc.nat(2) }),
	},
);

/** What the rules of recording make of a list. */
class PlainList {
	readonly #checks = new Map<string, { readonly outcome: JudgedOutcome; readonly record: CheckRecord }>();

	record(outcome: JudgedOutcome): void {
		const { monitorId, scheduledAt, revision } = outcome.outcome.order;
		const minute = Math.floor(scheduledAt / 60_000);
		const id = `${monitorId}:${minute}`;
		const known = this.#checks.get(id)?.record;
		const replaces =
			known === undefined ||
			revision > known.revision ||
			(revision === known.revision && known.verdict === "missed" && outcome.judgement.verdict !== "missed");
		if (replaces) this.#checks.set(id, { outcome, record: recordOf(outcome, minute) });
	}

	delete(isGone: (record: CheckRecord) => boolean): number {
		const gone = [...this.#checks].filter(([, { record }]) => isGone(record));
		for (const [id] of gone) this.#checks.delete(id);
		return gone.length;
	}

	/** The checks with the times of their steps. */
	stepsOf(monitorId: number): { minute: number; times: number[] }[] {
		return [...this.#checks.values()].flatMap(({ outcome: { outcome }, record: { minute } }) => {
			const { observation, order } = outcome;
			if (order.monitorId !== monitorId || !("steps" in observation) || !observation.steps) return [];
			return [{ minute, times: observation.steps.map(({ timeMs }) => timeMs) }];
		});
	}

	of(monitorId: number, from = start, to = END): CheckRecord[] {
		return [...this.#checks.values()]
			.map(({ record }) => record)
			.filter((record) => record.monitorId === monitorId && record.minute >= from && record.minute < to)
			.sort((a, b) => a.minute - b.minute);
	}
}

function recordOf({ outcome, judgement }: JudgedOutcome, minute: number): CheckRecord {
	const { order, observation, startedAt, completedAt, attempts, locations } = outcome;
	const elapsed = completedAt - startedAt;
	const isAnswered = observation.kind === "answered";
	const ms = (phase: (typeof PHASES)[number]) =>
		observation.kind === "missed" || observation.phases[phase] === 0 ? null : observation.phases[phase];
	const known = (ms("connect") ?? 0) + (ms("first_byte") ?? 0);
	return {
		monitorId: order.monitorId,
		minute,
		revision: order.revision,
		verdict: judgement.verdict,
		reason: judgement.reason,
		responseStatus: observation.kind === "answered" && observation.type === "http" ? observation.status : null,
		responseTimeMs: isAnswered ? elapsed : null,
		phases: {
			dns: null,
			connect: ms("connect"),
			tls: null,
			first_byte: ms("first_byte"),
			transfer: isAnswered ? Math.max(0, elapsed - known) : null,
		},
		startedAt,
		completedAt: judgement.verdict === "missed" ? null : completedAt,
		attempts,
		location: locations === undefined ? null : "several",
		locations: locations?.map((part) => partOf(part, order, minute)) ?? null,
		phase: judgement.phase,
		message: judgement.message,
		contentCheckId: judgement.contentCheckId,
	};
}

function partOf({ locationId, ...part }: LocationOutcome, order: CheckOrder, minute: number): LocationRecord {
	const outcome = { order, ...part };
	const record = recordOf({ outcome, judgement: judge(part.observation, order) }, minute);
	const { monitorId, minute: _, revision, location, locations, ...seen } = record;
	return { ...seen, locationId };
}

/** `check` as it is when so many other locations saw something, too. */
function seenElsewhere({ outcome, judgement }: JudgedOutcome, elsewhere: readonly Observation[]): JudgedOutcome {
	if (elsewhere.length === 0) return { outcome, judgement };
	const { order, ...here } = outcome;
	const others = elsewhere.map((observation, place) => {
		const { order: _, ...there } = anOutcome(order.monitorId, 0, observation, order).outcome;
		return { ...there, locationId: place + 1 };
	});
	return { outcome: { ...outcome, locations: [{ ...here, locationId: null }, ...others] }, judgement };
}

/** Deletes until nothing is left. How many were. */
async function allOf(deleteSome: () => Promise<number>): Promise<number> {
	for (let deleted = 0; ; ) {
		const some = await deleteSome();
		if (some === 0) return deleted;
		deleted += some;
	}
}

/** Checks and hours that are in a packed day or a sealed hour too. */
async function storedTwice(database: Database): Promise<number> {
	const { rows } = await sql<{ count: number }>`select
		(select count(*) from check_results as c
			join sealed_hours as b on b.monitor_id = c.monitor_id and b.hour = c.minute / 60)
		+ (select count(*) from check_results as c
			join sealed_days as b on b.monitor_id = c.monitor_id and b.day = c.minute / 1440)
		+ (select count(*) from sealed_hours as h
			join sealed_days as b on b.monitor_id = h.monitor_id and b.day = h.hour / 24) as count`.execute(database.db);
	return rows[0]?.count ?? -1;
}

async function packedDays(database: Database): Promise<number> {
	const days = await database.db.selectFrom("sealed_days").select("day").execute();
	return days.length;
}

onEachEngine("records, seals, partitions, late checks, checks of newer settings and deletes", (name) => {
	test("read the same as a plain list, in every reader", async () => {
		await using database = await freshDatabase(name);
		const sealAll = async (beforeHour: number, slices: number) => {
			const now = ((start / 60 + beforeHour + SEALED_AFTER_HOURS) * 60 + 1) * 60_000;
			for (let slice = 0; slice < slices && (await sealClosedHours(database, now)); slice += 1);
		};
		let packed = 0;
		await fc.assert(
			fc.asyncProperty(
				fc.array(step, { minLength: 4, maxLength: 14 }),
				fc.nat(MINUTES),
				fc.nat(MINUTES),
				async (steps, a, b) => {
					const team = await aTeam(database);
					const monitors = [
						await aMonitor(database, team),
						await aMonitor(database, team),
						await aMonitor(database, team),
					];
					const idOf = (index: number) => monitors[index] ?? 0;
					await sql`update monitors set type = 'flow' where id = ${idOf(0)}`.execute(database.db);
					const stepsAreThere = async () => {
						for (const { minute, times } of list.stepsOf(idOf(0))) {
							const steps = await stepsOf(database, idOf(0), minute);
							expect(steps?.map(({ timeMs }) => timeMs)).toEqual(times);
						}
					};
					const list = new PlainList();
					for (const step of steps) {
						if (step.do === "record") {
							const outcomes = step.checks.map((check) =>
								seenElsewhere(
									anOutcome(idOf(check.monitor), start + check.minute, check.observation, { revision: check.revision }),
									check.elsewhere,
								),
							);
							await recordChecks(database, outcomes, END * 60_000);
							for (const outcome of outcomes) list.record(outcome);
						} else if (step.do === "seal") await sealAll(step.beforeHour, step.slices);
						else if (step.do === "create partitions")
							await createPartitions(database, (start + step.hour * 60) * 60_000);
						else if (step.do === "drop partitions") await dropPartitions(database, END * 2 * 60_000);
						else if (step.do === "delete before") {
							const { minute } = step;
							const deleted = await allOf(() => deleteChecksBefore(database, minute, 30));
							expect(deleted).toBe(list.delete((record) => record.minute < minute));
						} else {
							const id = idOf(step.monitor);
							const deleted = await allOf(() => deleteChecksOfMonitor(database, id, 30));
							expect(deleted).toBe(list.delete(({ monitorId }) => monitorId === id));
						}
					}
					expect(await storedTwice(database), "stored twice").toBe(0);
					await stepsAreThere();

					const [from, to] = [start + Math.min(a, b), start + Math.max(a, b)];
					const latest = await latestChecks(database, monitors);
					for (const id of monitors) {
						const all = list.of(id);
						const some = list.of(id, from, to);
						expect(await checksBetween(database, id, start, END)).toEqual(all);
						expect(await checksBetween(database, id, from, to)).toEqual(some);
						const times = await timesBetween(database, id, from, to);
						expect({
							minutes: [...times.minutes],
							verdicts: [...times.verdicts].map((code) => VERDICTS[code]),
							times: [...times.responseTimesMs],
						}).toEqual({
							minutes: some.map(({ minute }) => minute),
							verdicts: some.map(({ verdict }) => verdict),
							times: some.map(({ responseTimeMs }) => responseTimeMs ?? -1),
						});
						expect(await pageOfChecks(database, id, { limit: 25 })).toEqual(all.toReversed().slice(0, 25));
						const older = all.filter(({ minute }) => minute < to).toReversed();
						expect(await pageOfChecks(database, id, { limit: 7, before: to })).toEqual(older.slice(0, 7));
						const newer = all.filter(({ minute }) => minute > from).slice(0, 7);
						expect(await pageOfChecks(database, id, { limit: 7, after: from })).toEqual(newer.toReversed());
						const sums = await phaseSums(database, id, { fromMinute: from, toMinute: to, stepMinutes: 30 });
						expect(sums.toSorted((x, y) => x.minute - y.minute)).toEqual(sumsOf(some, from, 30));
						// The newest check of the present revision, 1, is what the state knows.
						const known = latest.get(id);
						for (const check of [known?.made, known?.missed]) if (check) expect(all).toContainEqual(check);
					}
					const ofTeam = monitors.flatMap((id) => list.of(id, from, to));
					expect(await countByMinute(database, from, to, team)).toEqual(countsOf(ofTeam, team));
					const hours = monitors.map((monitorId) => ({ monitorId, hour: start / 60 + 1 }));
					const inHour = monitors.flatMap((id) => list.of(id, Math.max(from, start + 60), start + 120));
					expect((await countInHours(database, hours, from)).toSorted((x, y) => x.minute - y.minute)).toEqual(
						countsOf(inHour, team),
					);
					await dropPartitions(database, END * 2 * 60_000);
					await sealAll(HOURS, 100);
					await dropPartitions(database, END * 2 * 60_000);
					await sealAll(HOURS, 100);
					packed += await packedDays(database);
					expect(await storedTwice(database), "stored twice").toBe(0);
					for (const id of monitors) expect(await checksBetween(database, id, start, END)).toEqual(list.of(id));
					await stepsAreThere();
					// The next run begins with nothing.
					for (const id of monitors) await allOf(() => deleteChecksOfMonitor(database, id, 5_000));
					expect(
						await database.db.selectFrom("check_steps").selectAll().where("monitor_id", "=", idOf(0)).execute(),
					).toEqual([]);
				},
			),
			{ numRuns: 25 },
		);
		expect(packed).toBeGreaterThan(0);
	}, 120_000);
});

function sumsOf(checks: readonly CheckRecord[], from: number, stepMinutes: number) {
	const steps = Map.groupBy(checks, ({ minute }) => from + Math.floor((minute - from) / stepMinutes) * stepMinutes);
	return [...steps]
		.sort(([a], [b]) => a - b)
		.map(([minute, ofStep]) => {
			const answered = ofStep.filter(({ responseTimeMs }) => responseTimeMs !== null);
			const sum = (phase: (typeof PHASES)[number]) =>
				answered.reduce((all, check) => all + (check.phases[phase] ?? 0), 0);
			return {
				minute,
				answered: answered.length,
				missed: ofStep.filter(({ verdict }) => verdict === "missed").length,
				phases: Object.fromEntries(PHASES.map((phase) => [phase, sum(phase)])),
			};
		});
}

/** Of http monitors, of which a degraded check is not successful. */
function countsOf(checks: readonly CheckRecord[], teamId: number) {
	return [...Map.groupBy(checks, ({ minute }) => minute)]
		.sort(([a], [b]) => a - b)
		.map(([minute, some]) => ({
			teamId,
			minute,
			total: some.filter(({ verdict }) => verdict !== "missed").length,
			successful: some.filter(({ verdict }) => verdict === "up").length,
		}));
}
