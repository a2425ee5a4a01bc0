import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@lapwing/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Service, startService } from "../../../http/testing/service.ts";
import { openCopy } from "../../../storage/installation/sqlite-copy.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { daysOf } from "./history.ts";
import { importKumaHistory } from "./import-history.ts";
import { kumaDatabase } from "./testing/kuma-database.ts";

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2025, 5, 15, 12);
const HTTP = { id: 1, name: "Shop", type: "http", url: "https://shop.example.com/", interval: 20, timeout: 16 };

/** As Kuma writes instants: UTC, with milliseconds. */
function textOf(at: number): string {
	return new Date(at).toISOString().replace("T", " ").slice(0, -1);
}

interface BeatFixture {
	readonly status?: number;
	readonly msg?: string;
	readonly ping?: number | null;
}
function beat(at: number, { status = 1, msg = "200 - OK", ping = 123 }: BeatFixture = {}) {
	return { monitor_id: 1, status, msg, ping, time: textOf(at), important: 0, duration: 20 };
}

/** Three heartbeats a minute over an hour; the second and the third minute fail in different ways. */
function hourOfBeats(startsAt: number) {
	return Array.from({ length: 180 }, (_, index) => {
		const minute = Math.floor(index / 3);
		const at = startsAt + index * 20_000 + 345;
		if (minute === 1) return beat(at, { status: 0, msg: "Request failed with status code 503", ping: null });
		// Up at last: that is the minute's.
		if (minute === 2)
			return beat(at, index % 3 === 2 ? {} : { status: 2, msg: "timeout\u0007 of 16000ms", ping: null });
		if (minute === 3) return beat(at, { status: 3, msg: "Monitor under maintenance" });
		return beat(at);
	});
}

let folder: string;
let path: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "lapwing-kuma-"));
	path = join(folder, "kuma.db");
	vi.spyOn(process.stderr, "write").mockReturnValue(true);
	vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(() => {
	rmSync(folder, { recursive: true });
	vi.restoreAllMocks();
});

function days(version: 1 | 2, rows: NonNullable<Parameters<typeof kumaDatabase>[1]["rows"]>) {
	kumaDatabase(path, { version, monitors: [HTTP], rows }).close();
	using copy = openCopy(path);
	return [...daysOf(copy, 1, NOW)];
}

test("of version 1 the heartbeats are checks, one for each minute, and maintenance is none", () => {
	const startsAt = Date.UTC(2025, 5, 10, 9);
	const [day, ...others] = days(1, { heartbeat: hourOfBeats(startsAt) });
	expect(others).toEqual([]);
	expect(day).toMatchObject({ date: "2025-06-10", figures: null, beats: 180 });
	const [hour] = day?.hours ?? [];
	expect(hour?.startsAt).toBe("2025-06-10T09:00:00.000Z");
	expect(hour?.checks).toHaveLength(59);
	expect(hour?.checks?.slice(0, 4)).toEqual([
		{ minute: 0, status: "up", responseTimeMs: 123, responseStatus: 200, message: null },
		{
			...{ minute: 1, status: "down", responseTimeMs: null, responseStatus: 503 },
			message: "Request failed with status code 503",
		},
		{ minute: 2, status: "up", responseTimeMs: 123, responseStatus: 200, message: null },
		{ minute: 4, status: "up", responseTimeMs: 123, responseStatus: 200, message: null },
	]);
});

test("of version 2 an hour is figures where heartbeats were deleted, and a day where hours were", () => {
	const [whole, thinned, dayOnly] = [Date.UTC(2025, 5, 15, 9), Date.UTC(2025, 5, 13, 9), Date.UTC(2025, 3, 1)];
	const stat = { monitor_id: 1, ping: 100.5, ping_min: 80, ping_max: 900 };
	const found = days(2, {
		heartbeat: [...hourOfBeats(whole), beat(thinned + 1_000, { status: 0 }), beat(dayOnly + 5_000)],
		stat_hourly: [
			{ ...stat, timestamp: whole / 1_000, up: 174, down: 3 },
			{ ...stat, timestamp: thinned / 1_000, up: 179, down: 1 },
		],
		stat_daily: [
			{ ...stat, timestamp: dayOnly / 1_000, up: 4_000, down: 320 },
			{ ...stat, timestamp: Date.UTC(2025, 5, 13) / 1_000, up: 179, down: 1 },
			{ monitor_id: 1, timestamp: Date.UTC(2025, 2, 1) / 1_000, ping: 0, up: 0, down: 10 },
		],
	});
	const responseTime = { avg: 100.5, min: 80, max: 900 };
	expect(found.map(({ date, hours, figures }) => [date, hours.length, figures])).toEqual([
		["2025-03-01", 0, { up: 0, down: 10, responseTime: null }],
		["2025-04-01", 0, { up: 4_000, down: 320, responseTime }],
		["2025-06-13", 1, null],
		["2025-06-15", 1, null],
	]);
	expect(found[2]?.hours[0]).toEqual({
		startsAt: "2025-06-13T09:00:00.000Z",
		figures: { up: 179, down: 1, responseTime },
	});
	expect(found[3]?.hours[0]?.checks).toHaveLength(59);
});

test("what is older than 400 days is not read", () => {
	expect(days(1, { heartbeat: [beat(NOW - 401 * 24 * HOUR_MS), beat(NOW - 399 * 24 * HOUR_MS)] })).toHaveLength(1);
});

onEachEngine("the history of Uptime Kuma", (name) => {
	test("comes to the monitors of the files, once; those that were not applied are listed", async () => {
		await using service: Service = await startService(name);
		const startsAt = service.clock.now - 50 * HOUR_MS;
		const hour = Math.floor(startsAt / HOUR_MS) * HOUR_MS;
		kumaDatabase(path, {
			version: 1,
			monitors: [HTTP, { ...HTTP, id: 2, name: "Removed" }],
			rows: { heartbeat: [...hourOfBeats(hour), { ...beat(hour), monitor_id: 2 }] },
		}).close();
		const monitors = [{ key: "shop", name: "Shop", url: "https://shop.example.com/" }];
		await service.ask("PUT", "/api/v1/config", { body: { monitors } });
		const client = new Client({
			baseUrl: "http://lapwing.test",
			key: service.key,
			fetch: async (request) => {
				const { status, text, headers } = await service.ask("PUT", new URL((request as Request).url).pathname, {
					body: await (request as Request).json(),
				});
				return new Response(text, { status, headers });
			},
		});
		const send = (body: object) => client.put("/api/v1/config/history", { body: body as never });
		expect(await importKumaHistory(path, "default", send, service.clock.now)).toEqual({
			hours: 1,
			checks: 59,
			days: 0,
		});
		expect(vi.mocked(process.stdout.write).mock.calls.join("")).toContain("no monitor with the key removed");
		expect(await importKumaHistory(path, "default", send, service.clock.now)).toEqual({ hours: 0, checks: 0, days: 0 });
		expect(vi.mocked(process.stderr.write).mock.lastCall?.[0]).toBe("Nothing was added.\n");
		const { id } = (await service.ask("GET", "/api/v1/monitors")).json.data.monitors[0];
		const { checks } = (await service.ask("GET", `/api/v1/monitors/${id}/stats`)).json.data;
		expect(checks).toEqual({ total: 59, up: 58, degraded: 0, down: 1 });
	});
});
