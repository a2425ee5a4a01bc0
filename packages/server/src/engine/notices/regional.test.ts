import { sql } from "kysely";
import { expect, test } from "vitest";
import { ALERT_EVENT_STATUSES } from "../../domain/alerts/alert.ts";
import { minuteOf, startOfMinute } from "../../domain/checks/check.ts";
import { judge } from "../../domain/checks/judgement.ts";
import { countDeferredChanges, OUTBOX_LIMITS } from "../../storage/alerts/enqueue/deferred-changes.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { regionalFailuresOf, regionalFailuresOfTeam } from "../../storage/monitors/regional-failures.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import {
	aLocation,
	anOutcome,
	downObservation,
	missedObservation,
	upObservation,
} from "../../storage/testing/fixtures.ts";
import { aStage, MINUTE, NOON, type Stage } from "./testing/notice-stage.ts";

const SEEN = { up: upObservation, down: downObservation, missed: missedObservation };
type Seen = keyof typeof SEEN;

/** A check of several locations, each with what it saw; the last one decides. */
function aCheckFrom(monitorId: number, scheduledAt: number, seen: ReadonlyMap<number | null, Seen>) {
	const locations = Array.from(seen, ([locationId, what]) => {
		const { order, ...part } = anOutcome(monitorId, 0, SEEN[what], { scheduledAt }).outcome;
		return { ...part, locationId };
	});
	const { observation } = locations.at(-1) ?? { observation: upObservation };
	const { outcome } = anOutcome(monitorId, 0, observation, { scheduledAt });
	const several = locations.length > 1 ? { locations } : {};
	return { outcome: { ...outcome, ...several }, judgement: judge(observation, outcome.order) };
}

/** Records checks of several locations, a minute after each other, in one commit. */
async function checkFrom(
	stage: Stage,
	monitorId: number,
	...checks: readonly ReadonlyMap<number | null, Seen>[]
): Promise<void> {
	const first = startOfMinute(minuteOf(stage.clock.now));
	const judged = checks.map((seen, index) => aCheckFrom(monitorId, first + index * MINUTE, seen));
	stage.clock.now = first + checks.length * MINUTE;
	await recordChecks(stage.database, judged, stage.clock.now - MINUTE + 100);
}

async function aRegionalStage(name: "sqlite" | "postgresql") {
	const stage = await aStage(name);
	const monitor = await stage.newMonitor("Shop");
	const [weur, enam] = [await aLocation(stage.database, "frankfurt"), await aLocation(stage.database, "virginia")];
	const failing = async () =>
		(await regionalFailuresOf(stage.database, [monitor])).map(({ location, since, reason }) => [
			location,
			since - NOON,
			reason,
		]);
	return { stage, monitor, weur, enam, failing };
}

const summaries = ({ receiver }: Stage) => receiver.received.map(({ json }) => json.data.summary);

/** Notices that are due in an hour, as many as the outbox has room for: a busy machine may write them for long. */
async function fillOutbox({ database, clock }: Stage, alertId: number, monitorId: number) {
	const { db, dialect } = database;
	const names = Array.from({ length: OUTBOX_LIMITS.waitingOfTeam }, (_, place) => ({ public_id: `filler${place}` }));
	const dueAt = clock.now + 60 * MINUTE;
	await database.withoutTimeLimit(async () => {
		await sql`
			insert into notices (public_id, alert_id, monitor_id, event, cause, kind, outage, facts, due_at, created_at)
			select public_id, ${alertId}, ${monitorId}, 0, 0, 0, 1, '{}', ${dueAt}, ${clock.now}
			from ${dialect.rows({ public_id: "text" }, names)} as r`.execute(db);
		// As autovacuum does within a minute.
		await sql`analyze notices`.execute(db);
	});
}

async function emptyOutbox({ database }: Stage) {
	const fillers = database.db.deleteFrom("notices").where("public_id", "like", "filler%");
	await database.withoutTimeLimit(() => fillers.execute());
}

