/**
 * All tables, in an order in which they can be created. The same on both engines: instants are epoch milliseconds,
 * flags 0 or 1, words are stored as small numbers: their index in a list of the domain, or their code (./codes.ts).
 */

import type { Selectable } from "kysely";
import { KEY_TABLES, TEAM_TABLES } from "./tables/access.ts";
import { ALERT_TABLES } from "./tables/alerts.ts";
import { CAUSE_TABLES } from "./tables/causes.ts";
import { CHECK_TABLES, SEALED_TABLES } from "./tables/checks.ts";
import { CONFIG_TABLES } from "./tables/config.ts";
import { FIGURE_TABLES } from "./tables/figures.ts";
import { INCIDENT_TABLES } from "./tables/incidents.ts";
import { INSTALLATION_TABLES } from "./tables/installation.ts";
import { JOB_TABLES } from "./tables/jobs.ts";
import { LOCATION_TABLES } from "./tables/locations.ts";
import { MAINTENANCE_TABLES } from "./tables/maintenance.ts";
import { MONITOR_TABLES } from "./tables/monitors.ts";
import { ON_CALL_TABLES } from "./tables/on-call.ts";
import { PEOPLE_TABLES } from "./tables/people.ts";
import { SCHEDULE_TABLES } from "./tables/schedule.ts";
import { STATUS_PAGE_TABLES } from "./tables/status-pages.ts";
import { SUBSCRIBER_TABLES } from "./tables/subscribers.ts";
import type { RowOf } from "./tables/table.ts";

export const TABLES = {
	...INSTALLATION_TABLES,
	...TEAM_TABLES,
	...PEOPLE_TABLES,
	...KEY_TABLES,
	...MONITOR_TABLES,
	...LOCATION_TABLES,
	...CONFIG_TABLES,
	...SEALED_TABLES,
	...CHECK_TABLES,
	...SCHEDULE_TABLES,
	...FIGURE_TABLES,
	...STATUS_PAGE_TABLES,
	...MAINTENANCE_TABLES,
	...INCIDENT_TABLES,
	...CAUSE_TABLES,
	...ON_CALL_TABLES,
	...SUBSCRIBER_TABLES,
	...ALERT_TABLES,
	...JOB_TABLES,
};

/** Their rows as Kysely's types have them. */
export type Schema = { [Name in keyof typeof TABLES]: RowOf<(typeof TABLES)[Name]> };

/** A row as it is read. */
export type Row<Name extends keyof Schema> = Selectable<Schema[Name]>;
