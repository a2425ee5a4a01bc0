/** The outages of one day of a monitor, read when the day is looked at for a moment. */

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Outage, outagesOfDayQuery } from "../api/history.ts";
import { duration } from "../format/duration.ts";
import { counted } from "../format/words.ts";
import { Instant, Lasting } from "../ui/clock.tsx";
import { StatusShape } from "../ui/status-mark.tsx";
import type { Day } from "./day-trouble.ts";

/** Moving across ninety days asks for none of those that are passed. */
const LOOKED_AT_AFTER_MS = 120;
/** Shown by one; more are counted. */
const MOST_SHOWN = 4;

export function DayOutages({ monitorId, day }: { monitorId: string; day: Day }) {
	const hasFailed = day.downChecks + day.degradedChecks > 0;
	const isLookedAt = useIsLookedAt(day.at);
	const { data, error } = useQuery({ ...outagesOfDayQuery(monitorId, day.at), enabled: hasFailed && isLookedAt });
	if (!hasFailed) return null;
	if (error) return <p className="mt-1">Its outages could not be read.</p>;
	if (!data) return <p className="mt-1 text-muted">Reading its outages …</p>;
	if (data.items.length === 0) return <p className="mt-1 text-muted">Its outages are not kept any more.</p>;
	const more = data.items.length - MOST_SHOWN;
	return (
		<div role="status" className="mt-1">
			<ul>
				{data.items.slice(0, MOST_SHOWN).map((outage) => (
					<OutageLine key={outage.from} outage={outage} />
				))}
			</ul>
			{more > 0 && (
				<p className="text-muted">
					and {counted(more, "other outage")}
					{data.next !== undefined && " or more"}
				</p>
			)}
		</div>
	);
}

function OutageLine({
	outage: { from, to, durationSeconds, worstStatus, message, duringMaintenance },
}: {
	outage: Outage;
}) {
	return (
		<li className="flex gap-2">
			<StatusShape status={worstStatus} className="mt-1.5" />
			<span className="words min-w-0">
				<span className="sr-only">{worstStatus} </span>
				<Instant at={from} />,{" "}
				<strong>
					{to === null ? (
						<>
							<Lasting since={from} />, ongoing
						</>
					) : (
						duration(durationSeconds * 1000)
					)}
				</strong>
				{message !== null && <>: {message}</>}
				{duringMaintenance && <span className="text-maintenance"> In maintenance.</span>}
			</span>
		</li>
	);
}

function useIsLookedAt(at: string): boolean {
	const [lookedAt, setLookedAt] = useState<string | null>(null);
	useEffect(() => {
		const timer = setTimeout(() => setLookedAt(at), LOOKED_AT_AFTER_MS);
		return () => clearTimeout(timer);
	}, [at]);
	return lookedAt === at;
}
