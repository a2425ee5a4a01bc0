/** Instants and lengths of time as messages write them. */

/** ISO 8601 in UTC, to the millisecond. */
export function isoOf(epochMs: number): string {
	return new Date(epochMs).toISOString();
}

export function isoOrNull(epochMs: number | null): string | null {
	return epochMs === null ? null : isoOf(epochMs);
}

/** "2026-11-22 02:00:00 UTC" */
export function instant(ms: number): string {
	return `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** The two largest units: "45 s", "5 min 3 s", "2 h 10 min", "3 d 4 h". */
export function duration(ms: number): string {
	const seconds = Math.round(ms / 1000);
	const parts = [
		[Math.floor(seconds / 86_400), "d"],
		[Math.floor(seconds / 3_600) % 24, "h"],
		[Math.floor(seconds / 60) % 60, "min"],
		[seconds % 60, "s"],
	] as const;
	const first = parts.findIndex(([count]) => count > 0);
	if (first < 0) return "0 s";
	return parts
		.slice(first, first + 2)
		.filter(([count]) => count > 0)
		.map(([count, unit]) => `${count} ${unit}`)
		.join(" ");
}
