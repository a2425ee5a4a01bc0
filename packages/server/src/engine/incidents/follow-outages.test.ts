import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minuteOf } from "../../domain/checks/check.ts";
import type { Observation } from "../../domain/checks/observation.ts";
import { MINUTE_MS } from "../../domain/durations.ts";
import { UNANNOUNCED } from "../../domain/maintenance/announced.ts";
import { USUAL_COMPONENT, USUAL_PAGE } from "../../domain/status-pages/page-settings.ts";
import { componentsOf, type StatusPage } from "../../domain/status-pages/status-page.ts";
import { approveIncident } from "../../services/incidents/approve.ts";
import { deleteIncident } from "../../services/incidents/delete.ts";
import { postUpdate } from "../../services/incidents/post-update.ts";
import { updateIncident } from "../../services/incidents/update.ts";
import { createMaintenanceWindow } from "../../services/maintenance-windows/create.ts";
import { createStatusPage } from "../../services/status-pages/create.ts";
import { updateStatusPage } from "../../services/status-pages/update.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import type { Database } from "../../storage/database/tx.ts";
import { oldestAnnouncements } from "../../storage/incidents/announcements.ts";
import { updatesOf } from "../../storage/incidents/incident-updates.ts";
import { pageOfIncidents } from "../../storage/incidents/incidents.ts";
import { deleteMonitors } from "../../storage/monitors/monitors.ts";
import { freshDatabase, onEachEngine } from "../../storage/testing/engines.ts";
import {
	aMonitor,
	anOutcome,
	aTeam,
	downObservation,
	missedObservation,
	upObservation,
} from "../../storage/testing/fixtures.ts";
import { killAtEachStep } from "../../storage/testing/killed-at.ts";
import { followAllOutages } from "./follow-outages.ts";

const NOON = minuteOf(Date.parse("2026-05-01T12:00:00Z"));
const slowObservation = { ...upObservation, responseTimeMs: 6_000 };

