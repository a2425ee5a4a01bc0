/** Uptime in per cent, as people read it. */

/** From this value on, a third decimal is shown. */
const NEARLY_ALL = 99.9;

/**
 * `99.982 %`: two decimals, three from 99.9 on, truncated, not rounded, so that 100 % means that nothing failed. A dash
 * without data.
 */
export function uptimeText(percent: number | null): string {
	if (percent === null) return "–";
	if (percent >= 100) return "100 %";
	const decimals = percent >= NEARLY_ALL ? 3 : 2;
	return `${cut(percent, decimals)} %`;
}

function cut(value: number, decimals: number): string {
	const factor = 10 ** decimals;
	// 99.99 × 100 is 9998.999… in binary: a small correction below the last shown decimal fixes that without rounding up.
	const whole = Math.floor(value * factor + 1e-6);
	return (whole / factor).toFixed(decimals);
}

/** The two figures that stand wherever uptime stands, in per cent; null without checks. */
export interface Figures {
	/** Answered as expected, in time or not. */
	readonly available: number | null;
	/** Answered as expected, and in time. */
	readonly fastEnough: number | null;
}

/** Checks with a verdict, and those of them that were not up. */
export interface Checks {
	readonly checks: number;
	readonly degradedChecks: number;
	readonly downChecks: number;
}

/** Of many parts together. */
export function figuresOf(parts: readonly Checks[]): Figures {
	let [checks, degraded, down] = [0, 0, 0];
	for (const part of parts) {
		checks += part.checks;
		degraded += part.degradedChecks;
		down += part.downChecks;
	}
	const percent = (part: number) => (checks === 0 ? null : (part / checks) * 100);
	return { available: percent(checks - down), fastEnough: percent(checks - down - degraded) };
}

/** `99.98 % available, 97.12 % fast enough`; `no checks` */
export function figuresText({ available, fastEnough }: Figures): string {
	if (available === null) return "no checks";
	return `${uptimeText(available)} available, ${uptimeText(fastEnough)} fast enough`;
}
