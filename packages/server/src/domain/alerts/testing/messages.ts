/** Small builders of messages, with the one relevant field visible. */

import type { Message, Notice } from "../notice.ts";

export const NOON = Date.UTC(2026, 4, 1, 12);

export function aNotice(fields: Partial<Notice> = {}): Notice {
	return {
		id: "evt_01",
		event: "down",
		cause: "check",
		isReminder: false,
		monitor: { id: "mon_01", name: "Shop", target: "https://shop.example/" },
		since: NOON - 60_000,
		checkedAt: NOON,
		reason: "timeout",
		phase: "tls",
		error: "No complete response within 10 s.",
		lastUpAt: NOON - 120_000,
		location: "weur",
		machine: "checker-1",
		certificate: null,
		...fields,
	};
}

export function aMessage(...notices: Notice[]): Message {
	return { id: notices[0]?.id ?? "evt_test", alert: { id: "alt_01", name: "On call" }, notices, createdAt: NOON };
}

/** Names and errors in which every format finds something to misread. */
export const HOSTILE_TEXT = `<b>&amp;</b> *bold* _it_ ~s~ \`c\` [x](http://evil.example) @everyone <!channel> "q" 'q' {{7*7}} \\`;
