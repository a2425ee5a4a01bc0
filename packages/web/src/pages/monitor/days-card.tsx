import { type UseQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { outagesQuery, type Series } from "../../api/history.ts";
import { DayBars } from "../../charts/day-bars.tsx";
import { duration } from "../../format/duration.ts";
import { counted } from "../../format/words.ts";
import { Card } from "../../ui/card.tsx";
import { useNow } from "../../ui/clock.tsx";
import { FaultNotice, Loading } from "../../ui/states.tsx";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";

const DAY_MS = 86_400_000;

/** `year`: the reading of the last 365 days. */
export function DaysCard({ monitorId, year }: { monitorId: string; year: UseQueryResult<Series> }) {
	const shown = useIsNarrow() ? 30 : 90;
	return (
		<Card title={`${shown} days`} className="mb-3" aside={<OutageSum monitorId={monitorId} days={shown} />}>
			{year.data ? (
				<DayBars days={year.data.points.slice(-shown)} label={`Uptime of the last ${shown} days`} />
			) : year.error ? (
				<FaultNotice fault={year.error} what="The days" onRetry={() => void year.refetch()} />
			) : (
				<Loading lines={2} />
			)}
		</Card>
	);
}

function OutageSum({ monitorId, days }: { monitorId: string; days: number }) {
	const now = useNow();
	const { data, hasNextPage } = useInfiniteQuery(outagesQuery(monitorId));
	if (!data) return null;
	const since = now - days * DAY_MS;
	const outages = data.pages.flatMap(({ items }) => items).filter(({ to }) => to === null || Date.parse(to) > since);
	if (outages.length === 0) return <>no outages</>;
	const ms = outages.reduce((sum, { from, to }) => {
		return sum + (to === null ? now : Date.parse(to)) - Math.max(since, Date.parse(from));
	}, 0);
	// If there are more outages than were read, no sum is shown, because it would be too small.
	const isWhole = !hasNextPage || outages.length < data.pages.flatMap(({ items }) => items).length;
	return (
		<>
			{isWhole ? `${counted(outages.length, "outage")} · ${duration(ms)} in all` : `${outages.length} outages or more`}
		</>
	);
}
