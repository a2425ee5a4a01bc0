/**
 * Runs topologies, each a team of one database, all at the same time on a virtual clock: checks are recorded, waited
 * for and notified by the code of the service, and messages go to a receiver on loopback.
 */

import { sql } from "kysely";
import pino from "pino";
import { USUAL_RULES } from "../../../../domain/alerts/alert-rules.ts";
import type { JudgedOutcome } from "../../../../domain/checks/record.ts";
import { MINUTE_MS } from "../../../../domain/durations.ts";
import { createMetrics } from "../../../../metrics.ts";
import { PolicedDialer } from "../../../../net/dial.ts";
import { createNotifier } from "../../../../notify/notifier.ts";
import { startReceiver } from "../../../../notify/testing/receiver.ts";
import { discordServer } from "../../../../notify/testing/services/chat.ts";
import { TOKEN } from "../../../../notify/testing/services/service.ts";
import { createAlert } from "../../../../services/alerts/create.ts";
import { onTheCommandLine } from "../../../../services/testing/on-the-command-line.ts";
import { enqueueCalm } from "../../../../storage/alerts/enqueue/flapping.ts";
import { countNotices } from "../../../../storage/alerts/notice-leases.ts";
import { checkCauses } from "../../../../storage/causes/cause-checks.ts";
import { recordChecks } from "../../../../storage/commit/record-checks.ts";
import { secretBox } from "../../../../storage/database/secret-box.ts";
import type { Tx } from "../../../../storage/database/tx.ts";
import { addLocations } from "../../../../storage/monitors/monitor-locations.ts";
import { replaceDependencies } from "../../../../storage/testing/dependencies.ts";
import { aLocation, aMonitor, anOutcome, aTeam } from "../../../../storage/testing/fixtures.ts";
import { type DeliverNoticesDependencies, deliverNotices } from "../../deliver-notices.ts";
import { aTopology, KINDS, LOCATIONS, type Topology, type TopologyAlert } from "./topology.ts";
import { look } from "./world.ts";

const STEP_MS = 2_000;
/** Every root is over by then, and every monitor checked after it. */
const CHECKED_FOR_MS = 26 * MINUTE_MS;
/** What is held is decided by then: flapping ends after an hour. */
const SETTLES_MS = 75 * MINUTE_MS;
const NOON = Date.UTC(2026, 4, 1, 12);
const BOX = secretBox(new Uint8Array(32).fill(9));

/** A topology with the keys of its rows. */
export interface StagedTopology {
	readonly topology: Topology;
	readonly teamId: number;
	readonly monitorIds: readonly number[];
	readonly alertIds: ReadonlyMap<TopologyAlert, number>;
}

/** An event of a message that came. */
interface Arrived {
	readonly alertId: string;
	readonly monitorId: string;
	readonly eventType: string;
	/** Names of the consequences that it counts. */
	readonly consequences: number;
	/** Whether its monitor was so when it came. */
	readonly isTrue: boolean;
}

export interface TopologiesRun {
	readonly staged: readonly StagedTopology[];
	readonly arrived: readonly Arrived[];
	/** Notices that were left in the outbox. */
	readonly left: number;
	readonly startedAt: number;
}

