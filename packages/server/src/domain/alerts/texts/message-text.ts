/**
 * The text of a whole message: one for all channels, which put it into their own forms. Nothing here is escaped: each
 * channel does that for its format, with what a stranger may have written (names, errors, addresses, an owner's
 * template) as literal text.
 */

import { handlerText } from "../../on-call/handling.ts";
import { timeOfDayIn } from "../../time-text.ts";
import { endsProblem } from "../alert.ts";
import type { Message, Notice } from "../notice.ts";
import { render } from "./template.ts";
import { noticeValues } from "./template-values.ts";
import {
	type Clock,
	type Detail,
	detailsOf,
	escalationText,
	furtherDetailsOf,
	leadOf,
	MAX_NAME,
	placeWords,
	shortened,
	titleOf as usualTitleOf,
} from "./words.ts";

/** Where to read on about a notice, or (null) about what fails now; null when no public URL is configured. */
export type Link = (notice: Notice | null) => string | null;

export interface MessageText {
	/** One line on the whole message. */
	readonly title: string;
	/** What comes first below it: of one notice two lines, or its owner's template; of a test one. */
	readonly lead: readonly string[];
	/** Of one notice: what else is known. */
	readonly details: readonly Detail[];
	/** Of several: a line each. */
	readonly list: readonly string[];
	/** How many more there are, of which there is no line. */
	readonly unlisted: number;
	/** Where to look; null for a test. */
	readonly link: string | null;
	/** Where to say "I have it"; null where the message offers it nowhere. */
	readonly acknowledgeLink: string | null;
}

/** The links of a message, the most urgent first. */
export function linksOf({ link, acknowledgeLink }: MessageText): { readonly label: string; readonly url: string }[] {
	return [
		...(acknowledgeLink === null ? [] : [{ label: "Acknowledge", url: acknowledgeLink }]),
		...(link === null ? [] : [{ label: "Open in Lapwing", url: link }]),
	];
}

/** The text of a test, below its headline. */
export const TEST_TEXT = "This is a test. Nothing is wrong.";

/** Of the evidence that several share, in their headline. */
const MAX_SHARED_ERROR = 100;
/** A title has one line of at most so many characters, also when its template gives more. */
const MAX_TITLE = 250;
/** Lines of a template's text, of at most so many characters each: what a template can repeat has an end. */
const MAX_LEAD_LINES = 40;
const MAX_LEAD_LINE = 1_000;

export function textOf(given: Message, link: Link): MessageText {
	// Once somebody has it, "because nobody has acknowledged it" is no longer true.
	const message = given.acknowledged === undefined ? given : { ...given, notices: given.notices.map(unescalated) };
	const { notices, others = [] } = message;
	const [first, ...rest] = notices;
	const { acknowledgeLink = null } = message;
	const nothing = { lead: [], details: [], list: [], unlisted: others.length, link: null, acknowledgeLink };
	if (first === undefined) return { ...nothing, title: headline(message, link), lead: [TEST_TEXT] };
	const handled = acknowledgedLine(message);
	if (rest.length > 0) {
		const why = [...escalatedLine(message), ...handled, ...lastOfAllLine(message)];
		const list = [...why, ...notices.map((notice) => lineOf(notice, message, link))];
		return { ...nothing, title: headline(message, link), list, link: link(null) };
	}
	if (isEndOfSeveral(message)) {
		const last = `The last of them: ${titleOf(first, message, link)}`;
		return {
			...nothing,
			title: headline(message, link),
			lead: [last, ...leadOf(first, clockOf(message))],
			link: link(null),
		};
	}
	const template = message.alert.texts?.textTemplate ?? null;
	const own = template === null ? null : ownLines(render(template, noticeValues(first, message, link(first))));
	return {
		...nothing,
		title: titleOf(first, message, link),
		lead: [...handled, ...(own ?? leadOf(first, clockOf(message)))],
		details: own === null ? furtherDetailsOf(first, clockOf(message)) : [],
		link: link(first),
	};
}

