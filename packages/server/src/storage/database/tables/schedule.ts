/**
 * Tables of the schedule in memory (../../schedule/schedule-in-memory.ts). Where the schedule is leased, on PostgreSQL,
 * they stay as they are created.
 */

import { identity, integer, table } from "./table.ts";

export const SCHEDULE_TABLES = {
	/** Monitors that were changed since the schedule read them. It remembers the last id that it has read. */
	changed_monitors: table({ id: identity, monitor_id: integer.unique() }),
};

/** Only SQLite has them. */
export const SQLITE_TRIGGERS = [
	...notingChanges("monitors", "id", ["update", "delete"]),
	// Every change of the schedule that is not a recorded check sets one of these.
	...notingChanges("monitor_states", "monitor_id", ["insert", "update of revision, due_at, location_id", "delete"]),
	...notingChanges("monitor_locations", "monitor_id", ["update of stand_in_id"]),
	...notingChanges("content_checks", "monitor_id", ["insert", "update", "delete"]),
];

/** Triggers that note the monitor of each changed row in `changed_monitors`. */
function notingChanges(table: string, monitorId: string, events: readonly string[]): string[] {
	return events.map((event) => {
		const [verb = ""] = event.split(" ");
		const row = verb === "delete" ? "old" : "new";
		return `create trigger ${table}_${verb}_noted after ${event} on ${table}
			begin insert or replace into changed_monitors (monitor_id) values (${row}.${monitorId}); end`;
	});
}
