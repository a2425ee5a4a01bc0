/**
 * What the schedule in memory (../../schedule/schedule-in-memory.ts) needs, on SQLite alone: how far checks were
 * claimed, and which monitors were changed since it read them.
 */

export const SCHEDULE_IN_MEMORY = [
	"create table schedule_progress (claimed_through integer not null)",
	"insert into schedule_progress values (0)",
	// Ids are never used twice: the schedule remembers the last one that it has read.
	"create table changed_monitors (id integer primary key autoincrement, monitor_id integer not null unique)",
	...notingChanges("monitors", "id", ["update", "delete"]),
	// Every change of the schedule that is not a recorded check sets one of these.
	...notingChanges("monitor_states", "monitor_id", ["insert", "update of revision, due_at", "delete"]),
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
