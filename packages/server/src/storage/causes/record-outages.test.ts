import { expect, test } from "vitest";
import { SHARED_FACTS } from "../../domain/causes/causes.ts";
import { startOfMinute } from "../../domain/checks/check.ts";
import type { Observation } from "../../domain/checks/observation.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { codeOf } from "../database/codes.ts";
import type { Database, Tx } from "../database/tx.ts";
import { acknowledge, openOutages, snooze } from "../on-call/handled-causes.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aLocation, aMonitor, anOutcome, aTeam, downObservation, upObservation } from "../testing/fixtures.ts";

function downAt(address: string): Observation {
	return { ...downObservation, address };
}

/** Makes checks of new monitors in one of two locations. */
async function checkedIn(database: Database, team: number) {
	const ids = { weur: await aLocation(database, "weur"), wnam: await aLocation(database, "wnam") };
	return async (location: keyof typeof ids, observation: Observation) => {
		const { outcome, judgement } = anOutcome(await aMonitor(database, team), 1, observation);
		const order = { ...outcome.order, locationId: ids[location] };
		await recordChecks(database, [{ outcome: { ...outcome, order }, judgement }], startOfMinute(2));
	};
}

async function outagesOf({ db }: Tx) {
	return db
		.selectFrom("outages as o")
		.innerJoin("causes as c", "c.id", "o.cause_id")
		.select(["o.monitor_id", "o.cause_id", "o.ended_at", "c.shared", "c.shared_value"])
		.orderBy("o.id")
		.execute();
}

onEachEngine("outages and their causes", (name) => {
	test("are committed with the checks: those of one address have one cause, whichever commit begins them", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const [a, b, c, other] = [0, 0, 0, 0].map(() => aMonitor(database, team));
		const ids = await Promise.all([a, b, c, other]);
		const [one = 0, two = 0, three = 0, stranger = 0] = ids as number[];
		const checks = [anOutcome(two, 1, downAt("192.0.2.1")), anOutcome(stranger, 1, downAt("192.0.2.2"))];
		await recordChecks(database, checks, startOfMinute(2));
		await recordChecks(database, [anOutcome(one, 2, downAt("192.0.2.1"))], startOfMinute(3));
		await recordChecks(database, [anOutcome(three, 9, downAt("192.0.2.1"))], startOfMinute(10));
		const rows = await outagesOf(database);
		const causeOf = (monitor: number) => rows.find(({ monitor_id }) => monitor_id === monitor)?.cause_id;
		expect(causeOf(one)).toBe(causeOf(two));
		expect(new Set(rows.map(({ cause_id }) => cause_id)).size).toBe(3);
		expect(rows.filter(({ cause_id }) => cause_id === causeOf(one))).toMatchObject([
			{ shared: codeOf(SHARED_FACTS, "address"), shared_value: "192.0.2.1", ended_at: null },
			{ shared: codeOf(SHARED_FACTS, "address"), shared_value: "192.0.2.1", ended_at: null },
		]);
	});

	test("each ends with the check that was up, and a repeated outcome changes nothing", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const [one, two] = [await aMonitor(database, team), await aMonitor(database, team)];
		const down = [anOutcome(one, 1, downObservation), anOutcome(two, 1, downObservation)];
		await recordChecks(database, down, startOfMinute(2));
		await recordChecks(database, down, startOfMinute(2));
		const up = anOutcome(one, 2, upObservation);
		await recordChecks(database, [up], startOfMinute(3));
		await recordChecks(database, [up], startOfMinute(3));
		expect((await outagesOf(database)).map((row) => row.ended_at)).toEqual([up.outcome.completedAt, null]);
	});

	test("those of one place have one cause from five on, found in five commits", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const checkAt = await checkedIn(database, team);
		await checkAt("wnam", upObservation);
		for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"]) await checkAt("weur", downAt(address));
		const causes = async () => new Set((await outagesOf(database)).map(({ cause_id }) => cause_id)).size;
		expect(await causes()).toBe(4);
		await checkAt("weur", downAt("192.0.2.5"));
		expect(await causes()).toBe(1);
		const [{ shared, shared_value } = {}] = await outagesOf(database);
		expect([shared, shared_value]).toEqual([codeOf(SHARED_FACTS, "location"), "weur"]);
	});

	test("whoever has a cause has the one that it is merged into; of several the latest", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const checkAt = await checkedIn(database, team);
		await checkAt("wnam", upObservation);
		for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"]) await checkAt("weur", downAt(address));
		const [ada, bob] = ["Ada", "Bob"].map((person) => ({ kind: "user", id: `usr_${person}`, name: person }) as const);
		if (ada === undefined || bob === undefined) throw new Error("two people");
		const [first = 0, second = 0, third = 0] = (await outagesOf(database)).map(({ cause_id }) => cause_id);
		await acknowledge(database, first, ada, 1_000);
		await acknowledge(database, second, bob, 2_000);
		await snooze(database, third, ada, 9_000, 3_000);
		await checkAt("weur", downAt("192.0.2.5"));
		const handled = await openOutages(database, team, 10);
		expect(handled.map(({ handling }) => handling)).toEqual(
			Array.from({ length: 5 }, () => ({
				acknowledged: { at: 2_000, by: bob },
				snoozed: { at: 3_000, by: ada, until: 9_000 },
			})),
		);
	});

	test("outages of two commits at once have one cause", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitors: number[] = [];
		for (let count = 0; count < 8; count += 1) monitors.push(await aMonitor(database, team));
		await Promise.all(
			monitors.map((id) => recordChecks(database, [anOutcome(id, 1, downAt("192.0.2.7"))], startOfMinute(2))),
		);
		const causes = new Set((await outagesOf(database)).map(({ cause_id }) => cause_id));
		expect(causes.size).toBe(1);
	});
});
