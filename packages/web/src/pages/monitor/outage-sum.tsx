/** All outages of a range in a few words. One that lasts is counted to the present, as where it stands alone. */

import type { OutageSpans } from "../../api/history.ts";
import { duration, runningDuration } from "../../format/duration.ts";
import { counted } from "../../format/words.ts";
import { useTextNow } from "../../ui/clock.tsx";

export function OutageSumText({ spans }: { spans: OutageSpans }) {
	return <>{useTextNow((now) => outageSumText(spans, now))}</>;
}

type Sum = Pick<OutageSpans, "from" | "to" | "outages" | "downSeconds" | "degradedSeconds" | "ongoing">;

/** `3 outages: 40 min down, 6 min degraded`; `no outages` */
export function outageSumText(sum: Sum, now: number): string {
	if (sum.outages === 0) return "no outages";
	const lengths = (["down", "degraded"] as const).map((status) => lengthText(sum, status, now)).filter(Boolean);
	return `${counted(sum.outages, "outage")}${lengths.length > 0 ? `: ${lengths.join(", ")}` : ""}`;
}

/** Empty where there is nothing of the status. */
function lengthText(sum: Sum, status: "down" | "degraded", now: number): string {
	const seconds = status === "down" ? sum.downSeconds : sum.degradedSeconds;
	if (sum.ongoing?.worstStatus !== status) return seconds > 0 ? `${duration(seconds * 1000)} ${status}` : "";
	const since = Math.max(Date.parse(sum.ongoing.from), Date.parse(sum.from));
	const endedSeconds = seconds - Math.round((Date.parse(sum.to) - since) / 1000);
	return `${runningDuration(endedSeconds * 1000 + now - since)} ${status}`;
}
