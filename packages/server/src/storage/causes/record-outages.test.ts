import { expect, test } from "vitest";
import { SHARED_FACTS } from "../../domain/causes/causes.ts";
import { startOfMinute } from "../../domain/checks/check.ts";
import type { Observation } from "../../domain/checks/observation.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { codeOf } from "../database/codes.ts";
import type { Database, Tx } from "../database/tx.ts";
import { addLocations } from "../monitors/monitor-locations.ts";
import { acknowledge, openOutages, snooze } from "../on-call/handled-causes.ts";
import { replaceDependencies } from "../testing/dependencies.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aLocation, aMonitor, anOutcome, aTeam, downObservation, upObservation } from "../testing/fixtures.ts";

function downAt(address: string): Observation {
	return { ...downObservation, address };
}

/** Makes checks of new monitors in one of two locations, or in the first of several. */
async function checkedIn(database: Database, team: number) {
	const ids = { weur: await aLocation(database, "weur"), wnam: await aLocation(database, "wnam") };
	return async (location: keyof typeof ids, observation: Observation, ...others: (keyof typeof ids)[]) => {
		const monitorId = await aMonitor(database, team);
		const locationIds = [location, ...others].map((each) => ids[each]);
		await addLocations(database, [{ monitorId, locationIds, allowsFallback: false }]);
		const { outcome, judgement } = anOutcome(monitorId, 1, observation);
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

	test.each([
		{ others: ["wnam"], causes: 1 },
		{ others: [], causes: 5 },
	] as const)("those of one place have $causes causes where one monitor is checked in $others too", async (of) => {
		await using database = await freshDatabase(name);
		const checkAt = await checkedIn(database, await aTeam(database));
		await checkAt("weur", upObservation, ...of.others);
		for (const host of [1, 2, 3, 4, 5]) await checkAt("weur", downAt(`192.0.2.${host}`));
		expect(new Set((await outagesOf(database)).map(({ cause_id }) => cause_id)).size).toBe(of.causes);
	});

	test("a cause is what all of its outages share: the place, when those of an address are found to be a part of it", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const checkAt = await checkedIn(database, team);
		await checkAt("wnam", upObservation);
		for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3"]) await checkAt("weur", downAt(address));
		const facts = async () => new Set((await outagesOf(database)).map((row) => `${row.shared} ${row.shared_value}`));
		expect(await facts()).toContain(`${codeOf(SHARED_FACTS, "address")} 192.0.2.1`);
		await checkAt("weur", downAt("192.0.2.4"));
		expect(await facts()).toEqual(new Set([`${codeOf(SHARED_FACTS, "location")} weur`]));
		await checkAt("wnam", downAt("192.0.2.1"));
		expect(await facts()).toEqual(new Set([`${codeOf(SHARED_FACTS, "location")} weur`]));
	});

	test("a cause is what all of its outages share: the address, when one has it and not the certificate", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const certificate = { expiresAt: 0, issuer: null, fingerprint: "ab" };
		const at = { ...downObservation, address: "192.0.2.1" };
		const refused = { ...at, fault: "tls_expired", phase: "tls", certificate } as const;
		for (const observation of [refused, refused, at]) {
			await recordChecks(database, [anOutcome(await aMonitor(database, team), 1, observation)], startOfMinute(2));
		}
		const facts = new Set((await outagesOf(database)).map((row) => `${row.shared} ${row.shared_value}`));
		expect(facts).toEqual(new Set([`${codeOf(SHARED_FACTS, "address")} 192.0.2.1`]));
	});

	test("a place or a moment takes no outage into a cause that somebody has, nor that cause into another", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const checkAt = await checkedIn(database, team);
		await checkAt("wnam", upObservation);
		for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"]) await checkAt("weur", downAt(address));
		const ada = { kind: "user", id: "usr_ada", name: "Ada" } as const;
		const [first = 0, second = 0] = (await outagesOf(database)).map(({ cause_id }) => cause_id);
		await acknowledge(database, first, ada, 1_000);
		await snooze(database, second, ada, startOfMinute(9), 3_000);
		for (const address of ["192.0.2.5", "192.0.2.6"]) await checkAt("weur", downAt(address));
		const [taken, putOff, ...others] = (await openOutages(database, team, 10)).toReversed();
		expect([taken?.causeId, putOff?.causeId]).toEqual([first, second]);
		expect(taken?.handling.acknowledged).toEqual({ at: 1_000, by: ada });
		expect(others.map(({ causeId }) => causeId)).toEqual(others.map(() => others[0]?.causeId));
		expect(others.every(({ handling }) => handling.acknowledged === null && handling.snoozed === null)).toBe(true);
	});

	test.each([
		{ ofShop: 2_000, ofRouter: 1_000, latest: "Ada" },
		{ ofShop: 1_000, ofRouter: 2_000, latest: "Bob" },
	])(
		"a cause that a dependency takes in brings its snooze, and its acknowledgement if that is the latest: $latest",
		async ({ ofShop, ofRouter, latest }) => {
			await using database = await freshDatabase(name);
			const team = await aTeam(database);
			const [shop, router] = [await aMonitor(database, team), await aMonitor(database, team)];
			await replaceDependencies(database, shop, [router]);
			const slow: Observation = { ...upObservation, responseTimeMs: 6_000, address: "192.0.2.1" };
			await recordChecks(database, [anOutcome(router, 1, slow)], startOfMinute(2));
			await recordChecks(database, [anOutcome(shop, 1, downAt("192.0.2.2"))], startOfMinute(2));
			const [whole = 0, part = 0] = (await outagesOf(database)).map(({ cause_id }) => cause_id);
			expect(part).not.toBe(whole);
			const [ada, bob] = [
				{ kind: "user", id: "usr_ada", name: "Ada" },
				{ kind: "user", id: "usr_bob", name: "Bob" },
			] as const;
			await acknowledge(database, part, ada, ofShop);
			await acknowledge(database, whole, bob, ofRouter);
			await snooze(database, part, ada, startOfMinute(9), 3_000);
			await recordChecks(database, [anOutcome(router, 2, downAt("192.0.2.1"))], startOfMinute(3));
			const open = await openOutages(database, team, 10);
			expect(open.map(({ causeId }) => causeId)).toEqual([whole, whole]);
			const acknowledged = { at: 2_000, by: latest === "Ada" ? ada : bob };
			const handling = { acknowledged, snoozed: { at: 3_000, by: ada, until: startOfMinute(9) } };
			expect(open.map((outage) => outage.handling)).toEqual([handling, handling]);
		},
	);

	test("a name server's failure joins no cause that somebody has, an address does", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const unresolved = { ...downObservation, fault: "dns_failure", phase: "dns", address: null } as const;
		const fails = async (observation: Observation) =>
			recordChecks(database, [anOutcome(await aMonitor(database, team), 1, observation)], startOfMinute(2));
		for (const observation of [unresolved, downAt("192.0.2.1")]) await fails(observation);
		const ada = { kind: "user", id: "usr_ada", name: "Ada" } as const;
		for (const { cause_id } of await outagesOf(database)) await acknowledge(database, cause_id, ada, 1_000);
		for (const observation of [unresolved, unresolved, downAt("192.0.2.1")]) await fails(observation);
		const [zone = 0, shop, stranger = 0, another, neighbour] = (await outagesOf(database)).map((row) => row.cause_id);
		expect(stranger).not.toBe(zone);
		expect([another, neighbour]).toEqual([stranger, shop]);
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
