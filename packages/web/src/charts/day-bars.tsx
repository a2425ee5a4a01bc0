/**
 * One bar per day. Its colour and its height show the day's status; the day at the pointer, or reached with the arrow
 * keys, is also described in text.
 */

import { useState } from "react";
import type { SeriesPoint } from "../api/history.ts";
import { utcDayText } from "../format/instant.ts";
import { uptimeText } from "../format/uptime.ts";
import { counted } from "../format/words.ts";
import { useNow } from "../ui/clock.tsx";
import { KeyPointing } from "./key-pointing.tsx";

export type DayState = "up" | "degraded" | "down" | "nothing";

/** As the reports have it: all successful, at least half, fewer. */
export function dayState({ uptimePercent, checks }: Pick<SeriesPoint, "uptimePercent" | "checks">): DayState {
	if (uptimePercent === null || checks === 0) return "nothing";
	if (uptimePercent >= 100) return "up";
	return uptimePercent >= 50 ? "degraded" : "down";
}

/** In the chart's own units: 40 high. Trouble stands on a pale bar, taller the worse it is. */
function troubleHeight(uptimePercent: number): number {
	return uptimePercent < 50 ? 40 : 12 + (100 - uptimePercent) * 0.4;
}

const FILLS: Readonly<Record<DayState, string>> = {
	up: "fill-up-calm",
	degraded: "fill-degraded-shape",
	down: "fill-down",
	nothing: "fill-nothing-calm",
};

export function DayBars({ days, label }: { days: readonly SeriesPoint[]; label: string }) {
	const now = useNow();
	const [pointed, setPointed] = useState<number | null>(null);
	const first = days[0];
	const pointedDay = pointed === null ? undefined : days[pointed];
	const failing = days.filter((day) => dayState(day) === "degraded" || dayState(day) === "down");
	const shownDay = pointedDay ?? days.at(-1);
	return (
		<div>
			<KeyPointing
				label={`${label}. ${counted(failing.length, "day")} with failed checks of ${counted(days.length, "day")}.`}
				count={days.length}
				index={pointed}
				valueText={shownDay ? dayText(shownDay, now) : ""}
				onPoint={setPointed}
			>
				<svg
					viewBox={`0 0 ${Math.max(days.length * 10 - 2, 1)} 40`}
					preserveAspectRatio="none"
					aria-hidden="true"
					className="block h-9 w-full"
					onPointerMove={(event) => {
						const { left, width } = event.currentTarget.getBoundingClientRect();
						const index = Math.floor(((event.clientX - left) / width) * days.length);
						setPointed(Math.min(days.length - 1, Math.max(0, index)));
					}}
					onPointerLeave={() => setPointed(null)}
				>
					{days.map((day, index) => {
						const state = dayState(day);
						const isTrouble = state === "degraded" || state === "down";
						const height = isTrouble ? troubleHeight(day.uptimePercent ?? 0) : 0;
						return (
							<g
								key={day.at}
								opacity={pointed === null || pointed === index ? 1 : 0.55}
								className="motion-safe:transition-opacity motion-safe:duration-100"
							>
								<rect x={index * 10} width="8" height="40" className={state === "nothing" ? FILLS.nothing : FILLS.up} />
								{isTrouble && (
									<rect x={index * 10} y={40 - height} width="8" height={height} className={FILLS[state]} />
								)}
							</g>
						);
					})}
				</svg>
			</KeyPointing>
			<div className="mt-1 flex justify-between text-muted" aria-hidden="true">
				<span>{first ? utcDayText(first.at, now) : ""}</span>
				{pointedDay && <span className="text-text">{dayText(pointedDay, now)}</span>}
				<span>today</span>
			</div>
		</div>
	);
}

/** `14 Jan UTC: 99.93 %, 2 missed` */
function dayText({ at, uptimePercent, missed }: SeriesPoint, now: number): string {
	const uptime = uptimePercent === null ? "no checks" : uptimeText(uptimePercent);
	return `${utcDayText(at, now)} UTC: ${uptime}${(missed ?? 0) > 0 ? `, ${missed} missed` : ""}`;
}
