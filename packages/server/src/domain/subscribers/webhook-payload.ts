/** The body of what webhook subscribers of a page are sent (docs/use/status-pages/subscribers.md). */

import { isoOf, isoOrNull } from "../time-text.ts";
import type { News, NewsKind, NewsPage } from "./news.ts";

/** Raised when a receiver that was written for the body before could misread it. */
const NEWS_VERSION = 1;

const TYPES = {
	incident_opened: "incident.opened",
	incident_updated: "incident.updated",
	maintenance_announced: "maintenance.announced",
	maintenance_started: "maintenance.started",
	maintenance_completed: "maintenance.completed",
	maintenance_cancelled: "maintenance.cancelled",
	postmortem: "incident.postmortem",
} as const satisfies Record<NewsKind, string>;

export function newsPayload(page: Pick<NewsPage, "name" | "url">, news: News) {
	const { kind, about, title, body, status, impact, components, at, startsAt, endsAt } = news;
	return {
		version: NEWS_VERSION,
		type: TYPES[kind],
		timestamp: isoOf(at),
		data: {
			page: { name: page.name, url: page.url },
			id: about,
			title,
			/** Markdown. */
			body,
			status,
			impact,
			components: components.map(({ id, name, state }) => ({ id, name, state })),
			startsAt: isoOrNull(startsAt),
			endsAt: isoOrNull(endsAt),
		},
	};
}

/** Asks an address whether it wants what will be sent there: its answer contains the text. */
export function challengePayload(challenge: string, at: number) {
	return { version: NEWS_VERSION, type: "subscription.challenge", timestamp: isoOf(at), data: { challenge } } as const;
}
