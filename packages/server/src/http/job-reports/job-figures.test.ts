/** The figures of a job: its runs count as checks do; degraded ones are successful, and missed ones do not count. */

import { expect, test } from "vitest";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { runJob } from "../testing/jobs.ts";
import { startService } from "../testing/service.ts";

const DAY = Date.UTC(2025, 4, 6);
const HOURLY = { type: "cron", schedule: "0 * * * *", maxRuntimeSeconds: 600 };
onEachEngine("the figures of a job", (name) => {
	test("count its runs, with the time that they took", async () => {
		await using service = await startService(name);
		const course = [
			...["10:00 /start", "10:01"],
			...["11:00 /start", "11:12"],
			...["12:00 /start", "12:02 /3"],
			...["12:50 off", "13:40 on"],
			// Nothing at 14:00.
			"15:00",
		];
		const job = await runJob(service, { ...HOURLY, name: "Backup" }, { day: DAY, course, end: "15:30" });
		expect(job.results).toEqual([
			"10:00 up",
			"11:00 degraded overran",
			"12:00 down job_failed",
			"13:00 missed service_off",
			"14:00 down late",
			"15:00 up",
		]);
		const stats = await service.ask("GET", `/api/v1/monitors/${job.id}/stats`);
		expect(stats.json.data).toMatchObject({
			hasData: true,
			uptime: { last24Hours: 60, last7Days: 60, last30Days: 60 },
			checks: { total: 5, up: 2, degraded: 1, down: 2 },
			responseTime: { min: 60_000, p50: 120_000, max: 720_000, avg: 300_000 },
		});
		const team = await service.ask("GET", "/api/v1/monitors/stats");
		expect(team.json.data).toMatchObject({ uptime: { last24Hours: 60 }, checks: { last24Hours: 5 } });

		const window = { name: "Upgrade", startsAt: "2025-05-06T13:50:00Z", endsAt: "2025-05-06T14:20:00Z" };
		expect((await service.ask("POST", "/api/v1/maintenance-windows", { body: window })).status).toBe(201);
		service.clock.now = Date.UTC(2025, 4, 8);
		const range = "from=2025-05-06&to=2025-05-07";
		const figures = {
			monitorId: job.id,
			monitor: "Backup",
			type: "cron",
			totalChecks: 5,
			successfulChecks: 3,
			failedChecks: 2,
			uptimePercent: 60,
			avgResponseTimeMs: 300_000,
			maxResponseTimeMs: 720_000,
			maintenanceMinutes: 30,
		};
		const summary = await service.ask("GET", `/api/v1/reports/uptime-summary?${range}`);
		expect(summary.json.data.monitors).toMatchObject([{ ...figures, target: "0 * * * *", daysWithData: 1 }]);
		const daily = await service.ask("GET", `/api/v1/reports/uptime-daily?${range}&monitor_type=cron`);
		expect(daily.json.data.days).toMatchObject([{ ...figures, date: "2025-05-06", status: "degraded" }]);
	});

	test("hold a run of more than a day", async () => {
		await using service = await startService(name);
		const settings = {
			type: "cron",
			name: "Index",
			schedule: "0 10 * * *",
			graceSeconds: 3600,
			maxRuntimeSeconds: 86_400,
		};
		const job = await runJob(service, settings, { day: DAY, course: ["10:00 /start", "34:30"], end: "34:31" });
		expect(job.results).toEqual(["10:00 degraded overran"]);
		expect(job.message).toBe("The job took 1 d and 30 min; more than 1 d is degraded.");
		const stats = await service.ask("GET", `/api/v1/monitors/${job.id}/stats`);
		expect(stats.json.data.responseTime).toMatchObject({ max: 88_200_000, p99: 88_200_000 });
		expect(stats.json.data.uptime.last24Hours).toBe(100);
	});

	test("stand under the period where there is no cron expression", async () => {
		await using service = await startService(name);
		await runJob(service, { type: "cron", name: "Index", every: 5400 }, { day: DAY, course: ["09:40"], end: "10:00" });
		service.clock.now = Date.UTC(2025, 4, 8);
		const range = "from=2025-05-06&to=2025-05-07";
		const summary = await service.ask("GET", `/api/v1/reports/uptime-summary?${range}`);
		expect(summary.json.data.monitors).toMatchObject([
			{ target: "every 1 h 30 min", totalChecks: 1, uptimePercent: 100 },
		]);
		const csv = await service.ask("GET", `/api/v1/reports/uptime-summary?${range}`, {
			headers: { accept: "text/csv" },
		});
		expect(csv.text).toContain(",cron,every 1 h 30 min,");
	});
});
