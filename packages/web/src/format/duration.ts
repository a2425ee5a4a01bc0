/** Lengths of time, short: the two largest units at most. */

import { HOUR_MS, MINUTE_MS, SECOND_MS } from "./durations.ts";

const UNITS = [
	{ letter: "d", ms: 86_400_000 },
	{ letter: "h", ms: 3_600_000 },
	{ letter: "min", ms: 60_000 },
	{ letter: "s", ms: SECOND_MS },
] as const;

/** `6 min`, `5 h`, `34 d`: the largest unit that fits, cut. Under a second: `0 s`. */
export function roughDuration(ms: number): string {
	const unit = UNITS.find((each) => ms >= each.ms) ?? UNITS[3];
	return `${Math.max(0, Math.floor(ms / unit.ms))} ${unit.letter}`;
}

/**
 * `5 h 12 min`, `31 min`, `45 s`: the largest unit and, unless it is zero, the next. Minutes from ten on stand alone.
 */
export function duration(ms: number): string {
	const index = UNITS.findIndex((each) => ms >= each.ms);
	const unit = UNITS[index];
	if (unit === undefined) return "0 s";
	const whole = Math.floor(ms / unit.ms);
	const next = UNITS[index + 1];
	const rest = next === undefined ? 0 : Math.floor((ms - whole * unit.ms) / next.ms);
	const needsRest = rest > 0 && !(unit.letter === "min" && whole >= 10);
	return `${whole} ${unit.letter}${needsRest && next ? ` ${rest} ${next.letter}` : ""}`;
}

/** Of a current state: `36 s`, `6 min`, `5 h 12 min`. From a minute on without seconds: they change while one reads. */
export function runningDuration(ms: number): string {
	return ms < HOUR_MS ? roughDuration(ms) : duration(ms);
}

/** Below this a decimal is shown where there is one: 9.95 would be ten with it. */
const FEW_MS = 9.95;

/**
 * `3.4 ms`, `142 ms`, `5.21 s`, `51 min`: milliseconds as long as they have at most three digits, seconds up to a
 * minute. What was measured and rounds to nothing is `< 1 ms`.
 */
export function milliseconds(ms: number | null): string {
	if (ms === null) return "–";
	if (ms >= MINUTE_MS) return duration(ms);
	if (ms < 0.05) return "< 1 ms";
	if (ms < SECOND_MS) return `${ms < FEW_MS && !Number.isInteger(ms) ? ms.toFixed(1) : Math.round(ms)} ms`;
	return `${(ms / SECOND_MS).toFixed(ms < 10 * SECOND_MS ? 2 : 1)} s`;
}

/** At an axis, whose steps are round: `0`, `250 ms`, `2 s`, `1.5 s`, `5 min`. */
export function axisDuration(ms: number): string {
	if (ms === 0) return "0";
	return ms >= SECOND_MS && ms < MINUTE_MS ? `${Number((ms / SECOND_MS).toFixed(2))} s` : milliseconds(ms);
}

/** `every minute`, `every 5 min`, `every 90 s` */
export function interval(seconds: number): string {
	if (seconds === 60) return "every minute";
	if (seconds === 3600) return "every hour";
	if (seconds % 3600 === 0) return `every ${seconds / 3600} h`;
	return seconds % 60 === 0 ? `every ${seconds / 60} min` : `every ${seconds} s`;
}
