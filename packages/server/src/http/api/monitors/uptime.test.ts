import { expect, test } from "vitest";
import type { MonitorType } from "../../../domain/monitors/monitor.ts";
import { recordChecks } from "../../../storage/commit/record-checks.ts";
import { foldClosedHours } from "../../../storage/figures/roll-ups.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { anOutcome, downObservation, missedObservation, upObservation } from "../../../storage/testing/fixtures.ts";
import { NOON, type Service, startService } from "../../testing/service.ts";

const slow = { ...upObservation, responseTimeMs: 6_000 };
const OBSERVATIONS = { u: upObservation, g: slow, d: downObservation, m: missedObservation } as const;

/** A monitor with one check a minute, the last one now: "u" up, "g" degraded, "d" down, "m" missed, "." none. */
async function aMonitorWith(service: Service, checks: string, type: MonitorType = "http"): Promise<string> {
	const { id } = await service.newMonitor();
	const { id: key } = await service.database.db
		.updateTable("monitors")
		.set({ type })
		.where("public_id", "=", id)
		.returning("id")
		.executeTakeFirstOrThrow();
	const first = service.clock.now / 60_000 - checks.length + 1;
	const outcomes = [...checks].flatMap((letter, index) => {
		const observation = OBSERVATIONS[letter as keyof typeof OBSERVATIONS];
		return observation ? [anOutcome(key, first + index, observation)] : [];
	});
	await recordChecks(service.database, outcomes, service.clock.now);
	return id;
}

const figures = async (service: Service, id: string) =>
	(await service.ask("GET", `/api/v1/monitors/${id}/uptime`)).json.data;
const minutesAgo = (minutes: number) => new Date(NOON - minutes * 60_000).toISOString();

onEachEngine("the uptime of a monitor", (name) => {
	test("without checks is unknown, not 100", async () => {
		await using service = await startService(name);
		const unknown = {
			checks: 0,
			degradedChecks: 0,
			downChecks: 0,
			uptimePercent: null,
			availablePercent: null,
			fastEnoughPercent: null,
		};
		const id = await aMonitorWith(service, "m");
		expect(await figures(service, id)).toEqual({
			monitorId: id,
			firstCheckAt: null,
			reportsCount: "fast_enough",
			last24Hours: unknown,
			last7Days: unknown,
			last30Days: unknown,
			responseTime: null,
			unreadable: [],
		});
	});

	test("has both figures, says which of them reports count, and since when there are any", async () => {
		await using service = await startService(name);
		const window = { checks: 4, degradedChecks: 2, downChecks: 1, availablePercent: 75, fastEnoughPercent: 25 };
		for (const [type, reportsCount, uptimePercent] of [
			["http", "fast_enough", 25],
			["flow", "fast_enough", 25],
			["tcp", "available", 75],
			["cron", "available", 75],
		] as const) {
			const shown = await figures(service, await aMonitorWith(service, "mu.gdg", type));
			expect(shown).toMatchObject({
				firstCheckAt: minutesAgo(4),
				reportsCount,
				last24Hours: { ...window, uptimePercent },
				last30Days: { ...window, uptimePercent },
				responseTime: { min: 80, max: 6_000 },
			});
		}
	});

	test("is known since the monitor was created, which may be later than the minute of its first check", async () => {
		await using service = await startService(name);
		const id = await aMonitorWith(service, "u");
		const { firstCheckAt } = await figures(service, id);
		for (const [seconds, since] of [
			[27, 27],
			[60, 0],
		] as const) {
			const created_at = Date.parse(minutesAgo(0)) + seconds * 1_000;
			await service.database.db.updateTable("monitors").set({ created_at }).where("public_id", "=", id).execute();
			const expected = new Date(Date.parse(minutesAgo(0)) + since * 1_000).toISOString();
			expect((await figures(service, id)).firstCheckAt).toBe(expected);
		}
		expect(firstCheckAt).toBe(minutesAgo(0));
	});

	test("has no response times when nothing was ever answered", async () => {
		await using service = await startService(name);
		const shown = await figures(service, await aMonitorWith(service, "ddd"));
		expect(shown).toMatchObject({ last24Hours: { checks: 3, availablePercent: 0 }, responseTime: null });
	});

	test("is known since the first check, also once its hour is folded, and since its day once that is all there is", async () => {
		await using service = await startService(name);
		const id = await aMonitorWith(service, `${"u".repeat(150)}`);
		while (await foldClosedHours(service.database, service.clock.now));
		expect((await figures(service, id)).firstCheckAt).toBe(minutesAgo(149));
		service.clock.now += 86_400_000;
		while (await foldClosedHours(service.database, service.clock.now));
		await service.database.db.deleteFrom("hourly_roll_ups").execute();
		expect((await figures(service, id)).firstCheckAt).toBe(`${minutesAgo(149).slice(0, 10)}T00:00:00.000Z`);
	});
});

