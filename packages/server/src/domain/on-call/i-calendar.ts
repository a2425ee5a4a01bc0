/**
 * The turns of a schedule as an iCalendar object (RFC 5545), to which calendar programs subscribe. Instants are in UTC,
 * so it needs no definition of time zones.
 */

import type { Turn } from "./turns.ts";

/** One event each; those in which nobody is on call are events too, because somebody should see them. */
interface CalendarTurn extends Pick<Turn, "from" | "to"> {
	/** Null: nobody. */
	readonly name: string | null;
	/** Null without an override. */
	readonly insteadOf: string | null;
}

export interface Calendar {
	/** `sch_…` */
	readonly id: string;
	readonly name: string;
	readonly turns: readonly CalendarTurn[];
	/** When it was read, epoch milliseconds. */
	readonly now: number;
}

/** RFC 5545 §3.1: lines of at most 75 octets, each ended by CRLF. */
export function iCalendar({ id, name, turns, now }: Calendar): string {
	const lines = [
		"BEGIN:VCALENDAR",
		"VERSION:2.0",
		"PRODID:-//Lapwing//On call//EN",
		"CALSCALE:GREGORIAN",
		"METHOD:PUBLISH",
		// RFC 7986 §5.1 and §5.7, and what programs read that are older than it.
		`NAME:${text(name)}`,
		`X-WR-CALNAME:${text(name)}`,
		"REFRESH-INTERVAL;VALUE=DURATION:PT1H",
		"X-PUBLISHED-TTL:PT1H",
		...turns.flatMap((turn) => [
			"BEGIN:VEVENT",
			// A turn keeps its id while its beginning stays, so that a swap changes the event and adds none.
			`UID:${id}-${turn.from}@lapwing`,
			`DTSTAMP:${utc(now)}`,
			`DTSTART:${utc(turn.from)}`,
			`DTEND:${utc(turn.to)}`,
			`SUMMARY:${text(summary(turn))}`,
			`DESCRIPTION:${text(`On call: ${name}`)}`,
			// RFC 5545 §3.8.2.7: it does not make the subscriber busy.
			"TRANSP:TRANSPARENT",
			"END:VEVENT",
		]),
		"END:VCALENDAR",
	];
	return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function summary({ name, insteadOf }: CalendarTurn): string {
	if (name === null) return "Nobody is on call";
	return insteadOf === null ? name : `${name} (instead of ${insteadOf})`;
}

/** RFC 5545 §3.3.5, form 2: `YYYYMMDDTHHMMSSZ`. */
function utc(instant: number): string {
	return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

/** RFC 5545 §3.3.11. Control characters have no escape, and names hold none. */
function text(value: string): string {
	return value
		.replaceAll(/\r\n?/g, "\n")
		.replaceAll(/[\\;,]/g, "\\$&")
		.replaceAll("\n", "\\n")
		.replaceAll(/[\p{Cc}]/gu, "");
}

const MAX_OCTETS = 75;
const encoder = new TextEncoder();

/** RFC 5545 §3.1. Never within a character: a reader that unfolds after decoding would lose it. */
function folded(line: string): string {
	let octets = 0;
	let result = "";
	for (const character of line) {
		const size = encoder.encode(character).length;
		if (octets + size > MAX_OCTETS) {
			result += "\r\n ";
			octets = 1;
		}
		result += character;
		octets += size;
	}
	return result;
}
