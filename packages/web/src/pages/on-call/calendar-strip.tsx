/**
 * Who is on call in the next weeks, in the reader's time zone: a row a week, in which turns have the width of their
 * time. A day on which the clocks are set has 23 or 25 hours, and is as wide. A phone has the list alone, which screen
 * readers read everywhere.
 */

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { type Schedule, type Turn, turnsQuery } from "../../api/schedules.ts";
import { duration } from "../../format/duration.ts";
import { DAY_MS, HOUR_MS } from "../../format/durations.ts";
import { fullDayText, ownTimeZone } from "../../format/instant.ts";
import { useSignedIn } from "../../shell/session.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { IconButton } from "../../ui/buttons/icon-button.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Minute, useNow } from "../../ui/clock.tsx";
import { NotRead } from "../../ui/states.tsx";
import { midnights, weekStart } from "./schedule-draft.ts";

const WEEKS = 4;
const weekday = new Intl.DateTimeFormat("en", { weekday: "short" });

export function CalendarStrip({ schedule }: { schedule: Schedule }) {
	const now = useNow(HOUR_MS);
	const [weeksOn, setWeeksOn] = useState(0);
	const edges = midnights(weekStart(now), 7 * weeksOn, 7 * WEEKS);
	const [from = now, to = now] = [edges[0], edges.at(-1)];
	const { data: turns, error, refetch } = useQuery(turnsQuery(schedule.id, from, to));
	return (
		<Card
			title="Who, and when"
			className="mb-3"
			aside={
				<span className="flex items-center gap-1">
					{fullDayText(from)} – {fullDayText(to - 1)}
					<IconButton label="Earlier weeks" onClick={() => setWeeksOn(weeksOn - WEEKS)}>
						<ChevronLeft size={16} aria-hidden />
					</IconButton>
					{weeksOn !== 0 && <Button onClick={() => setWeeksOn(0)}>Now</Button>}
					<IconButton label="Later weeks" onClick={() => setWeeksOn(weeksOn + WEEKS)}>
						<ChevronRight size={16} aria-hidden />
					</IconButton>
				</span>
			}
		>
			{turns === undefined ? (
				<NotRead fault={error} what="The turns" onRetry={() => void refetch()} lines={WEEKS} />
			) : (
				<>
					<Gaps turns={turns} now={now} />
					<div aria-hidden="true" className="max-sm:hidden">
						{Array.from({ length: WEEKS }, (_, week) => (
							<Week key={edges[7 * week]} edges={edges.slice(7 * week, 7 * week + 8)} turns={turns} now={now} />
						))}
					</div>
					<ol className="sm:sr-only">
						{turns.map((turn) => (
							<li
								key={turn.from}
								className={classNames(
									"flex items-baseline justify-between gap-3 border-b border-line py-2 last:border-0",
									turn.person === null && "text-degraded",
								)}
							>
								<span className="font-semibold">
									<Who turn={turn} />
								</span>
								<span className="text-right text-small">
									<Edge at={turn.from} now={now} /> – <Edge at={turn.to} now={now} />
								</span>
							</li>
						))}
					</ol>
					<p className="mt-3 text-small text-muted">
						In your time zone, {ownTimeZone()}.
						{hasClockChange(edges) && " The clocks are set in these weeks: that day has 23 or 25 hours."}
					</p>
				</>
			)}
		</Card>
	);
}

/** Beside another instant the time of today would be taken for one of that day. */
function Edge({ at, now }: { at: string; now: number }) {
	return (
		<>
			{new Date(at).toDateString() === new Date(now).toDateString() && "today "}
			<Minute at={at} />
		</>
	);
}

function hasClockChange(edges: readonly number[]): boolean {
	return edges.some((edge, index) => index > 0 && edge - (edges[index - 1] ?? 0) !== DAY_MS);
}

/** How long nobody is on call in what is shown and still to come, and when first. */
function Gaps({ turns, now }: { turns: readonly Turn[]; now: number }) {
	const gaps = turns.filter(({ person, to }) => person === null && Date.parse(to) > now);
	const [first] = gaps;
	if (first === undefined) return null;
	const length = gaps.reduce((sum, { from, to }) => sum + Date.parse(to) - Math.max(Date.parse(from), now), 0);
	return (
		<p role="status" className="mb-3 font-semibold text-degraded">
			Nobody is on call for {duration(length)} of these {WEEKS} weeks, first from <Minute at={first.from} />. Steps of
			escalation then go to their alert’s own channel.
		</p>
	);
}

function Who({ turn: { person, insteadOf } }: { turn: Turn }) {
	return (
		<>
			{person === null ? "Nobody" : (person.name ?? "Someone who left")}
			{insteadOf && <span className="font-normal"> for {insteadOf.name ?? "someone who left"}</span>}
		</>
	);
}

interface WeekProps {
	/** The midnights of its days, and the one after them. */
	readonly edges: readonly number[];
	readonly turns: readonly Turn[];
	readonly now: number;
}

function Week({ edges, turns, now }: WeekProps) {
	const { user } = useSignedIn().session;
	const [from = 0, to = 0] = [edges[0], edges.at(-1)];
	const place = (instant: number) => `${(100 * (Math.min(Math.max(instant, from), to) - from)) / (to - from)}%`;
	const width = (start: number, end: number) => `${(100 * (Math.min(end, to) - Math.max(start, from))) / (to - from)}%`;
	const within = turns.filter((turn) => Date.parse(turn.from) < to && Date.parse(turn.to) > from);
	return (
		<div className="relative mb-2 h-[52px] rounded-control border border-line">
			{edges.slice(0, -1).map((edge, day) => {
				const end = edges[day + 1] ?? to;
				const isToday = edge <= now && now < end;
				return (
					<div
						key={edge}
						className={classNames(
							"absolute inset-y-0 border-l border-line pl-1.5 text-small first:border-0",
							isToday ? "font-semibold" : "text-muted",
						)}
						style={{ left: place(edge), width: width(edge, end) }}
					>
						{weekday.format(edge)} {new Date(edge).getDate()}
						{end - edge !== DAY_MS && <span> · {Math.round((end - edge) / HOUR_MS)} h</span>}
					</div>
				);
			})}
			{within.map((turn) => {
				const [start, end] = [Date.parse(turn.from), Date.parse(turn.to)];
				const isMine = turn.person?.id === user.id;
				return (
					<div
						key={turn.from}
						className={classNames(
							"absolute top-5 h-7 overflow-hidden border-r-2 border-panel px-1.5 leading-7 whitespace-nowrap text-ellipsis",
							turn.person === null
								? "border-y border-dashed border-y-degraded bg-degraded-wash font-semibold text-degraded"
								: isMine
									? "rounded-[4px] bg-accent-wash font-semibold"
									: "rounded-[4px] bg-selected",
						)}
						style={{ left: place(start), width: width(start, end) }}
					>
						<Who turn={turn} />
					</div>
				);
			})}
			{from <= now && now < to && <div className="absolute inset-y-0 w-0.5 bg-text" style={{ left: place(now) }} />}
		</div>
	);
}
