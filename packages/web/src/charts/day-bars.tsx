/**
 * One bar a day: red where it was down, amber where it was slow, taller the longer. The day at the pointer, clicked or
 * reached with the arrow keys is described below, with its outages.
 */

import type { MouseEvent, ReactNode } from "react";
import { DAY_MS } from "../format/durations.ts";
import { utcDayText } from "../format/instant.ts";
import { counted } from "../format/words.ts";
import { useNow } from "../ui/clock.tsx";
import { DayColumn } from "./day-column.tsx";
import { DayDetails, dayText } from "./day-details.tsx";
import { type Day, OF_ONE, troubleOf } from "./day-trouble.ts";
import { KeyPointing } from "./key-pointing.tsx";
import { usePointed } from "./use-pointed.ts";

interface Props<Shown extends Day> {
	readonly days: readonly Shown[];
	readonly label: string;
	/** What is known of a day beside its figures. */
	readonly detailsOf?: (day: Shown) => ReactNode;
}

/** A bar and the gap after it, in the chart's own units. */
const PITCH = 10;
const WIDTH = 8;
const HEIGHT = 40;

export function DayBars<Shown extends Day>({ days, label, detailsOf }: Props<Shown>) {
	const now = useNow(DAY_MS);
	const { index, isPinned, hover, pin, onBlur } = usePointed();
	const first = days[0];
	const pointed = index === null ? undefined : days[index];
	const shown = pointed ?? days.at(-1);
	const indexAt = (event: MouseEvent) => {
		const { left, width } = event.currentTarget.getBoundingClientRect();
		return Math.min(days.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * days.length)));
	};
	return (
		<div role="group" aria-label={label} className="relative" onBlur={onBlur}>
			<KeyPointing
				label={`${label}. ${troubleText(days)}`}
				count={days.length}
				index={index}
				valueText={shown ? dayText(shown, now) : ""}
				onPoint={pin}
			>
				<svg
					viewBox={`0 0 ${Math.max(days.length * PITCH - (PITCH - WIDTH), 1)} ${HEIGHT}`}
					preserveAspectRatio="none"
					aria-hidden="true"
					className="block h-9 w-full"
					onPointerMove={(event) => hover(indexAt(event))}
					onPointerLeave={() => hover(null)}
					onClick={(event) => pin(indexAt(event))}
				>
					{days.map((day, place) => (
						<g
							key={day.at}
							opacity={index === null || index === place ? 1 : 0.55}
							className="motion-safe:transition-opacity motion-safe:duration-100"
						>
							<DayColumn checks={day} threshold={OF_ONE} x={place * PITCH} y={0} width={WIDTH} height={HEIGHT} />
						</g>
					))}
				</svg>
			</KeyPointing>
			<div className="mt-1 flex justify-between text-muted" aria-hidden="true">
				<span>{first ? utcDayText(first.at, now) : ""}</span>
				<span>today</span>
			</div>
			{pointed && index !== null && (
				<DayDetails day={pointed} left={`${((index + 0.5) / days.length) * 100}%`} isPinned={isPinned}>
					{detailsOf?.(pointed)}
				</DayDetails>
			)}
		</div>
	);
}

/** `2 days with outages and 1 day slow alone, of 90 days.` */
export function troubleText(days: readonly Day[], threshold = OF_ONE): string {
	const count = (wanted: string) => days.filter((day) => troubleOf(day, threshold).state === wanted).length;
	return `${counted(count("down"), "day")} with outages and ${counted(count("degraded"), "day")} slow alone, of ${counted(days.length, "day")}.`;
}