function unescalated({ escalation: _, ...notice }: Notice): Notice {
	return notice;
}

/** Why several are told of now, where a step of an escalation does. */
function escalatedLine({ notices }: Message): string[] {
	const escalation = notices.find((notice) => notice.escalation !== undefined)?.escalation;
	return escalation === undefined ? [] : [`Escalation: ${escalationText(escalation)}`];
}

/** Whether the message ends a cause of which earlier ones told more monitors than this one names. */
function isEndOfSeveral({ notices, others = [], recovered = 0 }: Message): boolean {
	return recovered > notices.length + others.length;
}

function lastOfAllLine(message: Message): string[] {
	return isEndOfSeveral(message) ? ["The last of them:"] : [];
}

function acknowledgedLine(message: Message): string[] {
	const { acknowledged } = message;
	if (acknowledged === undefined) return [];
	const { timeZone, now } = clockOf(message);
	const who = shortened(handlerText(acknowledged.by), MAX_NAME);
	return [`Acknowledged: ${who}, ${timeOfDayIn(acknowledged.at, timeZone, now)}`];
}

function ownLines(text: string): string[] {
	const lines = text.trimEnd().split(/\r\n?|\n/);
	return lines.slice(0, MAX_LEAD_LINES).map((line) => shortened(line, MAX_LEAD_LINE));
}

/** How the instants of a message are written. */
function clockOf({ alert, createdAt }: Message): Clock {
	return { timeZone: alert.texts?.timeZone ?? "UTC", now: createdAt };
}

/** One line on the whole message. */
export function headline(message: Message, link: Link): string {
	const [first, ...others] = message.notices;
	if (first === undefined) return `Test: the alert ${shortened(message.alert.name, MAX_NAME)} reaches you`;
	if (message.recovered !== undefined && message.recovered > 1) return `${allOf(message.recovered)} are up again`;
	if (others.length === 0) return titleOf(first, message, link);
	const all = [...message.notices, ...(message.others ?? [])];
	const counts = Map.groupBy(all, kindOf);
	const [kind, ...kinds] = KINDS.filter((one) => counts.has(one));
	const parts = KINDS.flatMap((one) => (counts.has(one) ? [`${counts.get(one)?.length} ${one}`] : []));
	const shared = sharedBy(message, all.length === 2 ? "both" : "all");
	const also = shared === null ? "" : `, ${shared}`;
	if (kind === undefined || kinds.length > 0) return `${all.length} monitors changed: ${parts.join(", ")}${also}`;
	const errors = new Set(message.notices.map(({ error }) => error));
	const [error] = errors;
	const one = shared !== null && errors.size === 1 && error ? `: ${shortened(error, MAX_SHARED_ERROR)}` : "";
	return `${all.length} monitors ${VERBS[kind] ?? `are ${kind}`}${also}${one}`;
}

function allOf(count: number): string {
	return count === 2 ? "Both" : `All ${count}`;
}

/** What the monitors of a message have in common; null when they have nothing, or nobody knows what. */
function sharedBy({ cause }: Message, all: "both" | "all"): string | null {
	const value = cause?.value === undefined || cause.value === null ? null : shortened(cause.value, MAX_NAME);
	switch (cause?.shared) {
		case "address":
			return value === null ? null : `${all} on ${value}`;
		case "certificate":
			return `${all} with one certificate`;
		case "name_server":
			return `${all} because their names can't be resolved`;
		case "location":
			return value === null ? null : `${all} seen from ${placeWords(value)} alone`;
		case "dependency":
			return value === null ? null : `${all} depend on ${value}`;
		case "moment":
			return `${all} in one minute`;
		default:
			return null;
	}
}

function titleOf(notice: Notice, message: Message, link: Link): string {
	const template = message.alert.texts?.titleTemplate ?? null;
	const own = template === null ? "" : render(template, noticeValues(notice, message, link(notice))).trim();
	return own === "" ? usualTitleOf(notice) : shortened(own, MAX_TITLE);
}

