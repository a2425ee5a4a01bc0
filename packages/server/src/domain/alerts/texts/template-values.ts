/** What the fields of a template stand for, in one message. */

import { DAY_MS } from "../../durations.ts";
import { duration, instantIn, isoOf } from "../../time-text.ts";
import { endsProblem } from "../alert.ts";
import type { WANTED_EVENTS } from "../alert-rules.ts";
import { BARE_FACTS, type Message, type Notice, outageMs } from "../notice.ts";
import type { TemplateValues } from "./template.ts";
import { furtherDetailsOf, leadOf, placeOf, titleOf } from "./words.ts";

const SEVERITIES = {
	down: "critical",
	degraded: "warning",
	blind: "warning",
	up: "resolved",
	checked_again: "resolved",
} as const;

/** Of one notice of the message. */
export function noticeValues(notice: Notice, message: Message, link: string | null): TemplateValues {
	const timeZone = message.alert.texts?.timeZone ?? "UTC";
	const at = (ms: number | null) => (ms === null ? "" : instantIn(ms, timeZone));
	const lasted = outageMs(notice);
	const clock = { timeZone, now: message.createdAt };
	const details = furtherDetailsOf(notice, clock).map(({ label, value }) => `${label}: ${value}`);
	return {
		title: titleOf(notice),
		text: [...leadOf(notice, clock), ...details].join("\n"),
		event: notice.event,
		severity: SEVERITIES[notice.event],
		"monitor.id": notice.monitor.id,
		"monitor.name": notice.monitor.name,
		"monitor.url": notice.monitor.target,
		reason: notice.reason ?? "",
		phase: notice.phase ?? "",
		error: notice.error ?? "",
		since: at(notice.since),
		sinceIso: notice.since === null ? "" : isoOf(notice.since),
		checkedAt: at(notice.checkedAt),
		checkedAtIso: isoOf(notice.checkedAt),
		checkedFrom: placeOf(notice) ?? "",
		lastGood: endsProblem(notice.event) ? "" : at(notice.lastUpAt),
		lasted: lasted === null ? "" : duration(lasted),
		reminder: notice.isReminder ? "still" : "",
		consequences: notice.consequences === undefined ? "" : String(notice.consequences.count),
		link: link ?? "",
		"alert.id": message.alert.id,
		"alert.name": message.alert.name,
		"message.id": message.id,
		count: String(Math.max(1, message.notices.length + (message.others?.length ?? 0))),
	};
}

const CERTIFICATE_LASTS_MS = 13 * DAY_MS;

/** A notice as a test and a preview show it: nothing of it happened. @param about of a preview. Default: down */
export function exampleNotice(now: number, about: (typeof WANTED_EVENTS)[number] = "down"): Notice {
	const event = about === "certificate" || about === "regional" ? "degraded" : about;
	const ends = endsProblem(event) ? { reason: null, phase: null, error: null, lastUpAt: null } : {};
	return {
		id: "evt_00000000000000000000000000",
		event,
		cause: event === "blind" ? "misses" : "check",
		isReminder: false,
		monitor: { id: "mon_00000000000000000000000000", name: "Shop", target: "https://shop.example/" },
		since: now - 60_000,
		checkedAt: now - 45_000,
		reason: "timeout",
		phase: "first_byte",
		error: "No complete response within 10 s.",
		lastUpAt: now - 120_000,
		location: null,
		machine: "monitor-1",
		attempts: 2,
		certificate: null,
		...ends,
		...(about === "regional" && { cause: about, machine: null, regional: { location: "frankfurt", isOver: false } }),
		...(about === "certificate" && {
			...BARE_FACTS,
			cause: about,
			since: null,
			certificate: {
				expiresAt: now + CERTIFICATE_LASTS_MS,
				issuer: "Let's Encrypt",
				fingerprint: "0".repeat(64),
				withinDays: 14,
			},
		}),
	};
}
