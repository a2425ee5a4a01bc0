/** Checks of real probers in two locations, from the order to the stored result. */

import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { expect, test } from "vitest";
import { type Elsewhere, RoutingDispatcher } from "../dispatch/routing.ts";
import { InProcessDispatcher } from "../dispatch/threads/dispatcher.ts";
import type { CheckOrder } from "../domain/checks/check.ts";
import { longestCheckMs } from "../domain/checks/confirmation.ts";
import { type LocationHint, STATUSES } from "../domain/monitors/monitor.ts";
import type { CutOffGuard } from "../engine/checks/cut-off-guard.ts";
import { LocatedChecks } from "../engine/checks/located-checks.ts";
import { GroupingRecorder } from "../engine/checks/record-observations.ts";
import { scheduleDueChecks } from "../engine/checks/schedule-due-checks.ts";
import { createMetrics } from "../metrics.ts";
import { startHttpTarget } from "../probe/targets/http-target.ts";
import { codeOf } from "../storage/database/codes.ts";
import { regionalFailuresOf } from "../storage/monitors/regional-failures.ts";
import { checksBetween } from "../storage/results/read-checks.ts";
import { pauseChecks } from "../storage/schedule/monitor-states.ts";
import { ScheduleInMemory } from "../storage/schedule/schedule-in-memory.ts";
import { freshDatabase } from "../storage/testing/engines.ts";
import { aLocation, aMonitor, anOutcome, aTeam, missedObservation } from "../storage/testing/fixtures.ts";

/** Which of the two the target refuses: they say who they are. */
type Refused = ReadonlySet<"here" | "there">;

interface StageOptions {
	/** Checks that can run where control is. */
	readonly hereAtOnce?: number;
	readonly hint?: LocationHint | null;
	/** Whether the location elsewhere is the team's own. */
	readonly isOfTeam?: boolean;
	readonly guard?: Pick<CutOffGuard, "isConnected" | "weigh">;
	/** Whether the location elsewhere answers when it is asked to confirm. */
	readonly confirms?: boolean;
}

async function aStage({ hereAtOnce = 10, hint = null, isOfTeam = false, guard, confirms = true }: StageOptions = {}) {
	const log = pino({ level: "silent" });
	const database = await freshDatabase("sqlite");
	const team = await aTeam(database);
	const monitor = await aMonitor(database, team);
	const there = await aLocation(database, "frankfurt", { hint, ...(isOfTeam && { teamId: team }) });
	let refused: Refused = new Set();
	const target = await startHttpTarget((request, response) => {
		if (request.url === "/hang") return;
		response.statusCode = refused.has(request.headers["user-agent"] as "here" | "there") ? 503 : 200;
		response.end();
	});
	const metrics = createMetrics();
	const recorder = new GroupingRecorder({ database, metrics, log, now: Date.now });
	const located = new LocatedChecks({
		database,
		log,
		metrics,
		receiver: recorder,
		probers: () => dispatcher,
		guard: () => guard ?? null,
		// What the target has on this machine stands for a public address.
		isPrivate: () => false,
		controlReachesPrivate: false,
		now: Date.now,
	});
	const start = (userAgent: "here" | "there", concurrency: number) =>
		new InProcessDispatcher({
			threads: 1,
			concurrency,
			prober: { allowPrivateTargets: true, resolvers: null, userAgent },
			receiver: located,
			onThreadLost: () => {},
			onProberFault: () => {},
			now: Date.now,
		});
	const [here, away] = [start("here", hereAtOnce), start("there", 10)];
	let isAway = false;
	const elsewhere: Elsewhere = {
		get inFlight() {
			return away.inFlight;
		},
		capacityAt: () => away.capacity,
		inFlightAt: () => away.inFlight,
		locationsWithProber: () => new Set(isAway ? [] : [there]),
		absenceAt: () => (isAway ? "prober_away" : null),
		dispatch: (orders) => (isAway ? Promise.resolve(orders) : away.dispatch(orders)),
		attempt: (order, _, options) =>
			isAway ? Promise.resolve(null) : confirms ? away.attempt(order, options) : pause(options.timeoutMs, null),
		drain: (withinMs) => away.drain(withinMs),
		close: () => away.close(),
	};
	const dispatcher = new RoutingDispatcher({
		here,
		elsewhere,
		receiver: located,
		locations: located,
		release: () => {},
		now: Date.now,
	});
	const stopping = new AbortController();
	const running = recorder.run(stopping.signal);
	let minute = Math.floor(Date.now() / 60_000) - 100;
	return {
		database,
		team,
		target,
		recorder,
		located,
		dispatcher,
		monitor,
		there,
		loseProber: () => {
			isAway = true;
		},
		refreshed: () => located.refresh(),
		/** The stored result of a check, which the target refuses to `by`. */
		async check(by: Refused, fields: Partial<CheckOrder>) {
			refused = by;
			minute += 1;
			const { order } = anOutcome(monitor, minute, undefined, { url: target.url }).outcome;
			const now = { scheduledAt: minute * 60_000, nextDueAt: Date.now() + 60_000 };
			const orders = [{ ...order, ...now, ...fields }];
			const all = fields.locationIds?.map((locationId) => ({ ...order, ...now, ...fields, locationId })) ?? orders;
			expect(await dispatcher.dispatch(all)).toEqual([]);
			await expect
				.poll(() => checksBetween(database, monitor, minute, minute + 1), { timeout: 20_000 })
				.toHaveLength(1);
			const [check] = await checksBetween(database, monitor, minute, minute + 1);
			const verdicts = check?.locations?.map(({ locationId, verdict }) => `${locationId ?? "here"} ${verdict}`);
			return [check?.verdict, check?.responseStatus, check?.location, verdicts];
		},
		async [Symbol.asyncDispose]() {
			stopping.abort();
			await running;
			await dispatcher.close();
			await target[Symbol.asyncDispose]();
			await database[Symbol.asyncDispose]();
		},
	};
}

