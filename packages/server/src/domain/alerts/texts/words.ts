/**
 * What messages say about one notice, in plain words: the only place that has them. Nothing here is escaped.
 *
 * The person who is woken reads three lines before the fold of a phone: the title, what was seen, and since when and
 * how sure. What comes after them is a list of labels and values.
 */

import type { Verdict } from "../../checks/judgement.ts";
import type { Phase } from "../../checks/observation.ts";
import type { Reason } from "../../checks/reason.ts";
import type { SeenFrom } from "../../checks/transition.ts";
import type { LocationHint } from "../../monitors/monitor.ts";
import { duration, instantIn, timeOfDayIn } from "../../time-text.ts";
import { endsProblem } from "../alert.ts";
import type { EscalationFacts } from "../escalation.ts";
import { FLAPPING_HOLD_MS, type Flapping } from "../flapping.ts";
import { type Notice, outageMs } from "../notice.ts";

export interface Detail {
	readonly label: string;
	readonly value: string;
}

/** How instants are written. */
export interface Clock {
	/** Of the IANA database. */
	readonly timeZone: string;
	/** Instants of this one's day are written without their date, where a line is short. */
	readonly now: number;
}

/** Room for names, addresses and evidence in a message; what is longer ends in an ellipsis. */
export const MAX_NAME = 120;
const MAX_TARGET = 200;
const MAX_ERROR = 500;

/** One line on one notice. */
export function titleOf(notice: Notice): string {
	if (notice.cause === "cut_off") return cutOffTitle(notice);
	const name = shortened(notice.monitor.name, MAX_NAME);
	if (notice.certificate !== null) {
		return `The certificate of ${name} expires within ${days(notice.certificate.withinDays)}`;
	}
	if (notice.flapping !== undefined) return flappingTitle(name, notice.flapping);
	if (notice.regional !== undefined) {
		const { isOver, location } = notice.regional;
		return isOver ? `${name} is fine again from ${placeWords(location)}` : `${name} fails from ${placeWords(location)}`;
	}
	const lasted = outageMs(notice);
	const after = lasted === null ? "" : ` after ${duration(lasted)}`;
	if (notice.event === "up") return `${name} is up again${after}`;
	if (notice.event === "blind") return `${name} can't be checked`;
	if (notice.event === "checked_again") return `${name} is checked again${after}`;
	const still = notice.isReminder ? "still " : "";
	const ofJob = notice.reason === null ? undefined : JOB_TITLES[notice.reason];
	const and = consequenceWords(notice);
	return ofJob === undefined ? `${name} is ${still}${notice.event}${and}` : `${name}: the job ${ofJob(still)}${and}`;
}

/** ", and 29 that depend on it" */
function consequenceWords({ consequences }: Notice): string {
	if (consequences === undefined || consequences.count === 0) return "";
	return `, and ${consequences.count} that ${consequences.count === 1 ? "depends" : "depend"} on it`;
}

/** "29 that depend on it failed, too": some may still be, and are told of themselves if they stay so. */
function consequencesEnded({ consequences }: Notice): string | null {
	if (consequences === undefined || consequences.count === 0) return null;
	const { count } = consequences;
	return count === 1 ? "1 that depends on it failed, too" : `${count} that depend on it failed, too`;
}

