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

export function createMetrics() {
	const registry = new Registry();
	const registers = [registry];
	collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: UNUSED_TIMER_MS });
	for (const name of MISNAMED) registry.removeSingleMetric(name);
	collectEventLoopDelay(registry);
	return {
		registry,
		...checkMetrics(registers),
		...commitMetrics(registers),
		...requestMetrics(registers),
		...pingMetrics(registers),
		...noticeMetrics(registers),
		...upkeepMetrics(registers),
	};
}

function checkMetrics(registers: Registry[]) {
	const checks = new Counter({
		name: "lapwing_checks_total",
		help: "Checks recorded, by verdict. missed: nothing was learnt about the target.",
		labelNames: ["verdict"] as const,
		registers,
	});
	const missedChecks = new Counter({
		name: "lapwing_missed_checks_total",
		help: "Checks that Lapwing failed to make, by cause.",
		labelNames: ["cause"] as const,
		registers,
	});
	// Shown from the start: a rate needs a first value.
	for (const verdict of VERDICTS) checks.inc({ verdict }, 0);
	for (const cause of MISSED_CAUSES) missedChecks.inc({ cause }, 0);
	return {
		checks,
		missedChecks,
		slotsSkipped: new Counter({
			name: "lapwing_slots_skipped_total",
			help: "Scheduled instants for which no check was made, because later ones were due before it could be claimed.",
			registers,
		}),
		checkLag: new Histogram({
			name: "lapwing_check_lag_seconds",
			help: "From the scheduled instant of a check to the start of its first attempt.",
			buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
			registers,
		}),
		checkDuration: new Histogram({
			name: "lapwing_check_duration_seconds",
			help: "Duration of the attempt that gave the result.",
			buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
			registers,
		}),
		checksInFlight: new Gauge({
			name: "lapwing_checks_in_flight",
			help: "Checks handed to probers and not yet recorded.",
			registers,
		}),
	};
}

function commitMetrics(registers: Registry[]) {
	return {
		recordQueue: new Gauge({
			name: "lapwing_record_queue_checks",
			help: "Outcomes waiting to be committed.",
			registers,
		}),
		commitSize: new Histogram({
			name: "lapwing_commit_checks",
			help: "Checks recorded in one transaction.",
			buckets: [1, 5, 10, 50, 100, 250, 500, 1000, 2500],
			registers,
		}),
		commitDuration: new Histogram({
			name: "lapwing_commit_duration_seconds",
			help: "Duration of a transaction that records checks.",
			buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
			registers,
		}),
		commitFailures: new Counter({
			name: "lapwing_commit_failures_total",
			help: "Transactions that recorded checks, failed and are retried.",
			registers,
		}),
	};
}

function requestMetrics(registers: Registry[]) {
	return {
		httpRequests: new Counter({
			name: "lapwing_http_requests_total",
			help: "Requests answered, by route and status.",
			labelNames: ["method", "route", "status"] as const,
			registers,
		}),
		httpDuration: new Histogram({
			name: "lapwing_http_request_duration_seconds",
			help: "From the arrival of a request to the headers of its response.",
			labelNames: ["method", "route"] as const,
			buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
			registers,
		}),
	};
}

function pingMetrics(registers: Registry[]) {
	const pings = new Counter({
		name: "lapwing_pings_total",
		help: "Pings of jobs, by answer. busy: not stored, to be sent again.",
		labelNames: ["answer"] as const,
		registers,
	});
	for (const answer of ["stored", "unknown", "limited", "busy"]) pings.inc({ answer }, 0);
	return { pings };
}

function noticeMetrics(registers: Registry[]) {
	return {
		notices: new Counter({
			name: "lapwing_notices_total",
			help: "Notices decided, by channel and outcome.",
			labelNames: ["channel", "status"] as const,
			registers,
		}),
		noticesPending: new Gauge({
			name: "lapwing_notices_pending",
			help: "Notices in the outbox that are not yet decided.",
			registers,
		}),
		deferredChanges: new Gauge({
			name: "lapwing_deferred_changes",
			help: "Changes of monitors whose notices are enqueued once the outbox has capacity for their team.",
			registers,
		}),
	};
}

function upkeepMetrics(registers: Registry[]) {
	return {
		rollUpDays: new Counter({
			name: "lapwing_roll_up_days_total",
			help: "Daily rows written by the roll-up, by cause.",
			labelNames: ["cause"] as const,
			registers,
		}),
		backfillsPending: new Gauge({ name: "lapwing_backfills_pending", help: "Backfills queued or running.", registers }),
		sealedChecks: new Counter({
			name: "lapwing_sealed_checks_total",
			help: "Results that were packed into blocks because their hour is over.",
			registers,
		}),
		prunedRows: new Counter({
			name: "lapwing_pruned_rows_total",
			help: "Rows deleted by table, because they were too old or their monitor was deleted.",
			labelNames: ["table"] as const,
			registers,
		}),
		jobFailures: new Counter({
			name: "lapwing_job_failures_total",
			help: "Runs of a background job that failed and are retried.",
			labelNames: ["job"] as const,
			registers,
		}),
	};
}
