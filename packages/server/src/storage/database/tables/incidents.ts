/**
 * Tables of incidents: their updates, the components that they name, the status pages that show them, the outages that
 * opened them, and what subscribers are to be notified of.
 */

import { bigint, flag, identity, type RowOf, smallint, table, text } from "./table.ts";

export const INCIDENT_TABLES = {
	incidents: table(
		{
			id: identity,
			/** `inc_…` */
			public_id: text.unique(),
			team_id: bigint.references("teams"),
			title: text,
			/** Index in IMPACTS. */
			impact: smallint,
			/** 1: nobody chose the impact. */
			is_impact_derived: flag,
			/** Index in INCIDENT_STATUSES. */
			status: smallint,
			started_at: bigint,
			/** Null unless it is resolved. */
			resolved_at: bigint.orNull(),
			/** 1: recorded after it was over. */
			is_backdated: flag,
			/** 1: not approved. */
			is_draft: flag,
			/** 1: opened because of an outage. */
			is_from_outage: flag,
			/** 1 until someone changes it: outages move it. */
			follows_outages: flag,
			created_at: bigint,
			updated_at: bigint,
		},
		{ indexes: { incidents_newest: "(team_id, started_at desc, id desc)" } },
	),

	incident_updates: table(
		{
			id: identity,
			/** `upd_…` */
			public_id: text.unique(),
			incident_id: bigint.references("incidents", "cascade"),
			/** Markdown. */
			body: text,
			/** Index in INCIDENT_STATUSES. */
			status: smallint,
			posted_at: bigint,
			/** 1: subscribers are notified of it. */
			notifies_subscribers: flag,
		},
		{ indexes: { incident_updates_newest: "(incident_id, posted_at desc, id desc)" } },
	),

	incident_components: table(
		{
			incident_id: bigint.references("incidents", "cascade"),
			/** Its place in the incident, from 0. */
			position: smallint,
			/** Null: it is deleted. */
			component_id: bigint.references("components", "set null").orNull(),
			/** Of the page that has it, or had; null: the page is deleted. */
			status_page_id: bigint.references("status_pages", "set null").orNull(),
			/** That of the component, which outlives it. */
			name: text,
			/** Index in COMPONENT_STATES. */
			state: smallint,
		},
		{
			key: "incident_id, position",
			indexes: {
				incidents_of_component: "(component_id)",
				incident_components_of_status_page: "(status_page_id)",
			},
		},
	),

	incident_status_pages: table(
		{
			incident_id: bigint.references("incidents", "cascade"),
			status_page_id: bigint.references("status_pages", "cascade"),
		},
		{ key: "incident_id, status_page_id", indexes: { incidents_of_status_page: "(status_page_id)" } },
	),

	incident_postmortems: table({
		incident_id: bigint.references("incidents", "cascade").key(),
		/** Markdown. */
		body: text,
		/** Null: not published. */
		published_at: bigint.orNull(),
		updated_at: bigint,
	}),

	incident_templates: table(
		{
			id: identity,
			/** `itp_…` */
			public_id: text.unique(),
			team_id: bigint.references("teams"),
			name: text,
			/** With `{{component}}`, as the body. */
			title: text,
			/** Markdown. */
			body: text,
			/** Index in INCIDENT_STATUSES. */
			status: smallint,
			created_at: bigint,
			updated_at: bigint,
		},
		{ indexes: { incident_templates_newest: "(team_id, created_at desc, id desc)" } },
	),

	/** Outages that lasted long enough for a page to open an incident: each once a page, which the key ensures. */
	incident_outages: table(
		{
			status_page_id: bigint.references("status_pages", "cascade"),
			/** It and its monitor may be pruned before this is looked at again. */
			outage_id: bigint,
			monitor_id: bigint,
			/** Null: the incident was deleted, or the team had no room for one. */
			incident_id: bigint.references("incidents", "set null").orNull(),
			/** Index in STATUSES: that of the monitor when it was last looked at. */
			status: smallint,
			/** Null: it lasts. */
			ended_at: bigint.orNull(),
			/** 1: it ended because its monitor was up again, and not because the page lost it. */
			is_recovered: flag,
		},
		{
			key: "status_page_id, outage_id",
			indexes: {
				incident_outages_lasting: "(status_page_id) where ended_at is null",
				incident_outages_ended: "(ended_at) where ended_at is not null",
				outages_of_incident: "(incident_id)",
			},
		},
	),

	/**
	 * What subscribers of pages are to be notified of, written in the transaction of what it is about. Who notifies them
	 * deletes the row in the transaction that writes their messages.
	 */
	announcements: table(
		{
			id: identity,
			/** Index in ANNOUNCEMENT_KINDS. */
			kind: smallint,
			team_id: bigint.references("teams"),
			/** Of an incident; null for maintenance. */
			incident_id: bigint.references("incidents", "cascade").orNull(),
			/** The update that it is about; null: the incident itself, or its postmortem. */
			update_id: bigint.references("incident_updates", "cascade").orNull(),
			/** Of maintenance, as are the two below. */
			window_id: bigint.references("maintenance_windows", "cascade").orNull(),
			/** The occurrence. */
			starts_at: bigint.orNull(),
			/** Index in MAINTENANCE_STEPS. */
			step: smallint.orNull(),
			created_at: bigint,
		},
		{
			indexes: {
				announcements_of_incident: "(incident_id)",
				announcements_of_update: "(update_id)",
				announcements_of_window: "(window_id)",
			},
		},
	),
};

export type IncidentTable = RowOf<typeof INCIDENT_TABLES.incidents>;
export type IncidentUpdateTable = RowOf<typeof INCIDENT_TABLES.incident_updates>;
