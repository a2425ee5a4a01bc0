/**
 * What messages say, in plain words and in one place; the channels put them into their own forms. Nothing here is
 * escaped: each channel does that for its format, with what a stranger may have written (names, errors, addresses) as
 * literal text.
 */

import { endsProblem } from "../domain/alerts/alert.ts";
import { type Message, type Notice, outageMs } from "../domain/alerts/notice.ts";
import type { Phase } from "../domain/checks/observation.ts";
import type { Reason } from "../domain/checks/reason.ts";
import type { LocationHint } from "../domain/monitors/monitor.ts";
import { duration, instant } from "../domain/time-text.ts";

export interface Detail {
	readonly label: string;
	readonly value: string;
}

/** Room for names and addresses in a message; what is longer ends in an ellipsis. */
const MAX_NAME = 120;
const MAX_TARGET = 200;

/** One line on the whole message. */
export function headline(message: Message): string {
	const [first, ...others] = message.notices;
	if (first === undefined) return `Test: the alert ${shortened(message.alert.name, MAX_NAME)} reaches you`;
	if (others.length === 0) return titleOf(first);
	const all = [...message.notices, ...(message.others ?? [])];
	const counts = Map.groupBy(all, kindOf);
	const parts = KINDS.flatMap((kind) => {
		const { length } = counts.get(kind) ?? [];
		return length === 0 ? [] : [`${length} ${kind}`];
	});
	return `${all.length} monitors changed: ${parts.join(", ")}`;
}

/** What a message on many counts, the worst first. */
const KINDS = [
	"down",
	"degraded",
	"that can't be checked",
	"with a certificate that expires soon",
	"up again",
	"checked again",
] as const;

/** A certificate warning is a `degraded` event, but its monitor is not degraded. */
function kindOf({ event, cause }: Pick<Notice, "event" | "cause">): (typeof KINDS)[number] {
	if (cause === "certificate") return "with a certificate that expires soon";
	return KIND_OF_EVENT[event];
}

const KIND_OF_EVENT: Readonly<Record<Notice["event"], (typeof KINDS)[number]>> = {
	down: "down",
	degraded: "degraded",
	up: "up again",
	blind: "that can't be checked",
	checked_again: "checked again",
};

/** The text of a test, below its headline. */
export const TEST_TEXT = "This is a test. Nothing is wrong.";

/** One line on one notice. */
export function titleOf(notice: Notice): string {
	if (notice.cause === "cut_off") return cutOffTitle(notice);
	const name = shortened(notice.monitor.name, MAX_NAME);
	if (notice.certificate !== null) {
		return `The certificate of ${name} expires within ${days(notice.certificate.withinDays)}`;
	}
	const lasted = outageMs(notice);
	const after = lasted === null ? "" : ` after ${duration(lasted)}`;
	if (notice.event === "up") return `${name} is up again${after}`;
	if (notice.event === "blind") return `${name} can't be checked`;
	if (notice.event === "checked_again") return `${name} is checked again${after}`;
	const still = notice.isReminder ? "still " : "";
	const ofJob = notice.reason === null ? undefined : JOB_TITLES[notice.reason];
	return ofJob === undefined ? `${name} is ${still}${notice.event}` : `${name}: the job ${ofJob(still)}`;
}

/** It is about all monitors, not about the one that it was enqueued under. */
function cutOffTitle(notice: Notice): string {
	const lasted = outageMs(notice);
	if (lasted === null) return "Lapwing's network is cut off: checks are missed";
	return `Lapwing's network is back after ${duration(lasted)}: checks are made again`;
}

/** A job is neither reachable nor unreachable. `still`: "" or "still ". */
const JOB_TITLES: Readonly<Partial<Record<Reason, (still: string) => string>>> = {
	late: (still) => `is ${still}late`,
	unfinished: (still) => `has ${still}not ended`,
	job_failed: (still) => (still === "" ? "failed" : "has failed and not recovered"),
	overran: (still) => (still === "" ? "took too long" : "has taken too long and not recovered"),
};

