/** One line that explains the status: the observation, and who was notified. Since when: ./glance-card.tsx. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type CheckResult, minuteOf, outagesQuery, resultsQuery } from "../../api/history.ts";
import { UNNAMED_WINDOW, windowsQuery } from "../../api/maintenance.ts";
import type { Monitor } from "../../api/monitors.ts";
import { milliseconds } from "../../format/duration.ts";
import { locationName } from "../../format/location-name.ts";
import { capitalized, inWords, listed } from "../../format/words.ts";
import { useMay } from "../../shell/session.tsx";
import { Ago, Instant, Minute } from "../../ui/clock.tsx";
import { Notice } from "../../ui/notice.tsx";
import { STATUS_WORDS } from "../../ui/status-mark.tsx";
import { CauseText } from "./cause-text.tsx";
import { Handling } from "./handling.tsx";

export function StatusBanner({ monitor }: { monitor: Monitor }) {
	return (
		<>
			<MaintenanceBanner monitor={monitor} />
			{!monitor.enabled ? (
				<Notice className="mb-3">
					<strong>Paused.</strong> Nothing is checked and nobody is notified until it is resumed.
				</Notice>
			) : monitor.status === "down" || monitor.status === "degraded" ? (
				<TroubleBanner monitor={monitor} status={monitor.status} />
			) : null}
			{monitor.enabled && monitor.status !== "down" && monitor.regional.length > 0 && (
				<RegionalBanner regional={monitor.regional} />
			)}
		</>
	);
}

/** It is not down for that, because other locations refute it. */
function RegionalBanner({ regional }: { regional: Monitor["regional"] }) {
	return (
		<Notice tone="degraded" role="status" className="mb-3">
			<ul>
				{regional.map(({ location, since, message }) => (
					<li key={location}>
						<strong>
							Fails from {locationName(location)} since <Instant at={since} />.
						</strong>{" "}
						{message}
					</li>
				))}
			</ul>
			<p className="text-muted">Other locations refute it, so the monitor does not count as down.</p>
		</Notice>
	);
}

function TroubleBanner({ monitor, status }: { monitor: Monitor; status: "down" | "degraded" }) {
	const { data: outages } = useInfiniteQuery(outagesQuery(monitor.id));
	const { data: results, isError } = useInfiniteQuery(resultsQuery(monitor.id));
	const newest = results?.pages[0]?.items ?? [];
	const failed = newest.find(({ verdict }) => verdict === status);
	const lastGood = newest.find(({ verdict }) => verdict === "up");
	const first = outages?.pages[0]?.items[0];
	const outage = first?.to === null ? first : undefined;
	return (
		<Notice tone={status} role="status" className="mb-3">
			<p>
				<strong>{STATUS_WORDS[status]}.</strong>{" "}
				{reasonText(failed ?? outage ?? null) || (isError && "The reason could not be read.")}{" "}
				{failed && attemptsText(failed)}{" "}
				{failed && (
					<Link
						to="/monitors/$id"
						params={{ id: monitor.id }}
						search={(before: object) => ({ ...before, why: minuteOf(failed) })}
						resetScroll={false}
						className="font-semibold text-accent underline-offset-2 hover:underline"
					>
						Why?
					</Link>
				)}
			</p>
			<p className="text-muted">
				{outage && <CauseText outage={outage} />}{" "}
				{outage && !outage.consequenceOf && <NotifiedText notified={outage.notified} />}{" "}
				{lastGood && (
					<>
						Last good check <Instant at={lastGood.createdAt} />.
					</>
				)}
			</p>
			{outage && <Handling outage={outage} />}
		</Notice>
	);
}

function NotifiedText({ notified }: { notified: readonly { alertName: string; at: string }[] }): ReactNode {
	if (notified.length === 0) return "Nobody was notified.";
	return (
		<>
			Notified:{" "}
			{notified.map(({ alertName, at }, index) => (
				<span key={alertName + at}>
					{index > 0 && ", "}
					{alertName} at <Instant at={at} />
				</span>
			))}
			.
		</>
	);
}

/** The reason in a sentence: the service's own words where it has some. */
export function reasonText(seen: Pick<CheckResult, "reason" | "phase" | "message"> | null): string {
	if (seen === null) return "";
	if (seen.message) return seen.message.endsWith(".") ? seen.message : `${seen.message}.`;
	if (!seen.reason) return "";
	const sentence = capitalized(inWords(seen.reason));
	return seen.phase ? `${sentence}, in the phase ${inWords(seen.phase)}.` : `${sentence}.`;
}

function attemptsText({ attempts, location, responseTimeMs }: CheckResult): string {
	const parts = [
		responseTimeMs === null ? null : `answered after ${milliseconds(responseTimeMs)}`,
		(attempts ?? 1) > 1 ? "confirmed by a second attempt" : null,
		location ? `checked from ${location}` : null,
	].filter((part) => part !== null);
	if (parts.length === 0) return "";
	return `${capitalized(listed(parts))}.`;
}

function MaintenanceBanner({ monitor }: { monitor: Monitor }) {
	const canRead = useMay("maintenance:read");
	const { data: windows } = useQuery({ ...windowsQuery, enabled: canRead });
	const active = windows?.find(
		({ activeUntil, monitorIds }) => activeUntil !== null && (monitorIds === null || monitorIds.includes(monitor.id)),
	);
	if (!active?.activeUntil) return null;
	return (
		<Notice tone="maintenance" className="mb-3">
			<strong>
				In maintenance until <Minute at={active.activeUntil} />
				{active.name === UNNAMED_WINDOW ? "" : `: ${active.name}`}.
			</strong>{" "}
			Checks continue and count; notices are held.
		</Notice>
	);
}

/** Under the name: what is checked, how often, and when last. */
export function CheckedLine({ monitor }: { monitor: Monitor }) {
	const isOfJob = monitor.type === "cron";
	if (monitor.lastCheckedAt === null) return <>waiting for the first {isOfJob ? "report" : "check"}</>;
	return (
		<>
			{isOfJob ? "last run judged" : "checked"} <Ago at={monitor.lastCheckedAt} />
		</>
	);
}