onEachEngine("incidents of outages", (name) => {
	let database: Database & AsyncDisposable;
	beforeAll(async () => {
		database = await freshDatabase(name);
	});
	afterAll(() => database[Symbol.asyncDispose]());

	let team: number;
	beforeEach(async () => {
		team = await aTeam(database);
	});

	let pages = 0;
	const monitor = (address?: string) => aMonitor(database, team, address === undefined ? {} : { name: address });
	const publicIdOf = async (id: number) =>
		(await database.db.selectFrom("monitors").select("public_id").where("id", "=", id).executeTakeFirstOrThrow())
			.public_id;

	/** A page with a component for each list of monitors. */
	async function page(
		components: Readonly<Record<string, readonly number[]>>,
		settings: object = {},
	): Promise<StatusPage> {
		pages += 1;
		const named = await Promise.all(
			Object.entries(components).map(async ([name, ids]) => ({
				...USUAL_COMPONENT,
				name,
				monitorIds: await Promise.all(ids.map(publicIdOf)),
			})),
		);
		const usual = { ...USUAL_PAGE, autoIncidentAfterMinutes: 5, name: "Public", slug: `page-${name}-${pages}` };
		const wanted = { ...usual, sections: [{ name: "", components: named }], ...settings };
		return onTheCommandLine(database, team, createStatusPage, wanted, { now: NOON * MINUTE_MS });
	}

	/** Another address for each, so that outages share nothing. */
	const refused = (monitorId: number): Observation => ({ ...downObservation, address: `192.0.2.${monitorId % 250}` });

	/** The checks of one minute. */
	async function check(minute: number, seen: ReadonlyMap<number, Observation> | Readonly<Record<number, Observation>>) {
		const entries =
			seen instanceof Map ? [...seen] : Object.entries(seen).map(([id, each]) => [Number(id), each] as const);
		const outcomes = entries.map(([id, each]) => anOutcome(id, NOON + minute, each));
		await recordChecks(database, outcomes, (NOON + minute + 1) * MINUTE_MS);
	}

	async function follow(minute: number) {
		while ((await followAllOutages({ database, now: () => (NOON + minute + 1) * MINUTE_MS })) === "more") {}
	}

	/** The checks of these minutes, and what follows from each. */
	async function checks(from: number, to: number, seen: Readonly<Record<number, Observation>>) {
		for (let minute = from; minute <= to; minute++) {
			await check(minute, seen);
			await follow(minute);
		}
	}

	/** The newest first. */
	const incidents = () => pageOfIncidents(database, team, {}, { limit: 100, direction: "forward", from: null });

	async function texts(): Promise<string[][]> {
		const all = await incidents();
		return Promise.all(all.map(async ({ id }) => (await updatesOf(database, id)).map(({ body }) => body).reverse()));
	}

	const told = async () =>
		(await oldestAnnouncements(database, 1_000)).filter(({ teamId }) => teamId === team).map(({ what }) => what.kind);

	const FOUND = "Our monitoring has found a problem: ";
	const OVER = "Our monitoring finds no problem any more: ";

	test("open one when the outage has lasted as long as the page wants, and resolve it when it is over", async () => {
		const shop = await monitor();
		const { publicId } = await page({ Checkout: [shop], Search: [] });
		await checks(0, 4, { [shop]: downObservation });
		expect(await incidents()).toEqual([]);
		await checks(5, 6, { [shop]: downObservation });
		const [opened] = await incidents();
		expect(opened).toMatchObject({
			title: "Outage: Checkout",
			impact: "critical",
			isImpactDerived: true,
			status: "investigating",
			startedAt: NOON * MINUTE_MS + 20_030,
			isDraft: false,
			isFromOutage: true,
			followsOutages: true,
			components: [{ name: "Checkout", state: "major_outage" }],
			statusPagePublicIds: [publicId],
		});
		await checks(7, 8, { [shop]: upObservation });
		const all = await incidents();
		expect(all).toMatchObject([
			{
				publicId: opened?.publicId,
				title: "Outage: Checkout",
				impact: "critical",
				status: "resolved",
				resolvedAt: (NOON + 7) * MINUTE_MS + 20_030 + 80,
				components: [{ name: "Checkout", state: "operational" }],
			},
		]);
		expect(await texts()).toEqual([[`${FOUND}Checkout`, `${OVER}Checkout`]]);
		expect(await told()).toEqual(["incident", "update"]);
	});

	test("are opened once and resolved once, whichever statement or commit a kill meets", async () => {
		// Each kill meets another outage: it opens, and ends, while the process is killed at that step.
		let shop = 0;
		const until = (minute: number) => (NOON + minute + 1) * MINUTE_MS;
		const ways = { opening: 0, ending: 0 };
		for (const way of ["opening", "ending"] as const) {
			ways[way] = await killAtEachStep(database, {
				async work(killed) {
					team = await aTeam(database);
					shop = await monitor();
					await page({ Checkout: [shop] });
					for (let minute = 0; minute < 5; minute += 1) await check(minute, { [shop]: downObservation });
					await follow(4);
					await check(5, { [shop]: downObservation });
					if (way === "ending") {
						await follow(5);
						await check(6, { [shop]: upObservation });
					}
					await followAllOutages({ database: killed, now: () => until(way === "opening" ? 5 : 6) });
				},
				async resume(kill) {
					await follow(6);
					if (way === "opening") await checks(7, 7, { [shop]: upObservation });
					const all = await incidents();
					expect([way, kill, all.map(({ status }) => status)]).toEqual([way, kill, ["resolved"]]);
					expect(await texts()).toEqual([[`${FOUND}Checkout`, `${OVER}Checkout`]]);
					expect(await told()).toEqual(["incident", "update"]);
				},
			});
		}
		expect(Math.min(ways.opening, ways.ending)).toBeGreaterThan(8);
	});

	test("count what checks saw: missed checks do not lengthen an outage", async () => {
		const shop = await monitor();
		await page({ Checkout: [shop] });
		await checks(0, 1, { [shop]: downObservation });
		await checks(2, 20, { [shop]: missedObservation });
		expect(await incidents()).toEqual([]);
		await checks(21, 21, { [shop]: downObservation });
		expect(await incidents()).toHaveLength(1);
	});

	test("are opened by pages that want them alone, by each for itself", async () => {
		const shop = await monitor();
		await page({ Kasse: [shop] }, { locale: "de", autoIncidentAfterMinutes: 1 });
		await page({ Checkout: [shop] }, { autoIncidentAfterMinutes: null });
		await page({ Orders: [shop] }, { autoIncidentAfterMinutes: 2 });
		await checks(0, 3, { [shop]: downObservation });
		expect((await incidents()).map(({ title }) => title)).toEqual(["Outage: Orders", "Ausfall: Kasse"]);
	});

	test("name components of one cause together, and those of another cause apart", async () => {
		const [a, b, c, other] = [await monitor(), await monitor(), await monitor(), await monitor()];
		await page({ Checkout: [a, other], Search: [b], Mail: [c] });
		const shared = { ...downObservation, address: "203.0.113.7" };
		const seen = { [other]: upObservation, [a]: shared, [c]: { ...downObservation, address: "198.51.100.9" } };
		await check(0, seen);
		await checks(1, 5, { ...seen, [b]: shared });
		expect((await incidents()).map(({ title }) => title)).toEqual(["Outage: Mail", "Partial outage: Checkout"]);
		await checks(6, 6, { ...seen, [b]: shared });
		expect((await incidents()).map(({ title, impact }) => [title, impact])).toEqual([
			["Outage: Mail", "critical"],
			["Outage: Checkout and Search", "critical"],
		]);
		expect((await texts())[1]).toEqual([`${FOUND}Checkout`, "Also affected: Search"]);

		await checks(7, 7, { [a]: upObservation, [b]: shared });
		const [, second] = await incidents();
		expect(second).toMatchObject({ title: "Outage: Search", status: "investigating" });
		expect(second?.components.map(({ name, state }) => [name, state])).toEqual([
			["Checkout", "operational"],
			["Search", "major_outage"],
		]);
		await checks(8, 8, { [b]: upObservation });
		expect((await incidents()).map(({ status }) => status)).toEqual(["investigating", "resolved"]);
	});

	test("become worse with their monitors, without another update", async () => {
		const shop = await monitor();
		await page({ Checkout: [shop] });
		await checks(0, 5, { [shop]: slowObservation });
		expect(await incidents()).toMatchObject([{ title: "Degraded performance: Checkout", impact: "minor" }]);
		await checks(6, 6, { [shop]: downObservation });
		expect(await incidents()).toMatchObject([{ title: "Outage: Checkout", impact: "critical" }]);
		await checks(7, 7, { [shop]: slowObservation });
		expect(await incidents()).toMatchObject([{ title: "Degraded performance: Checkout", impact: "critical" }]);
		expect(await texts()).toEqual([[`${FOUND}Checkout`]]);
	});

	describe("of a monitor that flaps", () => {
		test("are reopened within half an hour, and another one is opened later", async () => {
			const shop = await monitor();
			await page({ Checkout: [shop] }, { autoIncidentAfterMinutes: 1 });
			await checks(0, 1, { [shop]: downObservation });
			await checks(2, 20, { [shop]: upObservation });
			await checks(21, 22, { [shop]: downObservation });
			expect(await incidents()).toMatchObject([{ status: "investigating", resolvedAt: null }]);
			await checks(23, 60, { [shop]: upObservation });
			await checks(61, 62, { [shop]: downObservation });
			expect((await incidents()).map(({ status }) => status)).toEqual(["investigating", "resolved"]);
			expect((await texts())[1]).toEqual([
				`${FOUND}Checkout`,
				`${OVER}Checkout`,
				"Our monitoring has found the problem again: Checkout",
				`${OVER}Checkout`,
			]);
		});
	});

	describe("that someone changed", () => {
		const changes = {
			"a title": (id: string) =>
				onTheCommandLine(database, team, updateIncident, { id, changes: { title: "Mine" } }, { now: 0 }),
			"an update": (incidentId: string) => {
				const update = { body: "We look", status: "identified", notifySubscribers: true } as const;
				return onTheCommandLine(database, team, postUpdate, { incidentId, update }, { now: (NOON + 2) * MINUTE_MS });
			},
		};
		test.each(Object.entries(changes))("by %s are left alone", async (_, change) => {
			const shop = await monitor();
			await page({ Checkout: [shop] }, { autoIncidentAfterMinutes: 1 });
			await checks(0, 1, { [shop]: downObservation });
			const [{ publicId } = { publicId: "" }] = await incidents();
			await change(publicId);
			const [taken] = await incidents();
			expect(taken).toMatchObject({ followsOutages: false, isFromOutage: true });
			await checks(2, 3, { [shop]: upObservation });
			await checks(4, 6, { [shop]: downObservation });
			expect(await incidents()).toEqual([taken]);
			const changes = { status: "resolved" } as const;
			await onTheCommandLine(
				database,
				team,
				updateIncident,
				{ id: publicId, changes },
				{ now: (NOON + 7) * MINUTE_MS },
			);
			await checks(7, 8, { [shop]: upObservation });
			await checks(9, 10, { [shop]: downObservation });
			expect((await incidents()).map(({ followsOutages }) => followsOutages)).toEqual([true, false]);
		});

		test("by deleting them are not opened again by the same outage", async () => {
			const shop = await monitor();
			await page({ Checkout: [shop] }, { autoIncidentAfterMinutes: 1 });
			await checks(0, 1, { [shop]: downObservation });
			const [{ publicId: id } = { publicId: "" }] = await incidents();
			await onTheCommandLine(database, team, deleteIncident, { id }, { now: 0 });
			await checks(2, 9, { [shop]: downObservation });
			expect(await incidents()).toEqual([]);
		});
	});

	test("are drafts where the page wants approval: told of once they are approved, and moved before and after", async () => {
		const shop = await monitor();
		await page({ Checkout: [shop] }, { autoIncidentAfterMinutes: 1, autoIncidentNeedsApproval: true });
		await checks(0, 1, { [shop]: downObservation });
		const [draft] = await incidents();
		expect([draft?.isDraft, await told()]).toEqual([true, []]);
		const input = { id: draft?.publicId ?? "", notifySubscribers: true };
		await onTheCommandLine(database, team, approveIncident, input, { now: (NOON + 2) * MINUTE_MS });
		expect([(await incidents())[0]?.followsOutages, await told()]).toEqual([true, ["incident"]]);
		await checks(2, 3, { [shop]: upObservation });
		expect([(await incidents())[0]?.status, await told()]).toEqual(["resolved", ["incident", "update"]]);
	});

	test("wait for the end of maintenance", async () => {
		const shop = await monitor();
		await page({ Checkout: [shop] }, { autoIncidentAfterMinutes: 1 });
		const iso = (minute: number) => new Date((NOON + minute) * MINUTE_MS).toISOString();
		const window = {
			...UNANNOUNCED,
			name: "Upgrade",
			monitorIds: null,
			startsAt: iso(-1),
			endsAt: iso(5),
			recurrence: null,
		};
		await onTheCommandLine(database, team, createMaintenanceWindow, window, { now: NOON * MINUTE_MS });
		await checks(0, 3, { [shop]: downObservation });
		expect(await incidents()).toEqual([]);
		await checks(4, 4, { [shop]: downObservation });
		expect(await incidents()).toHaveLength(1);
	});

	test("say that no recovery was seen when their monitor is deleted or taken off the page", async () => {
		const [a, b] = [await monitor(), await monitor()];
		const made = await page({ Checkout: [a], Search: [b] }, { autoIncidentAfterMinutes: 1 });
		await checks(0, 1, { [a]: refused(a), [b]: refused(b) });
		await database.transaction((tx) => deleteMonitors(tx, [a], NOON * MINUTE_MS));
		const kept = componentsOf(made).filter(({ name }) => name === "Checkout");
		const components = kept.map(({ publicId: id, ...component }) => ({ ...component, id, monitorIds: [] }));
		const input = { id: made.publicId, changes: { sections: [{ name: "", components }] } };
		await onTheCommandLine(database, team, updateStatusPage, input, { now: NOON * MINUTE_MS });
		await follow(3);
		expect((await incidents()).map(({ status, updateCount }) => [status, updateCount])).toEqual([
			["resolved", 2],
			["resolved", 2],
		]);
		const CLOSED = "Closed without a confirmed recovery: ";
		expect((await texts()).map((all) => all.at(-1)).sort()).toEqual([`${CLOSED}Checkout`, `${CLOSED}Search`]);
		expect(await told()).toEqual(["incident", "incident", "update", "update"]);
		expect((await incidents()).map(({ components }) => components.map(({ name }) => name)).sort()).toEqual([
			["Checkout"],
			["Search"],
		]);
	});

	test("are made once, also by two processes at once and after all checks", async () => {
		const [a, b] = [await monitor(), await monitor()];
		await page({ Checkout: [a], Search: [b] }, { autoIncidentAfterMinutes: 1 });
		for (const minute of [0, 1, 2]) await check(minute, { [a]: refused(a), [b]: refused(b) });
		await Promise.all([follow(2), follow(2), follow(2)]);
		await follow(2);
		expect((await texts()).sort()).toEqual([[`${FOUND}Checkout`], [`${FOUND}Search`]]);
		expect(await told()).toEqual(["incident", "incident"]);
		for (const minute of [3, 4]) await check(minute, { [a]: upObservation, [b]: upObservation });
		await Promise.all([follow(4), follow(4), follow(4)]);
		expect((await incidents()).map(({ status, updateCount }) => [status, updateCount])).toEqual([
			["resolved", 2],
			["resolved", 2],
		]);
	});

	test("leave audit events of the service itself", async () => {
		const shop = await monitor();
		await page({ Checkout: [shop] }, { autoIncidentAfterMinutes: 1 });
		await checks(0, 1, { [shop]: downObservation });
		await checks(2, 2, { [shop]: upObservation });
		const events = await database.db
			.selectFrom("audit_events")
			.select(["actor_kind", "action", "object_name"])
			.where("team_id", "=", team)
			.where("object_type", "=", "incident")
			.orderBy("id")
			.execute();
		const of = (action: string) => ({ actor_kind: 3, action, object_name: "Outage: Checkout" });
		expect(events).toEqual([of("create"), of("update")]);
	});
});
