import { afterEach, beforeEach, expect, test } from "vitest";
import { minuteOf } from "../../../domain/checks/check.ts";
import { MINUTES_A_DAY } from "../../../domain/figures/roll-up.ts";
import { requestBackfill, stepBackfill } from "../../../storage/figures/backfills.ts";
import { foldClosedHours, foldLateHours } from "../../../storage/figures/roll-ups.ts";
import {
	countClosedMinutes,
	recountLateMinutes,
	subtractDeletedMonitor,
} from "../../../storage/figures/team-minutes.ts";
import { sealClosedHours } from "../../../storage/results/sealed/seal-hours.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { pruneDeletedMonitor } from "../../../storage/upkeep/prune.ts";
import { type Service, startService } from "../../testing/service.ts";

const HISTORY = "/api/v1/config/history";
const HOUR_MS = 3_600_000;
const FIGURES = { up: 118, down: 2, responseTime: { avg: 50, min: 10, max: 400 } };

onEachEngine("the history of another tool", (name) => {
	let service: Service;
	let id: string;
	/** The hour in which the monitor was created, epoch milliseconds. */
	let born: number;
	beforeEach(async () => {
		service = await startService(name);
		while (await countClosedMinutes(service.database, service.clock.now));
		born = Math.floor(service.clock.now / HOUR_MS) * HOUR_MS;
		const monitors = [{ key: "shop", name: "Shop", url: "https://shop.example/", method: "GET" }];
		await service.ask("PUT", "/api/v1/config", { body: { monitors } });
		id = (await service.ask("GET", "/api/v1/monitors")).json.data.monitors[0].id;
	});
	afterEach(() => service[Symbol.asyncDispose]());

	const hoursAgo = (hours: number) => new Date(born - hours * HOUR_MS).toISOString();
	const dayAgo = (days: number) => hoursAgo(days * 24).slice(0, 10);
	const add = (body: object) => service.ask("PUT", HISTORY, { body: { key: "shop", ...body } });
	const minutes = (count: number) =>
		Array.from({ length: count }, (_, minute) =>
			minute === 7
				? { minute, status: "down", message: "timeout" }
				: { minute, status: "up", responseTimeMs: 100 + minute, responseStatus: 200 },
		);
	const teamChecks = async () => (await service.ask("GET", "/api/v1/monitors/stats")).json.data.checks;
	const statistics = async () => (await service.ask("GET", `/api/v1/monitors/${id}/stats`)).json.data;
	async function tidy() {
		const { database, clock } = service;
		while (await foldLateHours(database));
		while (await foldClosedHours(database, clock.now));
		while (await recountLateMinutes(database));
		while (await countClosedMinutes(database, clock.now));
		while (await sealClosedHours(database, clock.now));
	}

	test("is results where there are single checks, and figures of hours and days elsewhere", async () => {
		const given = {
			hours: [
				{ startsAt: hoursAgo(2), checks: minutes(60) },
				{ startsAt: hoursAgo(50), figures: FIGURES },
			],
			days: [{ date: dayAgo(40), figures: { up: 1_400, down: 40 } }],
		};
		const { status, json } = await add(given);
		expect([status, json.data]).toEqual([200, { hours: 2, checks: 60, days: 1 }]);
		const { results } = (await service.ask("GET", `/api/v1/monitors/${id}/results?perPage=60`)).json.data;
		expect(results).toHaveLength(60);
		expect(results[52]).toMatchObject({ responseStatus: null, responseTimeMs: null });
		const failed = await service.ask("GET", `/api/v1/monitors/${id}/results/${(born - 2 * HOUR_MS) / 60_000 + 7}`);
		expect(failed.text).toContain("timeout");
		expect(results[59]).toMatchObject({ responseStatus: 200, responseTimeMs: 100, createdAt: born - 2 * HOUR_MS });
		const shown = await statistics();
		expect(shown.checks).toEqual({ total: 180, up: 177, degraded: 0, down: 3 });
		expect(shown.responseTime).toMatchObject({ min: 10, max: 400 });
		expect(await teamChecks()).toEqual({ last24Hours: 60, last7Days: 180, last30Days: 180 });
		const range = `from=${dayAgo(41)}&to=${dayAgo(39)}`;
		const { monitors } = (await service.ask("GET", `/api/v1/reports/uptime-summary?${range}`)).json.data;
		expect(monitors[0]).toMatchObject({ totalChecks: 1_440, failedChecks: 40, daysWithData: 1 });
		const { status: now } = (await service.ask("GET", `/api/v1/monitors/${id}`)).json.data;
		expect(now).toBe("pending");
	});

	test("adds nothing when it is repeated, and fills what is missing", async () => {
		const hours = [{ startsAt: hoursAgo(2), checks: minutes(60) }];
		const days = [{ date: dayAgo(3), figures: FIGURES }];
		await add({ hours, days });
		const before = await statistics();
		const again = await add({
			hours: [
				{ startsAt: hoursAgo(2), checks: minutes(12) },
				{ startsAt: hoursAgo(72), figures: FIGURES },
			],
			days: [
				{ date: dayAgo(3), figures: { up: 1, down: 0 } },
				{ date: hoursAgo(2).slice(0, 10), figures: FIGURES },
			],
		});
		expect(again.json.data).toEqual({ hours: 0, checks: 0, days: 0 });
		expect(await statistics()).toEqual(before);
		expect((await add({ hours: [{ startsAt: hoursAgo(3), figures: FIGURES }] })).json.data.hours).toBe(1);
		expect((await statistics()).checks.total).toBe(300);
	});

	test("counts on the board as on the page of the monitor, days without hours too", async () => {
		await add({
			hours: [{ startsAt: hoursAgo(30), checks: minutes(60) }],
			days: [{ date: dayAgo(20), figures: FIGURES }],
		});
		const [board, own] = await Promise.all(
			["board", `monitors/${id}/uptime`].map(async (path) => (await service.ask("GET", `/api/v1/${path}`)).json.data),
		);
		expect(own.last30Days.checks).toBe(180);
		expect(board.monitors.uptime30d).toEqual([Math.floor(own.last30Days.uptimePercent * 100_000) / 100_000]);
	});

	test("ends with the hour in which the monitor was created", async () => {
		const { json } = await add({
			hours: [{ startsAt: hoursAgo(0), checks: minutes(10) }],
			days: [{ date: dayAgo(0), figures: FIGURES }],
		});
		expect(json.data).toEqual({ hours: 0, checks: 0, days: 0 });
	});

	test("stays when hours are folded, sealed and packed again, and when days are backfilled", async () => {
		const at = new Date(born).getUTCHours();
		await add({
			hours: Array.from({ length: at }, (_, index) => index + 1).map((ago) =>
				ago % 2 === 0
					? { startsAt: hoursAgo(ago), figures: FIGURES }
					: { startsAt: hoursAgo(ago), checks: minutes(60) },
			),
		});
		const before = { ...(await statistics()), team: await teamChecks() };
		expect(before.checks.total).toBe(Math.floor(at / 2) * 120 + Math.ceil(at / 2) * 60);
		const { db } = service.database;
		const { id: monitorId } = await db.selectFrom("monitors").select("id").executeTakeFirstOrThrow();
		const firstHour = Math.floor(born / HOUR_MS) - at;
		const marks = [firstHour, firstHour + at - 1].map((hour) => ({ monitor_id: monitorId, hour }));
		await db.insertInto("late_hours").values(marks).execute();
		await requestBackfill(service.database, (await db.selectFrom("teams").select("id").executeTakeFirstOrThrow()).id);
		while (await stepBackfill(service.database, service.clock.now));
		await tidy();
		expect({ ...(await statistics()), team: await teamChecks() }).toEqual(before);
	});

	test("leaves nothing in the team's figures once its monitor is deleted and pruned", async () => {
		await add({
			hours: [
				{ startsAt: hoursAgo(2), checks: minutes(60) },
				{ startsAt: hoursAgo(50), figures: FIGURES },
			],
			days: [{ date: dayAgo(20), figures: FIGURES }],
		});
		await service.ask("DELETE", `/api/v1/monitors/${id}`);
		expect(await teamChecks()).toEqual({ last24Hours: 0, last7Days: 0, last30Days: 0 });
		service.clock.now += HOUR_MS;
		while (await subtractDeletedMonitor(service.database, service.clock.now));
		while (Object.keys(await pruneDeletedMonitor(service.database, service.clock.now)).length > 0);
		await tidy();
		expect(await teamChecks()).toEqual({ last24Hours: 0, last7Days: 0, last30Days: 0 });
		const { db } = service.database;
		for (const table of ["hourly_roll_ups", "daily_roll_ups", "sealed_hours", "sealed_days"] as const)
			expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
		const left = await db.selectFrom("team_days").select(["up", "down"]).where("up", "<>", 0).execute();
		expect(left).toEqual([]);
	});

	test("of hours whose results are pruned is figures alone", async () => {
		const since = (Math.floor(minuteOf(born) / MINUTES_A_DAY) - 5) * MINUTES_A_DAY;
		await service.database.db.updateTable("roll_up_progress").set({ results_since: since }).execute();
		const { json } = await add({ hours: [{ startsAt: hoursAgo(24 * 8), checks: minutes(60) }] });
		expect(json.data).toEqual({ hours: 1, checks: 60, days: 0 });
		expect((await service.ask("GET", `/api/v1/monitors/${id}/results`)).json.data.results).toEqual([]);
		expect((await statistics()).checks).toMatchObject({ total: 60, down: 1 });
		const range = `from=${dayAgo(8)}&to=${dayAgo(8)}`;
		const { monitors } = (await service.ask("GET", `/api/v1/reports/uptime-summary?${range}`)).json.data;
		expect(monitors[0]).toMatchObject({ totalChecks: 60 });
	});

	test("is taken for a monitor of files alone, and only of the key's own team", async () => {
		const hours = [{ startsAt: hoursAgo(2), checks: minutes(3) }];
		expect((await add({ key: "another", hours })).status).toBe(404);
		expect((await add({ project: "another", hours })).status).toBe(404);
		const other = await service.newTeam("other");
		expect((await service.ask("PUT", HISTORY, { key: other.key, body: { key: "shop", hours } })).status).toBe(404);
	});

	test.each<[string, object]>([
		["an hour with neither checks nor figures", { hours: [{ startsAt: "2025-01-01T00:00:00Z" }] }],
		["half an hour", { hours: [{ startsAt: "2025-01-01T00:30:00Z", figures: FIGURES }] }],
		[
			"a minute twice",
			{ hours: [{ startsAt: "2025-01-01T00:00:00Z", checks: [1, 1].map((minute) => ({ minute, status: "up" })) }] },
		],
		["an hour twice", { hours: [0, 1].map(() => ({ startsAt: "2025-01-01T00:00:00Z", figures: FIGURES })) }],
		["no check", { days: [{ date: "2025-01-01", figures: { up: 0, down: 0 } }] }],
		["more than a day's hours", { hours: Array.from({ length: 25 }, (_, index) => ({ startsAt: hoursAgoOf(index) })) }],
	])("%s is refused", async (_, body) => expect((await add(body)).status).toBe(400));
});

function hoursAgoOf(hours: number): string {
	return new Date(Date.UTC(2025, 0, 1) - hours * HOUR_MS).toISOString();
}
