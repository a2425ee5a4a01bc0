import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useMemo } from "react";
import { type OutageSpans, outageSpansQuery, seriesQuery } from "../../api/history.ts";
import type { Band } from "../../charts/draw-response.ts";
import { fromFirstCheck } from "../../charts/stack.ts";
import { MINUTE_MS } from "../../format/durations.ts";
import { minuteText } from "../../format/instant.ts";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { PillButton } from "../../ui/buttons/pill-button.tsx";
import { Card } from "../../ui/card.tsx";
import { useNow } from "../../ui/clock.tsx";
import { Loading, NotRead } from "../../ui/states.tsx";
import { type MonitorSearch, RANGES, type RangeName, seriesRange } from "./monitor-search.ts";
import { OutageSumText } from "./outage-sum.tsx";

const ResponseChart = lazy(() => import("../../charts/response-chart.tsx"));

/** Zooming further shows single checks, a minute apart at least. */
const MIN_ZOOM_SECONDS = 600;

export function ResponseCard({ monitorId, isOfJob }: { monitorId: string; isOfJob: boolean }) {
	const search = useSearch({ from: "/signed-in/monitors/$id" });
	const navigate = useNavigate({ from: "/monitors/$id" });
	const range = seriesRange(search, useNow(MINUTE_MS));
	const { data, error, refetch } = useQuery({
		...seriesQuery(monitorId, range),
		placeholderData: keepPreviousData,
	});
	const isZoomed = search.from !== undefined;
	const series = useMemo(() => {
		if (!data) return undefined;
		const shown = isZoomed ? data : fromFirstCheck(data);
		// How long a job ran has no phases.
		return isOfJob ? { ...shown, points: shown.points.map((point) => ({ ...point, phases: null })) } : shown;
	}, [data, isOfJob, isZoomed]);
	const { data: outages } = useQuery({ ...outageSpansQuery(monitorId, range), placeholderData: keepPreviousData });
	const bands = useBands(outages);

	function show(next: MonitorSearch) {
		void navigate({
			search: ({ range: _, from: __, to: ___, whole: ____, ...rest }: MonitorSearch) => ({ ...rest, ...next }),
			resetScroll: false,
			replace: true,
		});
	}
	function zoom(from: number, to: number) {
		const middle = (from + to) / 2;
		const half = Math.max((to - from) / 2, MIN_ZOOM_SECONDS / 2);
		show({ ...kept(search), from: Math.round(middle - half), to: Math.round(middle + half) });
	}
	useShortcuts({ Backspace: () => isZoomed && show(kept(search)) });

	const hasAnswers = series?.points.some(({ p50Ms }) => p50Ms !== null) ?? false;
	return (
		<Card
			title={isOfJob ? "Duration" : "Response time"}
			className="mb-3"
			aside={
				<div className="flex flex-wrap items-center gap-1">
					{isZoomed && (
						<>
							<span className="mr-2">
								{minuteText(range.from, Date.now())} to {minuteText(range.to, Date.now())}
							</span>
							<Button look="quiet" onClick={() => show(kept(search))}>
								Zoom out
							</Button>
						</>
					)}
					{(Object.keys(RANGES) as RangeName[]).map((name) => (
						<PillButton
							key={name}
							pressed={!isZoomed && name === (search.range ?? "12h")}
							onClick={() => show(name === "12h" ? {} : { range: name })}
						>
							{RANGES[name].label}
						</PillButton>
					))}
				</div>
			}
		>
			{series === undefined ? (
				<NotRead fault={error} what="The response times" onRetry={() => void refetch()} lines={6} />
			) : hasAnswers ? (
				<Suspense fallback={<Loading lines={6} />}>
					<ResponseChart
						series={series}
						bands={bands}
						onZoom={zoom}
						whole={search.whole ?? false}
						onWhole={(whole) => show({ ...shown(search), ...(whole && { whole }) })}
					/>
				</Suspense>
			) : (
				<p className="py-12 text-center text-muted">
					{isOfJob ? "No run reported its start and its end in this range." : "No answers in this range."}
				</p>
			)}
			{outages && (
				<p className="mt-2 text-muted">
					In this range: <OutageSumText spans={outages} />.
				</p>
			)}
		</Card>
	);
}

const shown = ({ range, from, to }: MonitorSearch): MonitorSearch => ({
	...(range && { range }),
	...(from !== undefined && to !== undefined && { from, to }),
});
const kept = ({ range }: MonitorSearch): MonitorSearch => (range ? { range } : {});

function useBands(spans: OutageSpans | undefined): readonly Band[] {
	return useMemo(
		() =>
			(spans?.spans ?? []).map(
				({ from, to, worstStatus, duringMaintenance }): Band => ({
					from: Date.parse(from) / 1000,
					to: Date.parse(to) / 1000,
					kind: duringMaintenance ? "maintenance" : worstStatus,
				}),
			),
		[spans],
	);
}
