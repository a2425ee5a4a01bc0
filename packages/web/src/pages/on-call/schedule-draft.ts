/** The state of the form of a schedule, and the body made from it. */

import type { Schedule, ScheduleBody } from "../../api/schedules.ts";
import { capitalized } from "../../format/words.ts";
import { type Identified, identified } from "../../ui/forms/items.ts";

type LayerBody = ScheduleBody["layers"][number];

/** One of a layer's turns; a person may have several. */
export interface PersonDraft extends Identified {
	/** `usr_…` */
	readonly person: string;
}

export interface LayerDraft extends Identified {
	readonly name: string;
	readonly people: readonly PersonDraft[];
	readonly turnUnit: "days" | "weeks";
	readonly turnLength: number | null;
	readonly handOverTime: string;
	readonly timeZone: string;
	/** `YYYY-MM-DD` */
	readonly startsOn: string;
	/** All seven: every day. */
	readonly weekdays: readonly Weekday[];
	/** Empty: at the next hand-over. */
	readonly until: string;
}

export interface ScheduleDraft {
	readonly name: string;
	readonly layers: readonly LayerDraft[];
}

export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
type Weekday = (typeof WEEKDAYS)[number];

export const USUAL_HAND_OVER = "09:00";

/** @param day epoch milliseconds, of whose week the turns begin */
export function newLayer(day: number, timeZone: string, people: readonly string[] = []): LayerDraft {
	return identified({
		name: "",
		people: people.map((person) => identified({ person })),
		turnUnit: "weeks" as const,
		turnLength: 1,
		handOverTime: USUAL_HAND_OVER,
		timeZone,
		startsOn: mondayOf(day),
		weekdays: WEEKDAYS,
		until: "",
	});
}

export function draftOf({ name, layers }: Schedule): ScheduleDraft {
	return {
		name,
		layers: layers.map((layer) =>
			identified({
				name: layer.name,
				people: layer.people.map(({ id }) => identified({ person: id })),
				turnUnit: layer.turnUnit,
				turnLength: layer.turnLength,
				handOverTime: layer.handOverTime,
				timeZone: layer.timeZone,
				startsOn: layer.startsOn,
				weekdays: layer.weekdays ?? WEEKDAYS,
				until: layer.until ?? "",
			}),
		),
	};
}

export function bodyOf({ name, layers }: ScheduleDraft): ScheduleBody {
	return {
		name: name.trim(),
		layers: layers.map(
			(layer): LayerBody => ({
				name: layer.name.trim(),
				people: layer.people.map(({ person }) => person),
				turnUnit: layer.turnUnit,
				turnLength: layer.turnLength ?? 1,
				handOverTime: layer.handOverTime,
				timeZone: layer.timeZone.trim(),
				startsOn: layer.startsOn,
				weekdays: layer.weekdays.length === WEEKDAYS.length ? null : [...layer.weekdays],
				until: layer.until || null,
			}),
		),
	};
}

/** `YYYY-MM-DD`, in the reader's zone. */
export function dateOf(instant: number): string {
	const at = new Date(instant);
	const two = (part: number) => String(part).padStart(2, "0");
	return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

function mondayOf(instant: number): string {
	return dateOf(weekStart(instant));
}

/** The midnight, in the reader's zone, with which the week of an instant begins. Days may last 23 or 25 hours. */
export function weekStart(instant: number): number {
	const at = new Date(instant);
	at.setHours(0, 0, 0, 0);
	at.setDate(at.getDate() - ((at.getDay() + 6) % 7));
	return at.getTime();
}

/** The midnights of `days` days, the first of which is `first` days after `from`, and of the day after them. */
export function midnights(from: number, first: number, days: number): readonly number[] {
	return Array.from({ length: days + 1 }, (_, day) => {
		const at = new Date(from);
		at.setDate(at.getDate() + first + day);
		return at.getTime();
	});
}

/** `2026-11-27T09:00` of a zone in epoch milliseconds; null for what is no such text. */
export function instantIn(timeZone: string, local: string): number | null {
	const asUtc = Date.parse(`${local}Z`);
	if (Number.isNaN(asUtc)) return null;
	const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
	const offsetAt = (instant: number) => Date.parse(`${format.format(instant).replace(" ", "T")}Z`) - instant;
	// The time as UTC may lie beyond a change of clocks, so the offset is taken again at the instant that it gives.
	const guess = asUtc - offsetAt(asUtc);
	const found = asUtc - offsetAt(guess);
	// A time that the clocks skip is read at no instant. The later one lies in the turn that begins there.
	return found + offsetAt(found) === asUtc ? found : Math.max(guess, found);
}

/** `a week each, hand-over at 09:00, Europe/Berlin` */
export function layerText(layer: Schedule["layers"][number]): string {
	const { turnLength, turnUnit, handOverTime, until, weekdays, timeZone } = layer;
	const turn = turnLength === 1 ? `a ${turnUnit.slice(0, -1)} each` : `${turnLength} ${turnUnit} each`;
	const days = weekdays === null ? "" : `, ${weekdays.map((day) => capitalized(day.slice(0, 3))).join(" ")}`;
	const hours = until === null ? `hand-over at ${handOverTime}` : `${handOverTime}–${until}`;
	return `${turn}, ${hours}${days}, ${timeZone}`;
}
