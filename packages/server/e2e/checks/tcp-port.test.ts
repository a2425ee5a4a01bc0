import { createServer } from "node:net";
import { expect, test } from "vitest";
import { DAY_MS } from "../../src/domain/durations.ts";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { listen, unusedPort } from "../../src/probe/targets/listening.ts";
import { Lapwing, until } from "../testing/lapwing.ts";

test("a tcp monitor goes through results, statistics, notices and reports like an http monitor", async () => {
	// Before the first check, which at midnight is one of the day before.
	const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
	const notices: string[] = [];
	await using receiver = await startHttpTarget((request, response) => {
		let text = "";
		request.setEncoding("utf8").on("data", (piece: string) => {
			text += piece;
		});
		request.on("end", () => {
			notices.push(text);
			response.writeHead(204).end();
		});
	});
	await using service = await Lapwing.start();
	const server = createServer((socket) => socket.resume());
	const port = await unusedPort();
	const target = await listen(server, { scheme: "http", port });
	const created = await service.ask("POST", "/api/v1/monitors", {
		type: "tcp",
		name: "Database",
		host: "127.0.0.1",
		port,
	});
	expect(created.status).toBe(201);
	const { id } = created.body.data;
	await service.ask("POST", "/api/v1/alerts", { name: "On call", channel: { type: "slack", url: receiver.url } });
	await service.untilStatus(id, "up");
	expect((await service.results(id))[0]).toMatchObject({
		responseStatus: null,
		responseTimeMs: expect.any(Number),
		completedAt: expect.any(Number),
	});

	await target[Symbol.asyncDispose]();
	await service.checkAgain(id, 11);
	await service.untilStatus(id, "down");
	expect((await service.results(id))[0]).toMatchObject({ responseStatus: null, responseTimeMs: null });
	const stats = (await service.ask("GET", `/api/v1/monitors/${id}/stats`)).body.data;
	expect(stats.checks).toMatchObject({ down: 1, degraded: 0 });
	await until(() => notices[0], { what: "a notice" });
	expect(notices[0]).toContain(`127.0.0.1:${port}`);
	const events = await until(
		async () => {
			const { body } = await service.ask("GET", `/api/v1/monitors/${id}/alert-events`);
			return body.data.events.length > 0 ? body.data.events : undefined;
		},
		{ what: "an event" },
	);
	expect(events).toMatchObject([{ eventType: "down", status: "sent" }]);

	const report = await service.ask("GET", `/api/v1/reports/uptime-summary?from=${yesterday}&to=${yesterday}`);
	expect(report.body.data.monitors).toMatchObject([
		{ monitorId: id, type: "tcp", target: `127.0.0.1:${port}`, totalChecks: 0, uptimePercent: null },
	]);
	const ofType = await service.ask("GET", `/api/v1/reports/uptime-summary?monitor_type=tcp`);
	expect(ofType.body.data.monitors).toHaveLength(1);
});
