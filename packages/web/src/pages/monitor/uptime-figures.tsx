import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type SeriesPoint, uptimeQuery } from "../../api/history.ts";
import { milliseconds } from "../../format/duration.ts";
import { DAY_MS, MINUTE_MS } from "../../format/durations.ts";
import { roughInstantText } from "../../format/instant.ts";
import { knownPart } from "../../format/known-part.ts";
import { type Figures, figuresOf, uptimeText } from "../../format/uptime.ts";
import { useNow } from "../../ui/clock.tsx";

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

const UNKNOWN: Figures = { available: null, fastEnough: null };

/**
 * How available and how fast it was over five ranges, and the 95th percentile of the response time: of a job, of how
 * long it ran.
 */
export function UptimeFigures({ monitorId, year, isOfJob }: Props) {
	const now = useNow(MINUTE_MS);
	const { data, isError } = useQuery(uptimeQuery(monitorId));
	const points = year.data?.points ?? [];
	const isRecentKnown = data !== undefined || isError;
	const isYearKnown = isRecentKnown && (year.data !== undefined || year.isError);
	const firstAt = data?.firstCheckAt ?? null;
	const ageMs = firstAt === null ? Number.POSITIVE_INFINITY : now - Date.parse(firstAt);
	const windows = [
		["24 h", 1, isRecentKnown, recent(data?.last24Hours)],
		["7 d", 7, isRecentKnown, recent(data?.last7Days)],
		["30 d", 30, isRecentKnown, recent(data?.last30Days)],
		["90 d", 90, isYearKnown, figuresOf(points.slice(-90))],
		["1 y", 365, isYearKnown, figuresOf(points)],
	] as const;
	return (
		<>
			<dl className="grid grid-cols-2 gap-px border-t border-line bg-line md:grid-cols-6">
				{windows.map(([label, days, isKnown, figures], index) => {
					const part = knownPart(ageMs, days * DAY_MS, (windows[index - 1]?.[1] ?? 0) * DAY_MS);
					const isPart = part === "part" && figures.available !== null && firstAt !== null;
					const since = isPart ? `, since ${roughInstantText(firstAt, now)}` : "";
					return (
						<Cell key={label} label={`${label}${since}`} isKnown={isKnown}>
							<TwoFigures figures={part === "nothing" ? UNKNOWN : figures} />
						</Cell>
					);
				})}
				<Cell label={`p95${isOfJob ? " duration" : ""}, 30 d`} isKnown={isRecentKnown}>
					<dd className="text-lead font-semibold">{milliseconds(data?.responseTime?.p95 ?? null)}</dd>
				</Cell>
			</dl>
			<p className="words border-t border-line px-4 py-2 text-muted">
				Available: answered as expected. Fast enough: and in time.
				{data && ` Reports count what was ${data.reportsCount === "available" ? "available" : "fast enough"}.`}
			</p>
		</>
	);
}

function recent(
	window: { readonly availablePercent: number | null; readonly fastEnoughPercent: number | null } | undefined,
): Figures {
	return window ? { available: window.availablePercent, fastEnough: window.fastEnoughPercent } : UNKNOWN;
}

function Cell({ label, isKnown, children }: { label: string; isKnown: boolean; children: ReactNode }) {
	return (
		<div className="min-w-0 bg-panel px-4 py-2">
			<dt className="truncate text-muted">{label}</dt>
			{isKnown ? (
				children
			) : (
				<dd>
					<span className="loading-line my-1 block h-4 w-16 rounded-mark bg-nothing-calm" />
				</dd>
			)}
		</div>
	);
}

function TwoFigures({ figures: { available, fastEnough } }: { figures: Figures }) {
	if (available === null) return <dd className="text-lead font-semibold">–</dd>;
	return (
		<>
			<dd className="text-muted">
				<span className="text-lead font-semibold text-text">{uptimeText(available)}</span> available
			</dd>
			<dd className="text-muted">
				<span className="text-text">{uptimeText(fastEnough)}</span> fast enough
			</dd>
		</>
	);
}
