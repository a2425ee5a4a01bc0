import { useQuery } from "@tanstack/react-query";
import { type SeriesPoint, statisticsQuery } from "../../api/history.ts";
import { milliseconds } from "../../format/duration.ts";
import { uptimeOf, uptimeText } from "../../format/uptime.ts";

interface Props {
	readonly monitorId: string;
	readonly year: readonly SeriesPoint[] | undefined;
	readonly isOfJob: boolean;
}

/** Uptime over five ranges, and the 95th percentile of the response time: of a job, of how long it ran. */
export function UptimeCards({ monitorId, year, isOfJob }: Props) {
	const { data: figures } = useQuery(statisticsQuery(monitorId));
	const has = (figures?.checks.total ?? 0) > 0;
	// Undefined while it is read.
	const recent = (percent: number | undefined) => figures && uptimeText(has ? (percent ?? null) : null);
	const cards = [
		["24 hours", recent(figures?.uptime.last24Hours)],
		["7 days", recent(figures?.uptime.last7Days)],
		["30 days", recent(figures?.uptime.last30Days)],
		["90 days", year && uptimeText(uptimeOf(year.slice(-90)))],
		["1 year", year && uptimeText(uptimeOf(year))],
		[`p95 ${isOfJob ? "duration" : "response"}, 30 d`, figures && milliseconds(has ? figures.responseTime.p95 : null)],
	] as const;
	return (
		<dl className="mb-3 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
			{cards.map(([label, value]) => (
				<div key={label} className="card px-4 py-3">
					<dt className="truncate text-muted">{label}</dt>
					<dd className="mt-0.5 text-lead font-semibold">
						{value ?? <span className="loading-line my-1 block h-4 w-16 rounded-mark bg-nothing-calm" />}
					</dd>
				</div>
			))}
		</dl>
	);
}
