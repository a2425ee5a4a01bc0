/**
 * All monitors of a team fail and recover, on a real clock, with the delivery job as the timetable runs it and two
 * webhooks on loopback. What arrives is held against what is so at that instant.
 */

import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import pino from "pino";
import { USUAL_RULES } from "../../../domain/alerts/alert-rules.ts";
import { MINUTE_MS } from "../../../domain/durations.ts";
import { createMetrics } from "../../../metrics.ts";
import { createThreadedNotifier } from "../../../notify/thread/threaded-notifier.ts";
import { createAlert } from "../../../services/alerts/create.ts";
import { onTheCommandLine } from "../../../services/testing/on-the-command-line.ts";
import { countDeferredChanges } from "../../../storage/alerts/enqueue/deferred-changes.ts";
import { countNotices } from "../../../storage/alerts/notice-leases.ts";
import { recordChecks } from "../../../storage/commit/record-checks.ts";
import { migrate } from "../../../storage/database/migrate.ts";
import { openDatabase } from "../../../storage/database/open-database.ts";
import { secretBox } from "../../../storage/database/secret-box.ts";
import { aMonitor, anOutcome, aTeam, downObservation, upObservation } from "../../../storage/testing/fixtures.ts";
import { loop } from "../../loop.ts";
import { deliverNotices } from "../deliver-notices.ts";

interface MassOutage {
	readonly monitors: number;
	/** In which all go down, and later are up again. */
	readonly spreadMs: number;
	/** Between the last down and the first up. */
	readonly downMs: number;
}

interface MassOutageResult {
	readonly firstAfterMs: number;
	readonly downLatestMs: number;
	readonly upLatestMs: number;
	readonly downMessages: number;
	readonly upMessages: number;
	readonly downEvents: number;
	readonly upEvents: number;
	readonly untrue: number;
	readonly largestBytes: number;
	readonly longestCommitMs: number;
	readonly loopP99Ms: number;
	readonly loopLongestMs: number;
}

const ALERTS = 2;
/** As the recorder commits. */
const COMMIT_EVERY_MS = 250;
/** As the timetable has it. */
const DELIVER_EVERY_MS = 250;

interface Arrival {
	readonly at: number;
	readonly event: "down" | "up";
	readonly monitorId: string;
	readonly messageId: string;
	readonly isTrue: boolean;
}

