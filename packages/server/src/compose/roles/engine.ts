/** The engine role: probers, scheduler, recorder and background tasks. It runs without an API. */

import type { Attempts, LocatedDispatcher, OutcomeReceiver } from "../../dispatch/interface.ts";
import { type Elsewhere, RoutingDispatcher } from "../../dispatch/routing.ts";
import { InProcessDispatcher } from "../../dispatch/threads/dispatcher.ts";
import type { CheckOrder } from "../../domain/checks/check.ts";
import type { MissedSummary } from "../../domain/checks/missed-tally.ts";
import { CanaryGuard, type CutOffGuard } from "../../engine/checks/cut-off-guard.ts";
import { LocatedChecks } from "../../engine/checks/located-checks.ts";
import { BUFFER_LIMIT, GroupingRecorder } from "../../engine/checks/record-observations.ts";
import { loop } from "../../engine/loop.ts";
import { timetable } from "../../engine/timetable.ts";
import { classOf } from "../../net/addresses.ts";
import { PolicedDialer } from "../../net/dial.ts";
import { Canaries } from "../../probe/canaries.ts";
import { OwnNetwork } from "../../probe/own-network.ts";
import { LinkTokens } from "../../services/subscribers/link-tokens.ts";
import { endCutOff } from "../../storage/alerts/cut-offs.ts";
import { secretBox } from "../../storage/database/secret-box.ts";
import { ordersOf } from "../../storage/locations/probers.ts";
import { leasedSchedule } from "../../storage/schedule/leased-schedule.ts";
import { ScheduleInMemory } from "../../storage/schedule/schedule-in-memory.ts";
import { checkSlots, machineLimits } from "../machine/check-slots.ts";
import { natsLink } from "../nats.ts";
import { linkOrigin } from "../origins.ts";
import { type Parts, USER_AGENT } from "../parts.ts";
import { proofLookups } from "../proof-lookups.ts";
import { exportTasks } from "../status-pages/status-export.ts";
import { startTelemetry } from "../telemetry.ts";

/** A stop ends within 10 s: background tasks and running checks get most of it together, the last commit the rest. */
const DRAIN_CHECKS_MS = 5_000;
const FINISH_COMMITS_MS = 3_000;

export interface EngineRole {
	/** When the schedule last ran, epoch milliseconds; null before the first time. */
	readonly schedulerTickedAt: number | null;
	/** How long no prober has been available, milliseconds; null while there is one. */
	readonly noProberForMs: number | null;
	/** What could not be checked in the last minutes, and why. */
	readonly missed: MissedSummary;
	/** Makes single attempts in any location. */
	readonly attempts: Attempts;
	/** Instant of the longest overdue check, epoch milliseconds; null when nothing is scheduled. Asks the database. */
	oldestDue(): Promise<number | null>;
	/** Lets running checks end or become due again, and commits. Once, however often it is called. */
	stop(): Promise<void>;
}

