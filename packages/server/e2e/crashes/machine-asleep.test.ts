/** A laptop as the only service: it sleeps for hours, and its prober goes on meanwhile. */

import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { startNats, WITH_NATS_SERVER } from "../../src/dispatch/nats/testing/nats-server.ts";
import { HOUR_MS } from "../../src/domain/durations.ts";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing, until } from "../testing/lapwing.ts";
import { startProber } from "../testing/prober.ts";

const LIBFAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
const ASLEEP_MS = 3 * HOUR_MS;

test.skipIf(!existsSync(LIBFAKETIME))(
	"after a night of the only machine nothing is down, nobody is set aside, and no old check is made (needs libfaketime)",
	{ ...WITH_NATS_SERVER, timeout: 240_000 },
	async () => {
		await using stack = new AsyncDisposableStack();
		const folder = await mkdtemp(join(tmpdir(), "lapwing-asleep-"));
		stack.defer(() => rm(folder, { recursive: true, force: true }));
		const clock = join(folder, "clock");
		await writeFile(clock, "+0");
		const settable = { LD_PRELOAD: LIBFAKETIME, FAKETIME_TIMESTAMP_FILE: clock, FAKETIME_CACHE_DURATION: "1" };
		const asked: string[] = [];
		const held: ServerResponse[] = [];
		let [holds, notices] = [false, 0];
		await using target = await startHttpTarget(({ url = "" }, response) => {
			asked.push(url);
			if (holds && url.startsWith("/held")) held.push(response);
			else response.end("ok");
		});
		await using hook = await startHttpTarget((_request, response) => {
			notices += 1;
			response.end();
		});
		await using nats = await startNats();
		const natsEnv = { NATS_URL: nats.url, NATS_CREDENTIALS: nats.credentialsFile };
		const secret = { LAPWING_SECRET: "a secret that the commands share, 32+" };
		const env = { ...natsEnv, ...secret };
		// The monotonic clock of a machine that sleeps stands still; that of its prober does not.
		await using service = await Lapwing.start({ env: { ...env, ...settable, DONT_FAKE_MONOTONIC: "1" } });
		for (const location of ["frankfurt", "ashburn"]) {
			await startProber(stack, { ...env, DATABASE_URL: service.databaseUrl }, location, { env: settable });
		}
		const probers = async () => (await service.ask("GET", "/api/v1/probers")).body.data.probers as Prober[];
		const allConnected = async () => (await probers()).every(({ state }) => state === "connected") || undefined;
		await until(allConnected, { what: "the probers to connect" });
		const channel = { type: "webhook", url: hook.url };
		expect((await service.ask("POST", "/api/v1/alerts", { name: "hook", channel })).status).toBe(201);
		const places = { here: {}, there: { locations: ["frankfurt"] }, several: { locations: ["frankfurt", "ashburn"] } };
		const watched = new Map<string, string>();
		for (const [place, where] of Object.entries(places)) {
			for (const kind of ["idle", "held"]) {
				const path = `/${kind}-${place}`;
				watched.set(
					path,
					await service.watch(new URL(path, target.url).href, { ...where, name: path, timeoutSeconds: 60 }),
				);
			}
		}
		for (const id of watched.values()) await service.untilStatus(id, "up");
		holds = true;
		for (const [path, id] of watched) if (path.startsWith("/held")) await service.checkAgain(id, 59);
		// Of several locations, two requests.
		await until(() => held.length >= 4 || undefined, { what: "checks under way" });

		for (const pid of [service.pid, nats.pid]) process.kill(pid, "SIGSTOP");
		await writeFile(clock, `+${ASLEEP_MS / 1000}`);
		// Whom these were for sleeps.
		await pause(2_000);
		for (const response of held) response.destroy();
		holds = false;
		await pause(20_000);
		asked.length = 0;
		const wokeAt = Date.now() + ASLEEP_MS;
		for (const pid of [service.pid, nats.pid]) process.kill(pid, "SIGCONT");

		const states = new Set<string>();
		const results = new Map<string, Result[]>();
		await until(
			async () => {
				for (const { state, reason } of await probers()) states.add(`${state} ${reason}`);
				for (const [path, id] of watched) {
					results.set(path, (await service.ask("GET", `/api/v1/monitors/${id}/results?perPage=200`)).body.data.results);
				}
				return [...results.values()].every((all) => madeSince(all, wokeAt).length > 0) || undefined;
			},
			{ withinMs: 100_000, what: "a check of each after the night" },
		);
		for (const [path, all] of results) {
			const wrong = all.filter(({ verdict }) => verdict !== "up" && verdict !== "missed");
			expect(wrong, path).toEqual([]);
			const minutes = all.map(({ id }) => Number(id.split(":")[1])).sort((one, other) => one - other);
			const last = minutes.at(-1) ?? 0;
			// Each minute once, none silently absent, and most of them in the night.
			expect(minutes, path).toEqual(Array.from(minutes, (_, index) => last - minutes.length + 1 + index));
			expect(minutes.length, path).toBeGreaterThan(ASLEEP_MS / 60_000);
			const requests = asked.filter((each) => each === path).length;
			const perCheck = path.endsWith("several") ? 2 : 1;
			expect(requests, path).toBeLessThanOrEqual(madeSince(all, wokeAt).length * perCheck);
		}
		states.delete("away null");
		expect([...states]).toEqual(["connected null"]);
		expect((await probers()).map(({ refutedShare }) => refutedShare ?? 0)).toEqual([0, 0]);
		expect(notices).toBe(0);
		const file = new DatabaseSync(service.databaseUrl.slice("sqlite:".length), { readOnly: true });
		stack.defer(() => file.close());
		const gaps = file.prepare("select count(*) as gaps from missed_spans group by monitor_id").all();
		expect(gaps.map(({ gaps }) => gaps)).toEqual(Array.from(watched, () => 1));
	},
);

interface Prober {
	readonly state: string;
	readonly reason: string | null;
	readonly refutedShare: number | null;
}

interface Result {
	readonly id: string;
	readonly verdict: string;
	readonly completedAt: number | null;
}

function madeSince(results: readonly Result[], at: number): readonly Result[] {
	return results.filter(({ completedAt, verdict }) => verdict !== "missed" && (completedAt ?? 0) >= at - 1_000);
}
