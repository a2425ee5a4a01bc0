/** The history of a page, month by month, and the page of one incident. */

import { html } from "hono/html";
import type { PublicIncident, PublicMonth } from "../../../../domain/status-pages/public-page.ts";
import { documentOf, type Rendering } from "./document.ts";
import { factsOf, mark, pastIncident, stateOfImpact, time, updatesOf } from "./parts.ts";
import { historyPath } from "./place.ts";
import { written } from "./written.ts";

/** "2026-11" */
export function monthKey({ year, month }: Pick<PublicMonth, "year" | "month">): string {
	return `${year}-${String(month).padStart(2, "0")}`;
}

/** @param beside the months before and after it; null: there is none */
export function history(
	rendering: Rendering,
	shown: PublicMonth,
	beside: { readonly earlier: string | null; readonly later: string | null },
): string {
	const { page, place, words, moments } = rendering;
	const name = moments.month(shown.year, shown.month);
	const byDay = Map.groupBy(shown.incidents, ({ startedAt }) => moments.dayKey(startedAt));
	const days = [...byDay.values()].map((incidents) => {
		const at = incidents[0]?.startedAt ?? 0;
		return html`<div class="day"><h2>${time(at, moments.date(at))}</h2>
${incidents.map((incident) => pastIncident(rendering, incident))}</div>
`;
	});
	return documentOf(rendering, {
		title: `${words.history}: ${name}`,
		description: `${page.name} · ${words.history} · ${name}`,
		path: `/history/${monthKey(shown)}`,
		isLive: false,
		main: html`<h1>${words.history}</h1>
<section class="section days">
<div class="line"><p class="month">${name}</p><nav class="months" aria-label="${words.history}">
${beside.earlier === null ? "" : html`<a rel="prev" href="${historyPath(place, beside.earlier)}">← ${words.earlier}</a>`}
${beside.later === null ? "" : html`<a rel="next" href="${historyPath(place, beside.later)}">${words.later} →</a>`}
</nav></div>
${days.length === 0 ? html`<p class="facts">${words.none}</p>` : days}
</section>
<p><a href="${place.home}">${words.currentState}</a></p>`,
	});
}

/** One incident with all that was said of it. */
export function incidentPage(rendering: Rendering, incident: PublicIncident): string {
	const { page, place, words, moments } = rendering;
	const { title, postmortem, status } = incident;
	const report =
		postmortem === null
			? ""
			: html`<section class="section" id="postmortem"><h2>${words.postmortem}</h2>
${written(postmortem.body) ?? ""}
<p class="facts">${time(postmortem.publishedAt, moments.full(postmortem.publishedAt))}</p></section>
`;
	return documentOf(rendering, {
		title,
		description: `${page.name} · ${words.statuses[status]} · ${title}`,
		path: `/incidents/${incident.id}`,
		isLive: incident.resolvedAt === null,
		main: html`<section class="whole">
<h1>${mark(incident.resolvedAt === null ? stateOfImpact(incident) : "operational")}<span>${title}</span></h1>
${factsOf(rendering, incident)}
</section>
<section class="incident-page">
${updatesOf(rendering, incident)}
</section>
${report}<p><a href="${place.home}">${words.currentState}</a></p>`,
	});
}
