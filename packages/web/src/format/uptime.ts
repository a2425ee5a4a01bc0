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

/** Successful ÷ all over many parts; null where there were no checks. */
export function uptimeOf(parts: readonly { checks: number; successfulChecks: number }[]): number | null {
	let checks = 0;
	let successful = 0;
	for (const part of parts) {
		checks += part.checks;
		successful += part.successfulChecks;
	}
	return checks === 0 ? null : (successful / checks) * 100;
}
