/** Durations as Go writes them, with the days, weeks and years of Prometheus. */

const SECONDS: Readonly<Record<string, number>> = {
	...{ y: 31_536_000, w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1 },
	...{ ms: 0.001, us: 1e-6, µs: 1e-6, ns: 1e-9 },
};
const PART = "(\\d+(?:\\.\\d+)?)(ms|us|µs|ns|[ywdhms])";

/** `1h30m`, `500ms`; NaN for all else. */
export function secondsOf(text: unknown): number {
	const source = String(text);
	if (!new RegExp(`^(?:${PART})+$`).test(source)) return Number.NaN;
	return [...source.matchAll(new RegExp(PART, "g"))].reduce(
		(sum, [, amount, unit = ""]) => sum + Number(amount) * (SECONDS[unit] ?? 0),
		0,
	);
}
