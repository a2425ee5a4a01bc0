/**
 * A schedule says who is on call. It consists of layers; each layer is a rotation of people who hand over at a local
 * time. The first layer that has somebody at an instant decides; the layers after it fill what it leaves open, for
 * example the weekends. ./turns.ts has the rule.
 */

import { isTimeZone, TIME_ZONE_PROBLEM } from "../local-time.ts";

export const MAX_SCHEDULES_PER_TEAM = 50;
/** Of an account: through all of them its person is notified while on call. */
export const MAX_OWN_CHANNELS = 5;
export const MAX_LAYERS = 10;
export const MAX_PEOPLE_OF_LAYER = 50;
/** Days or weeks of one turn. */
export const MAX_TURN_LENGTH = 52;
/** Of a schedule: a year of days, all of them swapped. */
export const MAX_OVERRIDES = 366;
/** Overrides of days that are over for longer than this are deleted. */
export const OVERRIDE_DAYS_KEPT = 400;
/** Days of turns that one answer can show. */
export const MAX_SHOWN_DAYS = 100;

export const TURN_UNITS = ["days", "weeks"] as const;
type TurnUnit = (typeof TURN_UNITS)[number];

/** In the order of ISO 8601: Monday is 1. */
export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
type Weekday = (typeof WEEKDAYS)[number];

/** @typeParam Who how a person is named: by the id of a user, or by null if they have left the team */
export interface Layer<Who = string> {
	readonly name: string;
	/** In the order of their turns; a person may have several of them. */
	readonly people: readonly Who[];
	readonly turnUnit: TurnUnit;
	/** 1–MAX_TURN_LENGTH of `turnUnit`. */
	readonly turnLength: number;
	/** When a day of the layer begins, local time, `HH:mm`. */
	readonly handOverTime: string;
	/** IANA name. */
	readonly timeZone: string;
	/** The first day of the first turn, `YYYY-MM-DD`. Turns of weeks begin on its weekday. */
	readonly startsOn: string;
	/** The weekdays on which the layer's days begin; null: every day. Turns are counted over all days. */
	readonly weekdays: readonly Weekday[] | null;
	/** When each day of the layer ends, local time, `HH:mm`; null: at the next day's hand-over. */
	readonly until: string | null;
}

/** One person takes the day of another. */
export interface Override<Who = string> {
	/** The day, `YYYY-MM-DD`: in each layer from the hand-over of this date to the next hand-over. */
	readonly date: string;
	readonly insteadOf: Who;
	readonly person: Who;
}

export interface Rota<Who = string> {
	readonly layers: readonly Layer<Who>[];
	readonly overrides: readonly Override<Who>[];
}

/** A swap as it is stored. */
export interface StoredOverride extends Override<Person> {
	readonly id: number;
	/** `ovr_…` */
	readonly publicId: string;
}

/** Someone of the team, or someone who has left it. */
export interface Person {
	/** `usr_…` */
	readonly id: string;
	/** Null: they are no member of the team any more, and on call no more. */
	readonly name: string | null;
}

export interface Schedule {
	readonly id: number;
	/** `sch_…` */
	readonly publicId: string;
	readonly name: string;
	readonly layers: readonly Layer<Person>[];
	/** Ascending by date. */
	readonly overrides: readonly StoredOverride[];
	/** When the address of its calendar was made, epoch milliseconds; null while it has none. */
	readonly calendarMadeAt: number | null;
	readonly createdAt: number;
	readonly updatedAt: number;
}

/** The rule of a schedule by the ids of its people, in which those who have left the team have no turns. */
export function rotaOf({ layers, overrides }: Pick<Schedule, "layers" | "overrides">): Rota<string | null> {
	return {
		layers: layers.map((layer) => ({ ...layer, people: layer.people.map(present) })),
		overrides: overrides.map(({ date, insteadOf, person }) => ({
			date,
			insteadOf: present(insteadOf),
			person: present(person),
		})),
	};
}

function present({ id, name }: Person): string | null {
	return name === null ? null : id;
}

/** What is seen of a schedule in audit events. */
export function scheduleFields({ name, layers }: Schedule) {
	return { name, layers: layers.map((layer) => ({ ...layer, people: layer.people.map(({ id }) => id) })) };
}

interface LayerProblem {
	readonly member: keyof Layer;
	readonly message: string;
}

/** What a schema can't say of a layer; null when it is valid. */
export function layerProblem({ timeZone, startsOn, until, handOverTime }: Layer): LayerProblem | null {
	if (!isTimeZone(timeZone)) return { member: "timeZone", message: TIME_ZONE_PROBLEM };
	if (!isDate(startsOn)) return { member: "startsOn", message: DATE_PROBLEM };
	if (until === handOverTime) {
		return { member: "until", message: "Is the hand-over time: leave it out for days that end at the next hand-over." };
	}
	return null;
}

const YEARS = { first: 2000, last: 2100 };
export const DATE_PROBLEM = `Must be a date, YYYY-MM-DD, of the years ${YEARS.first}–${YEARS.last}.`;

/** Whether the text is a date of the calendar, of the years that a schedule can have. */
export function isDate(text: string): boolean {
	const instant = Date.parse(`${text}T00:00Z`);
	// 30 February is refused, or becomes 2 March, which is another text.
	if (Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== text) return false;
	const year = Number(text.slice(0, 4));
	return year >= YEARS.first && year <= YEARS.last;
}
