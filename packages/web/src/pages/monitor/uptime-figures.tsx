import { useQuery } from "@tanstack/react-query";
import { type SeriesPoint, statisticsQuery } from "../../api/history.ts";
import { milliseconds } from "../../format/duration.ts";
import { uptimeOf, uptimeText } from "../../format/uptime.ts";

/** The reading of the last 365 days. */
export interface Year {
	readonly data: { readonly points: readonly SeriesPoint[] } | undefined;
	readonly isError: boolean;
}

interface Props {
	readonly monitorId: string;
	readonly year: Year;
	readonly isOfJob: boolean;
}

/** Uptime over five ranges, and the 95th percentile of the response time: of a job, of how long it ran. */
export function UptimeFigures({ monitorId, year, isOfJob }: Props) {
	const { data: figures, isError } = useQuery(statisticsQuery(monitorId));
	const known = figures && figures.checks.total > 0 ? figures : null;
	const points = year.data?.points ?? [];
	const isRecentKnown = figures !== undefined || isError;
	const isYearKnown = year.data !== undefined || year.isError;
	const shown = [
		["Uptime 24 h", isRecentKnown, uptimeText(known?.uptime.last24Hours ?? null)],
		["Uptime 7 d", isRecentKnown, uptimeText(known?.uptime.last7Days ?? null)],
		["Uptime 30 d", isRecentKnown, uptimeText(known?.uptime.last30Days ?? null)],
		["Uptime 90 d", isYearKnown, uptimeText(uptimeOf(points.slice(-90)))],
		["Uptime 1 y", isYearKnown, uptimeText(uptimeOf(points))],
		[`p95${isOfJob ? " duration" : ""}, 30 d`, isRecentKnown, milliseconds(known?.responseTime.p95 ?? null)],
	] as const;
	return (
		<dl className="grid grid-cols-3 gap-px border-t border-line bg-line md:grid-cols-6">
			{shown.map(([label, isKnown, value]) => (
				<div key={label} className="min-w-0 bg-panel px-4 py-2">
					<dt className="truncate text-muted">{label}</dt>
					<dd className="text-lead font-semibold">
						{isKnown ? value : <span className="loading-line my-1 block h-4 w-16 rounded-mark bg-nothing-calm" />}
					</dd>
				</div>
			))}
		</dl>
	);
}
