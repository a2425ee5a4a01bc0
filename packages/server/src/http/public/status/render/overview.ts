/** The page itself: the whole in a sentence, open incidents, components, planned maintenance, past incidents. */

import { html } from "hono/html";
import { worstState } from "../../../../domain/status-pages/component-state.ts";
import {
	componentsOf,
	PAST_DAYS,
	type PublicComponent,
	type PublicIncident,
	type PublicMaintenance,
	type PublicPage,
	type PublicSection,
	stateOf,
} from "../../../../domain/status-pages/public-page.ts";
import { fill } from "../../../../domain/status-pages/words/words.ts";
import { barOf } from "./bars.ts";
import { documentOf, type Html, type Rendering } from "./document.ts";
import { mark, names, openIncident, pastIncident, time } from "./parts.ts";
import { written } from "./written.ts";

/** More names make no sentence. */
const MOST_NAMES = 3;

export function overview(rendering: Rendering): string {
	const { page, words, moments } = rendering;
	const sentence = sentenceOf(rendering);
	const state = stateOf(page);
	const affected = componentsOf(page).filter((each) => each.state !== "operational");
	// The sentence names those that are worst off: of what else is affected nothing may be said to work.
	const areNamed = affected.length > 0 && affected.every((each) => each.state === affected[0]?.state);
	const rest = areNamed && affected.length < componentsOf(page).length ? words.elseWorks : "";
	const [before = "", after = ""] = words.asOf.split("{time}");
	const asOf = html`${before}<time id="true-at" datetime="${new Date(page.trueAt).toISOString()}">${moments.instant(page.trueAt, page.generatedAt)}</time>${after}`;
	const description = [sentence, rest].filter((text) => text !== "").join(". ");
	return documentOf(rendering, {
		title: sentence,
		description,
		path: "",
		isLive: true,
		main: html`<section class="whole">
<h1>${mark(state)}<span>${sentence}</span></h1>
<p class="facts">${rest === "" ? "" : `${rest} `}<span>${asOf}</span><span id="age"></span></p>
</section>
${written(page.headline) ?? ""}
${page.open.map((incident) => openIncident(rendering, incident))}
${underWayOf(page).map((each) => maintenanceUnderWay(rendering, each))}
${page.sections.map((section) => sectionOf(rendering, section))}
${planned(rendering)}
${past(rendering)}`,
	});
}

/** What readers want to know first. */
export function sentenceOf({ page, words, moments }: Pick<Rendering, "page" | "words" | "moments">): string {
	const components = componentsOf(page);
	const affected = components.filter(({ state }) => state !== "operational");
	const worst = worstState(affected.map(({ state }) => state));
	if (worst === "operational") {
		const [incident] = page.open;
		if (incident !== undefined) return incident.title;
		return components.length === 0 ? words.nothingKnown : words.allOperational;
	}
	// A sentence has one verb: the components that are worst off.
	const worstStatef = affected.filter(({ state }) => state === worst);
	const named =
		worstStatef.length <= MOST_NAMES
			? moments.list(worstStatef.map(({ name }) => name))
			: moments.plural(words.someOf, worstStatef.length, { all: components.length });
	return moments.plural(words.affected[worst], worstStatef.length, { names: named });
}

function sectionOf(rendering: Rendering, { name, components }: PublicSection): Html | "" {
	if (components.length === 0) return "";
	const heading = name === "" ? html`<h2 class="hidden">${rendering.words.components}</h2>` : html`<h2>${name}</h2>`;
	return html`<section class="section">
${heading}
${components.map((component) => componentOf(rendering, component))}
</section>
`;
}

function componentOf(rendering: Rendering, component: PublicComponent): Html {
	const { words, moments, page } = rendering;
	const { id, name, description, state, because, responseTimeMs } = component;
	const source = because === null ? "" : html` <small>${words.because[because]}</small>`;
	const end =
		state === "maintenance" ? underWayOf(page).find((each) => componentIdsOf(each).includes(id))?.endsAt : undefined;
	const until = end === undefined ? "" : html` ${fill(words.until, { time: moments.instant(end, page.generatedAt) })}`;
	const response =
		responseTimeMs === null
			? ""
			: html`<p class="facts">${fill(words.responseTime, { time: moments.milliseconds(responseTimeMs) })}</p>\n`;
	return html`<article class="component" id="${id}">
<div class="line"><h3>${name}</h3>${description === "" ? "" : html`<p class="facts">${description}</p>`}<p class="state">${mark(state)}${words.states[state]}${until}${source}</p></div>
${barOf(rendering, component)}${response}</article>
`;
}

