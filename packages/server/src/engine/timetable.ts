/** All background tasks: what runs, how often, and with which dependencies. */

import type { Logger } from "pino";
import type { LocatedDispatcher } from "../dispatch/interface.ts";
import { minuteOf, startOfMinute } from "../domain/checks/check.ts";
import { HOUR_MS } from "../domain/durations.ts";
import type { Retention } from "../domain/figures/retention.ts";
import type { Metrics } from "../metrics.ts";
import type { Notifier } from "../notify/interface.ts";
import type { SubscriberSender } from "../notify/subscribers/interface.ts";
import type { LinkTokens } from "../services/subscribers/link-tokens.ts";
import { enqueueCalm } from "../storage/alerts/enqueue/flapping.ts";
import { checkCauses, nextEndOfWait } from "../storage/causes/cause-checks.ts";
import type { SecretBox } from "../storage/database/secret-box.ts";
import type { Database } from "../storage/database/tx.ts";
import type { Holder } from "../storage/installation/controls.ts";
import { pastDamage, SET_ASIDE } from "../storage/results/sealed/damaged-blocks.ts";
import type { Schedule } from "../storage/schedule/schedule.ts";
import { nextDomainCheckAt } from "../storage/status-pages/domains.ts";
import { LOCATIONS_EVERY_MS, type LocatedChecks } from "./checks/located-checks.ts";
import type { GroupingRecorder } from "./checks/record-observations.ts";
import { claimable, scheduleDueChecks } from "./checks/schedule-due-checks.ts";
import { followAllOutages, LOOK_AGAIN_MS } from "./incidents/follow-outages.ts";
import { evaluateRuns } from "./jobs/evaluate-runs.ts";
import type { Task } from "./loop.ts";
import { ANNOUNCE_WITHIN_MS, announceAllMaintenance } from "./maintenance/announce-maintenance.ts";
import { countPendingNotices, deliverNotices, nextDeliveryAt } from "./notices/deliver-notices.ts";
import { DeliveryShares } from "./notices/delivery-shares.ts";
import { type RestingTask, restsWhileUnchanged } from "./rest.ts";
import { checkDomains, type LookUpTexts } from "./status-pages/check-domains.ts";
import { DeliverMessages } from "./subscribers/deliver-messages.ts";
import { countPendingMessages, fanOutNews, pruneSubscribers } from "./subscribers/fan-out-news.ts";
import { backfill } from "./upkeep/backfill.ts";
import { createClockRollbackDetector } from "./upkeep/clock-rollback.ts";
import { createFileWatch } from "./upkeep/database-file.ts";
import { giveUpForgottenMove } from "./upkeep/forgotten-move.ts";
import { holdPruning } from "./upkeep/held-pruning.ts";
import { prune } from "./upkeep/prune.ts";
import { restoreDamaged } from "./upkeep/restore-damaged.ts";
import { rollUp } from "./upkeep/roll-up.ts";
import { seal } from "./upkeep/seal.ts";

interface TimetableDependencies {
	readonly database: Database;
	readonly dispatcher: LocatedDispatcher;
	readonly schedule: Schedule;
	readonly recorder: Pick<GroupingRecorder, "receive" | "waiting">;
	/** Whose leases of notices are. */
	readonly holder: Holder;
	readonly metrics: Metrics;
	readonly log: Logger;
	readonly signal: AbortSignal;
	readonly retention: Retention;
	now(): number;
	readonly notifier: Notifier;
	readonly secretBox: SecretBox;
	/** The page of links that acknowledge; null: messages hold none. */
	readonly acknowledgePage: string | null;
	/** Sends messages to the subscribers of status pages. */
	readonly sender: SubscriberSender;
	readonly linkTokens: LinkTokens;
	/** Origin of links to status pages without a domain; null: none is configured. */
	readonly linkOrigin: string | null;
	/** Asks the name servers for the proofs of domains. */
	readonly lookUpTexts: LookUpTexts;
	/** Called after each run of the schedule. */
	onScheduled(): void;
	/** Follows which locations exist. */
	readonly locations: LocatedChecks;
	/** Exports status pages; empty: none are to be. */
	readonly exports: readonly Task[];
}

