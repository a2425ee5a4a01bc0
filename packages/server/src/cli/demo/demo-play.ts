/** Creates the demo's monitors, and records their history minute by minute. */

import type { Team } from "../../domain/access/team.ts";
import { minuteOf, startOfMinute } from "../../domain/checks/check.ts";
import { judge } from "../../domain/checks/judgement.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import { PINGS_KEPT } from "../../domain/heartbeats/ping.ts";
import { nextDueAt } from "../../domain/heartbeats/run-schedule.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import type { CronSettings } from "../../domain/monitors/types.ts";
import { gridOf } from "../../domain/schedule/schedule.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { outcomeOfRun } from "../../storage/commit/record-runs.ts";
import type { SecretBox } from "../../storage/database/sealed-secrets.ts";
import type { Session } from "../../storage/database/session.ts";
import { insertEvaluatedPings } from "../../storage/heartbeats/pings.ts";
import { createMonitor } from "../../storage/monitors/monitors.ts";
import { demoSlot, PlausibleHistory } from "./demo-history.ts";
import { DEMO_TAG, demoMonitor } from "./demo-kinds.ts";
import { type PlausiblePing, PlausibleRuns } from "./demo-runs.ts";
import { progressBar } from "./progress-bar.ts";

const INTERVAL_SECONDS = 60;
const TIMEOUT_SECONDS = 10;
/** Recorded in one transaction. */
const BATCH = 2_000;
const TEAMS = ["web", "platform", "data", "mobile"];
/** Of the settings that a new monitor's state begins with. */
const REVISION = 1;
const USER_AGENT = "curl/8.14.1";

interface Options {
	readonly team: Team;
	/** How many monitors. */
	readonly count: number;
	/** The history is of the time from `from` to `now`, epoch milliseconds. */
	readonly from: number;
	readonly now: number;
	/** Seals the keys of the jobs' ping addresses. */
	readonly box: SecretBox;
}

/** Returns how many checks were recorded. */
export async function generateHistory(database: Session, { team, count, from, now, box }: Options): Promise<number> {
	const histories: History[] = [];
	const duesOf = dueInstants({ from, until: now });
	for (let index = 0; index < count; index += 1) {
		const monitor = await makeMonitor(database, { team, index, from, box });
		const { settings } = monitor;
		histories.push(settings.type === "cron" ? new JobHistory(monitor, duesOf(settings)) : new CheckHistory(monitor));
	}
	const firstMinute = minuteOf(from) + 1;
	const lastMinute = minuteOf(now) - 1;
	const bar = progressBar("minutes of history", lastMinute - firstMinute + 1);
	let batch: JudgedOutcome[] = [];
	let checks = 0;
	for (let minute = firstMinute; minute <= lastMinute; minute += 1) {
		for (const history of histories) {
			batch.push(...history.in(minute));
			if (batch.length < BATCH && minute < lastMinute) continue;
			await recordChecks(database, batch, now, { notifies: false });
			checks += batch.length;
			bar.update(minute - firstMinute + 1);
			batch = [];
		}
	}
	bar.finish();
	for (const history of histories) await history.storePings(database);
	return checks;
}

/** When jobs are due: worked out once for each schedule, because that costs a millisecond an instant. */
function dueInstants({ from, until }: { readonly from: number; readonly until: number }) {
	const known = new Map<string | null, readonly number[]>();
	return (settings: CronSettings): readonly number[] => {
		const dues = known.get(settings.schedule) ?? [...instants(settings)];
		known.set(settings.schedule, dues);
		return dues;
	};
	function* instants(settings: CronSettings) {
		for (let at = nextDueAt(settings, from); at !== null && at < until; at = nextDueAt(settings, at)) yield at;
	}
}

interface Wanted extends Pick<Options, "team" | "from" | "box"> {
	readonly index: number;
}

function makeMonitor(database: Session, { team, index, from, box }: Wanted): Promise<Monitor> {
	const { name, settings } = demoMonitor(index);
	const hasHost = settings.type !== "cron" && settings.type !== "flow";
	return createMonitor(
		database,
		{
			teamId: team.id,
			isEnabled: false,
			name,
			// Tags that the board can group by.
			tags: [
				`team:${TEAMS[index % TEAMS.length]}`,
				index % 3 === 0 ? "env:test" : "env:prod",
				...(hasHost ? [] : [DEMO_TAG]),
			],
			settings,
			intervalSeconds: INTERVAL_SECONDS,
			degradedAfterMs: 5_000,
			timeoutSeconds: TIMEOUT_SECONDS,
			locationHint: "weur",
			sslMonitoringEnabled: false,
			sslExpiryWarningDays: 30,
		},
		from,
		box,
	);
}

/** The generated history of a monitor, minute by minute. */
interface History {
	/** What was due in `minute`, or decided by its end. */
	in(minute: number): readonly JudgedOutcome[];
	storePings(database: Session): Promise<void>;
}

class CheckHistory implements History {
	readonly #monitor: Monitor;
	readonly #history: PlausibleHistory;
	readonly #phaseMs: number;

	constructor(monitor: Monitor) {
		this.#monitor = monitor;
		this.#history = new PlausibleHistory(monitor.id);
		this.#phaseMs = gridOf(monitor.id, INTERVAL_SECONDS * 1000).phaseMs;
	}

	in(minute: number): readonly JudgedOutcome[] {
		const { id, teamId, settings, degradedAfterMs, locationHint } = this.#monitor;
		const scheduledAt = demoSlot(minute, this.#phaseMs);
		const outcome = this.#history.next({
			monitorId: id,
			teamId,
			scheduledAt,
			revision: REVISION,
			settings,
			degradedAfterMs,
			contentChecks: [],
			timeoutMs: TIMEOUT_SECONDS * 1000,
			nextDueAt: scheduledAt + INTERVAL_SECONDS * 1000,
			locationHint,
			wasSlow: false,
		});
		return [{ outcome, judgement: judge(outcome.observation, outcome.order) }];
	}

	async storePings(): Promise<void> {}
}

class JobHistory implements History {
	readonly #monitor: Monitor;
	readonly #runs: PlausibleRuns;
	/** The newest ones. */
	#pings: readonly PlausiblePing[] = [];

	constructor(monitor: Monitor, dues: readonly number[]) {
		this.#monitor = monitor;
		this.#runs = new PlausibleRuns(monitor.settings as CronSettings, { seed: monitor.id, dues });
	}

	in(minute: number): readonly JudgedOutcome[] {
		const { id, teamId, settings, degradedAfterMs, timeoutSeconds, locationHint } = this.#monitor;
		const monitor = {
			monitorId: id,
			teamId,
			settings,
			degradedAfterMs,
			timeoutMs: timeoutSeconds * 1000,
			locationHint,
		};
		const runs = [...this.#runs.until(startOfMinute(minute + 1))];
		this.#pings = [...this.#pings, ...runs.flatMap(({ pings }) => pings)].slice(-PINGS_KEPT);
		return runs.map(({ result }) => outcomeOfRun({ monitor, result }, REVISION));
	}

	async storePings(database: Session): Promise<void> {
		const pings = this.#pings.map((ping) => ({ ...ping, userAgent: USER_AGENT, body: NO_BODY, size: 0 }));
		await insertEvaluatedPings(database, this.#monitor.id, pings);
	}
}

const NO_BODY = new Uint8Array();
