/** How a monitor is from each of its locations: now, and in the range of the chart. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiError } from "../../api/client/api-error.ts";
import { downloadLocationSeries, type LocationSeries, locationSeriesQuery } from "../../api/history.ts";
import type { Monitor } from "../../api/monitors.ts";
import { type Location, locationsQuery } from "../../api/probers.ts";
import { milliseconds } from "../../format/duration.ts";
import { MINUTE_MS } from "../../format/durations.ts";
import { locationName } from "../../format/location-name.ts";
import { uptimeText } from "../../format/uptime.ts";
import { counted } from "../../format/words.ts";
import { useMay } from "../../shell/session.tsx";
import { DownloadButton } from "../../ui/buttons/download-button.tsx";
import { Card } from "../../ui/card.tsx";
import { useNow } from "../../ui/clock.tsx";
import { ProberState } from "../../ui/prober-state.tsx";
import { detailText, NotRead } from "../../ui/states.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { seriesRange } from "./monitor-search.ts";

/** Single checks of a longer range are not read. */
const MOST_MS = 31 * 86_400_000;

export function LocationsCard({ monitor }: { monitor: Monitor }) {
	const isOfSeveral = monitor.locations.length > 0 || Boolean(monitor.lastResult?.locations);
	if (!isOfSeveral && monitor.regional.length === 0) return null;
	return <Contents monitor={monitor} />;
}

function Contents({ monitor }: { monitor: Monitor }) {
	const search = useSearch({ from: "/signed-in/monitors/$id" });
	const range = shortened(seriesRange(search, useNow(MINUTE_MS)));
	const { data, error, refetch } = useQuery({
		...locationSeriesQuery(monitor.id, range),
		placeholderData: keepPreviousData,
	});
	// A range of which single checks are no longer kept: to read it again changes nothing.
	const isRefused = error instanceof ApiError && error.details.length > 0;
	const { data: places } = useQuery({ ...locationsQuery, enabled: useMay("probers:read") });
	const series = data?.locations ?? [];
	const unheard = monitor.locations.filter((name) => !series.some(({ location }) => location === name));
	const highest = Math.max(1, ...series.flatMap(({ points }) => points.map(({ p50Ms }) => p50Ms ?? 0)));
	return (
		<Card
			title="Locations"
			className="mb-3"
			aside={
				<span className="flex flex-wrap items-center gap-x-4 gap-y-2">
					{ruleText(monitor)}
					<DownloadButton read={() => downloadLocationSeries(monitor.id, range)}>CSV</DownloadButton>
				</span>
			}
		>
			{data ? (
				<ul className="divide-y divide-line">
					{series.map((location) => (
						<Row key={location.location} monitor={monitor} series={location} highest={highest}>
							<Absence places={places} location={location.location} />
						</Row>
					))}
					{unheard.map((location) => (
						<li key={location} className="flex flex-wrap items-baseline gap-x-4 py-2">
							<strong>{location}</strong>
							<span className="text-muted">no checks in this range</span>
							<Absence places={places} location={location} />
						</li>
					))}
				</ul>
			) : isRefused ? (
				<p className="text-muted">{detailText(error)}</p>
			) : (
				<NotRead fault={error} what="The checks by location" onRetry={() => void refetch()} lines={3} />
			)}
			{data && series.length + unheard.length === 0 && <p className="text-muted">No checks in this range.</p>}
		</Card>
	);
}

/** Why a location makes no checks now; nothing while it can. */
function Absence({ places, location }: { places: readonly Location[] | undefined; location: string | null }) {
	const named = places?.filter(({ name }) => name === location) ?? [];
	const place = named.find(({ owner }) => owner === "team") ?? named[0];
	if (place === undefined || place.state === "connected") return null;
	return <ProberState state={place.state} />;
}

interface RowProps {
	readonly monitor: Monitor;
	readonly series: LocationSeries;
	readonly highest: number;
	/** Beside its name. */
	readonly children: ReactNode;
}

function Row({ monitor, series, highest, children }: RowProps) {
	const { location, points, total } = series;
	const now = monitor.lastResult?.locations?.find((seen) => seen.location === location);
	return (
		<li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-2 md:grid-cols-[minmax(0,1fr)_7rem_minmax(0,2fr)_15rem]">
			<span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
				<strong className="min-w-0 truncate">{locationName(location)}</strong>
				{children}
			</span>
			<span>{now && <StatusMark status={now.verdict} />}</span>
			<Curve points={points} highest={highest} label={`Median response times from ${locationName(location)}`} />
			<span className="col-span-2 text-muted md:col-span-1 md:text-right">
				{uptimeText(total.availablePercent)} of {counted(total.checks, "check")}
				{total.p50Ms !== null && `, median ${milliseconds(total.p50Ms)}, p95 ${milliseconds(total.p95Ms)}`}
				{total.missed ? `, ${total.missed} missed` : ""}
			</span>
		</li>
	);
}

const [WIDTH, HEIGHT] = [400, 28];

/** The medians as a line, with gaps where nothing was answered; all locations have one scale. */
function Curve({ points, highest, label }: { points: LocationSeries["points"]; highest: number; label: string }) {
	const step = WIDTH / Math.max(1, points.length - 1);
	let isPenDown = false;
	const path = points.map(({ p50Ms }, index) => {
		if (p50Ms === null) {
			isPenDown = false;
			return "";
		}
		const to = `${isPenDown ? "L" : "M"}${(index * step).toFixed(1)} ${(HEIGHT - 1 - (p50Ms / highest) * (HEIGHT - 2)).toFixed(1)}`;
		isPenDown = true;
		return to;
	});
	return (
		<svg
			role="img"
			aria-label={label}
			viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
			preserveAspectRatio="none"
			className="col-span-2 h-7 w-full text-accent md:col-span-1"
		>
			{points.map(({ at, downChecks }, index) =>
				downChecks > 0 ? (
					<rect
						key={at}
						x={index * step - step / 2}
						y="0"
						width={Math.max(step, 2)}
						height={HEIGHT}
						className="fill-down-wash"
					/>
				) : null,
			)}
			<path d={path.join("")} fill="none" stroke="currentColor" strokeWidth="1.2" vectorEffect="non-scaling-stroke" />
		</svg>
	);
}

const RULES = {
	any: "down when any location sees it down",
	majority: "down when more than half of the locations see it down",
	all: "down when all locations see it down",
} as const;

function ruleText({ locations, downWhen }: Monitor): string | undefined {
	return locations.length > 1 ? RULES[downWhen] : undefined;
}

function shortened({ from, to }: { from: string; to: string }) {
	const earliest = Date.parse(to) - MOST_MS;
	return Date.parse(from) < earliest ? { from: new Date(earliest).toISOString(), to } : { from, to };
}
