/** Local dates and times of an IANA time zone as instants. */

import { z } from "zod";

/**
 * The instant of a local time, epoch milliseconds. Of one that the clocks skip, the instant at which they are set
 * forward; of one that occurs twice, the first. So a later local time is never an earlier instant.
 */
export function instantOfLocal(local: Temporal.PlainDateTime, timeZone: string): number {
	const found = local.toZonedDateTime(timeZone, { disambiguation: "compatible" });
	if (found.toPlainDateTime().equals(local)) return found.epochMilliseconds;
	return found.getTimeZoneTransition("previous")?.epochMilliseconds ?? found.epochMilliseconds;
}

const TIME_ZONE = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/** Whether it is a name of the IANA database that this machine knows. */
export function isTimeZone(timeZone: string): boolean {
	// Offsets such as +01:00 are refused because they have no daylight saving time.
	if (!TIME_ZONE.test(timeZone)) return false;
	try {
		new Intl.DateTimeFormat("en", { timeZone });
		return true;
	} catch {
		return false;
	}
}

/** Why a text is no time zone, for whoever wrote it. */
export const TIME_ZONE_PROBLEM = "Must be a name of the IANA database: Europe/Berlin, America/New_York, UTC.";

/** What the document says of it; which names there are is known to whoever has the database. */
export const TIME_ZONE_SCHEMA = { format: "time-zone", pattern: TIME_ZONE.source, maxLength: 64 };

export const timeZoneField = z.string().refine(isTimeZone, TIME_ZONE_PROBLEM).meta(TIME_ZONE_SCHEMA);
