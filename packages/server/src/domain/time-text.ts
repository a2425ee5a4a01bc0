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

/**
 * The same in a time zone, which it names: "2026-11-22 03:00:00 GMT+1".
 *
 * @param timeZone of the IANA database; "UTC" is written as {@link instant} does
 */
export function instantIn(ms: number, timeZone: string): string {
	if (timeZone === "UTC") return instant(ms);
	const { day, time, zone } = partsIn(ms, timeZone);
	return `${day} ${time} ${zone}`;
}

/** Without the date where that is the date of `now`: "03:00:00 GMT+1". */
export function timeOfDayIn(ms: number, timeZone: string, now: number): string {
	const whole = instantIn(ms, timeZone);
	const [day] = instantIn(now, timeZone).split(" ");
	return whole.startsWith(`${day} `) ? whole.slice(11) : whole;
}

/** At most one for each zone of the database, about 600. */
const formats = new Map<string, Intl.DateTimeFormat>();

function partsIn(ms: number, timeZone: string) {
	let format = formats.get(timeZone);
	if (format === undefined) {
		format = new Intl.DateTimeFormat("en-GB", {
			timeZone,
			...{ year: "numeric", month: "2-digit", day: "2-digit" },
			...{ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23", timeZoneName: "shortOffset" },
		});
		formats.set(timeZone, format);
	}
	const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
	return {
		day: `${part["year"]}-${part["month"]}-${part["day"]}`,
		time: `${part["hour"]}:${part["minute"]}:${part["second"]}`,
		zone: part["timeZoneName"],
	};
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
