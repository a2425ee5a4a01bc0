/**
 * What of a team is taken out, table by table, and what an import takes in. Left out are people, keys and links, what
 * is owed or claimed at the moment, and everything that is encrypted or hashed.
 */

import { type RawBuilder, sql } from "kysely";
import { MOVED_TABLES, type MovedTable } from "../database/moving/moved-tables.ts";
import type { TABLES } from "../database/schema.ts";

/** Taken out and imported; taken out alone, and why it is not imported; or left out, and why. */
type Decision = "imported" | { readonly taken: string } | { readonly left: string };

const PEOPLE = { left: "people are of their installation" };
const KEYS = { left: "whoever has it can sign in or report" };
const INSTALLATION = { left: "of the installation, not of a team" };
const LOCKS = { left: "has nothing but a row to lock" };
const OWED = { left: "is sent by the installation that has it" };
const TOLD = { left: "says what alerts have sent, which are off after an import" };
const RESULTS = { left: "is in results.csv" };

/** By table. A new one is decided here before the project compiles. */
export const DECIDED: Readonly<Record<keyof typeof TABLES, Decision>> = {
	installation: INSTALLATION,
	moves: INSTALLATION,
	machines: INSTALLATION,
	controls: INSTALLATION,
	rate_windows: INSTALLATION,
	cut_offs: INSTALLATION,
	teams: { taken: "the team that is imported into is there already" },
	users: PEOPLE,
	members: PEOPLE,
	passkeys: PEOPLE,
	oidc_identities: PEOPLE,
	passwords: PEOPLE,
	sessions: PEOPLE,
	sign_in_links: PEOPLE,
	invitations: PEOPLE,
	sign_in_ceremonies: PEOPLE,
	user_channels: PEOPLE,
	audit_events: { taken: "names people" },
	api_keys: KEYS,
	monitors: "imported",
	monitor_dependencies: "imported",
	dependency_locks: LOCKS,
	content_checks: "imported",
	locations: "imported",
	probers: KEYS,
	monitor_locations: "imported",
	config_objects: "imported",
	sealed_hours: RESULTS,
	sealed_days: RESULTS,
	damaged_blocks: { left: "can't be read" },
	monitor_states: "imported",
	check_results: RESULTS,
	check_failures: RESULTS,
	check_locations: RESULTS,
	check_steps: RESULTS,
	missed_spans: RESULTS,
	replaced_checks: "imported",
	transitions: "imported",
	changed_monitors: INSTALLATION,
	hourly_roll_ups: "imported",
	daily_roll_ups: "imported",
	team_days: "imported",
	roll_up_states: "imported",
	late_hours: "imported",
	team_hours: { left: "is counted from what is imported: it counts deleted monitors, too" },
	late_minutes: { left: "is counted from what is imported" },
	roll_up_progress: INSTALLATION,
	backfills: { left: "is work that is under way" },
	status_pages: "imported",
	status_page_slugs: "imported",
	status_page_images: "imported",
	status_page_domains: "imported",
	status_page_sections: "imported",
	components: "imported",
	component_monitors: "imported",
	former_component_monitors: "imported",
	component_fills: "imported",
	component_days: "imported",
	status_page_version: INSTALLATION,
	deleted_components: { left: "is work that is under way" },
	maintenance_windows: "imported",
	maintenance_window_monitors: "imported",
	maintenance_window_pages: "imported",
	maintenance_told: "imported",
	maintenance_early_ends: "imported",
	incidents: "imported",
	incident_updates: "imported",
	incident_components: "imported",
	incident_status_pages: "imported",
	incident_postmortems: "imported",
	incident_templates: "imported",
	incident_outages: "imported",
	announcements: OWED,
	causes: "imported",
	outages: "imported",
	cause_checks: { left: "is work that is under way" },
	cause_locks: LOCKS,
	schedules: "imported",
	schedule_overrides: { taken: "names people" },
	handled_causes: "imported",
	subscribers: { taken: "names people" },
	subscriber_components: { taken: "names people" },
	page_news: OWED,
	subscriber_messages: OWED,
	alerts: "imported",
	alert_monitors: "imported",
	alert_states: TOLD,
	notified_conditions: TOLD,
	alert_causes: TOLD,
	acknowledgement_links: KEYS,
	certificate_warnings: "imported",
	flapping_monitors: "imported",
	regional_failures: "imported",
	notices: OWED,
	deferred_changes: OWED,
	alert_events: "imported",
	jobs: "imported",
	imported_addresses: KEYS,
	job_reports: "imported",
	job_report_bodies: "imported",
	receiver_beats: INSTALLATION,
	listening_outages: INSTALLATION,
};

/** Columns that are written as null: secrets, and what a secret could be recognized by. */
const WITHHELD = new Set([
	...["encrypted", "encrypted_key", "key_hash", "password_hash", "calendar_hash", "address_key"],
	...["proof", "body_digest", "secret_digests", "held_digest"],
]);

/** The table that a column refers to, by its key. */
export const REFERENCES: Readonly<Record<string, string>> = {
	monitor_id: "monitors",
	depends_on_id: "monitors",
	team_id: "teams",
	location_id: "locations",
	stand_in_id: "locations",
	location: "locations",
	status_page_id: "status_pages",
	component_id: "components",
	window_id: "maintenance_windows",
	incident_id: "incidents",
	cause_id: "causes",
	merged_into: "causes",
	outage_id: "outages",
	consequence_of: "outages",
	alert_id: "alerts",
	escalates: "alerts",
	report_id: "job_reports",
	schedule_id: "schedules",
	subscriber_id: "subscribers",
};

const decisionOf = ({ name }: MovedTable): Decision => DECIDED[name as keyof typeof TABLES];
/** It refers to outages, whose table is made after it. */
const LAST = "incident_outages";
const inOrder = MOVED_TABLES.toSorted((a, b) => Number(a.name === LAST) - Number(b.name === LAST));

export const TAKEN_TABLES: readonly MovedTable[] = inOrder.filter((table) => {
	const decision = decisionOf(table);
	return decision === "imported" || "taken" in decision;
});

export const isImported = (table: MovedTable) => decisionOf(table) === "imported";
export const isWithheld = (column: string) => WITHHELD.has(column);

/** By which column rows are found to be a team's: the first one that a table has. */
const OWNERS = [
	...["monitor_id", "incident_id", "window_id", "alert_id", "report_id", "schedule_id", "subscriber_id"],
	...["component_id", "status_page_id", "cause_id", "team_id"],
];

/** Rows that no reader returns any more. */
const CONDITIONS: Readonly<Record<string, string>> = { monitors: " and deleted_at is null" };

/** SQL: whether a row of the table is of this team, or can be named by what is. */
export function ofTeam({ name, columns }: Pick<MovedTable, "name" | "columns">, teamId: number): RawBuilder<unknown> {
	if (name === "teams") return sql`id = ${teamId}`;
	if (name === "locations") return sql`(team_id = ${teamId} or team_id is null)`;
	const column = OWNERS.find((each) => Object.hasOwn(columns, each));
	const more = sql.raw(CONDITIONS[name] ?? "");
	if (column === undefined) throw new Error(`Nothing says of which team a row of ${name} is`);
	if (column === "team_id") return sql`team_id = ${teamId}${more}`;
	const owner = MOVED_TABLES.find((table) => table.name === REFERENCES[column]) as MovedTable;
	return sql`${sql.ref(column)} in (select id from ${sql.table(owner.name)} where ${ofTeam(owner, teamId)})${more}`;
}
