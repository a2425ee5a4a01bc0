/** What floats below a day of a chart: its figures, and what else is known of it. */

import type { ReactNode } from "react";
import { DAY_MS } from "../format/durations.ts";
import { utcDayText } from "../format/instant.ts";
import { figuresOf, figuresText } from "../format/uptime.ts";
import { useNow } from "../ui/clock.tsx";
import type { Day } from "./day-trouble.ts";

interface Props {
	readonly day: Day;
	/** Where the day stands: a length from the left of what holds the details. */
	readonly left: string;
	/** Whether the pointer may go into them. */
	readonly isPinned: boolean;
	readonly children: ReactNode;
}

/** Wide enough for an outage in a line or two; a phone has less, and all of its card is taken. */
const WIDTH = "22rem";

export function DayDetails({ day, left, isPinned, children }: Props) {
	const now = useNow(DAY_MS);
	return (
		<div
			className={`absolute top-full z-10 mt-1 max-w-full card p-3 text-left shadow-(--shadow) ${isPinned ? "" : "pointer-events-none"}`}
			style={{ width: WIDTH, left: `clamp(0px, calc(${left} - ${WIDTH} / 2), max(0px, calc(100% - ${WIDTH})))` }}
		>
			<p className="font-semibold">{utcDayText(day.at, now)} UTC</p>
			<p className="text-muted">{figuresText(figuresOf([day]))}</p>
			{children}
		</div>
	);
}

/** `14 Jan UTC: 97.22 % available, 95.00 % fast enough` */
export function dayText(day: Day, now: number): string {
	return `${utcDayText(day.at, now)} UTC: ${figuresText(figuresOf([day]))}`;
}
