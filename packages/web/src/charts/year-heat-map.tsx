/**
 * A year as weeks of days, each in the colour of its status. Failed days also have a mark, because nothing is shown by
 * colour alone.
 */

import { type RefObject, useEffect, useRef, useState } from "react";
import { utcDayText } from "../format/instant.ts";
import { uptimeText } from "../format/uptime.ts";
import { counted } from "../format/words.ts";
import { useNow } from "../ui/clock.tsx";
import { type DayState, dayState } from "./day-bars.tsx";

/** What a day takes: as much as the card has room for, within these. */
const LEAST_CELL = 16;
const MOST_CELL = 21;
const GAP = 3;
const LABELS = 28;
const HEADER = 18;
const months = new Intl.DateTimeFormat("en", { month: "short", timeZone: "UTC" });

const FILLS: Readonly<Record<DayState, string>> = {
	up: "fill-up-calm",
	degraded: "fill-degraded-shape",
	down: "fill-down",
	nothing: "fill-nothing-calm",
};

export interface YearDay {
	/** Its first instant. */
	readonly at: string;
	readonly checks: number;
	readonly uptimePercent: number | null;
}

/** How a day counts, and what its colour says. */
interface Scale {
	readonly stateOf: (day: YearDay) => DayState;
	readonly legend: readonly (readonly [DayState, string])[];
}

/** As the reports have it. */
export const OF_ONE: Scale = {
	stateOf: dayState,
	legend: [
		["up", "nothing failed"],
		["degraded", "some checks failed"],
		["down", "more than half failed"],
		["nothing", "no checks"],
	],
};

/** Of many monitors something fails on every day: what counts is how much. */
export const OF_ALL: Scale = {
	stateOf: ({ uptimePercent, checks }) => {
		if (uptimePercent === null || checks === 0) return "nothing";
		if (uptimePercent >= 99.9) return "up";
		return uptimePercent >= 99 ? "degraded" : "down";
	},
	legend: [
		["up", "99.9 % or more"],
		["degraded", "99 % or more"],
		["down", "less than 99 %"],
		["nothing", "no checks"],
	],
};

interface Props {
	readonly days: readonly YearDay[];
	readonly scale: Scale;
	readonly label: string;
}

export function YearHeatMap({ days, scale, label }: Props) {
	const { stateOf, legend } = scale;
	const now = useNow();
	const [pointed, setPointed] = useState<YearDay | null>(null);
	const scroller = useRef<HTMLDivElement>(null);
	// If the year does not fit, its end is shown first.
	useEffect(() => {
		scroller.current?.scrollTo({ left: scroller.current.scrollWidth });
	}, []);
	const room = useWidth(scroller);
	const first = days[0];
	if (!first) return null;
	// Monday is the first day of a week.
	const lead = (new Date(first.at).getUTCDay() + 6) % 7;
	const placed = days.map((day, index) => ({
		day,
		column: Math.floor((index + lead) / 7),
		row: (index + lead) % 7,
		date: new Date(day.at),
	}));
	const columns = (placed.at(-1)?.column ?? 0) + 1;
	const cell = Math.min(MOST_CELL, Math.max(LEAST_CELL, Math.floor((room - LABELS) / columns)));
	const size = cell - GAP;
	const middle = size / 2;
	const failed = days.filter(({ uptimePercent }) => uptimePercent !== null && uptimePercent < 100).length;
	return (
		<div>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
			<div ref={scroller} role="group" aria-label={label} tabIndex={0} className="relative overflow-x-auto">
				<svg
					role="img"
					aria-label={`${label}: ${counted(failed, "day")} with failed checks of ${counted(days.length, "day")}.`}
					width={LABELS + columns * cell}
					height={HEADER + 7 * cell}
					className="block text-small"
					onPointerLeave={() => setPointed(null)}
				>
					{["Mon", "Wed", "Fri"].map((name, index) => (
						<text key={name} x="0" y={HEADER + index * 2 * cell + middle + 4} className="fill-muted text-[11px]">
							{name}
						</text>
					))}
					{placed.map(({ day, column, row, date }) => {
						const state = stateOf(day);
						const [x, y] = [LABELS + column * cell, HEADER + row * cell];
						return (
							<g key={day.at} onPointerEnter={() => setPointed(day)}>
								{date.getUTCDate() === 1 && (
									<text x={x} y="11" className="fill-muted text-[11px]">
										{months.format(date)}
									</text>
								)}
								<rect x={x} y={y} width={size} height={size} rx="2" className={FILLS[state]} />
								{state === "down" && (
									<path
										d={`M${x + middle - 2.5} ${y + middle - 2.5}l5 5m0-5l-5 5`}
										className="stroke-panel"
										strokeWidth="1.4"
									/>
								)}
								{state === "degraded" && (
									<path d={`M${x + middle - 2.5} ${y + middle}h5`} className="stroke-panel" strokeWidth="1.4" />
								)}
							</g>
						);
					})}
				</svg>
			</div>
			<div className="mt-2 flex min-h-5 flex-wrap justify-between gap-x-6 text-muted">
				<ul className="flex flex-wrap gap-x-4">
					{legend.map(([state, text]) => (
						<li key={state} className="flex items-center gap-1.5">
							<svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5">
								<rect width="10" height="10" rx="2" className={FILLS[state]} />
							</svg>
							{text}
						</li>
					))}
				</ul>
				{pointed && (
					<span className="text-text">
						{utcDayText(pointed.at, now)}:{" "}
						{pointed.uptimePercent === null ? "no checks" : uptimeText(pointed.uptimePercent)}
					</span>
				)}
			</div>
		</div>
	);
}

/** The width of an element in pixels, 0 before it is known. */
function useWidth(element: RefObject<HTMLElement | null>): number {
	const [width, setWidth] = useState(0);
	useEffect(() => {
		const measured = element.current;
		if (measured === null) return;
		const observer = new ResizeObserver(() => setWidth(measured.clientWidth));
		observer.observe(measured);
		return () => observer.disconnect();
	}, [element]);
	return width;
}
