/**
 * A deliverer is killed (SIGKILL) sixty times: after a random time, while one of its requests is unanswered, and
 * right after an answer. Meanwhile monitors go down and up, faster than notices are delivered. In the end every problem
 * was delivered or is recorded as outdated, each alert's last message tells what is so, and no change was delivered
 * under two ids. Many more deaths, of a deliverer that is no process: ../crashes/random-histories.test.ts.
 */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import pino from "pino";
import { expect, test } from "vitest";
import { USUAL_RULES } from "../../src/domain/alerts/alert-rules.ts";
import { deliverNotices } from "../../src/engine/notices/deliver-notices.ts";
import { BOX, SIGNING_SECRET } from "../../src/engine/notices/testing/notice-stage.ts";
import { createMetrics } from "../../src/metrics.ts";
import { PolicedDialer } from "../../src/net/dial.ts";
import { createNotifier } from "../../src/notify/notifier.ts";
import { createAlert } from "../../src/services/alerts/create.ts";
import { onTheCommandLine } from "../../src/services/testing/on-the-command-line.ts";
import { pageOfAlertEvents } from "../../src/storage/alerts/alert-events.ts";
import { countNotices, releaseAllAlerts } from "../../src/storage/alerts/notice-leases.ts";
import { recordChecks } from "../../src/storage/commit/record-checks.ts";
import { openDatabase } from "../../src/storage/database/open-database.ts";
import { newDatabaseUrl } from "../../src/storage/testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation, upObservation } from "../../src/storage/testing/fixtures.ts";

const KILLS = 60;
const MONITORS = 12;
const MINUTE = 60_000;
/** The child's clock is so far ahead that every notice has settled. */
const AHEAD_MS = 5_000;
const PROGRAM = fileURLToPath(new URL("../../src/engine/notices/testing/deliver-process.ts", import.meta.url));

/** For packages of CommonJS, in a bundle of modules. */
const REQUIRE = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** The program as one file in `directory`: to load its hundreds of modules is most of what such a child does. */
async function bundled(directory: string): Promise<string> {
	const outfile = join(directory, "deliver-process.mjs");
	await build({
		entryPoints: [PROGRAM],
		outfile,
		bundle: true,
		platform: "node",
		format: "esm",
		conditions: ["@lapwing/source"],
		banner: { js: REQUIRE },
		logLevel: "error",
	});
	return outfile;
}

/** When a child is killed. */
type Moment = "after a while" | "before the answer" | "after the answer";
const MOMENTS: readonly Moment[] = ["after a while", "before the answer", "after the answer"];

