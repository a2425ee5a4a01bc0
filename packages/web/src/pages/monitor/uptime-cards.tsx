import { useQuery } from "@tanstack/react-query";
import { type SeriesPoint, statisticsQuery } from "../../api/history.ts";
import { milliseconds } from "../../format/duration.ts";
import { uptimeOf, uptimeText } from "../../format/uptime.ts";

interface Props {
	readonly monitorId: string;
	readonly year: { readonly data: { readonly points: readonly SeriesPoint[] } | undefined; readonly isError: boolean };
	readonly isOfJob: boolean;
}

/** Uptime over five ranges, and the 95th percentile of the response time: of a job, of how long it ran. */
export function UptimeCards({ monitorId, year, isOfJob }: Props) {
	const { data: figures, isError } = useQuery(statisticsQuery(monitorId));
	const known = figures && figures.checks.total > 0 ? figures : null;
	const points = year.data?.points ?? [];
	const isRecentKnown = figures !== undefined || isError;
	const isYearKnown = year.data !== undefined || year.isError;
	const cards = [
		["24 hours", isRecentKnown, uptimeText(known?.uptime.last24Hours ?? null)],
		["7 days", isRecentKnown, uptimeText(known?.uptime.last7Days ?? null)],
		["30 days", isRecentKnown, uptimeText(known?.uptime.last30Days ?? null)],
		["90 days", isYearKnown, uptimeText(uptimeOf(points.slice(-90)))],
		["1 year", isYearKnown, uptimeText(uptimeOf(points))],
		[`p95 ${isOfJob ? "duration" : "response"}, 30 d`, isRecentKnown, milliseconds(known?.responseTime.p95 ?? null)],
	] as const;
	return (
		<dl className="mb-3 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
			{cards.map(([label, isKnown, value]) => (
				<div key={label} className="card px-4 py-3">
					<dt className="truncate text-muted">{label}</dt>
					<dd className="mt-0.5 text-lead font-semibold">
						{isKnown ? value : <span className="loading-line my-1 block h-4 w-16 rounded-mark bg-nothing-calm" />}
					</dd>
				</div>
			))}
		</dl>
	);
}
