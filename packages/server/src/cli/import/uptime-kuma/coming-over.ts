import type { ComingOver } from "../coming-over.ts";
import { CONFIG_FIELDS, NOTIFICATION_FIELDS } from "./alerts.ts";
import { CHANNEL_ROWS } from "./channels.ts";
import { MAINTENANCE_FIELDS } from "./maintenance.ts";
import { MONITOR_FIELDS, OTHER_TYPES } from "./monitor-fields.ts";
import { GROUP_FIELDS, MONITOR_GROUP_FIELDS, STATUS_PAGE_FIELDS } from "./status-pages.ts";

export const COMING_FROM_KUMA: ComingOver = {
	page: "uptime-kuma",
	tables: [
		["monitor", MONITOR_FIELDS],
		["notification", NOTIFICATION_FIELDS],
		["notification.config, of every type", CONFIG_FIELDS],
		...Object.entries(CHANNEL_ROWS).map(([type, { fields }]) => [`notification.config of ${type}`, fields] as const),
		["maintenance", MAINTENANCE_FIELDS],
		["status_page", STATUS_PAGE_FIELDS],
		["group", GROUP_FIELDS],
		["monitor_group", MONITOR_GROUP_FIELDS],
	],
	otherTypes: { group: "A tag `group:…` of its monitors.", ...OTHER_TYPES },
};
