/** /status/:slug.json: the page for programs. Its form is in the OpenAPI document and has a version. */

import { z } from "@hono/zod-openapi";
import { DAY_MS } from "../../../../domain/durations.ts";
import { IMPACTS, INCIDENT_STATUSES } from "../../../../domain/incidents/incident.ts";
import { COMPONENT_STATES } from "../../../../domain/status-pages/component-state.ts";
import {
	availability,
	type NamedComponent,
	type PublicComponent,
	type PublicIncident,
	type PublicPage,
	stateOf,
} from "../../../../domain/status-pages/public-page.ts";
import { momentsOf } from "../../../../domain/status-pages/words/moments.ts";
import { wordsOf } from "../../../../domain/status-pages/words/words.ts";
import { sentenceOf } from "../render/overview.ts";

/** Members are added under it; what would break a reader gets the next one. */
const VERSION = 1;

const state = z.enum(COMPONENT_STATES);
const instant = z.iso.datetime();
const named = z.object({
	id: z.string().nullable().openapi({ description: "`cmp_…`; null when the component is deleted." }),
	name: z.string(),
	state,
});
const incidentSchema = z.object({
	id: z.string(),
	title: z.string(),
	impact: z.enum(IMPACTS),
	status: z.enum(INCIDENT_STATUSES),
	startedAt: instant,
	resolvedAt: instant.nullable(),
	updatedAt: instant,
	components: z.array(named),
	updates: z
		.array(z.object({ id: z.string(), status: z.enum(INCIDENT_STATUSES), body: z.string(), at: instant }))
		.openapi({ description: "Newest first; `body` is Markdown." }),
	postmortem: z.object({ body: z.string(), publishedAt: instant }).nullable(),
});

export const publicPageSchema = z
	.object({
		version: z.literal(VERSION),
		page: z.object({
			id: z.string(),
			name: z.string(),
			url: z.string().nullable(),
			locale: z.string(),
			timeZone: z.string(),
		}),
		state,
		sentence: z.string().openapi({ description: "The whole in a sentence, in the language of the page." }),
		generatedAt: instant,
		trueAt: instant.openapi({ description: "The latest instant at which the states were known." }),
		sections: z.array(
			z.object({
				name: z.string(),
				components: z.array(
					z.object({
						id: z.string(),
						name: z.string(),
						description: z.string(),
						state,
						because: z.enum(["monitors", "incident", "maintenance"]).nullable().openapi({
							description: "Where its state comes from; null while it is operational.",
						}),
						uptimePercent: z
							.number()
							.nullable()
							.openapi({ description: "Over the days of the bar; null when it is not shown or nothing was measured." }),
						responseTimeMs: z.number().nullable(),
						days: z
							.array(
								z.object({
									date: z.iso.date(),
									upMinutes: z.int(),
									degradedMinutes: z.int(),
									downMinutes: z.int(),
								}),
							)
							.openapi({ description: "UTC days that were measured, oldest first." }),
					}),
				),
			}),
		),
		incidents: z.object({ open: z.array(incidentSchema), past: z.array(incidentSchema) }),
		maintenance: z.array(
			z.object({
				id: z.string(),
				title: z.string(),
				text: z.string(),
				startsAt: instant,
				endsAt: instant,
				components: z.array(named),
			}),
		),
	})
	.openapi("PublicStatusPage");

/** @param address of the page; null: not known */
export function pageJson(page: PublicPage): z.infer<typeof publicPageSchema> {
	const { id, name, locale, timeZone, address } = page;
	return {
		version: VERSION,
		page: { id, name, url: address, locale, timeZone },
		state: stateOf(page),
		sentence: sentenceOf({ page, words: wordsOf(locale), moments: momentsOf(page) }),
		generatedAt: iso(page.generatedAt),
		trueAt: iso(page.trueAt),
		sections: page.sections.map((section) => ({
			name: section.name,
			components: section.components.map(componentJson),
		})),
		incidents: { open: page.open.map(incidentJson), past: page.past.map(incidentJson) },
		maintenance: page.maintenance.map(({ id, title, text, startsAt, endsAt, components }) => ({
			id,
			title,
			text,
			startsAt: iso(startsAt),
			endsAt: iso(endsAt),
			components: components.map(namedJson),
		})),
	};
}

function componentJson({ id, name, description, state, because, days, responseTimeMs }: PublicComponent) {
	const share = availability(days);
	return {
		id,
		name,
		description,
		state,
		because,
		uptimePercent: share === null ? null : share * 100,
		responseTimeMs,
		days: days.map(({ day, up, degraded, down }) => ({
			date: iso(day * DAY_MS).slice(0, 10),
			upMinutes: up,
			degradedMinutes: degraded,
			downMinutes: down,
		})),
	};
}

function incidentJson(incident: PublicIncident) {
	const { id, title, impact, status, startedAt, resolvedAt, updatedAt, components, updates, postmortem } = incident;
	return {
		id,
		title,
		impact,
		status,
		startedAt: iso(startedAt),
		resolvedAt: resolvedAt === null ? null : iso(resolvedAt),
		updatedAt: iso(updatedAt),
		components: components.map(namedJson),
		updates: updates.map(({ id, status, body, at }) => ({ id, status, body, at: iso(at) })),
		postmortem: postmortem === null ? null : { body: postmortem.body, publishedAt: iso(postmortem.publishedAt) },
	};
}

function namedJson({ id, name, state }: NamedComponent) {
	return { id, name, state };
}

export function iso(at: number): string {
	return new Date(at).toISOString();
}
