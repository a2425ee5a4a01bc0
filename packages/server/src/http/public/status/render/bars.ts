/**
 * The bar of a component: a mark for each UTC day, pale when all was well, filled from below by how much was lost. What
 * happened on a day shows on hover and on focus. Only days on which something happened are in the order of the tab key,
 * because 90 stops a component would keep people who use it from the rest; ../assets/page-script.ts moves over all days
 * by arrow keys. The group's label says the same in a sentence, for those who do not see the bar.
 */

import { html, raw } from "hono/html";
import { MINUTE_MS } from "../../../../domain/durations.ts";
import {
	availability,
	dayOfInstant,
	type IncidentMark,
	marksOn,
	type PublicComponent,
	type PublicDay,
	stateOfDay,
} from "../../../../domain/status-pages/public-page.ts";
import { fill } from "../../../../domain/status-pages/words/words.ts";
import type { Html, Rendering } from "./document.ts";
import { incidentPath } from "./place.ts";

/** On a narrow screen a bar has these days alone. */
const NARROW_DAYS = 30;
/**
 * Lost shares of a day, and the height of their mark in the style sheet. Not proportional: ten lost minutes, which
 * matter, would be a line that nobody sees.
 */
const LEVELS: readonly number[] = [0.01, 0.05, 0.15, 0.4, 1];

export function barOf(rendering: Rendering, component: PublicComponent): Html | "" {
	const { page, words, moments } = rendering;
	if (component.days.length === 0) return "";
	const last = dayOfInstant(page.generatedAt);
	const known = new Map(component.days.map((day) => [day.day, day]));
	const bars: string[] = [];
	let troubles = 0;
	for (let day = last - page.barDays + 1; day <= last; day++) {
		const marks = marksOn(page, component.id, day);
		const bar = barOfDay(rendering, { day, figures: known.get(day) ?? null, marks });
		if (bar.isTrouble) troubles += 1;
		bars.push(bar.text);
	}
	const available = (days: number) => availableOver(rendering, component.days, last - days + 1);
	const wide = available(page.barDays);
	const summary = [
		moments.plural(words.overDays, page.barDays),
		...(wide === "" ? [] : [wide]),
		moments.plural(words.daysWithTrouble, troubles),
	].join(" · ");
	return html`<div class="bars" role="group" aria-label="${summary}">${raw(bars.join(""))}</div>
<div class="scale"><span><span class="wide">${ago(rendering, page.barDays)}</span><span class="narrow">${ago(rendering, NARROW_DAYS)}</span></span><span><span class="wide">${wide}</span><span class="narrow">${available(NARROW_DAYS)}</span></span><span>${words.today}</span></div>
`;
}

/** How much of the days from one on was available, and since when that is known if not from that day on. */
function availableOver({ words, moments }: Rendering, days: readonly PublicDay[], from: number): string {
	const measured = days.filter((each) => each.day >= from && stateOfDay(each) !== null);
	const share = availability(measured);
	const [first] = measured;
	if (share === null || first === undefined) return "";
	const text = fill(words.available, { percent: moments.percent(share) });
	return first.day === from ? text : `${text} · ${fill(words.measuredSince, { date: moments.utcDay(first.day) })}`;
}

function ago({ words, moments }: Rendering, days: number): string {
	return moments.plural(words.daysAgo, days);
}

interface DayOfBar {
	readonly day: number;
	readonly figures: PublicDay | null;
	readonly marks: readonly IncidentMark[];
}

function barOfDay(rendering: Rendering, { day, figures, marks }: DayOfBar): { text: string; isTrouble: boolean } {
	const { words, moments, place } = rendering;
	const state = figures === null ? null : stateOfDay(figures);
	const facts: string[] = [moments.utcDay(day)];
	if (figures === null || state === null) facts.push(words.notMeasured);
	else {
		const { down, degraded } = figures;
		if (down > 0) facts.push(fill(words.downFor, { duration: moments.duration(down * MINUTE_MS) }));
		if (degraded > 0) facts.push(fill(words.degradedFor, { duration: moments.duration(degraded * MINUTE_MS) }));
		if (state === "operational" && marks.length === 0) facts.push(words.states.operational);
	}
	facts.push(...marks.map(({ title }) => title));
	const told = escaped(facts.join("\n"));
	const isTrouble = state === "down" || state === "degraded" || marks.length > 0;
	if (!isTrouble) return { text: `<i${state === null ? ' class="n"' : ""} data-t="${told}"></i>`, isTrouble };
	const classes = [
		...(state === "down" ? ["d"] : state === "degraded" ? ["g"] : state === null ? ["n"] : []),
		...(figures !== null && state !== null && state !== "operational" ? [`l${levelOf(figures)}`] : []),
		...(marks.length > 0 ? ["k"] : []),
	].join(" ");
	const label = `class="${classes}" data-t="${told}" aria-label="${told.replaceAll("\n", ", ")}"`;
	const [newest] = marks;
	if (newest === undefined) return { text: `<i tabindex="0" role="img" ${label}></i>`, isTrouble };
	return { text: `<a href="${escaped(incidentPath(place, newest.id))}" ${label}></a>`, isTrouble };
}

/** 1 to 5: the place of the lost share in {@link LEVELS}. */
function levelOf({ up, degraded, down }: PublicDay): number {
	const lost = (down + degraded) / (up + degraded + down);
	return LEVELS.findIndex((most) => lost <= most) + 1;
}

/** For text between elements and for values of attributes in double quotes. */
function escaped(text: string): string {
	return /[&<>"']/.test(text) ? String(html`${text}`) : text;
}