function flappingTitle(name: string, { isOver, changes, status }: Flapping): string {
	if (!isOver) return `${name} is flapping: ${changes} changes in an hour`;
	const been = status === undefined || status === "pending" ? "it has not changed" : `it has been ${status}`;
	return `${name} has stopped flapping: ${been} for an hour`;
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

/** The two lines below the title: what was seen; since when, and how sure that is. */
export function leadOf(notice: Notice, clock: Clock): string[] {
	const { certificate, event, since, checkedAt, error } = notice;
	const at = (ms: number) => timeOfDayIn(ms, clock.timeZone, clock.now);
	if (certificate !== null) {
		const issuer = certificate.issuer ? `, issued by ${shortened(certificate.issuer, MAX_NAME)}` : "";
		return [`It expires ${instantIn(certificate.expiresAt, clock.timeZone)}${issuer}`];
	}
	if (notice.flapping?.isOver) return [`It changed ${notice.flapping.changes} times since ${at(notice.flapping.from)}`];
	if (notice.flapping)
		return [`Its problems are sent when they last ${duration(FLAPPING_HOLD_MS)}, until it stops flapping`];
	if (notice.regional?.isOver) return since === null ? [] : [`It failed there since ${at(since)}`];
	if (notice.regional) {
		const from = since === null ? [] : [`Since ${at(since)}, and not from other locations`];
		return [...(error === null ? [] : [shortened(error, MAX_ERROR)]), ...from];
	}
	if (endsProblem(event)) {
		const [end, before] = event === "up" ? ["Recovered", "failing"] : ["Checked again", "not checked"];
		const others = consequencesEnded(notice);
		const when = `${end} at ${at(checkedAt)}${since === null ? "" : `, ${before} since ${at(since)}`}`;
		return others === null ? [when] : [when, others];
	}
	const evidence = error === null ? [] : [shortened(error, MAX_ERROR)];
	if (since === null) return evidence;
	const lasts = notice.isReminder ? ` (${duration(Math.max(0, clock.now - since))})` : "";
	const label = event === "blind" ? "Not checked since" : "Since";
	const { consequenceOf } = notice;
	if (consequenceOf !== undefined) {
		const cause = `It depends on ${shortened(consequenceOf.name, MAX_NAME)}, which is down`;
		return [cause, `${label} ${at(since)}${lasts}`, ...evidence];
	}
	return [...evidence, `${label} ${at(since)}${lasts}${event === "blind" ? "" : sureness(notice)}`];
}

/** How sure it is: how often it was seen, and from where. Of several locations: which confirm it, and which do not. */
function sureness({ attempts = 1, event, location, machine, locations = [] }: Notice): string {
	if (locations.length > 0) {
		const by = (...verdicts: readonly Verdict[]) =>
			placesOf(locations.filter(({ verdict }) => verdicts.includes(verdict)));
		const [first, ...others] = event === "down" ? by("down") : by("down", "degraded");
		const parts: (readonly [string, readonly string[]])[] = [
			[", confirmed from", others],
			["; degraded from", event === "down" ? by("degraded") : []],
			["; fine from", by("up")],
			["; not checked from", by("missed")],
		];
		const rest = parts.map(([words, places]) => (places.length === 0 ? "" : `${words} ${listed(places)}`));
		return first === undefined ? "" : `, seen from ${first}${rest.join("")}`;
	}
	const place = location === null ? machine : placeWords(location);
	const seen = attempts > 1 ? "seen twice" : "seen";
	if (place !== null) return `, ${seen} from ${shortened(place, MAX_NAME)}`;
	return attempts > 1 ? `, ${seen}` : "";
}

function placesOf(seen: readonly SeenFrom[]): string[] {
	return seen.map(({ location }) => shortened(placeWords(location), MAX_NAME));
}

/** "A, B and C" */
function listed(places: readonly string[]): string {
	return places.length > 1 ? `${places.slice(0, -1).join(", ")} and ${places.at(-1)}` : places.join();
}

/** Why a message comes now, of one that a step of an escalation sent. */
export function escalationText({ step, onCall, fallback, atOnce }: EscalationFacts): string {
	const who = onCall === null || fallback !== null ? "" : ` ${shortened(onCall, MAX_NAME)} is on call.`;
	const why = fallback === null ? "" : ` ${shortened(fallback, 2 * MAX_NAME)} So it goes here.`;
	return `step ${step}${atOnce ? "" : ", because nobody has acknowledged it"}.${who}${why}`;
}

interface Fact extends Detail {
	/** Whether the title or the two lines below it say it already. */
	readonly isLed: boolean;
}

function factsOf(notice: Notice, { timeZone }: Pick<Clock, "timeZone">): Fact[] {
	const { since, checkedAt, phase, error, lastUpAt, certificate, monitor } = notice;
	const place = placeOf(notice);
	const lasted = outageMs(notice);
	const at = (ms: number) => instantIn(ms, timeZone);
	const led = (label: string, value: string) => ({ label, value, isLed: true });
	const more = (label: string, value: string) => ({ label, value, isLed: false });
	const facts: (Fact | null)[] = [
		notice.escalation === undefined ? null : more("Escalation", escalationText(notice.escalation)),
		error === null ? null : led(notice.event === "blind" ? "Reason" : "Error", shortened(error, MAX_ERROR)),
		certificate === null ? null : led("Expires", at(certificate.expiresAt)),
		certificate?.issuer ? led("Issuer", shortened(certificate.issuer, MAX_NAME)) : null,
		since === null ? null : led(SINCE_LABELS[notice.event], at(since)),
		endsProblem(notice.event) ? led("Recovered", at(checkedAt)) : null,
		lasted === null ? null : led("Lasted", duration(lasted)),
		notice.consequences === undefined ? null : more("Depend on it", dependants(notice.consequences)),
		lastUpAt === null || endsProblem(notice.event) ? null : more("Last good check", at(lastUpAt)),
		notice.cause === "cut_off" ? null : more("Target", shortened(monitor.target, MAX_TARGET)),
		phase === null ? null : more("Phase", PHASE_WORDS[phase]),
		place === null ? null : more("Checked from", place),
	];
	return facts.filter((fact) => fact !== null);
}

/** Dependants that are named; those that are not are counted. */
const NAMED_DEPENDANTS = 5;

function dependants({ count, monitors }: NonNullable<Notice["consequences"]>): string {
	const named = monitors.slice(0, NAMED_DEPENDANTS).map(({ name }) => shortened(name, MAX_NAME));
	const left = count - named.length;
	return left > 0 ? `${named.join(", ")} and ${left} more` : named.join(", ");
}

/** What there is to know of one notice, the most urgent first. */
export function detailsOf(notice: Notice, clock: Pick<Clock, "timeZone"> = UTC): Detail[] {
	return factsOf(notice, clock).map(({ label, value }) => ({ label, value }));
}

/** The same without what the title and {@link leadOf} say. */
export function furtherDetailsOf(notice: Notice, clock: Pick<Clock, "timeZone"> = UTC): Detail[] {
	return factsOf(notice, clock)
		.filter(({ isLed }) => !isLed)
		.map(({ label, value }) => ({ label, value }));
}

const UTC = { timeZone: "UTC" };

/** Where the check was made, as far as that is known. */
export function placeOf({ location, machine, locations = [] }: Notice): string | null {
	if (locations.length > 0) return placesOf(locations.filter(({ verdict }) => verdict !== "missed")).join(", ");
	const parts = [
		...(location === null ? [] : [isHint(location) ? `${placeWords(location)} (${location})` : location]),
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

/** On one line, without control characters; beyond `length` characters it ends in an ellipsis. */
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

/** The name of a location; of another place as it is. */
export function placeWords(place: string): string {
	return isHint(place) ? LOCATION_WORDS[place] : place;
}

function isHint(place: string): place is LocationHint {
	return Object.hasOwn(LOCATION_WORDS, place);
}

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
