/**
 * A year as weeks of days: red where it was down, amber where it was slow, filled higher the longer. The day at the
 * pointer, clicked or reached with the arrow keys is described below.
 */

import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { DAY_MS } from "../format/durations.ts";
import { useNow } from "../ui/clock.tsx";
import { troubleText } from "./day-bars.tsx";
import { DayColumn } from "./day-column.tsx";
import { DayDetails, dayText } from "./day-details.tsx";
import { type Day, OF_ALL, type Threshold } from "./day-trouble.ts";
import { KeyPointing } from "./key-pointing.tsx";
import { usePointed } from "./use-pointed.ts";

/** What a day takes: as much as the card has room for, within these. */
const LEAST_CELL = 16;
const MOST_CELL = 21;
const GAP = 3;
const LABELS = 28;
const HEADER = 18;
const months = new Intl.DateTimeFormat("en", { month: "short", timeZone: "UTC" });

interface Props<Shown extends Day> {
	readonly days: readonly Shown[];
	readonly threshold: Threshold;
	readonly label: string;
	/** What is known of a day beside its figures. */
	readonly detailsOf: (day: Shown) => ReactNode;
}

export function YearHeatMap<Shown extends Day>({ days, threshold, label, detailsOf }: Props<Shown>) {
	const now = useNow(DAY_MS);
	const { index, isPinned, hover, pin, onBlur } = usePointed();
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
	const columnOf = (place: number) => Math.floor((place + lead) / 7);
	const columns = columnOf(days.length - 1) + 1;
	const cell = Math.min(MOST_CELL, Math.max(LEAST_CELL, Math.floor((room - LABELS) / columns)));
	const size = cell - GAP;
	const pointed = index === null ? undefined : days[index];
	const shown = pointed ?? days.at(-1);
	return (
		<div role="group" aria-label={label} onBlur={onBlur}>
			<div className="relative">
				<div ref={scroller} className="overflow-x-auto">
					<KeyPointing
						label={`${label}. ${troubleText(days, threshold)}`}
						count={days.length}
						index={index}
						valueText={shown ? dayText(shown, now) : ""}
						onPoint={pin}
						className="w-max outline-offset-[-2px]"
					>
						<svg
							aria-hidden="true"
							width={LABELS + columns * cell}
							height={HEADER + 7 * cell}
							className="block text-small"
							onPointerOver={(event) => hover(placeOf(event))}
							onPointerLeave={() => hover(null)}
							onClick={(event) => pin(placeOf(event))}
						>
							{["Mon", "Wed", "Fri"].map((name, line) => (
								<text key={name} x="0" y={HEADER + line * 2 * cell + size / 2 + 4} className="fill-muted text-[11px]">
									{name}
								</text>
							))}
							{days.map((day, place) => {
								const date = new Date(day.at);
								const [x, y] = [LABELS + columnOf(place) * cell, HEADER + ((place + lead) % 7) * cell];
								return (
									<g key={day.at} data-place={place}>
										{date.getUTCDate() === 1 && (
											<text x={x} y="11" className="fill-muted text-[11px]">
												{months.format(date)}
											</text>
										)}
										<DayColumn checks={day} threshold={threshold} x={x} y={y} width={size} height={size} radius={2} />
										{place === index && (
											<rect
												x={x - 1}
												y={y - 1}
												width={size + 2}
												height={size + 2}
												rx="3"
												className="fill-none stroke-text"
											/>
										)}
									</g>
								);
							})}
						</svg>
					</KeyPointing>
				</div>
				{pointed && index !== null && (
					<DayDetails
						day={pointed}
						left={`${LABELS + (columnOf(index) + 0.5) * cell - (scroller.current?.scrollLeft ?? 0)}px`}
						isPinned={isPinned}
					>
						{detailsOf(pointed)}
					</DayDetails>
				)}
			</div>
			<Legend threshold={threshold} />
		</div>
	);
}

/** Of the day that an event is at; null between days. */
function placeOf({ target }: MouseEvent): number | null {
	const place = target instanceof Element && target.closest("[data-place]")?.getAttribute("data-place");
	return place ? Number(place) : null;
}

const WHOLE = { checks: 1, degradedChecks: 0, downChecks: 0 };

function Legend({ threshold }: { threshold: Threshold }) {
	const least = threshold === OF_ALL ? `more than ${OF_ALL.leastShare * 100} % of checks ` : "";
	const items = [
		[{ ...WHOLE, downChecks: 1 }, `${least}down`],
		[{ ...WHOLE, degradedChecks: 1 }, `${least}slow`],
		[WHOLE, least === "" ? "all up in time" : "less than that"],
		[{ ...WHOLE, checks: 0 }, "no checks"],
	] as const;
	return (
		<ul className="mt-2 flex min-h-5 flex-wrap gap-x-4 text-muted">
			{items.map(([checks, text]) => (
				<li key={text} className="flex items-center gap-1.5">
					<svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5">
						<DayColumn checks={checks} threshold={threshold} x={0} y={0} width={10} height={10} radius={2} />
					</svg>
					{text}
				</li>
			))}
			<li>the higher, the longer</li>
		</ul>
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
