/**
 * Every metric that Lapwing shows at /metrics, in Prometheus' terms and base units (seconds, bytes). A registry of
 * its own for each service, so that tests can run several in one process.
 */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { VERDICTS } from "./domain/checks/judgement.ts";
import { MISSED_CAUSES } from "./domain/checks/observation.ts";
import { collectEventLoopDelay } from "./event-loop-delay.ts";

/** Gauges of the library whose names end as those of counters, which promtool and OpenMetrics refuse. */
const MISNAMED = ["nodejs_active_resources_total", "nodejs_active_handles_total", "nodejs_active_requests_total"];

/**
 * The library measures the event loop with a timer, which at its default of 10 ms costs an idle process more than all
 * its jobs. Its figures are replaced (./event-loop-delay.ts), and its timer can't be ended.
 */
const UNUSED_TIMER_MS = 60_000;

export type Metrics = ReturnType<typeof createMetrics>;

/** Seconds of work inside of this process. */
const QUICK = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export function createMetrics() {
	const registry = new Registry();
	const registers = [registry];
	collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: UNUSED_TIMER_MS });
	for (const name of MISNAMED) registry.removeSingleMetric(name);
	collectEventLoopDelay(registry);
	function gauge<Label extends string = never>(name: string, help: string, ...labelNames: Label[]) {
		return new Gauge({ name, help, labelNames, registers });
	}
	function counter<Label extends string = never>(name: string, help: string, ...labelNames: Label[]) {
		return new Counter({ name, help, labelNames, registers });
	}
	function histogram<Label extends string = never>(
		name: string,
		help: string,
		buckets: number[],
		...labelNames: Label[]
	) {
		return new Histogram({ name, help, buckets, labelNames, registers });
	}

	const checks = counter(
		"lapwing_checks_total",
		"Checks recorded, by verdict. missed: nothing was learnt about the target.",
		"verdict",
	);
	const missedChecks = counter("lapwing_missed_checks_total", "Checks that Lapwing failed to make, by cause.", "cause");
	const jobReports = counter(
		"lapwing_job_reports_total",
		"Reports of jobs, by answer. busy: not stored, to be sent again.",
		"answer",
	);
	// Shown from the start: a rate needs a first value.
	for (const verdict of VERDICTS) checks.inc({ verdict }, 0);
	for (const cause of MISSED_CAUSES) missedChecks.inc({ cause }, 0);
	for (const answer of ["stored", "unknown", "limited", "busy"]) jobReports.inc({ answer }, 0);
	return {
		registry,
		spansDropped: counter(
			"lapwing_telemetry_checks_dropped_total",
			"Checks whose spans OpenTelemetry's collector did not take.",
		),
		checks,
		missedChecks,
		slotsSkipped: counter(
			"lapwing_slots_skipped_total",
			"Scheduled instants that are missed because later ones were due before their checks could begin.",
		),
		checkLag: histogram(
			"lapwing_check_lag_seconds",
			"From the scheduled instant of a check to the start of its first attempt.",
			[0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
		),
		checkDuration: histogram(
			"lapwing_check_duration_seconds",
			"Duration of the attempt that gave the result.",
			[0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
		),
		checksInFlight: gauge("lapwing_checks_in_flight", "Checks handed to probers and not yet recorded."),

		probers: gauge(
			"lapwing_probers",
			"Probers of a location, by state: connected, away or set_aside. Where control is, there is none.",
			"location",
			"state",
		),
		proberChecks: gauge(
			"lapwing_prober_checks_running",
			"Checks that the connected probers of a location run.",
			"location",
		),
		proberCapacity: gauge(
			"lapwing_prober_capacity_checks",
			"Checks that the connected probers of a location can run at once.",
			"location",
		),

		recordQueue: gauge("lapwing_record_queue_checks", "Outcomes waiting to be committed."),
		commitSize: histogram(
			"lapwing_commit_checks",
			"Checks recorded in one transaction.",
			[1, 5, 10, 50, 100, 250, 500, 1000, 2500],
		),
		commitDuration: histogram(
			"lapwing_commit_duration_seconds",
			"Duration of a transaction that records checks.",
			QUICK,
		),
		commitFailures: counter(
			"lapwing_commit_failures_total",
			"Transactions that recorded checks, failed and are retried.",
		),

		httpRequests: counter(
			"lapwing_http_requests_total",
			"Requests answered, by route and status.",
			"method",
			"route",
			"status",
		),
		httpDuration: histogram(
			"lapwing_http_request_duration_seconds",
			"From the arrival of a request to the headers of its response.",
			QUICK,
			"method",
			"route",
		),
		jobReports,

		notices: counter("lapwing_notices_total", "Notices decided, by channel and outcome.", "channel", "status"),
		noticesPending: gauge("lapwing_notices_pending", "Notices in the outbox that are not yet decided."),
		deferredChanges: gauge(
			"lapwing_deferred_changes",
			"Changes of monitors whose notices are enqueued once the outbox has capacity for their team.",
		),

		subscriberMessages: counter(
			"lapwing_subscriber_messages_total",
			"Messages to subscribers of status pages, by channel and outcome. given_up: failed for a day.",
			"channel",
			"outcome",
		),
		subscriberMessagesPending: gauge(
			"lapwing_subscriber_messages_pending",
			"Messages to subscribers of status pages that are not yet sent.",
		),

		rollUpDays: counter("lapwing_daily_roll_ups_total", "Daily rows written by the roll-up, by cause.", "cause"),
		backfillsPending: gauge("lapwing_backfills_pending", "Backfills queued or running."),
		sealedChecks: counter(
			"lapwing_sealed_checks_total",
			"Results that were packed into blocks because their hour is over.",
		),
		prunedRows: counter(
			"lapwing_pruned_rows_total",
			"Rows deleted by table, because they were too old or their monitor was deleted.",
			"table",
		),
		taskFailures: counter(
			"lapwing_task_failures_total",
			"Runs of a background task that failed and are retried.",
			"task",
		),
	};
}