test("a failure in one location is confirmed or refuted from where control is, and the result has both", async () => {
	await using stage = await aStage();
	const { check, there } = stage;
	await stage.refreshed();
	const ofThere = { locationId: there, timeoutMs: 3_000 };
	expect(await check(new Set(), ofThere)).toEqual(["up", 200, there, undefined]);
	const both = [`here up`, `${there} down`];
	expect(await check(new Set(["there"]), ofThere)).toEqual(["up", 200, "several", both]);
	expect(await regionalFailuresOf(stage.database, [stage.monitor])).toMatchObject([
		{ location: "frankfurt", reason: "status" },
	]);
	expect(await check(new Set(["here", "there"]), ofThere)).toEqual([
		"down",
		503,
		"several",
		["here down", `${there} down`],
	]);
	expect(await regionalFailuresOf(stage.database, [stage.monitor])).toEqual([]);
	// The other way around, for a check that is made where control is.
	expect(await check(new Set(["here"]), { locationId: null, timeoutMs: 3_000 })).toEqual([
		"up",
		200,
		"several",
		["here down", `${there} up`],
	]);
}, 60_000);

test.each([
	["is not asked", { isConnected: false, weigh: async (attempt) => attempt }],
	[
		"has said nothing",
		{ isConnected: true, weigh: async (attempt) => ({ ...attempt, observation: missedObservation }) },
	],
] satisfies [string, StageOptions["guard"]][])(
	"where control is, a network that is cut off %s about a failure elsewhere",
	async (_, guard) => {
		await using stage = await aStage({ guard });
		await stage.refreshed();
		const ofThere = { locationId: stage.there, timeoutMs: 3_000 };
		expect(await stage.check(new Set(["here", "there"]), ofThere)).toEqual(["down", 503, stage.there, undefined]);
	},
	60_000,
);

test("without a prober elsewhere a prober confirms its own failing attempts", async () => {
	await using stage = await aStage();
	await stage.refreshed();
	stage.loseProber();
	await stage.refreshed();
	const order = { locationId: null, timeoutMs: 3_000 };
	expect(await stage.check(new Set(["here"]), order)).toEqual(["down", 503, null, undefined]);
}, 60_000);

test("of several locations any, the majority or all decide, and one that is lost has missed the check", async () => {
	await using stage = await aStage();
	const { check, there } = stage;
	await stage.refreshed();
	const locationIds = [there, null];
	const parts = ["here up", `${there} down`];
	expect(await check(new Set(["there"]), { locationIds })).toEqual(["up", 200, "several", parts]);
	expect(await check(new Set(["there"]), { locationIds, downWhen: "any" })).toEqual(["down", 503, "several", parts]);
	expect(await check(new Set(["there"]), { locationIds, downWhen: "all" })).toEqual(["up", 200, "several", parts]);
	const all = ["down", 503, "several", ["here down", `${there} down`]];
	expect(await check(new Set(["here", "there"]), { locationIds, downWhen: "all" })).toEqual(all);
	stage.loseProber();
	await stage.refreshed();
	const alone = ["here down", `${there} missed`];
	expect(await check(new Set(["here"]), { locationIds, downWhen: "all" })).toEqual(["down", 503, "several", alone]);
}, 90_000);

