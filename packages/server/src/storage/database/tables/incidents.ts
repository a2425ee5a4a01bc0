/** Tables of incidents: their updates, the monitors that they affect, and the status pages that show them. */

import { bigint, identity, type RowOf, smallint, table, text } from "./table.ts";

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
			/** Index in INCIDENT_STATUSES. */
			status: smallint,
			started_at: bigint,
			/** Null unless it is resolved. */
			resolved_at: bigint.orNull(),
			created_at: bigint,
			updated_at: bigint,
		},
		{ indexes: { incidents_newest: "(team_id, created_at desc, id desc)" } },
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
		},
		{ indexes: { incident_updates_newest: "(incident_id, posted_at desc, id desc)" } },
	),

	incident_components: table(
		{
			incident_id: bigint.references("incidents", "cascade"),
			monitor_id: bigint.references("monitors", "cascade"),
			/** Index in COMPONENT_STATES. */
			state: smallint,
		},
		{ key: "incident_id, monitor_id", indexes: { incidents_of_monitor: "(monitor_id)" } },
	),

	incident_status_pages: table(
		{
			incident_id: bigint.references("incidents", "cascade"),
			status_page_id: bigint.references("status_pages", "cascade"),
		},
		{ key: "incident_id, status_page_id", indexes: { incidents_of_status_page: "(status_page_id)" } },
	),
};

export type IncidentTable = RowOf<typeof INCIDENT_TABLES.incidents>;
export type IncidentUpdateTable = RowOf<typeof INCIDENT_TABLES.incident_updates>;
