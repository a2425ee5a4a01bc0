/** What subscribers of a status page are sent: a copy of what was said when it was said. */

import type { Impact, IncidentStatus } from "../incidents/incident.ts";
import type { ComponentState as State } from "../status-pages/component-state.ts";
import type { PageLocale } from "../status-pages/page-settings.ts";

const NEWS_KINDS = [
	"incident_opened",
	"incident_updated",
	"maintenance_announced",
	"maintenance_started",
	"maintenance_completed",
	"maintenance_cancelled",
	"postmortem",
] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

interface AffectedComponent {
	/** `cmp_…` */
	readonly id: string;
	readonly name: string;
	/** In the words of the page; null: not said. */
	readonly state: State | null;
}

/** One piece of news, with nothing in it that the page does not show. */
export interface News {
	readonly kind: NewsKind;
	/** `inc_…` or `mw_…`. */
	readonly about: string;
	readonly title: string;
	/** Markdown; empty: none. */
	readonly body: string;
	/** Of an incident, when it was said; null for maintenance. */
	readonly status: IncidentStatus | null;
	readonly impact: Impact | null;
	readonly components: readonly AffectedComponent[];
	/** When it was said, epoch milliseconds. */
	readonly at: number;
	/** Of maintenance, else null. */
	readonly startsAt: number | null;
	readonly endsAt: number | null;
}

/** What messages say of the page itself. */
export interface NewsPage {
	readonly name: string;
	readonly locale: PageLocale;
	/** IANA name. */
	readonly timeZone: string;
	/** False: only those who may read the page learn what was said on it; others learn that something was. */
	readonly isPublic: boolean;
	/** Address of the page without a slash at its end, for example `https://status.example/status/acme`. */
	readonly url: string;
}
