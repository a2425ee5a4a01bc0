/** All outages of a range in a few words. */

import type { OutageSpans } from "../../api/history.ts";
import { duration } from "../../format/duration.ts";
import { counted } from "../../format/words.ts";

/** `3 outages: 40 min down, 6 min degraded`; `no outages` */
export function outageSumText({
	outages,
	downSeconds,
	degradedSeconds,
}: Pick<OutageSpans, "outages" | "downSeconds" | "degradedSeconds">): string {
	if (outages === 0) return "no outages";
	const parts = [
		[downSeconds, "down"],
		[degradedSeconds, "degraded"],
	] as const;
	const lengths = parts
		.filter(([seconds]) => seconds > 0)
		.map(([seconds, word]) => `${duration(seconds * 1000)} ${word}`);
	return `${counted(outages, "outage")}${lengths.length > 0 ? `: ${lengths.join(", ")}` : ""}`;
}
