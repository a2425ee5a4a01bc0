/** A year, day by day: of all monitors of the report together, or of the one that was chosen. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useMemo } from "react";
import { seriesQuery } from "../../api/history.ts";
import { byDayQuery, type SummaryEntry } from "../../api/reports.ts";
import { DayOutages } from "../../charts/day-outages.tsx";
import { OF_ALL, OF_ONE } from "../../charts/day-trouble.ts";
import { YearHeatMap } from "../../charts/year-heat-map.tsx";
import { DAY_MS } from "../../format/durations.ts";
import { counted } from "../../format/words.ts";
import { useMay } from "../../shell/session.tsx";
import { Card } from "../../ui/card.tsx";
import { useNow } from "../../ui/clock.tsx";
import { FaultNotice, Loading } from "../../ui/states.tsx";
import type { ReportSearch } from "./report-search.ts";
import { yearOf } from "./year-of.ts";

/** Apart from the page: it weighs as much as all of the rest. */
const MonitorCombobox = lazy(() => import("./monitor-combobox.tsx"));

interface Props {
	readonly entries: readonly SummaryEntry[];
	readonly statusPageId: string | undefined;
	/** Undefined: all together. */
	readonly monitorId: string | undefined;
	readonly onChoose: (id: string | undefined) => void;
}

export function YearCard({ entries, statusPageId, monitorId, onChoose }: Props) {
	const canReadMonitors = useMay("monitors:read");
	const today = useNow(DAY_MS);
	const reported = useMemo(() => new Set(entries.map((entry) => entry.monitorId)), [entries]);
	const chosen = canReadMonitors ? entries.find((entry) => entry.monitorId === monitorId) : undefined;
	return (
		<Card
			title="A year, day by day"
			className="mb-3"
			aside={
				canReadMonitors && (
					<Suspense fallback={chosen?.monitor ?? "All together"}>
						<MonitorCombobox
							value={chosen ? { id: chosen.monitorId, name: chosen.monitor, target: chosen.target } : null}
							offers={(id) => reported.has(id)}
							onChange={onChoose}
						/>
					</Suspense>
				)
			}
		>
			{chosen ? <YearOfOne entry={chosen} today={today} /> : <YearOfAll statusPageId={statusPageId} today={today} />}
		</Card>
	);
}

function YearOfOne({ entry, today }: { entry: SummaryEntry; today: number }) {
	const iso = (ms: number) => new Date(ms).toISOString();
	const range = { from: iso(today - 364 * DAY_MS), to: iso(today + DAY_MS), step: DAY_MS / 1000 };
	const { data, error, refetch } = useQuery({
		...seriesQuery(entry.monitorId, range),
		placeholderData: keepPreviousData,
	});
	if (error) return <FaultNotice fault={error} what="The year" onRetry={() => void refetch()} />;
	if (!data) return <Loading lines={5} />;
	return (
		<YearHeatMap
			days={data.points}
			threshold={OF_ONE}
			label={`The last year of ${entry.monitor}`}
			detailsOf={(day) => <DayOutages monitorId={entry.monitorId} day={day} />}
		/>
	);
}

/** Reports end with yesterday. */
function YearOfAll({ statusPageId, today }: { statusPageId: string | undefined; today: number }) {
	const date = (ms: number) => new Date(ms).toISOString().slice(0, 10);
	const range = { from: date(today - 365 * DAY_MS), to: date(today - DAY_MS), statusPageId };
	const { data, error, refetch } = useQuery({ ...byDayQuery(range), placeholderData: keepPreviousData });
	if (error) return <FaultNotice fault={error} what="The year" onRetry={() => void refetch()} />;
	if (!data) return <Loading lines={5} />;
	return (
		<YearHeatMap
			days={yearOf(data.days, today - 365 * DAY_MS)}
			threshold={OF_ALL}
			label="The last year of all monitors"
			detailsOf={({ at, checks, monitorsFailing }) =>
				checks > 0 && (
					<p>
						{counted(monitorsFailing, "monitor")} with failed checks.{" "}
						<Link
							from="/reports"
							search={(before: ReportSearch) => ({ ...before, from: at.slice(0, 10), to: at.slice(0, 10) })}
							resetScroll={false}
							className="font-semibold text-accent hover:underline"
						>
							Report of this day
						</Link>
					</p>
				)
			}
		/>
	);
}
