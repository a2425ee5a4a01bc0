/**
 * A test environment for notices: a database, a team, a webhook receiver on loopback, and a clock that the test moves.
 * Checks are recorded and notices delivered by the code of the service.
 */

import pino from "pino";
import type { Alert } from "../../../domain/alerts/alert.ts";
import type { AlertEvent } from "../../../domain/alerts/alert-event.ts";
import { USUAL_RULES } from "../../../domain/alerts/alert-rules.ts";
import { SETTLE_MS } from "../../../domain/alerts/gathering.ts";
import { minuteOf, startOfMinute } from "../../../domain/checks/check.ts";
import type { Verdict } from "../../../domain/checks/judgement.ts";
import type { CertificateSeen, Observation } from "../../../domain/checks/observation.ts";
import type { Changes } from "../../../domain/given.ts";
import { createMetrics } from "../../../metrics.ts";
import { PolicedDialer } from "../../../net/dial.ts";
import { createNotifier } from "../../../notify/notifier.ts";
import { type Receiver, startReceiver } from "../../../notify/testing/receiver.ts";
import { createAlert } from "../../../services/alerts/create.ts";
import { updateAlert } from "../../../services/alerts/update.ts";
import type { WantedAlert } from "../../../services/alerts/wanted-alert.ts";
import { onTheCommandLine } from "../../../services/testing/on-the-command-line.ts";
import { pageOfAlertEvents } from "../../../storage/alerts/alert-events.ts";
import { OUTBOX_LIMITS } from "../../../storage/alerts/enqueue/deferred-changes.ts";
import { recordChecks } from "../../../storage/commit/record-checks.ts";
import { type SecretBox, secretBox } from "../../../storage/database/secret-box.ts";
import type { Database } from "../../../storage/database/tx.ts";
import { type EngineName, freshDatabase } from "../../../storage/testing/engines.ts";
import {
	aMonitor,
	anOutcome,
	aTeam,
	downObservation,
	type MonitorFixture,
	missedObservation,
	upObservation,
} from "../../../storage/testing/fixtures.ts";
import { type DeliverNoticesDependencies, deliverNotices } from "../deliver-notices.ts";

export const SIGNING_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
export const BOX = secretBox(new Uint8Array(32).fill(9));
const SHARED_ADDRESS = "203.0.113.7";
/** A whole minute. */
export const NOON = Date.UTC(2026, 4, 1, 12);
export const MINUTE = 60_000;

export interface Stage extends AsyncDisposable {
	readonly database: Database;
	readonly teamId: number;
	readonly receiver: Receiver;
	readonly clock: { now: number };
	/** What the checks of a monitor dial. Default: an address of its own, so that monitors have nothing in common. */
	readonly addresses: Map<number, string>;
	readonly deps: DeliverNoticesDependencies;
	/** From now on their checks dial one address. */
	shareAddress(...monitors: number[]): void;
	newMonitor(name?: string, teamId?: number, fixture?: MonitorFixture): Promise<number>;
	/** An alert to the receiver, for all monitors, without a cooldown unless `rules` has one. */
	newAlert(rules?: Partial<WantedAlert>, team?: number): Promise<Alert>;
	/** A thousand alerts that cover nothing: with them, the notices of every change are deferred. */
	crowdAlerts(rules?: Partial<WantedAlert>): Promise<void>;
	/** @param secretBox Default: BOX. */
	changeAlert(alert: Alert, changes: Changes<WantedAlert>, secretBox?: SecretBox): Promise<Alert>;
	/** Records a check of each monitor in the clock's minute, and moves the clock to its end. */
	check(verdict: Verdict, ...monitors: number[]): Promise<void>;
	checkWithCertificate(certificate: CertificateSeen, monitor: number): Promise<void>;
	/** Lets pending notices settle, then delivers all that are due. */
	deliver(): Promise<void>;
	pass(ms: number): void;
	/** Oldest first, as "event status". */
	events(monitor: number): Promise<string[]>;
	eventRows(monitor: number): Promise<FinalEvent[]>;
	/** The notices that the monitor's alert events show as waiting. */
	waiting(monitor: number): Promise<AlertEvent[]>;
}

/** An event of a notice that does not wait any more. */
type FinalEvent = AlertEvent & { readonly sentAt: number };

function isFinal(event: AlertEvent): event is FinalEvent {
	return event.sentAt !== null;
}

