/**
 * From the commit of a failing check to the arrival of its signed webhook, on SQLite, with the job as the timetable
 * runs it; then how many messages a second one process delivers when much is owed.
 *
 *     node --conditions=@lapwing/source bench/notice-latency.ts [--outages 50] [--alerts 500]
 */

import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import pino from "pino";
import { USUAL_RULES } from "../packages/server/src/domain/alerts/alert-rules.ts";
import { SETTLE_MS } from "../packages/server/src/domain/alerts/gathering.ts";
import { loop } from "../packages/server/src/engine/loop.ts";
import { deliverNotices, nextDeliveryAt } from "../packages/server/src/engine/notices/deliver-notices.ts";
import { restsWhileUnchanged } from "../packages/server/src/engine/rest.ts";
import { createMetrics } from "../packages/server/src/metrics.ts";
import { PolicedDialer } from "../packages/server/src/net/dial.ts";
import { createNotifier } from "../packages/server/src/notify/notifier.ts";
import { createAlert } from "../packages/server/src/services/alerts/create.ts";
import { onTheCommandLine } from "../packages/server/src/services/testing/on-the-command-line.ts";
import { recordChecks } from "../packages/server/src/storage/commit/record-checks.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { secretBox } from "../packages/server/src/storage/database/secret-box.ts";
import { aMonitor, anOutcome, aTeam, downObservation } from "../packages/server/src/storage/testing/fixtures.ts";

const { values: options } = parseArgs({
	options: { outages: { type: "string", default: "50" }, alerts: { type: "string", default: "500" } },
});
/** As the timetable has it. */
const EVERY_MS = 250;

const directory = await mkdtemp(join(tmpdir(), "lapwing-notices-"));
const database = openDatabase(`sqlite:${join(directory, "lapwing.db")}`);
await migrate(database);
const teamId = await aTeam(database);
let arrived = 0;
let arrival = Promise.withResolvers<number>();
const server = createServer((request, response) => {
	request.resume().on("end", () => {
		arrived += 1;
		arrival.resolve(performance.now());
		response.end("ok");
	});
}).listen(0, "127.0.0.1");
await once(server, "listening");
const box = secretBox(new Uint8Array(32));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
const log = pino({ level: "warn" });
const metrics = createMetrics();
const stopping = new AbortController();
const deps = {
	database,
	log,
	metrics,
	now: Date.now,
	signal: stopping.signal,
	secretBox: box,
	notifier: createNotifier({
		dialer,
		userAgent: "bench",
		publicUrl: null,
		smtp: null,
		now: Date.now,
		onFault: log.error,
	}),
};
const hook = async (monitorIds: readonly string[] | null) => {
	await onTheCommandLine(
		database,
		teamId,
		createAlert,
		{
			...USUAL_RULES,
			name: "bench",
			channel: { type: "webhook", url, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
			monitorIds,
			...USUAL_RULES,
			events: ["down"],
			cooldownMinutes: 0,
			dailyCap: 1000,
			failureThreshold: 1,
			reminderMinutes: null,
			isEnabled: true,
		},
		{ now: Date.now(), secretBox: box },
	);
};
const publicIdOf = async (id: number) =>
	(await database.db.selectFrom("monitors").select("public_id").where("id", "=", id).executeTakeFirstOrThrow())
		.public_id;
const fail = (...monitors: number[]) =>
	recordChecks(
		database,
		monitors.map((id) => anOutcome(id, 0, downObservation, { scheduledAt: Date.now() })),
		Date.now(),
	);

const resting = restsWhileUnchanged(deps)({
	run: () => deliverNotices(deps),
	nextAt: () => nextDeliveryAt(database, Date.now()),
});
const job = { name: "deliver", everyMs: EVERY_MS, ...resting };
const running = loop(job, { log, metrics }, stopping.signal);
const waits: number[] = [];
for (let index = 0; index < Number(options.outages); index++) {
	const monitor = await aMonitor(database, teamId);
	await hook([await publicIdOf(monitor)]);
	await pause(Math.random() * EVERY_MS);
	arrival = Promise.withResolvers();
	await fail(monitor);
	const committedAt = performance.now();
	waits.push((await arrival.promise) - committedAt);
}
waits.sort((a, b) => a - b);
const at = (part: number) => (waits[Math.min(waits.length - 1, Math.floor(part * waits.length))] ?? 0).toFixed(0);
process.stdout.write(
	`commit to arrival: median ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms (${SETTLE_MS} ms of it to settle)\n`,
);

const monitor = await aMonitor(database, teamId);
const publicId = await publicIdOf(monitor);
for (let index = 0; index < Number(options.alerts); index++) await hook([publicId]);
arrived = 0;
await fail(monitor);
await pause(SETTLE_MS);
const startedAt = performance.now();
while (arrived < Number(options.alerts)) await pause(5);
const seconds = (performance.now() - startedAt) / 1000;
process.stdout.write(
	`${options.alerts} messages in ${seconds.toFixed(2)} s: ${(arrived / seconds).toFixed(0)} a second\n`,
);

stopping.abort();
await running;
dialer.close();
server.close();
await database.close();
await rm(directory, { recursive: true });
