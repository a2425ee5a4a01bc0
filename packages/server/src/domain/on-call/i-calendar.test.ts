import fc from "fast-check";
import { expect, test } from "vitest";
import { type Calendar, iCalendar } from "./i-calendar.ts";

const calendar: Calendar = {
	id: "sch_1",
	name: "Core",
	now: Date.parse("2026-03-01T12:00:00Z"),
	turns: [
		{
			from: Date.parse("2026-03-02T08:00:00Z"),
			to: Date.parse("2026-03-09T08:00:00Z"),
			name: "Ada; of the \\ night, shift",
			insteadOf: null,
		},
	],
};
/** RFC 5545 §3.1, read from its octets. */
const unfolded = (written: string) =>
	Buffer.from(written)
		.toString("latin1")
		.replaceAll(/\r\n[ \t]/g, "")
		.split("\r\n");

test("a turn is an event in UTC, with its text escaped", () => {
	expect(iCalendar(calendar)).toBe(
		[
			"BEGIN:VCALENDAR",
			"VERSION:2.0",
			"PRODID:-//Lapwing//On call//EN",
			"CALSCALE:GREGORIAN",
			"METHOD:PUBLISH",
			"NAME:Core",
			"X-WR-CALNAME:Core",
			"REFRESH-INTERVAL;VALUE=DURATION:PT1H",
			"X-PUBLISHED-TTL:PT1H",
			"BEGIN:VEVENT",
			"UID:sch_1-1772438400000@lapwing",
			"DTSTAMP:20260301T120000Z",
			"DTSTART:20260302T080000Z",
			"DTEND:20260309T080000Z",
			"SUMMARY:Ada\\; of the \\\\ night\\, shift",
			"DESCRIPTION:On call: Core",
			"TRANSP:TRANSPARENT",
			"END:VEVENT",
			"END:VCALENDAR",
			"",
		].join("\r\n"),
	);
});

test("nobody's turn and a swapped one say so", () => {
	const [turn] = calendar.turns;
	if (turn === undefined) throw new Error("no turn");
	const summaryOf = (changes: object) =>
		iCalendar({ ...calendar, turns: [{ ...turn, ...changes }] }).match(/SUMMARY:(.*)\r/)?.[1];
	expect(summaryOf({ name: null })).toBe("Nobody is on call");
	expect(summaryOf({ name: "Bob", insteadOf: "Ada" })).toBe("Bob (instead of Ada)");
});

test("no line is longer than 75 octets, none is broken within a character, and unfolding gives the text back", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }), (name) => {
			const written = iCalendar({ ...calendar, name });
			for (const line of written.split("\r\n")) {
				expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
				expect(Buffer.from(line).toString()).toBe(line);
			}
			const line = unfolded(written).find((each) => each.startsWith("NAME:")) ?? "";
			const value = Buffer.from(line, "latin1").toString().slice("NAME:".length);
			const read = value.replaceAll(/\\([\\;,nN])/g, (_, character) => (/n/i.test(character) ? "\n" : character));
			expect(read).toBe(name.replaceAll(/\r\n?/g, "\n").replaceAll(/(?!\n)\p{Cc}/gu, ""));
		}),
	);
});