onEachEngine("a location that alone sees a monitor down", (name) => {
	test("counts once for the daily cap: its end does not", async () => {
		const { stage, monitor, weur, enam } = await aRegionalStage(name);
		await using _ = stage;
		await stage.newAlert({ events: ["down", "regional"], dailyCap: 2 });
		const check = async (from: Seen, other: Seen) => {
			await checkFrom(
				stage,
				monitor,
				new Map([
					[weur, from],
					[enam, other],
				]),
			);
			await stage.deliver();
		};
		await check("down", "up");
		await check("up", "up");
		await check("down", "down");
		expect(summaries(stage)).toEqual([
			"Shop fails from frankfurt",
			"Shop is fine again from frankfurt",
			"Shop is down",
		]);
	});

	test("fails anew when it does after the monitor was down everywhere, also in one commit", async () => {
		const { stage, monitor, weur, enam, failing } = await aRegionalStage(name);
		await using _ = stage;
		await stage.newAlert({ events: ["down", "regional"] });
		const seen = (from: Seen, other: Seen) =>
			new Map([
				[weur, from],
				[enam, other],
			]);
		await checkFrom(stage, monitor, seen("down", "up"));
		await checkFrom(stage, monitor, seen("down", "down"), seen("down", "up"));
		expect(await failing()).toEqual([["frankfurt", 2 * MINUTE + 30, "refused"]]);
		await stage.deliver();
		await checkFrom(stage, monitor, seen("up", "up"));
		await stage.deliver();
		expect(summaries(stage)).toEqual(["Shop fails from frankfurt", "Shop is fine again from frankfurt"]);
	});

	test("is kept with the monitor, since its first such check, until it sees it up; missing a check changes nothing", async () => {
		const { stage, monitor, weur, enam, failing } = await aRegionalStage(name);
		await using _ = stage;
		const check = (from: Seen, other: Seen = "up") =>
			checkFrom(
				stage,
				monitor,
				new Map([
					[weur, from],
					[enam, other],
				]),
			);
		await check("up");
		expect(await failing()).toEqual([]);
		await check("down");
		await check("down");
		const frankfurt = ["frankfurt", MINUTE + 30, "refused"];
		expect(await failing()).toEqual([frankfurt]);
		await check("missed");
		expect(await failing()).toEqual([frankfurt]);
		const ofTeam = await regionalFailuresOfTeam(stage.database, stage.teamId);
		expect(ofTeam.map(({ monitorId, location }) => [monitorId, location])).toEqual([[monitor, "frankfurt"]]);
		await check("up");
		expect(await failing()).toEqual([]);
	});

	test("is no longer so when a check of one location is up, nor when the monitor is down everywhere", async () => {
		const { stage, monitor, weur, failing } = await aRegionalStage(name);
		await using _ = stage;
		const refuted = new Map<number | null, Seen>([
			[weur, "down"],
			[null, "up"],
		]);
		await checkFrom(stage, monitor, refuted);
		await checkFrom(stage, monitor, new Map([[null, "missed"]]));
		expect(await failing()).toHaveLength(1);
		await checkFrom(stage, monitor, new Map([[null, "up"]]));
		expect(await failing()).toEqual([]);
		await checkFrom(stage, monitor, refuted);
		await checkFrom(
			stage,
			monitor,
			new Map([
				[weur, "down"],
				[null, "down"],
			]),
		);
		expect(await failing()).toEqual([]);
	});

	test("is sent to alerts that ask for it, and its end; no status changes, and no other alert hears of it", async () => {
		const { stage, monitor, weur, enam } = await aRegionalStage(name);
		await using _ = stage;
		await stage.newAlert();
		await stage.newAlert({ name: "Network", events: ["regional"] });
		for (const from of ["up", "down", "down", "up"] as const) {
			await checkFrom(
				stage,
				monitor,
				new Map<number, Seen>([
					[weur, from],
					[enam, "up"],
				]),
			);
			await stage.deliver();
		}
		expect(summaries(stage)).toEqual(["Shop fails from frankfurt", "Shop is fine again from frankfurt"]);
		const events = stage.receiver.received.map(({ json }) => json.data.events[0]);
		expect(events).toMatchObject([
			{
				eventType: "degraded",
				cause: "regional",
				kind: "regional",
				reason: "refused",
				regional: { location: "frankfurt", isOver: false },
			},
			{ eventType: "degraded", kind: "regional", reason: null, regional: { location: "frankfurt", isOver: true } },
		]);
		const status = await stage.database.db.selectFrom("monitor_states").select("status").execute();
		expect(status).toEqual([{ status: 1 }]);
	});

	test("has its end sent to those alone that were sent its beginning, of each location by itself", async () => {
		const { stage, monitor, weur, enam } = await aRegionalStage(name);
		await using _ = stage;
		const check = (ofWeur: Seen, ofEnam: Seen) =>
			checkFrom(
				stage,
				monitor,
				new Map<number | null, Seen>([
					[weur, ofWeur],
					[enam, ofEnam],
					[null, "up"],
				]),
			);
		const told = async () => {
			await stage.deliver();
			return stage.receiver.received
				.splice(0)
				.map(({ json }) => `${json.data.alert.name}: ${json.data.summary}`)
				.sort();
		};
		await stage.newAlert({ name: "Before", events: ["regional"] });
		await check("down", "down");
		expect(await told()).toEqual(["Before: Shop fails from frankfurt", "Before: Shop fails from virginia"]);
		await stage.newAlert({ name: "Between", events: ["regional"] });
		await check("up", "down");
		expect(await told()).toEqual(["Before: Shop is fine again from frankfurt"]);
		await check("down", "down");
		expect(await told()).toEqual(["Before: Shop fails from frankfurt", "Between: Shop fails from frankfurt"]);
		await check("up", "up");
		expect(await told()).toEqual([
			"Before: Shop is fine again from frankfurt",
			"Before: Shop is fine again from virginia",
			"Between: Shop is fine again from frankfurt",
		]);
		const kept = await stage.database.db.selectFrom("notified_conditions").selectAll().execute();
		expect(kept).toEqual([]);
	});

	test("is not sent when it is over before its turn came, nor is its end", async () => {
		const { stage, monitor, weur } = await aRegionalStage(name);
		await using _ = stage;
		await stage.newAlert({ events: ["regional"] });
		for (const from of ["down", "up"] as const) {
			await checkFrom(
				stage,
				monitor,
				new Map<number | null, Seen>([
					[weur, from],
					[null, "up"],
				]),
			);
		}
		await stage.deliver();
		expect(summaries(stage)).toEqual([]);
		const events = await stage.database.db.selectFrom("alert_events").select(["status", "outage"]).execute();
		expect(events).toEqual([{ status: ALERT_EVENT_STATUSES.indexOf("skipped_outdated"), outage: null }]);
		expect(await stage.database.db.selectFrom("notices").select("id").execute()).toEqual([]);
	});

	test("is sent, and its end, however many alerts the team has", async () => {
		const { stage, monitor, weur, enam } = await aRegionalStage(name);
		await using _ = stage;
		await stage.newAlert({ events: ["regional"] });
		await stage.crowdAlerts({ events: ["regional"] });
		for (const from of ["down", "up"] as const) {
			await checkFrom(
				stage,
				monitor,
				new Map<number, Seen>([
					[weur, from],
					[enam, "up"],
				]),
			);
			await stage.deliver();
		}
		expect(summaries(stage)).toEqual(["Shop fails from frankfurt", "Shop is fine again from frankfurt"]);
	});

	test("is not deferred, nor is anything behind it, where no alert wants it", async () => {
		const { stage, monitor, weur, enam } = await aRegionalStage(name);
		await using _ = stage;
		await stage.check("up", monitor);
		await stage.crowdAlerts();
		const seen = new Map<number, Seen>([
			[weur, "down"],
			[enam, "up"],
		]);
		await checkFrom(stage, monitor, seen);
		expect(await countDeferredChanges(stage.database)).toBe(0);
	});

	test("has no notice of its end for an alert that has none of its beginning", async () => {
		const { stage, monitor, weur, enam } = await aRegionalStage(name);
		await using _ = stage;
		const check = (from: Seen) =>
			checkFrom(
				stage,
				monitor,
				new Map<number, Seen>([
					[weur, from],
					[enam, "up"],
				]),
			);
		const before = await stage.newAlert({ events: ["regional"] });
		await check("down");
		await stage.deliver();
		await stage.newAlert({ name: "Late", events: ["regional"] });
		await check("up");
		const notices = await stage.database.db.selectFrom("notices").select("alert_id").execute();
		expect(notices).toEqual([{ alert_id: before.id }]);
	});

	test("has its end sent once there is room, whatever else of the monitor is sent before", async () => {
		const { stage, monitor, weur, enam } = await aRegionalStage(name);
		await using _ = stage;
		const alert = await stage.newAlert({ events: ["regional"] });
		const check = (ofWeur: Seen, ofEnam: Seen) =>
			checkFrom(
				stage,
				monitor,
				new Map<number | null, Seen>([
					[weur, ofWeur],
					[enam, ofEnam],
					[null, "up"],
				]),
			);
		await check("down", "up");
		await stage.deliver();
		await check("down", "down");
		await fillOutbox(stage, alert.id, await stage.newMonitor("another"));
		await check("up", "down");
		await stage.deliver();
		expect(summaries(stage)).toEqual(["Shop fails from frankfurt", "Shop fails from virginia"]);
		await emptyOutbox(stage);
		await stage.deliver();
		expect(summaries(stage).at(-1)).toBe("Shop is fine again from frankfurt");
	});

	test("begins in silence while the team's outbox is full, and the end of what was sent is sent after that", async () => {
		const { stage, monitor, weur, enam } = await aRegionalStage(name);
		await using _ = stage;
		const alert = await stage.newAlert({ events: ["regional"] });
		const check = async (ofWeur: Seen, ofEnam: Seen) => {
			await checkFrom(
				stage,
				monitor,
				new Map<number | null, Seen>([
					[weur, ofWeur],
					[enam, ofEnam],
					[null, "up"],
				]),
			);
			await stage.deliver();
		};
		await check("down", "up");
		await fillOutbox(stage, alert.id, await stage.newMonitor("another"));
		await check("up", "down");
		expect(summaries(stage)).toEqual(["Shop fails from frankfurt"]);
		await emptyOutbox(stage);
		await stage.deliver();
		await check("up", "up");
		expect(summaries(stage)).toEqual(["Shop fails from frankfurt", "Shop is fine again from frankfurt"]);
	});

	test("that begins while the monitor is down everywhere sends what is down alone", async () => {
		const { stage, monitor, weur, enam } = await aRegionalStage(name);
		await using _ = stage;
		await stage.newAlert({ events: ["down", "up", "regional"] });
		const turns: [Seen, Seen][] = [
			["down", "up"],
			["down", "down"],
			["up", "up"],
		];
		for (const [from, other] of turns) {
			await checkFrom(
				stage,
				monitor,
				new Map([
					[weur, from],
					[enam, other],
				]),
			);
			await stage.deliver();
		}
		expect(summaries(stage)).toEqual(["Shop fails from frankfurt", "Shop is down", "Shop is up again after 1 min"]);
		// How sure it is: what each of them saw.
		const ofDown = stage.receiver.received[1]?.json.data.events[0];
		expect(ofDown).toMatchObject({ location: null, machine: null });
		expect(ofDown.locations).toEqual([
			{ location: "frankfurt", verdict: "down" },
			{ location: "virginia", verdict: "down" },
		]);
	});
});