test("sixty kills lose no notice, and none is delivered under two ids", { timeout: 420_000 }, async () => {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-deliverer-"));
	const program = await bundled(directory);
	const { url, drop } = await newDatabaseUrl("sqlite", "migrated");
	const database = openDatabase(url);
	const teamId = await aTeam(database);
	const monitors = await Promise.all(Array.from({ length: MONITORS }, () => aMonitor(database, teamId)));

	/** Every delivery that arrived: the message's id and the events in it. */
	const arrived: { messageId: string; events: { id: string; key: string }[] }[] = [];
	let struck = { moment: MOMENTS[0] as Moment, strike: () => {} };
	const server = createServer(async (request, response) => {
		let body = "";
		try {
			for await (const chunk of request) body += chunk;
		} catch {
			// Killed while it was sending: nothing has arrived.
			return;
		}
		const { data } = JSON.parse(body);
		arrived.push({
			messageId: String(request.headers["webhook-id"]),
			events: data.events.map(
				(event: { id: string; eventType: string; checkedAt: string; monitor: { id: string } }) => ({
					id: event.id,
					key: [data.alert.id, event.monitor.id, event.eventType, event.checkedAt].join(" "),
				}),
			),
		});
		if (struck.moment === "before the answer") struck.strike();
		response.end("ok", () => struck.moment === "after the answer" && struck.strike());
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	const publicIds = await database.db.selectFrom("monitors").select(["id", "public_id"]).orderBy("id").execute();
	for (const only of [...publicIds.map(({ public_id }) => [public_id]), null]) {
		const wanted = {
			...USUAL_RULES,
			name: "hook",
			channel: { type: "webhook", url: hook, secret: SIGNING_SECRET } as const,
			monitorIds: only,
			...USUAL_RULES,
			events: ["down", "degraded", "up"] as const,
			cooldownMinutes: 0,
			dailyCap: 1000,
			failureThreshold: 1,
			reminderMinutes: null,
			groupsByCause: true,
			isEnabled: true,
		};
		await onTheCommandLine(database, teamId, createAlert, wanted, { now: Date.now(), secretBox: BOX });
	}

	let round = 0;
	const base = Math.floor(Date.now() / MINUTE) * MINUTE - 1_000 * MINUTE;
	const histories = new Map(monitors.map((monitor) => [monitor, [] as ("down" | "up")[]]));
	const change = async (changing: readonly number[]) => {
		const scheduledAt = base + round++ * MINUTE;
		const outcomes = changing.map((monitor) => {
			const history = histories.get(monitor) ?? [];
			const next = history.at(-1) === "down" ? "up" : "down";
			history.push(next);
			return anOutcome(monitor, 0, next === "down" ? downObservation : upObservation, { scheduledAt });
		});
		await recordChecks(database, outcomes, Date.now());
	};

	const kills = new Map<Moment, number>();
	let children = 0;
	const startChild = async (): Promise<ChildProcess> => {
		children += 1;
		const child = fork(program, [url, String(AHEAD_MS)], { execArgv: [], stdio: "inherit" });
		await once(child, "message");
		return child;
	};
	while (children < KILLS) {
		await change(
			[monitors[children % MONITORS] ?? 0, monitors[(children * 5 + 3) % MONITORS] ?? 0].filter(
				(id, i, all) => all.indexOf(id) === i,
			),
		);
		const child = await startChild();
		const moment = MOMENTS[children % MOMENTS.length] ?? "after a while";
		const exited = once(child, "exit");
		const strike = () => void child.kill("SIGKILL");
		struck = { moment, strike };
		if (moment === "after a while") await pause(Math.random() * 60);
		// Where nothing is left to deliver, no request comes: it is killed idle then.
		else await Promise.race([exited, pause(300)]);
		strike();
		await exited;
		kills.set(moment, (kills.get(moment) ?? 0) + 1);
	}
	struck = { moment: "after a while", strike: () => {} };

	let clock = Date.now() + AHEAD_MS;
	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
	const log = pino({ level: "silent" });
	const now = () => clock;
	const notifier = createNotifier({ dialer, userAgent: "x", publicUrl: null, smtp: null, now, onFault: () => {} });
	await releaseAllAlerts(database, clock);
	// Each pass delivers one change of each monitor.
	for (let minute = 0; minute < 120 && (await countNotices(database)) > 0; minute++) {
		await deliverNotices({
			database,
			log,
			metrics: createMetrics(),
			now,
			signal: new AbortController().signal,
			notifier,
			secretBox: BOX,
		});
		clock += MINUTE;
	}
	expect(await countNotices(database)).toBe(0);

	expect([...kills.values()].reduce((sum, count) => sum + count, 0)).toBe(KILLS);
	const arrivedIds = new Set(arrived.flatMap(({ events }) => events.map(({ id }) => id)));
	const known = new Set<string>();
	// Ends of problems that did not arrive whole: a request had begun when its process was killed.
	let unseen = 0;
	for (const [monitor, history] of histories) {
		const page = await pageOfAlertEvents(
			database,
			{ monitorId: monitor },
			{ limit: 10_000, direction: "forward", from: null },
		);
		const byAlert = Map.groupBy(page.toReversed(), ({ alertPublicId }) => alertPublicId);
		expect(byAlert.size).toBe(2);
		for (const events of byAlert.values()) {
			for (const { publicId } of events) known.add(publicId);
			const problems = (all: readonly { readonly eventType: string }[]) =>
				all.filter(({ eventType }) => eventType === "down").length;
			expect(problems(events)).toBe(history.filter((event) => event === "down").length);
			const sent = events.filter(({ status }) => status === "sent");
			for (const { publicId } of sent) expect(arrivedIds).toContain(publicId);
			const others = events.filter(({ status }) => status !== "sent").map(({ status }) => status);
			expect(others.filter((status) => status !== "skipped_outdated")).toEqual([]);
			expect(sent.at(-1)?.eventType ?? "up").toBe(history.at(-1));
			// An end follows a problem that was sent, or one that a kill may have left to the receiver without a record: it
			// was over before it could be sent again.
			let told: "yes" | "perhaps" | "no" = "no";
			for (const { publicId, eventType, status } of events) {
				if (eventType === "up") {
					if (status !== "sent") continue;
					expect(told).not.toBe("no");
					if (told === "perhaps") unseen += 1;
					told = "no";
				} else if (status === "sent" || arrivedIds.has(publicId)) told = "yes";
				else if (told === "no") told = "perhaps";
			}
		}
	}
	expect(unseen).toBeLessThanOrEqual(2 * (kills.get("after a while") ?? 0));
	expect([...arrivedIds].filter((id) => !known.has(id))).toEqual([]);
	// One id for each change and one message for each id, however often it was delivered.
	const idOfChange = new Map<string, Set<string>>();
	const messageOfId = new Map<string, Set<string>>();
	for (const { messageId, events } of arrived) {
		for (const { id, key } of events) {
			idOfChange.set(key, (idOfChange.get(key) ?? new Set()).add(id));
			messageOfId.set(id, (messageOfId.get(id) ?? new Set()).add(messageId));
		}
	}
	expect([...idOfChange.values()].filter((ids) => ids.size !== 1)).toEqual([]);
	expect([...messageOfId.values()].filter((ids) => ids.size !== 1)).toEqual([]);
	// The kills had an effect: something was delivered twice, under the same message id.
	expect(arrived.length).toBeGreaterThan(new Set(arrived.map(({ messageId }) => messageId)).size);

	dialer.close();
	server.close();
	await database.close();
	await drop();
	await rm(directory, { recursive: true });
});
