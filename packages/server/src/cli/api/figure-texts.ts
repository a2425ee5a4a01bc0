/** Figures as tables and sentences of the command line show them; the dashboard shows them alike. */

import type { components } from "@lapwing/client";
import { SECOND_MS } from "../../domain/durations.ts";

/** From this value on, a third decimal is shown. */
const NEARLY_ALL = 99.9;
/** Below this a decimal is shown where there is one: 9.95 would be ten with it. */
const FEW_MS = 9.95;

/** `99.982 %`: cut, never rounded up, so that 100 % means that nothing failed; `-` where nothing is known. */
export function percentText(percent: number | null): string {
	if (percent === null) return "-";
	if (percent >= 100) return "100 %";
	const factor = percent >= NEARLY_ALL ? 1000 : 100;
	return `${(Math.floor(percent * factor + 1e-6) / factor).toFixed(factor === 1000 ? 3 : 2)} %`;
}

/** `142 ms`, `3.4 ms`: a decimal below 10; `< 1 ms` for what was measured and rounds to nothing; empty for nothing. */
export function millisecondsText(ms: number | null): string {
	if (ms === null) return "";
	if (ms < 0.05) return "< 1 ms";
	return `${ms < FEW_MS && !Number.isInteger(ms) ? ms.toFixed(1) : Math.round(ms)} ms`;
}

export type Seen = Pick<
	components["schemas"]["TrialResult"],
	"verdict" | "message" | "responseTimeMs" | "phases" | "location"
>;

/** `up from Frankfurt in 142 ms`; `down: The connection was refused.` */
export function seenText({ verdict, location, responseTimeMs, message }: Seen): string {
	const from = location === null ? "" : ` from ${location}`;
	const took = responseTimeMs === null ? "" : ` in ${millisecondsText(responseTimeMs)}`;
	return `${verdict}${from}${took}${message === null ? "" : `: ${message}`}`;
}

/** `connect 3.4 ms · first byte 142 ms`: the phases that were measured. */
export function phasesText(phases: Seen["phases"]): string {
	return Object.entries(phases)
		.filter(([, ms]) => ms !== null)
		.map(([phase, ms]) => `${phase.replace("_", " ")} ${millisecondsText(Number(ms))}`)
		.join(" · ");
}

/** `24 hours`, or what there is of them since `since`: `38 s`, `3 min`, `5 h`. */
export function dayText(since: number, now: number): string {
	const seconds = Math.max(1, Math.floor((now - since) / SECOND_MS));
	if (seconds < 60) return `${seconds} s`;
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return `${minutes} min`;
	const hours = Math.floor(minutes / 60);
	return hours < 24 ? `${hours} h` : "24 hours";
}