/** @param groups whether alerts group by causes, but for those that never do */
export async function runTopologies(
	database: Tx,
	count: number,
	random: () => number,
	groups = true,
): Promise<TopologiesRun> {
	const clock = { now: NOON };
	const discord = discordServer();
	const statuses = new Map<string, "up" | "degraded" | "down">();
	const arrived: Arrived[] = [];
	await using receiver = await startReceiver((request) => {
		if (request.path.startsWith("/api/webhooks")) return discord.answer(request);
		const { data } = request.json;
		for (const { eventType, cause, monitor, consequences } of data.events) {
			const isTrue = cause === "flapping" || statuses.get(monitor.id) === eventType;
			const ids = { alertId: data.alert.id, monitorId: monitor.id };
			arrived.push({ ...ids, eventType, consequences: consequences?.count ?? 0, isTrue });
		}
		return { status: 200, body: "ok" };
	});
	const deps = dependencies(database, clock);
	const staged: StagedTopology[] = [];
	for (let index = 0; index < count; index += 1) {
		const topology = aTopology(KINDS[index % KINDS.length] ?? "strangers", index + 1, random);
		staged.push(await stage(database, topology, { url: receiver.url, groups }));
	}
	const rows = await database.db.selectFrom("monitors").select(["id", "public_id"]).execute();
	const publicIds = new Map(rows.map(({ id, public_id }) => [id, public_id]));
	const locations = new Map<string, number>();
	for (const name of LOCATIONS) locations.set(name, await aLocation(database, name));
	for (const { topology, monitorIds } of staged) {
		const placed = topology.monitors.flatMap(({ place }, index) => {
			const [monitorId, locationId] = [monitorIds[index], locations.get(place ?? "")];
			if (monitorId === undefined || locationId === undefined) return [];
			return [{ monitorId, locationIds: [locationId], allowsFallback: false }];
		});
		await addLocations(database, placed);
	}
	const checks = new Checks(staged, locations);
	for (const end = NOON + CHECKED_FOR_MS; clock.now < end; clock.now += STEP_MS) {
		const done = checks.endedBy(clock.now);
		for (const { outcome, judgement } of done) {
			const { verdict } = judgement;
			if (verdict !== "missed") statuses.set(publicIds.get(outcome.order.monitorId) ?? "", verdict);
		}
		await claim(database, done);
		await recordChecks(database, done, clock.now);
		await checkCauses(deps.database, deps.now());
		checks.ask(await askedFor(database, clock.now), clock.now);
		await deliverNotices(deps);
	}
	for (const end = clock.now + SETTLES_MS; clock.now < end; clock.now += MINUTE_MS) {
		await checkCauses(deps.database, deps.now());
		await enqueueCalm(deps.database, deps.now());
		await deliverNotices(deps);
	}
	return { staged, arrived, left: await countNotices(database), startedAt: NOON };
}

function dependencies(database: Tx, clock: { readonly now: number }): DeliverNoticesDependencies {
	const now = () => clock.now;
	return {
		database,
		log: pino({ level: "silent" }),
		metrics: createMetrics(),
		now,
		signal: new AbortController().signal,
		notifier: createNotifier({
			dialer: new PolicedDialer({ allowPrivateTargets: true, resolvers: null }),
			userAgent: "Lapwing/test",
			publicUrl: null,
			smtp: null,
			now,
			onFault: (error) => {
				throw error;
			},
		}),
		secretBox: BOX,
	};
}

async function stage(
	database: Tx,
	topology: Topology,
	{ url, groups }: { readonly url: string; readonly groups: boolean },
): Promise<StagedTopology> {
	const teamId = await aTeam(database);
	const monitorIds: number[] = [];
	for (const { intervalMs, timeoutMs, isPaused, importance, isOfHalf } of topology.monitors) {
		const settings = { intervalSeconds: intervalMs / 1_000, timeoutSeconds: timeoutMs / 1_000, importance };
		const fixture = { ...settings, tags: isOfHalf ? ["half"] : [], isEnabled: !isPaused, createdAt: NOON };
		monitorIds.push(await aMonitor(database, teamId, fixture));
	}
	for (const [place, { dependsOn }] of topology.monitors.entries()) {
		const above = dependsOn.map((one) => monitorIds[one] ?? 0);
		if (above.length > 0) await replaceDependencies(database, monitorIds[place] ?? 0, above);
	}
	const alertIds = new Map<TopologyAlert, number>();
	for (const alert of topology.alerts) {
		const updating = { type: "discord", url: `${url}/api/webhooks/1/${TOKEN}` } as const;
		const wanted = {
			...USUAL_RULES,
			name: alert,
			channel: alert === "updating" ? updating : ({ type: "webhook", url: `${url}/hook` } as const),
			monitorIds: null,
			tags: alert === "half" ? { any: ["half"] } : null,
			groupsByCause: groups && alert !== "ungrouped",
			events: alert === "degraded only" ? (["degraded", "up"] as const) : USUAL_RULES.events,
			cooldownMinutes: 0,
			dailyCap: 1_000,
			isEnabled: true,
		};
		const { id } = await onTheCommandLine(database, teamId, createAlert, wanted, { now: NOON, secretBox: BOX });
		alertIds.set(alert, id);
	}
	return { topology, teamId, monitorIds, alertIds };
}