export async function runMassOutage({ monitors: count, spreadMs, downMs }: MassOutage): Promise<MassOutageResult> {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-mass-"));
	const database = openDatabase(`sqlite:${join(directory, "lapwing.db")}`);
	await migrate(database);
	const teamId = await aTeam(database);
	const monitors: number[] = [];
	for (let index = 0; index < count; index += 1) monitors.push(await aMonitor(database, teamId));
	const rows = await database.db.selectFrom("monitors").select(["id", "public_id"]).execute();
	const names = new Map(rows.map(({ id, public_id }) => [id, public_id]));

	const status = new Map<string, "down" | "up">();
	const changedAt = new Map<string, number>();
	const arrivals: Arrival[] = [];
	let largestBytes = 0;
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const body = Buffer.concat(chunks);
		largestBytes = Math.max(largestBytes, body.length);
		const at = Date.now();
		const { data } = JSON.parse(body.toString());
		const messageId = `${data.alert.id} ${String(request.headers["webhook-id"])}`;
		const events = [
			...data.events.map((one: { eventType: "down" | "up"; monitor: { id: string } }) => [
				one.eventType,
				one.monitor.id,
			]),
			...(data.more ?? []).map((one: { eventType: "down" | "up"; monitorId: string }) => [
				one.eventType,
				one.monitorId,
			]),
		];
		for (const [event, monitorId] of events) {
			arrivals.push({ at, event, monitorId, messageId, isTrue: status.get(monitorId) === event });
		}
		response.end("ok");
	}).listen(0, "127.0.0.1");
	await once(server, "listening");

	const box = secretBox(new Uint8Array(32).fill(9));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	for (let index = 0; index < ALERTS; index += 1) {
		const wanted = {
			...USUAL_RULES,
			name: `Hook ${index}`,
			channel: { type: "webhook" as const, url },
			monitorIds: null,
			events: ["down", "degraded", "up"] as const,
			isEnabled: true,
			cooldownMinutes: 0,
		};
		await onTheCommandLine(database, teamId, createAlert, wanted, { now: Date.now(), secretBox: box });
	}

	const stopping = new AbortController();
	const { signal } = stopping;
	const log = pino({ level: "silent" });
	const metrics = createMetrics();
	const onFault = (error: unknown) => {
		throw error;
	};
	const notifier = createThreadedNotifier({
		allowPrivateTargets: true,
		resolvers: null,
		userAgent: "Lapwing/test",
		publicUrl: null,
		smtp: null,
		onFault,
		onThreadLost: onFault,
	});
	const deps = { database, log, metrics, now: Date.now, signal, notifier, secretBox: box };
	const job = { name: "deliver", everyMs: DELIVER_EVERY_MS, run: () => deliverNotices(deps) };
	const delivering = loop(job, { log, metrics }, signal);
	const delay = monitorEventLoopDelay({ resolution: 5 });
	delay.enable();

	let longestCommitMs = 0;
	const base = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
	const changeAll = async (to: "down" | "up", turn: number): Promise<number> => {
		const beganAt = Date.now();
		const observation = to === "down" ? downObservation : upObservation;
		// The slot of each check: two of a monitor are never in the same minute.
		const scheduledAt = base + turn * MINUTE_MS;
		const left = [...monitors];
		while (left.length > 0) {
			const due = Math.ceil((count * Math.min(spreadMs, Date.now() - beganAt + COMMIT_EVERY_MS)) / spreadMs);
			const some = left.splice(0, due - (count - left.length));
			const outcomes = some.map((id) => anOutcome(id, 0, observation, { scheduledAt, revision: 1 }));
			const startedAt = performance.now();
			const now = Date.now();
			// Before the commit returns: what it enqueues may be delivered at once.
			for (const id of some) {
				const name = names.get(id) ?? "";
				status.set(name, to);
				changedAt.set(`${name} ${to}`, now);
			}
			if (outcomes.length > 0) await recordChecks(database, outcomes, now);
			longestCommitMs = Math.max(longestCommitMs, performance.now() - startedAt);
			await pause(COMMIT_EVERY_MS);
		}
		return beganAt;
	};
	const until = async (isDone: () => Promise<boolean>) => {
		while (!(await isDone())) await pause(COMMIT_EVERY_MS);
	};
	const beganAt = await changeAll("down", 0);
	await pause(downMs);
	await changeAll("up", 3);
	await until(async () => (await countNotices(database)) + (await countDeferredChanges(database)) === 0);
	delay.disable();
	stopping.abort();
	await delivering;
	await notifier.close();
	server.close();
	await database.close();
	await rm(directory, { recursive: true, force: true });

	const of = (event: "down" | "up") => arrivals.filter((arrival) => arrival.event === event);
	const latest = (event: "down" | "up") =>
		of(event).reduce(
			(most, { at, monitorId }) => Math.max(most, at - (changedAt.get(`${monitorId} ${event}`) ?? 0)),
			0,
		);
	const messages = (event: "down" | "up") => new Set(of(event).map(({ messageId }) => messageId)).size;
	return {
		firstAfterMs: (arrivals[0]?.at ?? Number.POSITIVE_INFINITY) - beganAt,
		downLatestMs: latest("down"),
		upLatestMs: latest("up"),
		downMessages: messages("down"),
		upMessages: messages("up"),
		downEvents: of("down").length,
		upEvents: of("up").length,
		untrue: arrivals.filter(({ isTrue }) => !isTrue).length,
		largestBytes,
		longestCommitMs,
		loopP99Ms: delay.percentile(99) / 1e6,
		loopLongestMs: delay.max / 1e6,
	};
}
