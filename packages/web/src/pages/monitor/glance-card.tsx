/** What the first look at a monitor is for: how it is and since when, how fast it answers, who is notified. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { alertsOfMonitorQuery } from "../../api/alerts.ts";
import { outagesQuery, resultsQuery, uptimeQuery } from "../../api/history.ts";
import type { Monitor } from "../../api/monitors.ts";
import { channelName } from "../../format/channel-names.ts";
import { milliseconds } from "../../format/duration.ts";
import { counted, listed } from "../../format/words.ts";
import { useMay } from "../../shell/session.tsx";
import { Instant, Lasting } from "../../ui/clock.tsx";
import { STATUS_WORDS, StatusShape, shownStatus } from "../../ui/status-mark.tsx";
import { UptimeFigures, type Year } from "./uptime-figures.tsx";

interface Props {
	readonly monitor: Monitor;
	readonly year: Year;
	readonly isOfJob: boolean;
}

export function GlanceCard({ monitor, year, isOfJob }: Props) {
	return (
		<section aria-label="At a glance" className="card mb-3 overflow-hidden">
			<dl className="grid grid-cols-2 gap-px bg-line md:grid-cols-[1fr_1fr_1.5fr]">
				<StatusCell monitor={monitor} />
				<ResponseCell monitorId={monitor.id} isOfJob={isOfJob} />
				<NotifiesCell monitorId={monitor.id} />
			</dl>
			<UptimeFigures monitorId={monitor.id} year={year} isOfJob={isOfJob} />
		</section>
	);
}

interface CellProps {
	readonly label: ReactNode;
	readonly value: ReactNode;
	readonly about?: ReactNode;
	readonly className?: string;
}

function GlanceCell({ label, value, about, className = "" }: CellProps) {
	return (
		<div className={`min-w-0 bg-panel px-4 py-3 ${className}`}>
			<dt className="flex items-center gap-2 text-muted">{label}</dt>
			<dd className="mt-0.5 text-title font-semibold">{value}</dd>
			{about && <dd className="text-muted">{about}</dd>}
		</div>
	);
}

const VALUE_COLOURS = { down: "text-down", degraded: "text-degraded" } as const;

function StatusCell({ monitor }: { monitor: Monitor }) {
	const status = shownStatus(monitor);
	const { data: outages } = useInfiniteQuery(outagesQuery(monitor.id));
	const { statusSince: since } = monitor;
	const shape = <StatusShape status={status} />;
	if (status === "paused" || status === "pending" || since === null) {
		const awaited = monitor.type === "cron" ? "report" : "check";
		const about = status === "paused" ? "nothing is checked" : `waiting for the first ${awaited}`;
		return <GlanceCell label={<>{shape} Status</>} value={STATUS_WORDS[status]} about={about} />;
	}
	// It was degraded before it was down, or the other way round.
	const [outage] = outages?.pages[0]?.items ?? [];
	const isLater = outage?.to === null && Date.parse(outage.from) < Date.parse(since);
	const colour = status in VALUE_COLOURS ? VALUE_COLOURS[status as keyof typeof VALUE_COLOURS] : "";
	return (
		<GlanceCell
			label={
				<>
					{shape} {STATUS_WORDS[status]} for
				</>
			}
			value={
				<span className={colour}>
					<Lasting since={since} />
				</span>
			}
			about={
				<>
					since <Instant at={since} />
					{isLater && (
						<>
							, the outage since <Instant at={outage.from} />
						</>
					)}
				</>
			}
		/>
	);
}

function ResponseCell({ monitorId, isOfJob }: { monitorId: string; isOfJob: boolean }) {
	const { data: results } = useInfiniteQuery(resultsQuery(monitorId));
	const { data: figures } = useQuery(uptimeQuery(monitorId));
	const last = results?.pages[0]?.items.find(({ responseTimeMs }) => responseTimeMs !== null);
	const times = figures?.responseTime;
	const isNew = figures?.last30Days.checks === 0;
	return (
		<GlanceCell
			label={isOfJob ? "Last run took" : "Last response"}
			value={milliseconds(last?.responseTimeMs ?? null)}
			about={
				isNew
					? `no ${isOfJob ? "run" : "check"} in 30 d`
					: times === null
						? `nothing ${isOfJob ? "timed" : "answered"} in 30 d`
						: `median ${milliseconds(times?.p50 ?? null)}, 30 d`
			}
		/>
	);
}

/** Names shown at most; the card below lists all. */
const MOST_NAMES = 3;

function NotifiesCell({ monitorId }: { monitorId: string }) {
	const canRead = useMay("alerts:read");
	const canWrite = useMay("alerts:write");
	const { data: alerts } = useQuery({ ...alertsOfMonitorQuery(monitorId), enabled: canRead });
	const className = "col-span-2 md:col-span-1";
	if (!alerts) return <GlanceCell label="Notifies" value="–" className={className} />;
	const notifying = alerts.filter(({ isEnabled }) => isEnabled);
	if (notifying.length === 0) {
		const add = (
			<Link to="/alerts/new" className="font-semibold text-accent hover:underline">
				Add an alert
			</Link>
		);
		const value = <span className="text-degraded">Nobody</span>;
		return <GlanceCell label="Notifies" value={value} about={canWrite && add} className={className} />;
	}
	const names = notifying.slice(0, MOST_NAMES).map(({ name }) => name);
	const more = notifying.length - names.length;
	const channels = [...new Set(notifying.map(({ channel }) => channelName(channel.type)))];
	const silent = notifying.filter(({ channelProblem }) => channelProblem !== null);
	return (
		<GlanceCell
			label="Notifies"
			value={
				<span className="words line-clamp-2 text-lead">
					{listed(more > 0 ? [...names, counted(more, "other")] : names)}
				</span>
			}
			about={
				<span className="words">
					by {listed(channels)}
					{silent.length > 0 && (
						<span className="block font-semibold text-degraded" title={silent[0]?.channelProblem ?? ""}>
							{listed(silent.slice(0, MOST_NAMES).map(({ name }) => name))} can send nothing
						</span>
					)}
				</span>
			}
			className={className}
		/>
	);
}
