/**
 * What of a team is taken out, table by table, and what an import takes in. Left out are people, keys and links, what
 * is owed or claimed at the moment, and everything that is encrypted or hashed. A new table is named here when a team
 * would miss it.
 */

import { type RawBuilder, sql } from "kysely";
import { MOVED_TABLES, type MovedTable } from "../database/moving/moved-tables.ts";

/** Only taken out: what names people, or what the team that is imported into has already. */
const NOT_IMPORTED = new Set([
	...["teams", "schedules", "schedule_overrides", "subscribers", "subscriber_components", "audit_events"],
]);

const TAKEN = new Set([
	...NOT_IMPORTED,
	...["monitors", "monitor_dependencies", "content_checks", "locations", "monitor_locations", "monitor_states"],
	...["check_steps", "transitions", "causes", "outages", "alert_events", "jobs", "job_reports", "job_report_bodies"],
	...["hourly_roll_ups", "daily_roll_ups", "roll_up_states", "late_hours", "team_days", "team_hours", "late_minutes"],
	...["status_pages", "status_page_slugs", "status_page_images", "status_page_sections", "components"],
	...["component_monitors", "former_component_monitors", "component_fills", "component_days"],
	...["maintenance_windows", "maintenance_window_monitors", "maintenance_window_pages", "maintenance_early_ends"],
	...["incidents", "incident_updates", "incident_components", "incident_status_pages", "incident_postmortems"],
	...["incident_templates", "alerts", "alert_monitors"],
]);

/** Columns that are written as null: secrets, and what a secret could be recognized by. */
const WITHHELD = new Set(["encrypted", "encrypted_key", "key_hash", "password_hash", "calendar_hash", "address_key"]);

/** The table that a column refers to, by its key. */
export const REFERENCES: Readonly<Record<string, string>> = {
	monitor_id: "monitors",
	depends_on_id: "monitors",
	team_id: "teams",
	location_id: "locations",
	stand_in_id: "locations",
	status_page_id: "status_pages",
	component_id: "components",
	window_id: "maintenance_windows",
	incident_id: "incidents",
	cause_id: "causes",
	merged_into: "causes",
	consequence_of: "outages",
	alert_id: "alerts",
	escalates: "alerts",
	report_id: "job_reports",
	schedule_id: "schedules",
	subscriber_id: "subscribers",
};

export const TAKEN_TABLES: readonly MovedTable[] = MOVED_TABLES.filter(({ name }) => TAKEN.has(name));

export const isImported = ({ name }: MovedTable) => TAKEN.has(name) && !NOT_IMPORTED.has(name);

export const isWithheld = (column: string) => WITHHELD.has(column);

/** By which column rows are found to be a team's: the first one that a table has. */
const OWNERS = [
	...["monitor_id", "incident_id", "window_id", "alert_id", "report_id", "schedule_id", "subscriber_id"],
	...["component_id", "status_page_id", "team_id"],
];
/** Rows that no reader returns any more, and those of alerts that carry their escalation. */
const CONDITIONS: Readonly<Record<string, string>> = {
	monitors: " and deleted_at is null",
	alerts: " and deleted_at is null and escalates is null",
	locations: " and deleted_at is null",
};

/** SQL: whether a row of the table is of this team. */
export function ofTeam({ name, columns }: Pick<MovedTable, "name" | "columns">, teamId: number): RawBuilder<unknown> {
	if (name === "teams") return sql`id = ${teamId}`;
	const column = OWNERS.find((each) => Object.hasOwn(columns, each));
	const more = sql.raw(CONDITIONS[name] ?? "");
	if (column === undefined) throw new Error(`Nothing says of which team a row of ${name} is`);
	if (column === "team_id") return sql`team_id = ${teamId}${more}`;
	const owner = MOVED_TABLES.find((table) => table.name === REFERENCES[column]) as MovedTable;
	return sql`${sql.ref(column)} in (select id from ${sql.table(owner.name)} where ${ofTeam(owner, teamId)})${more}`;
}
