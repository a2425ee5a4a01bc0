/**
 * Who is on call at an instant, and the turns between two instants. Pure.
 *
 * A layer consists of days: each begins at the hand-over time of its date and ends at the hand-over of the next date,
 * or at the layer's `until`. A hand-over time that the clocks skip happens when they are set forward; of one that
 * occurs twice, the first counts. So the days of a layer never overlap and, without `until`, leave no gap, whatever the
 * clocks do; on such a day they last 23 or 25 hours.
 */

import { instantOfLocal } from "../local-time.ts";
import { type Layer, type Rota, WEEKDAYS } from "./schedule.ts";

/** A span of time in which one person is on call, or nobody. Half-open, epoch milliseconds. */
export interface Turn<Who = string> {
	readonly from: number;
	readonly to: number;
	/** Null: nobody. */
	readonly person: Who | null;
	/** The index of the layer that decides; null when no layer has anybody. */
	readonly layer: number | null;
	/** Whose day the person took; null without an override. */
	readonly insteadOf: Who | null;
}

/** Who is on call at an instant, epoch milliseconds; null: nobody. */
export function onCallAt<Who>(rota: Rota<Who | null>, instant: number): Who | null {
	return turnsBetween(rota, instant, instant + 1)[0]?.person ?? null;
}

/**
 * The turns from `from` up to `to`, ascending, without gaps: nobody's time is a turn with no person. Turns that the
 * same person has in succession by the same layer are one.
 */
export function turnsBetween<Who>(rota: Rota<Who | null>, from: number, to: number): readonly Turn<Who>[] {
	if (to <= from) return [];
	const layers = rota.layers.map((layer) => daysBetween(layer, rota, from, to));
	const edges = [from, ...layers.flatMap((days) => days.flatMap((day) => [day.from, day.to]))];
	const starts = [...new Set(edges)].filter((edge) => edge >= from && edge < to).sort((a, b) => a - b);
	const next = layers.map(() => 0);
	const turns: Turn<Who>[] = [];
	for (const [index, start] of starts.entries()) {
		const end = starts[index + 1] ?? to;
		const turn = { from: start, to: end, ...whoAt(layers, next, start) };
		const last = turns.at(-1);
		if (last?.person === turn.person && last.layer === turn.layer && last.insteadOf === turn.insteadOf) {
			turns[turns.length - 1] = { ...last, to: end };
		} else turns.push(turn);
	}
	return turns;
}

/**
 * Turns that the same person has in succession are one, by whichever layers: for those who ask who is on call, not why.
 *
 * @param turns ascending, without gaps
 */
export function turnsOfPeople<Who>(turns: readonly Turn<Who>[]): readonly Turn<Who>[] {
	const joined: Turn<Who>[] = [];
	for (const turn of turns) {
		const last = joined.at(-1);
		if (last?.person === turn.person && last.insteadOf === turn.insteadOf) {
			joined[joined.length - 1] = { ...last, to: turn.to };
		} else joined.push(turn);
	}
	return joined;
}

/** A day of a layer that somebody has. */
type Day<Who> = Pick<Turn<Who>, "from" | "to" | "insteadOf"> & { readonly person: Who };

/** @param next the index in each layer's days from which to search; it advances with `instant` */
function whoAt<Who>(layers: readonly (readonly Day<Who>[])[], next: number[], instant: number) {
	for (const [layer, days] of layers.entries()) {
		let index = next[layer] ?? 0;
		while ((days[index]?.to ?? Number.POSITIVE_INFINITY) <= instant) index += 1;
		next[layer] = index;
		const day = days[index];
		if (day !== undefined && day.from <= instant) return { person: day.person, layer, insteadOf: day.insteadOf };
	}
	return { person: null, layer: null, insteadOf: null };
}

/** The days of a layer that touch the span and that somebody has, ascending. */
function daysBetween<Who>(layer: Layer<Who | null>, { overrides }: Rota<Who | null>, from: number, to: number) {
	const { people, handOverTime, timeZone, turnUnit, turnLength, weekdays, until } = layer;
	const first = Temporal.PlainDate.from(layer.startsOn);
	const turnDays = turnUnit === "weeks" ? turnLength * 7 : turnLength;
	const days: Day<Who>[] = [];
	// A day may have begun on the date before.
	let date = localDate(from, timeZone).subtract({ days: 1 });
	if (Temporal.PlainDate.compare(date, first) < 0) date = first;
	const last = localDate(to, timeZone);
	let begin = instantAt(date, handOverTime, timeZone);
	for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
		const handOver = instantAt(date.add({ days: 1 }), handOverTime, timeZone);
		const end =
			until === null ? handOver : instantAt(until > handOverTime ? date : date.add({ days: 1 }), until, timeZone);
		const day = { from: begin, to: end };
		begin = handOver;
		if (day.to <= from || day.from >= to || day.to <= day.from) continue;
		if (weekdays !== null && !weekdays.includes(WEEKDAYS[date.dayOfWeek - 1] ?? "monday")) continue;
		const turn = Math.floor(first.until(date).days / turnDays);
		const person = people[turn % people.length] ?? null;
		if (person === null) continue;
		const text = date.toString();
		const override = overrides.find((one) => one.date === text && one.insteadOf === person && one.person !== null);
		days.push({ ...day, person: override?.person ?? person, insteadOf: override ? person : null });
	}
	return days;
}

function localDate(instant: number, timeZone: string): Temporal.PlainDate {
	return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate();
}

function instantAt(date: Temporal.PlainDate, time: string, timeZone: string): number {
	return instantOfLocal(date.toPlainDateTime(time), timeZone);
}
