/**
 * The last minutes as bars: one path for each kind of mark, a dashed line for each run of it, so that forty rows of
 * sixty minutes are some hundred short paths. Up is pale, failures are saturated, a missed minute is hatched.
 */

import { memo } from "react";
import { MINUTES_SHOWN } from "../api/board.ts";
import { counted } from "../format/words.ts";

const BAR = 4;
const BAR_WIDTH = 3;
const HEIGHT = 18;
const DASHES = `${BAR_WIDTH} ${BAR - BAR_WIDTH}`;

const STROKES = {
	u: "stroke-up-calm",
	g: "stroke-degraded-shape",
	d: "stroke-down",
	w: "stroke-maintenance-calm",
	m: "stroke-paused",
} as const;
type Mark = keyof typeof STROKES;

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
			{(Object.keys(STROKES) as Mark[]).map(
				(mark) =>
					paths[mark] !== "" && (
						<path
							key={mark}
							d={paths[mark]}
							className={STROKES[mark]}
							strokeWidth={mark === "m" ? 1 : HEIGHT}
							strokeDasharray={mark === "m" ? undefined : DASHES}
						/>
					),
			)}
		</svg>
	);
});

function pathsOf(recent: string): Record<Mark, string> {
	const paths: Record<Mark, string> = { u: "", g: "", d: "", w: "", m: "" };
	const start = MINUTES_SHOWN - recent.length;
	for (let index = 0; index < recent.length; ) {
		const mark = recent.charAt(index) as Mark;
		let end = index + 1;
		// A dashed line for a run of equal marks: each dash is a minute.
		while (mark !== "m" && end < recent.length && recent.charAt(end) === mark) end++;
		const x = (start + index) * BAR;
		if (mark === "m") paths.m += hatch(x);
		else if (mark in paths) paths[mark] += `M${x} ${HEIGHT / 2}h${(end - index) * BAR - 1}`;
		index = end;
	}
	return paths;
}

/** Three short strokes: a hatch that stays visible at three pixels. */
function hatch(x: number): string {
	return [4, 9, 14].map((y) => `M${x} ${y + 2}l${BAR_WIDTH}-4`).join("");
}

/** `Last 60 minutes: 3 down, 1 degraded` */
function stripText(recent: string): string {
	const count = (mark: string) => recent.split(mark).length - 1;
	const amounts = [
		[count("d"), "down"],
		[count("g"), "degraded"],
		[count("m"), "missed"],
		[count("w"), "in maintenance"],
	] as const;
	const words = amounts.filter(([amount]) => amount > 0).map(([amount, word]) => `${amount} ${word}`);
	if (words.length === 0) return recent.includes("u") ? "Last 60 minutes: nothing wrong" : "Last 60 minutes: no checks";
	return `Last 60 minutes: ${words.join(", ")} of ${counted(recent.length, "minute")}`;
}