export async function startEngine(service: Parts, opened: AsyncDisposableStack): Promise<EngineRole> {
	const ending = new AbortController();
	const parts: Parts = { ...service, stopping: AbortSignal.any([service.stopping, ending.signal]) };
	const { config, log, metrics, database, notifier, secret, stopping, holder, now } = parts;
	const box = secretBox(secret);
	const held = database.dialect.isSingleProcess ? new ScheduleInMemory(database, box) : null;
	const schedule = held ?? leasedSchedule(database, box, holder);
	const telemetry = startTelemetry(parts, opened);
	const recorder = new GroupingRecorder({
		database,
		held,
		machine: config.machineName,
		metrics,
		log,
		now,
		...(telemetry !== null && { onRecorded: (checks) => telemetry.add(checks) }),
	});
	const locations = new LocatedChecks({
		database,
		log,
		metrics,
		receiver: recorder,
		probers: () => dispatcher,
		guard: () => guard?.receiver ?? null,
		isPrivate: (address) => classOf(address) !== "public",
		controlReachesPrivate: config.allowPrivateTargets,
		now,
	});
	const guard = startGuard(parts, locations, opened);
	const link = await natsLink(parts, { ordersChecks: true });
	const release = (orders: readonly CheckOrder[]) =>
		void schedule.release(orders, now()).catch((error) => {
			log.error({ err: error }, "Lost checks wait for their leases to end");
		});
	const elsewhere =
		link &&
		new (await import("../../dispatch/nats/control/dispatcher.ts")).NatsDispatcher({
			link,
			receiver: guard?.receiver ?? locations,
			release,
			ordersOf: (checks, locationId) => ordersOf(database, checks, locationId, box),
			bufferLimit: BUFFER_LIMIT,
			now,
		});
	const dispatcher = startDispatcher(parts, guard?.receiver ?? locations, { locations, elsewhere, release });
	opened.defer(async () => {
		await dispatcher.close();
		await link?.close();
	});
	link?.start();

	const { allowPrivateTargets, resolvers } = config;
	const names = opened.adopt(new PolicedDialer({ allowPrivateTargets, resolvers }), (each) => each.close());

	let schedulerTickedAt: number | null = null;
	const tasks = timetable({
		database,
		dispatcher,
		schedule,
		locations,
		recorder,
		holder,
		metrics,
		log,
		now,
		signal: stopping,
		retention: config.retention,
		notifier,
		secretBox: box,
		sender: notifier.subscribers,
		linkTokens: new LinkTokens(secret),
		linkOrigin: linkOrigin(config),
		lookUpTexts: proofLookups(names),
		acknowledgePage: config.publicUrl === null ? null : new URL("/acknowledge", config.publicUrl).href,
		exports: exportTasks(parts),
		onScheduled: () => {
			schedulerTickedAt = now();
		},
	});
	const loops = tasks.map((task) => loop(task, { log, metrics }, stopping));
	const committing = new AbortController();
	const commits = recorder.run(committing.signal);
	let stopped: Promise<void> | null = null;

	return {
		get schedulerTickedAt() {
			return schedulerTickedAt;
		},
		get noProberForMs() {
			return dispatcher.noProberForMs;
		},
		get missed() {
			return recorder.missed;
		},
		attempts: dispatcher,
		oldestDue: () => schedule.oldestDue(),
		stop() {
			stopped ??= stop();
			return stopped;
		},
	};

	async function stop(): Promise<void> {
		ending.abort();
		const stoppedAt = performance.now();
		await Promise.all(loops);
		const aborted = await dispatcher.drain(Math.max(0, DRAIN_CHECKS_MS - (performance.now() - stoppedAt)));
		const undecided = [...((await guard?.stop()) ?? []), ...locations.releaseHeld()];
		committing.abort();
		await commits;
		const lost = await recorder.finish(AbortSignal.timeout(FINISH_COMMITS_MS));
		if (lost > 0) {
			log.error({ outcomes: lost }, "The database did not take the last outcomes; these checks are made again");
		}
		await schedule
			.release([...aborted, ...undecided], now())
			.catch((error) => log.error({ err: error }, "Aborted checks wait for their leases to end"));
	}
}

interface StartedGuard {
	readonly receiver: CutOffGuard;
	/** Resolves with the orders of the checks that were still held. */
	stop(): Promise<readonly CheckOrder[]>;
}

/** Null when no canaries are configured: then nothing stands between the probers and the recorder. */
function startGuard(parts: Parts, receiver: OutcomeReceiver, opened: AsyncDisposableStack): StartedGuard | null {
	const { config, log, database, now } = parts;
	const machine = config.machineName;
	if (config.canaries === null) {
		// One that was noted with an earlier setting would never end.
		const ended = endCutOff(database, machine, now()).catch((error) =>
			log.error({ err: error }, "An earlier cut of the network can't be ended"),
		);
		opened.defer(() => ended);
		return null;
	}
	const canaries = opened.adopt(new Canaries(config.canaries), (each) => each.close());
	const network = new OwnNetwork({ canaries, log });
	const guard = new CanaryGuard({ network, receiver, database, machine, log, now });
	const stopping = new AbortController();
	const running = guard.run(stopping.signal);
	return {
		receiver: guard,
		async stop() {
			stopping.abort();
			await running;
			return guard.releaseHeld();
		},
	};
}

function startDispatcher(
	{ config, log, now }: Parts,
	receiver: OutcomeReceiver,
	routing: {
		readonly locations: LocatedChecks;
		readonly elsewhere: Elsewhere | null;
		release(orders: readonly CheckOrder[]): void;
	},
): LocatedDispatcher {
	const { slots, warning } = checkSlots(config.probeConcurrency, machineLimits());
	if (warning !== null) log.warn(warning);
	const here = new InProcessDispatcher({
		threads: config.probeThreads,
		concurrency: slots,
		prober: {
			allowPrivateTargets: config.allowPrivateTargets,
			resolvers: config.resolvers,
			userAgent: USER_AGENT,
		},
		receiver,
		onThreadLost: (error, checksLost) =>
			log.error({ err: error, checksLost }, "A probe thread was lost and is replaced"),
		onProberFault: (error, monitorId) => log.error({ err: error, monitorId }, "A prober failed; the check is missed"),
		now,
	});
	return new RoutingDispatcher({ here, receiver, now, ...routing });
}
