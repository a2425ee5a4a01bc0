import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "../../src/domain/durations.ts";
import { Lapwing, lapwing, until } from "../testing/lapwing.ts";

const MONITORS = 3;
const DAYS = 32;
let directory: string;
let service: Lapwing;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "lapwing-month-"));
	const databaseUrl = `sqlite:${join(directory, "lapwing.db")}`;
	await lapwing(
		databaseUrl,
		"demo",
		"--monitors",
		String(MONITORS),
		"--days",
		String(DAYS),
		"--team",
		"stage",
		"--history",
	);
	const key = (
		await lapwing(databaseUrl, "keys", "create", "--team", "stage", "--name", "x", "--scope", "all")
	).stdout.trim();
	service = await Lapwing.start({ databaseUrl, directory, key });
}, 240_000);

afterAll(async () => {
	await service?.kill();
	await rm(directory, { recursive: true, force: true });
});

interface Counted {
	total: number;
	successful: number;
	times: number[];
}

/** Every judged check of a monitor as the API lists it, by UTC day; missed ones are left out. */
async function countByDay(id: string): Promise<Map<string, Counted>> {
	const days = new Map<string, Counted>();
	let cursor: string | null = null;
	do {
		const query: string = cursor === null ? "" : `&cursor=${cursor}`;
		const { body } = await service.ask("GET", `/api/v1/monitors/${id}/results?perPage=200${query}`);
		for (const result of body.data.results) {
			if (result.completedAt === null) continue;
			const minute = Number(result.id.split(":")[1]);
			const day = new Date(minute * 60_000).toISOString().slice(0, 10);
			const counted = days.get(day) ?? { total: 0, successful: 0, times: [] };
			days.set(day, counted);
			counted.total += 1;
			// The demo's monitors expect 200 and call 5 s degraded.
			if (result.responseStatus === 200 && result.responseTimeMs < 5_000) counted.successful += 1;
			if (result.responseTimeMs !== null) counted.times.push(result.responseTimeMs);
		}
		cursor = body.meta.pagination.next;
	} while (cursor !== null);
	return days;
}

test("the report of a month equals a count of every check that the API lists, as JSON and as CSV", async () => {
	const from = new Date(Date.now() - (DAYS - 2) * DAY_MS).toISOString().slice(0, 10);
	const to = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
	const range = `from=${from}&to=${to}`;
	const summary = await service.ask("GET", `/api/v1/reports/uptime-summary?${range}`);
	expect(summary.status).toBe(200);
	expect(summary.body.data).toMatchObject({ from, to });
	expect(summary.body.data.monitors).toHaveLength(MONITORS);

	for (const entry of summary.body.data.monitors) {
		const days = [...(await countByDay(entry.monitorId))].filter(([day]) => day >= from && day <= to);
		const total = days.reduce((sum, [, day]) => sum + day.total, 0);
		const successful = days.reduce((sum, [, day]) => sum + day.successful, 0);
		const times = days.flatMap(([, day]) => day.times);
		expect(entry).toMatchObject({
			type: "http",
			daysWithData: days.length,
			totalChecks: total,
			successfulChecks: successful,
			failedChecks: total - successful,
			maxResponseTimeMs: Math.max(...times),
			maintenanceMinutes: 0,
		});
		expect(entry.uptimePercent).toBeCloseTo((successful / total) * 100, 10);
		expect(entry.avgResponseTimeMs).toBeCloseTo(times.reduce((sum, time) => sum + time, 0) / times.length, 6);

		const daily = await service.ask("GET", `/api/v1/reports/uptime-daily?${range}&perPage=200`);
		const rows = daily.body.data.days.filter((row: { monitorId: string }) => row.monitorId === entry.monitorId);
		expect(
			rows.map((row: { date: string; totalChecks: number; successfulChecks: number }) => [
				row.date,
				row.totalChecks,
				row.successfulChecks,
			]),
		).toEqual(days.sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, day]) => [date, day.total, day.successful]));
	}

	const csv = await fetch(`${service.url}/api/v1/reports/uptime-summary?${range}`, {
		headers: { authorization: `Bearer ${service.key}`, accept: "text/csv" },
	});
	expect(csv.headers.get("content-disposition")).toBe(`attachment; filename="stage-uptime-summary-${from}_${to}.csv"`);
	const [header, ...lines] = (await csv.text()).trimEnd().split("\r\n");
	const columns = header?.split(",") ?? [];
	expect(lines).toHaveLength(MONITORS);
	for (const [index, line] of lines.entries()) {
		const cells = line.split(",");
		const entry = summary.body.data.monitors[index];
		expect(cells[columns.indexOf("monitor_id")]).toBe(entry.monitorId);
		expect(Number(cells[columns.indexOf("uptime_percent")])).toBe(entry.uptimePercent);
		expect(Number(cells[columns.indexOf("total_checks")])).toBe(entry.totalChecks);
	}
});

test("a backfill is queued, runs in the background, and changes no correct figure", async () => {
	const path = "/api/v1/reports/uptime-daily?perPage=200";
	const before = (await service.ask("GET", path)).body.data;
	const queued = await service.ask("POST", "/api/v1/backfill-daily-stats");
	expect(queued).toMatchObject({
		status: 202,
		body: { data: { status: "queued" }, meta: { requestId: expect.any(String) } },
	});
	await until(
		async () =>
			(await service.metric('lapwing_daily_roll_ups_total{cause="backfill"}')) >= MONITORS * DAYS || undefined,
		{
			what: "the backfill",
			withinMs: 60_000,
		},
	);
	await until(async () => (await service.metric("lapwing_backfills_pending")) === 0 || undefined, {
		what: "the queue to be empty",
	});
	expect((await service.ask("GET", path)).body.data).toEqual(before);
});

test("statistics equal a count of the results", async () => {
	const { monitors } = (await service.ask("GET", "/api/v1/monitors")).body.data;
	const { data: stats } = (await service.ask("GET", `/api/v1/monitors/${monitors[0].id}/stats`)).body;
	const days = await countByDay(monitors[0].id);
	const all = [...days.values()].reduce((sum, day) => sum + day.total, 0);
	expect(stats.checks.total).toBe(stats.checks.up + stats.checks.degraded + stats.checks.down);
	expect(stats.checks.total).toBeLessThanOrEqual(all);
	expect(stats.checks.total).toBeGreaterThan(29 * 1_440);
	expect(stats.uptime.last30Days).toBeCloseTo((stats.checks.up / stats.checks.total) * 100, 10);
	const team = (await service.ask("GET", "/api/v1/monitors/stats")).body.data;
	expect(team.monitors.total).toBe(MONITORS);
	expect(team.checks.last30Days).toBeGreaterThan(MONITORS * 29 * 1_440);
});
