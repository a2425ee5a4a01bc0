/** Uptime in per cent, as people read it. */

/** Below this the fraction says more than the rule of two decimals shows. */
const NEARLY_ALL = 99.9;

/**
 * `99.982 %`: two decimals, three from 99.9 on, cut rather than rounded, so that 100 % is said only where nothing failed.
 * A dash where nothing is known.
 */
export function uptimeText(percent: number | null): string {
	if (percent === null) return "–";
	if (percent >= 100) return "100 %";
	const decimals = percent >= NEARLY_ALL ? 3 : 2;
	return `${cut(percent, decimals)} %`;
}

function cut(value: number, decimals: number): string {
	const factor = 10 ** decimals;
	// 99.99 × 100 is 9998.999… in binary: a nudge below the last decimal shown brings it back, and never up to the next.
	const whole = Math.floor(value * factor + 1e-6);
	return (whole / factor).toFixed(decimals);
}

/** Successful ÷ all of many parts, each weighted by its checks; null where there were none. */
export function uptimeOf(parts: readonly { uptimePercent: number | null; checks: number }[]): number | null {
	let checks = 0;
	let successful = 0;
	for (const part of parts) {
		if (part.uptimePercent === null) continue;
		checks += part.checks;
		successful += (part.uptimePercent / 100) * part.checks;
	}
	if (checks === 0) return null;
	// Sums of products miss 100 by rounding; a lost check is at least 1 in 10⁸ of them.
	return successful >= checks - 1e-6 ? 100 : (successful / checks) * 100;
}
