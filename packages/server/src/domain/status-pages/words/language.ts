/**
 * The words of a status page in one language. What teams write is not translated. Plural forms have the names of
 * Intl.PluralRules; `{…}` is filled in. Dates, durations and numbers are made by Intl: ./moments.ts.
 */

import type { Impact, IncidentStatus } from "../../incidents/incident.ts";
import type { ComponentState } from "../component-state.ts";
import type { Because } from "../public-page.ts";

/** By the category of Intl.PluralRules; `other` is there in every language. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

export interface Words {
	readonly states: Readonly<Record<ComponentState, string>>;
	/** A sentence on the components in `{names}`, whose worst state it is; by how many they are. */
	readonly affected: Readonly<Record<Exclude<ComponentState, "operational">, Plural>>;
	/** `{names}` of more components than a sentence can hold. */
	readonly someOf: Plural;
	readonly allOperational: string;
	/** There are no components, and no incident. */
	readonly nothingKnown: string;
	readonly elseWorks: string;
	/** `{time}` */
	readonly asOf: string;
	/** The database is away; `{time}` and `{age}` of what is shown. */
	readonly stale: string;
	readonly because: Readonly<Record<NonNullable<Because>, string>>;
	readonly impacts: Readonly<Record<Impact, string>>;
	readonly statuses: Readonly<Record<IncidentStatus, string>>;
	/** `{time}`, `{duration}` */
	readonly since: string;
	/** `{duration}` of an incident that is over. */
	readonly lasted: string;
	/** `{time}` */
	readonly until: string;
	readonly components: string;
	readonly incidents: string;
	readonly planned: string;
	readonly underWay: string;
	readonly pastIncidents: string;
	readonly none: string;
	readonly today: string;
	/** `{n}` */
	readonly daysAgo: Plural;
	/** `{percent}` */
	readonly available: string;
	/** `{date}` of the first day of a bar that was measured, where earlier ones were not. */
	readonly measuredSince: string;
	/** `{n}`, of a bar. */
	readonly overDays: Plural;
	/** Days of a bar on which something happened, `{n}`. */
	readonly daysWithTrouble: Plural;
	readonly notMeasured: string;
	/** `{duration}` of a day. */
	readonly downFor: string;
	readonly degradedFor: string;
	/** `{time}`: milliseconds. */
	readonly responseTime: string;
	readonly history: string;
	readonly earlier: string;
	readonly later: string;
	readonly currentState: string;
	readonly postmortem: string;
	readonly affects: string;
	readonly getUpdates: string;
	/** `{zone}` */
	readonly timesIn: string;
	readonly watchedBy: string;
}
