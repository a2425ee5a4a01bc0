/** A monitor in audit events. */

import { everyMonitorField, monitorFields } from "../../domain/monitors/monitor-fields.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";

/** Ping addresses are masked by their name, whatever they are. */
const MASKED_URL = "";

/** As audit events name it. */
export function objectOf({ publicId, name }: Monitor) {
	return { object: "monitor", id: publicId, name };
}

export function newMonitorFields(monitor: Monitor) {
	return { ...monitorFields(monitor, MASKED_URL), status: monitor.status };
}

export function seenFields(monitor: Monitor) {
	return everyMonitorField(monitor, MASKED_URL);
}