/** What there is to know of one notice, the most urgent first. */
export function detailsOf(notice: Notice): Detail[] {
	const { since, checkedAt, phase, error, lastUpAt, certificate, monitor } = notice;
	const place = placeOf(notice);
	const lasted = outageMs(notice);
	const details: (Detail | null)[] = [
		error === null ? null : { label: notice.event === "blind" ? "Reason" : "Error", value: error },
		phase === null ? null : { label: "Phase", value: PHASE_WORDS[phase] },
		certificate === null ? null : { label: "Expires", value: instant(certificate.expiresAt) },
		certificate?.issuer ? { label: "Issuer", value: shortened(certificate.issuer, MAX_NAME) } : null,
		since === null ? null : { label: SINCE_LABELS[notice.event], value: instant(since) },
		endsProblem(notice.event) ? { label: "Recovered", value: instant(checkedAt) } : null,
		lasted === null ? null : { label: "Lasted", value: duration(lasted) },
		place === null ? null : { label: "Checked from", value: place },
		lastUpAt === null || endsProblem(notice.event) ? null : { label: "Last good check", value: instant(lastUpAt) },
		notice.cause === "cut_off" ? null : { label: "Target", value: shortened(monitor.target, MAX_TARGET) },
	];
	return details.filter((detail) => detail !== null);
}

/** Where the check was made, as far as that is known. */
function placeOf({ location, machine }: Notice): string | null {
	const parts = [
		...(location === null ? [] : [`${LOCATION_WORDS[location]} (${location})`]),
		...(machine === null ? [] : [shortened(machine, MAX_NAME)]),
	];
	return parts.length === 0 ? null : parts.join(", ");
}

const SINCE_LABELS: Readonly<Record<Notice["event"], string>> = {
	down: "Since",
	degraded: "Since",
	up: "Failing since",
	blind: "Not checked since",
	checked_again: "Not checked since",
};

/** One line on one of several notices. */
export function lineOf(notice: Notice): string {
	const since = notice.since === null || endsProblem(notice.event) ? "" : ` since ${instant(notice.since)}`;
	return `${titleOf(notice)}${since}${notice.error === null ? "" : `: ${notice.error}`}`;
}

/**
 * As many of `lines` as fit into `room` characters, and how many were left out.
 *
 * @param unlisted how many more there are, of which there is no line
 */
export function linesWithin(lines: readonly string[], room: number, unlisted = 0): string[] {
	const kept: string[] = [];
	let used = 0;
	for (const [index, line] of lines.entries()) {
		const left = lines.length - index + unlisted;
		const notice = `… and ${left} more`;
		used += line.length + 1;
		const fits = left === 1 ? used <= room : used + notice.length + 4 <= room;
		if (!fits) return [...kept, notice];
		kept.push(line);
	}
	return unlisted === 0 ? kept : [...kept, `… and ${unlisted} more`];
}

/** Which of the events the message is about, the worst first; null for a test. */
export function mostSevereOf(message: Message): Notice["event"] | null {
	for (const event of ["down", "degraded", "blind", "up", "checked_again"] as const) {
		const isOf = (notice: Pick<Notice, "event">) => notice.event === event;
		if (message.notices.some(isOf) || message.others?.some(isOf)) return event;
	}
	return null;
}

export function shortened(text: string, length: number): string {
	const line = text.replace(/[\s\p{Cc}]+/gu, " ");
	// By code points, so that no pair is torn.
	const characters = [...line];
	return characters.length <= length ? line : `${characters.slice(0, length - 1).join("")}…`;
}

function days(count: number): string {
	return count === 1 ? "a day" : `${count} days`;
}

const PHASE_WORDS: Readonly<Record<Phase, string>> = {
	dns: "name resolution (dns)",
	connect: "connecting (connect)",
	tls: "TLS handshake (tls)",
	first_byte: "waiting for the response (first_byte)",
	transfer: "reading the response (transfer)",
};

const LOCATION_WORDS: Readonly<Record<LocationHint, string>> = {
	wnam: "Western North America",
	enam: "Eastern North America",
	sam: "South America",
	weur: "Western Europe",
	eeur: "Eastern Europe",
	apac: "Asia-Pacific",
	oc: "Oceania",
	afr: "Africa",
	me: "Middle East",
};
