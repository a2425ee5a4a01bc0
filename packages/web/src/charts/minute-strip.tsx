/**
 * The last minutes as bars: one path for each kind of mark, so that forty rows of sixty minutes are two hundred elements
 * and not thousands. Health is pale, trouble is saturated and full, a missed minute is hatched.
 */

import { memo } from "react";
import { MINUTES_SHOWN } from "../api/board.ts";
import { counted } from "../format/words.ts";

const BAR = 4;
const BAR_WIDTH = 3;
const HEIGHT = 18;

const FILLS = {
	u: "fill-up-calm",
	g: "fill-degraded",
	d: "fill-down",
	w: "fill-maintenance-calm",
	m: "fill-none stroke-paused",
} as const;
type Mark = keyof typeof FILLS;

export const MinuteStrip = memo(function MinuteStrip({ recent, className }: { recent: string; className?: string }) {
	const paths = pathsOf(recent);
	return (
		<svg
			viewBox={`0 0 ${MINUTES_SHOWN * BAR - 1} ${HEIGHT}`}
			preserveAspectRatio="none"
			role="img"
			aria-label={stripText(recent)}
			className={className}
		>
			{(Object.keys(FILLS) as Mark[]).map(
				(mark) => paths[mark] !== "" && <path key={mark} d={paths[mark]} className={FILLS[mark]} strokeWidth="1" />,
			)}
		</svg>
	);
});

function pathsOf(recent: string): Record<Mark, string> {
	const paths: Record<Mark, string> = { u: "", g: "", d: "", w: "", m: "" };
	const start = MINUTES_SHOWN - recent.length;
	for (let index = 0; index < recent.length; index++) {
		const mark = recent.charAt(index) as Mark;
		if (!(mark in paths)) continue;
		const x = (start + index) * BAR;
		// Three short strokes: a hatch that stays visible at three pixels.
		paths[mark] += mark === "m" ? hatch(x) : `M${x} 0h${BAR_WIDTH}v${HEIGHT}h-${BAR_WIDTH}z`;
	}
	return paths;
}

function hatch(x: number): string {
	return [4, 9, 14].map((y) => `M${x} ${y + 2}l${BAR_WIDTH}-4`).join("");
}

/** `Last 60 minutes: 3 down, 1 degraded` */
function stripText(recent: string): string {
	const count = (mark: string) => recent.split(mark).length - 1;
	const told = [
		[count("d"), "down"],
		[count("g"), "degraded"],
		[count("m"), "missed"],
		[count("w"), "in maintenance"],
	] as const;
	const words = told.filter(([amount]) => amount > 0).map(([amount, word]) => `${amount} ${word}`);
	if (words.length === 0) return recent.includes("u") ? "Last 60 minutes: nothing wrong" : "Last 60 minutes: no checks";
	return `Last 60 minutes: ${words.join(", ")} of ${counted(recent.length, "minute")}`;
}