function componentIdsOf({ components }: PublicMaintenance): readonly (string | null)[] {
	return components.map(({ id }) => id);
}

function underWayOf({ maintenance, generatedAt }: PublicPage): readonly PublicMaintenance[] {
	return maintenance.filter(({ startsAt }) => startsAt <= generatedAt);
}

function maintenanceUnderWay(rendering: Rendering, maintenance: PublicMaintenance): Html {
	const { words } = rendering;
	return html`<article class="incident maintenance">
<h2>${maintenance.title}</h2>
<p class="facts">${words.underWay} · ${about(rendering, maintenance)}</p>
${written(maintenance.text) ?? ""}
</article>
`;
}

function planned(rendering: Rendering): Html | "" {
	const { page, words } = rendering;
	const ahead = page.maintenance.filter(({ startsAt }) => startsAt > page.generatedAt);
	if (ahead.length === 0) return "";
	return html`<section class="section">
<h2>${words.planned}</h2>
${ahead.map(
	(each) => html`<article class="planned">
<div class="line"><h3>${each.title}</h3><p class="facts">${about(rendering, each)}</p></div>
${written(each.text) ?? ""}
</article>
`,
)}</section>
`;
}

function about(rendering: Rendering, { startsAt, endsAt, components }: PublicMaintenance): Html {
	const { moments } = rendering;
	const who = components.length === 0 ? "" : ` · ${names(components, rendering)}`;
	return html`${time(startsAt, moments.span(startsAt, endsAt))}${who}`;
}

/** The days before today, the latest first; those without incidents that follow one another are one line. */
function past(rendering: Rendering): Html {
	const { page, words, moments } = rendering;
	const now = Temporal.Instant.fromEpochMilliseconds(page.generatedAt).toZonedDateTimeISO(page.timeZone);
	// Days of the calendar: those on which clocks change have 23 or 25 hours.
	const days = Array.from({ length: PAST_DAYS }, (_, back) => now.subtract({ days: back }).epochMilliseconds);
	const shown = new Set(days.map((at) => moments.dayKey(at)));
	// One that began before these days stands where it ended.
	const dayOf = ({ startedAt, resolvedAt }: PublicIncident) => {
		const began = moments.dayKey(startedAt);
		return shown.has(began) || resolvedAt === null ? began : moments.dayKey(resolvedAt);
	};
	const byDay = Map.groupBy(page.past, dayOf);
	// They stand above: the day has an incident, so it is not quiet.
	const openDays = new Set(page.open.map(({ startedAt }) => moments.dayKey(startedAt)));
	const parts: Html[] = [];
	let quiet: { from: number; to: number } | null = null;
	const endQuiet = () => {
		if (quiet === null) return;
		const { from, to } = quiet;
		const dates = from === to ? moments.date(from) : moments.dates(from, to);
		parts.push(html`<div class="day"><h3>${dates}</h3><p class="facts">${words.none}</p></div>\n`);
		quiet = null;
	};
	for (const at of days) {
		const incidents = byDay.get(moments.dayKey(at));
		if (incidents === undefined && openDays.has(moments.dayKey(at))) {
			endQuiet();
			continue;
		}
		if (incidents === undefined) {
			quiet = { from: at, to: (quiet as { to: number } | null)?.to ?? at };
			continue;
		}
		endQuiet();
		parts.push(html`<div class="day"><h3>${time(at, moments.date(at))}</h3>
${incidents.map((incident) => pastIncident(rendering, incident))}</div>
`);
	}
	endQuiet();
	return html`<section class="section days">
<h2>${words.pastIncidents}</h2>
${parts}
</section>`;
}
