import { useQuery } from "@tanstack/react-query";
import { type SeriesPoint, statisticsQuery } from "../../api/history.ts";
import { milliseconds } from "../../format/duration.ts";
import { uptimeOf, uptimeText } from "../../format/uptime.ts";

/** Uptime of five lengths of time, and the response time that 95 of 100 checks keep. */
export function UptimeCards({ monitorId, year }: { monitorId: string; year: readonly SeriesPoint[] | undefined }) {
	const { data: figures } = useQuery(statisticsQuery(monitorId));
	const has = (figures?.checks.total ?? 0) > 0;
	const recent = (percent: number | undefined) => (has ? uptimeText(percent ?? null) : "–");
	const cards = [
		["24 hours", recent(figures?.uptime.last24Hours)],
		["7 days", recent(figures?.uptime.last7Days)],
		["30 days", recent(figures?.uptime.last30Days)],
		["90 days", year ? uptimeText(uptimeOf(year.slice(-90))) : "–"],
		["1 year", year ? uptimeText(uptimeOf(year)) : "–"],
		["p95 response, 30 d", has ? milliseconds(figures?.responseTime.p95 ?? null) : "–"],
	] as const;
	return (
		<dl className="mb-3 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
			{cards.map(([label, value]) => (
				<div key={label} className="card px-4 py-3">
					<dt className="truncate text-muted">{label}</dt>
					<dd className="mt-0.5 text-lead font-semibold">{value}</dd>
				</div>
			))}
		</dl>
	);
}