interface Monitored {
	readonly id: number;
	readonly place: number;
	readonly topology: Topology;
	dueAt: number;
	running: { readonly scheduledAt: number; readonly endsAt: number; readonly seen: ReturnType<typeof look> } | null;
}

/** Every monitor on its own grid, and at once where a check is asked for. */
class Checks {
	readonly #locations: ReadonlyMap<string, number>;
	readonly #monitors = new Map<number, Monitored>();

	constructor(staged: readonly StagedTopology[], locations: ReadonlyMap<string, number>) {
		this.#locations = locations;
		for (const { topology, monitorIds } of staged) {
			for (const [place, { phaseMs, isPaused }] of topology.monitors.entries()) {
				const id = monitorIds[place] ?? 0;
				if (!isPaused) this.#monitors.set(id, { id, place, topology, dueAt: NOON + phaseMs, running: null });
			}
		}
	}

	/** In the order in which they ended. */
	endedBy(now: number): JudgedOutcome[] {
		const ended: JudgedOutcome[] = [];
		for (const one of this.#monitors.values()) {
			if (one.running === null && one.dueAt <= now) {
				const seen = look(one.topology, one.place, one.dueAt - NOON);
				one.running = { scheduledAt: one.dueAt, endsAt: one.dueAt + seen.tookMs, seen };
				one.dueAt += one.topology.monitors[one.place]?.intervalMs ?? MINUTE_MS;
			}
			if (one.running !== null && one.running.endsAt <= now) {
				ended.push(outcomeOf(one.id, one.topology, one.place, one.running, this.#locations));
				one.running = null;
			}
		}
		return ended.toSorted((a, b) => a.outcome.completedAt - b.outcome.completedAt);
	}

	/** A running check ends first. */
	ask(ids: readonly number[], now: number): void {
		for (const id of ids) {
			const one = this.#monitors.get(id);
			if (one !== undefined) one.dueAt = now;
		}
	}
}

function outcomeOf(
	id: number,
	{ monitors }: Topology,
	place: number,
	running: NonNullable<Monitored["running"]>,
	locations: ReadonlyMap<string, number>,
) {
	const { scheduledAt, endsAt, seen } = running;
	const made = anOutcome(id, 0, seen.observation, { scheduledAt });
	const locationId = locations.get(monitors[place]?.place ?? "") ?? null;
	const outcome = {
		...made.outcome,
		startedAt: scheduledAt + seen.afterMs,
		firstAttemptAt: scheduledAt,
		completedAt: endsAt,
		order: { ...made.outcome.order, locationId },
	};
	return { ...made, outcome };
}

/** As the schedule does: a second check of a minute is recorded where it is waited for, and dropped elsewhere. */
async function claim({ db, dialect }: Tx, done: readonly JudgedOutcome[]): Promise<void> {
	const slots = dialect.rows(
		{ id: "integer", at: "integer" },
		done.map(({ outcome: { order } }) => ({ id: order.monitorId, at: order.scheduledAt })),
	);
	await sql`
		update monitor_states set claimed = 1, slot_at = s.at from ${slots} as s where monitor_id = s.id`.execute(db);
}

async function askedFor({ db }: Tx, now: number): Promise<number[]> {
	const rows = await db.selectFrom("cause_checks").select("monitor_id").where("asked_at", "=", now).execute();
	return rows.map(({ monitor_id }) => monitor_id);
}
