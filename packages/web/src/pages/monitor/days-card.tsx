import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { outageSpansQuery, type Series } from "../../api/history.ts";
import { DayBars } from "../../charts/day-bars.tsx";
import { DayOutages } from "../../charts/day-outages.tsx";
import { DAY_MS } from "../../format/durations.ts";
import { counted } from "../../format/words.ts";
import { Card } from "../../ui/card.tsx";
import { useNow } from "../../ui/clock.tsx";
import { NotRead } from "../../ui/states.tsx";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";
import { OutageSumText } from "./outage-sum.tsx";

/** `year`: the reading of the last 365 days. */
export function DaysCard({ monitorId, year }: { monitorId: string; year: UseQueryResult<Series> }) {
	const shown = useIsNarrow() ? 30 : 90;
	return (
		<Card title={`${shown} days`} className="mb-3" aside={<OutageSum monitorId={monitorId} days={shown} />}>
			{year.data ? (
				<DayBars
					days={year.data.points.slice(-shown)}
					label={`The last ${shown} days`}
					detailsOf={(day) => (
						<>
							{day.missed !== null && day.missed > 0 && (
								<p className="text-muted">{counted(day.missed, "check")} missed</p>
							)}
							<DayOutages monitorId={monitorId} day={day} />
						</>
					)}
				/>
			) : (
				<NotRead fault={year.error} what="The days" onRetry={() => void year.refetch()} lines={2} />
			)}
		</Card>
	);
}

/** Over the days of the bars: from the beginning of the first one, by UTC. */
function OutageSum({ monitorId, days }: { monitorId: string; days: number }) {
	const today = useNow(DAY_MS);
	const from = new Date(today - (days - 1) * DAY_MS).toISOString();
	const { data } = useQuery(outageSpansQuery(monitorId, { from }));
	return data ? <OutageSumText spans={data} /> : null;
}
