/** Parts that several pages have: states as shape and word, instants, incidents with their updates. */

import { html } from "hono/html";
import type { ComponentState } from "../../../../domain/status-pages/component-state.ts";
import type { NamedComponent, PublicIncident } from "../../../../domain/status-pages/public-page.ts";
import { fill } from "../../../../domain/status-pages/words/words.ts";
import type { Html, Rendering } from "./document.ts";
import { incidentPath } from "./place.ts";
import { written } from "./written.ts";

/** A shape of its own for each state; the word stands beside it. */
export function mark(state: ComponentState): Html {
	return html`<i class="mark ${state}"></i>`;
}

export function time(at: number, text: string): Html {
	return html`<time datetime="${new Date(at).toISOString()}">${text}</time>`;
}

const OF_IMPACT = {
	none: "operational",
	minor: "degraded",
	major: "partial_outage",
	critical: "major_outage",
} as const;

/** How grave an incident is, as the state whose colour it has. */
export function stateOfImpact({ impact }: Pick<PublicIncident, "impact">): ComponentState {
	return OF_IMPACT[impact];
}

export function names(components: readonly NamedComponent[], { moments }: Pick<Rendering, "moments">): string {
	return moments.list(components.map(({ name }) => name));
}

/** "Minor · Checkout · since 13:58, for 34 minutes"; begins with the status where its latest update has another. */
export function factsOf(rendering: Rendering, incident: PublicIncident): Html {
	const { page, words, moments } = rendering;
	const { startedAt, resolvedAt, components, impact, status, updates } = incident;
	const lasted = moments.duration((resolvedAt ?? page.generatedAt) - startedAt);
	const [before = "", after = ""] =
		resolvedAt === null
			? fill(words.since, { duration: lasted }).split("{time}")
			: [fill(words.lasted, { duration: lasted })];
	const when =
		resolvedAt === null
			? html`${before}${time(startedAt, moments.instant(startedAt, page.generatedAt))}${after}`
			: html`${time(startedAt, moments.instant(startedAt, page.generatedAt))} · ${before}`;
	const what = [
		...(updates[0]?.status === status ? [] : [words.statuses[status]]),
		words.impacts[impact],
		...(components.length > 0 ? [names(components, rendering)] : []),
	].join(" · ");
	return html`<p class="facts">${what} · ${when}</p>`;
}

/** The updates of an incident, newest first; nothing where it has none. */
export function updatesOf({ page, words, moments }: Rendering, { updates }: PublicIncident): Html | "" {
	if (updates.length === 0) return "";
	return html`<dl class="updates">${updates.map(
		({ id, status, body, at }) => html`
<div id="${id}"><dt>${words.statuses[status]}</dt><dd>${written(body) ?? ""}
<p class="at">${time(at, moments.instant(at, page.generatedAt))}</p></dd></div>`,
	)}
</dl>`;
}

/** An open incident, with all of its updates. */
export function openIncident(rendering: Rendering, incident: PublicIncident): Html {
	return html`<article class="incident ${stateOfImpact(incident)}">
<h2><a href="${incidentPath(rendering.place, incident.id)}">${incident.title}</a></h2>
${factsOf(rendering, incident)}
${updatesOf(rendering, incident)}
</article>
`;
}

/** One that is over: its title, what was said last, and how long it lasted. */
export function pastIncident(rendering: Rendering, incident: PublicIncident): Html {
	const { words, place } = rendering;
	const [latest] = incident.updates;
	const path = incidentPath(place, incident.id);
	return html`<article class="past">
<h3>${mark(stateOfImpact(incident))}<a href="${path}">${incident.title}</a></h3>
${factsOf(rendering, incident)}
${latest === undefined ? "" : (written(latest.body) ?? "")}
${incident.postmortem === null ? "" : html`<p><a href="${path}#postmortem">${words.postmortem}</a></p>`}
</article>
`;
}