/** What a message on many counts, the worst first. */
const KINDS = [
	"down",
	"degraded",
	"that can't be checked",
	"failing from a location",
	"fine again from a location",
	"flapping",
	"no longer flapping",
	"with a certificate that expires soon",
	"up again",
	"checked again",
] as const;

/** What all monitors of a message do, where they are not simply of that kind. */
const VERBS: Readonly<Partial<Record<(typeof KINDS)[number], string>>> = {
	"that can't be checked": "can't be checked",
	"with a certificate that expires soon": "have a certificate that expires soon",
	"failing from a location": "fail from a location",
};

/** Certificate warnings, flapping and failing locations are `degraded` events, but their monitors are not degraded. */
function kindOf(notice: Pick<Notice, "event" | "cause" | "flapping" | "regional">): (typeof KINDS)[number] {
	const { event, cause, flapping, regional } = notice;
	if (cause === "certificate") return "with a certificate that expires soon";
	if (cause === "regional") return regional?.isOver ? "fine again from a location" : "failing from a location";
	if (cause === "flapping") return flapping?.isOver ? "no longer flapping" : "flapping";
	return KIND_OF_EVENT[event];
}

const KIND_OF_EVENT: Readonly<Record<Notice["event"], (typeof KINDS)[number]>> = {
	down: "down",
	degraded: "degraded",
	up: "up again",
	blind: "that can't be checked",
	checked_again: "checked again",
};

function lineOf(notice: Notice, message: Message, link: Link): string {
	const clock = clockOf(message);
	const lead = leadOf({ ...notice, error: null }, clock);
	const [since] = notice.since === null ? [] : endsProblem(notice.event) ? lead.slice(1) : lead;
	const evidence = notice.error === null ? "" : `: ${shortened(notice.error, MAX_LEAD_LINE)}`;
	return `${titleOf(notice, message, link)}${since === undefined ? "" : ` (${uncapitalized(since)})`}${evidence}`;
}

function uncapitalized(text: string): string {
	return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}

/** What a message says below its title, a line each: as many as fit into `room` characters. See linesWithin. */
export function linesOf(text: MessageText, room: number, literal?: (line: string) => string): string[] {
	const { lead, details, list, unlisted } = text;
	if (list.length > 0) return linesWithin(list, room, { unlisted, literal });
	return linesWithin([...lead, ...details.map(({ label, value }) => `${label}: ${value}`)], room, { literal });
}

/** {@link linesOf} as one text, of at most `bytes` of UTF-8; empty where not even the count fits. */
export function linesWithinBytes(text: MessageText, bytes: number): string {
	for (let room = bytes; room > 0; room = Math.floor(room / 2)) {
		const lines = linesOf(text, room).join("\n");
		if (Buffer.byteLength(lines) <= bytes) return lines;
	}
	return "";
}

/** Of the space, for one line: behind a long error, since when and how sure it is still has its line. */
const LONGEST_LINE = 1 / 2;

/**
 * As many of `lines` as fit into `room` characters, long ones shortened, and how many were left out.
 *
 * @param unlisted how many more there are, of which there is no line. Default: 0
 * @param literal what makes a line literal in the channel's format; what it adds counts. Default: nothing does
 */
export function linesWithin(
	lines: readonly string[],
	room: number,
	{
		unlisted = 0,
		literal = (line) => line,
	}: Readonly<{ unlisted?: number; literal?: ((line: string) => string) | undefined }> = {},
): string[] {
	const longest = Math.floor(room * LONGEST_LINE);
	const kept: string[] = [];
	let used = 0;
	for (const [index, whole] of lines.entries()) {
		const line = literal(whole.length > longest ? shortened(whole, longest) : whole);
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

/** All that is known of the only notice of a message, as a flat table. */
export function tableOf(message: Message): Record<string, string> {
	const [notice] = message.notices;
	const details = notice === undefined ? [] : detailsOf(notice, clockOf(message));
	return Object.fromEntries(details.map(({ label, value }) => [label, value]));
}