export async function aStage(name: EngineName): Promise<Stage> {
	const database = await freshDatabase(name);
	const receiver = await startReceiver();
	const teamId = await aTeam(database);
	const clock = { now: NOON };
	const addresses = new Map<number, string>();
	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
	const now = () => clock.now;
	const deps: DeliverNoticesDependencies = {
		database,
		log: pino({ level: "silent" }),
		metrics: createMetrics(),
		now,
		signal: new AbortController().signal,
		notifier: createNotifier({
			dialer,
			userAgent: "Lapwing/test",
			publicUrl: "https://lapwing.example",
			smtp: null,
			now,
			onFault: (error) => {
				throw error;
			},
		}),
		secretBox: BOX,
	};
	const record = async (observation: Observation, monitors: readonly number[], url?: string) => {
		const scheduledAt = startOfMinute(minuteOf(clock.now));
		const states = await database.db.selectFrom("monitor_states").select(["monitor_id", "revision"]).execute();
		const revisions = new Map(states.map(({ monitor_id, revision }) => [monitor_id, revision]));
		const outcomes = monitors.map((monitor) => {
			const address = addresses.get(monitor) ?? `2001:db8::${monitor.toString(16)}`;
			const seen = observation.kind === "missed" ? observation : { ...observation, address };
			return anOutcome(monitor, 0, seen, { scheduledAt, revision: revisions.get(monitor) ?? 1, ...(url && { url }) });
		});
		clock.now = scheduledAt + 100;
		await recordChecks(database, outcomes, clock.now, { machine: "checker-1" });
	};
	const allEvents = async (monitorId: number) =>
		(await pageOfAlertEvents(database, { monitorId }, { limit: 1000, direction: "forward", from: null })).reverse();
	const eventRows = async (monitor: number) => (await allEvents(monitor)).filter(isFinal);
	const made: Stage = {
		database,
		teamId,
		receiver,
		clock,
		addresses,
		deps,
		shareAddress(...monitors) {
			for (const monitor of monitors) addresses.set(monitor, SHARED_ADDRESS);
		},
		newMonitor: (title = "a monitor", team = teamId, fixture = {}) =>
			aMonitor(database, team, { name: title, ...fixture }),
		newAlert(rules = {}, team = teamId) {
			const wanted = {
				...USUAL_RULES,
				name: "On call",
				channel: { type: "webhook", url: `${receiver.url}/hook`, secret: SIGNING_SECRET } as const,
				monitorIds: null,
				...USUAL_RULES,
				cooldownMinutes: 0,
				isEnabled: true,
				...rules,
			};
			return onTheCommandLine(database, team, createAlert, wanted, { now: clock.now, secretBox: BOX });
		},
		async crowdAlerts(rules = {}) {
			const { id } = await made.newAlert({ name: "crowd", monitorIds: [], ...rules });
			const { db } = database;
			const { id: _, ...row } = await db
				.selectFrom("alerts")
				.selectAll()
				.where("id", "=", id)
				.executeTakeFirstOrThrow();
			const places = Array.from({ length: OUTBOX_LIMITS.atOnce }, (__, place) => place);
			await db
				.insertInto("alerts")
				.values(places.map((place) => ({ ...row, public_id: `alt_crowd${place}` })))
				.execute();
		},
		changeAlert({ publicId: id }, changes, secretBox = BOX) {
			return onTheCommandLine(database, teamId, updateAlert, { id, changes }, { now: clock.now, secretBox });
		},
		async check(verdict, ...monitors) {
			const slow: Observation = { ...upObservation, responseTimeMs: 6_000 };
			const observations = { up: upObservation, degraded: slow, down: downObservation, missed: missedObservation };
			await record(observations[verdict], monitors);
			clock.now = startOfMinute(minuteOf(clock.now) + 1);
		},
		async checkWithCertificate(certificate, monitor) {
			await record({ ...upObservation, certificate }, [monitor], "https://127.0.0.1/");
			clock.now = startOfMinute(minuteOf(clock.now) + 1);
		},
		async deliver() {
			clock.now += SETTLE_MS;
			await deliverNotices(deps);
		},
		pass(ms) {
			clock.now += ms;
		},
		async events(monitor) {
			return (await eventRows(monitor)).map(({ eventType, status }) => `${eventType} ${status}`);
		},
		eventRows,
		waiting: async (monitor) => (await allEvents(monitor)).filter((event) => !isFinal(event)),
		async [Symbol.asyncDispose]() {
			dialer.close();
			await receiver[Symbol.asyncDispose]();
			await database[Symbol.asyncDispose]();
		},
	};
	return made;
}
