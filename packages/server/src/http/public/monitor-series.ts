/** The series of each monitor at /metrics (METRICS_PER_MONITOR): names, help texts and values. */

import { PHASES } from "../../domain/checks/observation.ts";
import { STATUSES } from "../../domain/monitors/monitor.ts";
import type { MeasuredMonitor } from "../../storage/monitors/measured-monitors.ts";
import type { Gauge, Labels } from "./exposition.ts";

/** Monitors with series, the oldest: ten thousand of them make about 25 MB of text. */
export const MOST_MEASURED = 10_000;

/** @param monitors one more than MOST_MEASURED tells that there are others */
export function monitorSeries(monitors: readonly MeasuredMonitor[]): readonly Gauge[] {
	const shown = monitors.slice(0, MOST_MEASURED).map((monitor) => ({ monitor, labels: labelsOf(monitor) }));
	type Value = (monitor: MeasuredMonitor) => readonly (readonly [Labels, number | null])[];
	const gauge = (name: string, help: string, valuesOf: Value): Gauge => ({
		name: `lapwing_monitor_${name}`,
		help,
		*samples() {
			for (const { monitor, labels } of shown) {
				for (const [own, value] of valuesOf(monitor)) if (value !== null) yield [{ ...labels, ...own }, value];
			}
		},
	});
	const single = (name: string, help: string, read: (monitor: MeasuredMonitor) => number | null): Gauge =>
		gauge(name, help, (monitor) => [[{}, read(monitor)]]);
	return [
		single("up", "Whether the last verdict was up; absent until there is one.", ({ status }) =>
			status === "pending" ? null : Number(status === "up"),
		),
		gauge("status", "The monitor's status: 1 for the present one.", ({ status }) =>
			STATUSES.map((each) => [{ status: each }, Number(each === status)]),
		),
		single("enabled", "Whether the monitor is checked: 0 while it is paused.", ({ isEnabled }) => Number(isEnabled)),
		single(
			"consecutive_missed_checks",
			"Checks in a row that Lapwing could not make; above 0 the status is as old as the last check.",
			({ missedStreak }) => missedStreak,
		),
		single("last_check_timestamp_seconds", "When the last check was completed.", ({ lastCheckedAt }) =>
			seconds(lastCheckedAt),
		),
		single("response_time_seconds", "Response time of the last check; absent without a complete response.", (monitor) =>
			seconds(monitor.responseTimeMs),
		),
		gauge("phase_seconds", "Duration of each phase of the last check.", ({ phases }) =>
			PHASES.map((phase) => [{ phase }, seconds(phases[phase])]),
		),
		single("certificate_expiry_timestamp_seconds", "When the certificate that was seen last expires.", (monitor) =>
			seconds(monitor.sslExpiresAt),
		),
		{
			name: "lapwing_monitors_without_series",
			help: `1 when there are more than ${MOST_MEASURED} monitors, of which only the oldest have series.`,
			samples: () => [[{}, Number(monitors.length > MOST_MEASURED)]],
		},
	];
}

function labelsOf({ publicId, name, type, tags, teamSlug }: MeasuredMonitor): Labels {
	return { monitor: publicId, name, type, tags: tags.join(","), team: teamSlug };
}

function seconds(ms: number | null): number | null {
	return ms === null ? null : ms / 1_000;
}