test("a place without capacity where control is keeps no check from a location under its hint", async () => {
	await using stage = await aStage({ hereAtOnce: 1, hint: "wnam" });
	const { database, team, target, there, dispatcher, recorder, located } = stage;
	await stage.refreshed();
	const { order } = anOutcome(stage.monitor, 1, undefined, { url: `${target.url}hang` }).outcome;
	expect(await dispatcher.dispatch([{ ...order, locationIds: [null], timeoutMs: 20_000 }])).toEqual([]);
	expect(dispatcher.capacity.total).toBe(0);
	const now = Date.now();
	const monitors = await Promise.all([1, 2].map(() => aMonitor(database, team, { url: target.url, createdAt: now })));
	await pauseChecks(database, [stage.monitor], now);
	const schedule = new ScheduleInMemory(database);
	const deps = { schedule, dispatcher, recorder, locations: located, load: { fullAt: 0 }, now: Date.now };
	const checkedAt = async (monitor: number) => {
		await scheduleDueChecks(deps);
		const from = Math.floor(now / 60_000);
		return (await checksBetween(database, monitor, from, from + 2)).map(({ location }) => location);
	};
	for (const monitor of monitors) {
		await expect.poll(() => checkedAt(monitor), { timeout: 10_000, interval: 200 }).toEqual([there]);
	}
	// One that has to be made here waits for its turn, and is not begun beyond the capacity.
	stage.loseProber();
	const waiting = await aMonitor(database, team, { url: target.url, createdAt: now });
	expect([await checkedAt(waiting), dispatcher.inFlightAt(null)]).toEqual([[], 1]);
}, 60_000);

test("a slow target that the second location does not confirm is down once, within its lease", async () => {
	await using stage = await aStage({ confirms: false });
	const { database, team, target, dispatcher, recorder, located } = stage;
	await stage.refreshed();
	await pauseChecks(database, [stage.monitor], Date.now());
	const [timeoutMs, startedAt] = [10_000, Date.now()];
	const timing = { intervalSeconds: 300, timeoutSeconds: timeoutMs / 1_000, createdAt: startedAt };
	const monitor = await aMonitor(database, team, { url: `${target.url}hang`, ...timing });
	// It was up before, after more than three seconds: its second attempt has the whole timeout again.
	const upAndSlow = { status: codeOf(STATUSES, "up"), was_slow: 1 } as const;
	await database.db.updateTable("monitor_states").set(upAndSlow).where("monitor_id", "=", monitor).execute();
	const schedule = new ScheduleInMemory(database);
	const deps = { schedule, dispatcher, recorder, locations: located, load: { fullAt: 0 }, now: Date.now };
	const from = Math.floor(startedAt / 60_000);
	const recorded = async () => {
		await scheduleDueChecks(deps);
		return checksBetween(database, monitor, from, from + 1);
	};
	// Less than three timeouts, which it would take to wait for the other location and then to repeat the attempt.
	const latestMs = longestCheckMs(timeoutMs) + 5_000;
	await expect.poll(recorded, { timeout: latestMs, interval: 500 }).toMatchObject([{ verdict: "down", attempts: 2 }]);
	expect(target.connections).toBe(2);
}, 120_000);

test("a team's own location under a hint has checks of all claimed in no place of where control is", async () => {
	await using ofTeam = await aStage({ hint: "wnam", isOfTeam: true });
	await using ofInstallation = await aStage({ hint: "wnam" });
	const capacities = [ofTeam, ofInstallation].map(async ({ refreshed, located }) => {
		await refreshed();
		return located.hintedCapacity;
	});
	expect(await Promise.all(capacities)).toEqual([0, 10]);
	// Its own checks are made there nevertheless.
	const { team, monitor, there } = ofTeam;
	const { order } = anOutcome(monitor, 1).outcome;
	expect(ofTeam.located.place([{ ...order, teamId: team }])).toMatchObject([{ locationId: there }]);
});