export function timetable(deps: TimetableDependencies): readonly Task[] {
	const { database, dispatcher, metrics, schedule, now } = deps;
	const shares = new DeliveryShares();
	const readable = (run: () => Promise<"more" | "idle">) =>
		pastDamage(database, run, (error, hours) => deps.log.error({ err: error, hours }, SET_ASIDE));
	const load = { fullAt: Number.NEGATIVE_INFINITY };
	const withRest = restsWhileUnchanged(deps);
	const scheduleChecks = withRest({
		run: () => scheduleDueChecks({ ...deps, load }),
		hasWork: () => schedule.hasDue(now()),
		// Without capacity nothing was claimed, and what was written before was not read.
		nextAt: () => (claimable(dispatcher, deps.locations) === null ? now() : null),
	});
	const [mails, webhooks] = [new DeliverMessages(deps, "mail"), new DeliverMessages(deps, "webhook")];
	const resting = (name: string, everyMs: number, task: RestingTask): Task => {
		return { name, everyMs, ...withRest(task) };
	};
	// Short paces are multiples of the schedule's: a process at rest wakes once for all that is due (./loop.ts).
	return [
		{
			name: "schedule",
			everyMs: 200,
			async run(signal) {
				metrics.checksInFlight.set(dispatcher.inFlight);
				const answer = await scheduleChecks.run(signal);
				deps.onScheduled();
				return answer;
			},
		},
		// What is decided follows from reports and beats, and both are written.
		resting("evaluate-runs", 200, { run: () => evaluateRuns(deps) }),
		{ name: "locations", everyMs: LOCATIONS_EVERY_MS, run: () => deps.locations.refresh() },
		{ name: "clock", everyMs: 5_000, run: createClockRollbackDetector(deps) },
		{ name: "file", everyMs: 5_000, run: createFileWatch(database, deps.log) },
		resting("deliver", 200, { run: () => deliverNotices(deps, shares), nextAt: () => nextDeliveryAt(database, now()) }),
		{ name: "flapping", everyMs: 60_000, run: () => enqueueCalm(database, now()) },
		resting("check-causes", 600, { run: () => checkCauses(database, now()), nextAt: () => nextEndOfWait(database) }),
		resting("count-notices", 5_000, { run: () => countPendingNotices(deps) }),
		resting("fan-out", 600, { run: () => fanOutNews(deps) }),
		resting("mail-subscribers", 600, { run: () => mails.run(), nextAt: () => mails.nextAt() }),
		resting("post-to-subscribers", 600, { run: () => webhooks.run(), nextAt: () => webhooks.nextAt() }),
		resting("count-messages", 5_000, { run: () => countPendingMessages(deps) }),
		{ name: "prune-subscribers", everyMs: 60_000, run: () => pruneSubscribers(deps) },
		resting("maintenance", 10_000, {
			run: () => announceAllMaintenance(deps),
			nextAt: (startedAt) => startedAt + ANNOUNCE_WITHIN_MS,
		}),
		resting("incidents", 2_000, {
			run: () => followAllOutages(deps),
			nextAt: (startedAt) => startedAt + LOOK_AGAIN_MS,
		}),
		resting("check-domains", 1_000, { run: () => checkDomains(deps), nextAt: () => nextDomainCheckAt(database) }),
		resting("roll-up", 5_000, {
			run: () => readable(() => rollUp(deps)),
			nextAt: (startedAt) => startOfMinute(minuteOf(startedAt) + 1),
		}),
		// It does not rest: by its transactions /healthz knows soon that another process keeps the file locked.
		{ name: "backfill", everyMs: 1_000, run: () => backfill(deps) },
		{ name: "forgotten-move", everyMs: 60_000, run: giveUpForgottenMove(deps) },
		...deps.exports,
		// At the start, where another version may know what this one's predecessor did not, and seldom from then on.
		{ name: "restore-damaged", everyMs: HOUR_MS, run: restoreDamaged(deps) },
		{ name: "seal", everyMs: 60_000, run: (signal) => seal(deps, signal) },
		{
			name: "prune",
			everyMs: 60_000,
			run: holdPruning({ ...deps, elapsedMs: () => performance.now() }, () => readable(() => prune(deps))),
		},
	];
}