test("a slow step of a series is available and not fast enough", async () => {
	await using service = await startService("sqlite");
	const id = await aMonitorWith(service, "ugdd");
	const { points } = (await service.ask("GET", `/api/v1/monitors/${id}/series?step=86400`)).json.data;
	expect(points.at(-1)).toMatchObject({
		checks: 4,
		successfulChecks: 1,
		degradedChecks: 1,
		downChecks: 2,
		uptimePercent: 25,
		availablePercent: 50,
		fastEnoughPercent: 25,
	});
	expect(points.at(0)).toMatchObject({ checks: 0, availablePercent: null, fastEnoughPercent: null });
});

test("outages are listed and added up within a range", async () => {
	await using service = await startService("sqlite");
	const id = await aMonitorWith(service, `d${"u".repeat(200)}dd${"u".repeat(97)}gguuuddddduuudd`);
	const ask = async (path: string) => (await service.ask("GET", `/api/v1/monitors/${id}/${path}`)).json.data;
	const all = await ask("outage-spans");
	expect(all).toMatchObject({ to: new Date(NOON).toISOString(), outages: 5 });
	const listed = (await ask("outages")).outages as { from: string; worstStatus: string; durationSeconds: number }[];
	expect(listed).toHaveLength(5);
	const seconds = (worst: string) =>
		listed.reduce((sum, { worstStatus, durationSeconds }) => sum + (worstStatus === worst ? durationSeconds : 0), 0);
	expect(all.degradedSeconds).toBe(seconds("degraded"));
	expect(Math.abs(all.downSeconds - seconds("down"))).toBeLessThan(3);
	const spanned = all.spans.reduce((sum: number, { outages }: { outages: number }) => sum + outages, 0);
	expect(spanned).toBe(5);

	// The last check is one of the fifth outage, which lasts.
	expect(all.ongoing).toEqual({ from: listed[0]?.from, worstStatus: "down" });
	expect((await ask(`outage-spans?from=${minutesAgo(30)}&to=${minutesAgo(0.1)}`)).ongoing).toBe(null);

	// From within the third outage to within the fourth.
	const [from, to] = [minutesAgo(13.4), minutesAgo(8.4)];
	const within = await ask(`outages?from=${from}&to=${to}`);
	expect(within.outages.map((outage: { from: string }) => outage.from)).toEqual([listed[1]?.from, listed[2]?.from]);
	expect(await ask(`outage-spans?from=${from}&to=${to}`)).toMatchObject({
		outages: 2,
		spans: [
			{ from, worstStatus: "degraded", outages: 1 },
			{ to, worstStatus: "down", outages: 1 },
		],
	});
	expect((await ask(`outages?from=${minutesAgo(120)}&to=${minutesAgo(100)}`)).outages).toMatchObject([
		{ from: listed[3]?.from },
	]);
});

test.each([
	["from=2030-01-01T00:00:00Z", "from"],
	["from=2020-01-01T00:00:00Z", "from"],
	["from=yesterday", "from"],
])("outage-spans?%s is refused", async (query, path) => {
	await using service = await startService("sqlite");
	const { id } = await service.newMonitor();
	const { status, json } = await service.ask("GET", `/api/v1/monitors/${id}/outage-spans?${query}`);
	expect([status, json.error.details[0].path]).toEqual([400, path]);
});
